# contrib/kubernetes: the manifests against the published schema, and what their containers run: each index as the Job's
# controller would start it, one killed and started again. There is no cluster in this test.
set -euo pipefail
. contrib/test/tools.sh
need_python kubernetes-validate pyyaml

"$venv/bin/kubernetes-validate" --strict contrib/kubernetes/job.yaml contrib/kubernetes/merge.yaml
# The validator can fail: a key that no Job has.
sed 's/backoffLimitPerIndex/backoffLimitPerIndices/' contrib/kubernetes/job.yaml > "$own/wrong.yaml"
if "$venv/bin/kubernetes-validate" --strict "$own/wrong.yaml" > /dev/null 2>&1; then
    exit 1
fi

mkdir "$own/bin" "$own/shards"
ln -s "$EQUIPOISE" "$own/bin/equipoise"
cat > "$own/pod.py" << 'END'
"""`pod.py MANIFEST [NAME=VALUE...]`: becomes the container of a manifest, some of its variables replaced."""

import os
import sys

import yaml

with open(sys.argv[1], encoding="utf-8") as manifest:
    job = yaml.safe_load(manifest)["spec"]
container = job["template"]["spec"]["containers"][0]
variables = {entry["name"]: entry["value"] for entry in container["env"]}
assert variables.get("SHARDS", str(job.get("completions"))) == str(job.get("completions"))
rule = job["podFailurePolicy"]["rules"][0]
assert rule["action"] == "FailJob" and 2 in rule["onExitCodes"]["values"]
assert rule["onExitCodes"]["containerName"] == container["name"]
variables.update(argument.split("=", 1) for argument in sys.argv[2:])
os.execvpe(container["command"][0], container["command"], {**os.environ, **variables})
END
export PATH=$own/bin:$PATH
pod() {
    "$venv/bin/python" "$own/pod.py" "contrib/kubernetes/$1.yaml" ENCOUNTERS="$ENCOUNTERS" DIR="$own/shards" "${@:2}"
}
fight_index() {
    pod job SHARDS="$SHARDS" SCENARIO="$SCENARIO" JOB_COMPLETION_INDEX="$1" "${@:2}"
}

fights="equipoise run .*--range .*$own"
fight_index 3 &
index=$!
freeze_fight "$own/shards"
kill -KILL "$frozen"
status=0
wait "$index" 2> /dev/null || status=$?
[ $status -eq 137 ]
seq 0 $((SHARDS - 1)) > "$own/indices"
while read -r index; do
    fight_index "$index"
done < "$own/indices"
before=$(stat -c %i "$own/shards"/*.json)
fight_index 3
[ "$before" = "$(stat -c %i "$own/shards"/*.json)" ]
merged_same "$own/shards"
pod merge > /dev/null
diff -r "$own/shards/out" "$TEST_WORK/single"

# What ends the whole Job: bad input, and an index that the plan has not got.
refusals=("fight_index 0 OPTIONS=--set=rules.max_rounds=none DIR=$own" "fight_index $SHARDS")
for refused in "${refusals[@]}"; do
    status=0
    $refused > /dev/null 2>&1 || status=$?
    [ $status -eq 2 ]
done
# Gaps end the merging one.
status=0
pod merge ENCOUNTERS=500000 > /dev/null 2>&1 || status=$?
[ $status -eq 1 ]
