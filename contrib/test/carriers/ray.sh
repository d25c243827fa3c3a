# contrib/ray: a cluster on this machine. A worker dies with what it fights; then the driver has lost a shard, and the same call goes on.
set -euo pipefail
. contrib/test/tools.sh
module=${MODULE:-target/debug/libequipoise_core.so}
[ -e "$module" ] || skip "there is no $module: cargo build -p equipoise-python"
need_python ray psutil

# As a wheel has it: the package with the module in it.
mkdir "$own/package"
cp -r crates/python/equipoise "$own/package/"
cp "$module" "$own/package/equipoise/_core.abi3.so"
export PYTHONPATH=$own/package:$PWD/contrib/ray/src RAY_USAGE_STATS_ENABLED=0
"$venv/bin/python" contrib/test/carriers/kill_on_ray.py "$SCENARIO" "$ENCOUNTERS" "$own/shards" "$own/out.json" > "$own/log" 2>&1 || {
    tail -n 20 "$own/log" >&2
    exit 1
}
cmp "$own/out.json" "$TEST_WORK/single.json"
