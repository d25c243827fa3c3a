# crates/python: the wheel, installed into an environment of its own. The development build stands in for the release.
set -euo pipefail
. contrib/test/tools.sh
need_python maturin

maturin=$PWD/$venv/bin/maturin
(cd crates/python && "$maturin" build --profile dev --out "$own/wheels") > "$own/build.log" 2>&1 || {
    tail -n 20 "$own/build.log" >&2
    exit 1
}
python3 -m venv "$own/fresh"
"$own/fresh/bin/pip" install --quiet --no-index "$own"/wheels/*.whl
[ "$("$own/fresh/bin/equipoise" --version)" = "$("$EQUIPOISE" --version)" ]
"$own/fresh/bin/equipoise" run "$SCENARIO" -n 1000 --seed 3 --quiet --format json > "$own/command.json"
"$own/fresh/bin/python" -c "import equipoise as eq; print(eq.run('$SCENARIO', n=1000, seed=3).to_json(), end='')" > "$own/module.json"
"$EQUIPOISE" run "$SCENARIO" -n 1000 --seed 3 --quiet --format json | tee "$own/program.json" | cmp - "$own/command.json"
cmp "$own/program.json" "$own/module.json"
