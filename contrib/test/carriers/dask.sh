# contrib/dask: a scheduler and two workers on loopback. A worker dies with what it fights, then the driver; the same call goes on.
set -euo pipefail
. contrib/test/tools.sh
need_python ./contrib/dask
python=$venv/bin/python

"$python" -m unittest discover -s contrib/dask/tests

background "$own/scheduler.log" "$venv/bin/dask" scheduler --host 127.0.0.1 --port 0 --no-dashboard \
    --scheduler-file "$own/scheduler.json"
eventually test -s "$own/scheduler.json"
worker() {
    background "$own/worker-$1.log" "$venv/bin/dask" worker --scheduler-file "$own/scheduler.json" --nthreads 1 --no-nanny \
        --no-dashboard --name "$1" --local-directory "$own/scratch"
}
worker 1
doomed=$started
worker 2

carry() {
    "$venv/bin/equipoise-dask" "$SCENARIO" --scheduler-file "$own/scheduler.json" "$@"
}
whole=(-n "$ENCOUNTERS" --shards "$SHARDS" --dir "$own/shards" --out "$own/out" --format json)

background "$own/first.log" "$venv/bin/equipoise-dask" "$SCENARIO" --scheduler-file "$own/scheduler.json" "${whole[@]}"
driver=$started
freeze_fight "$own/shards" "$doomed"
end_group "$doomed"
eventually has_shards "$own/shards"
freeze_fight "$own/shards"
end_group "$driver"
kill -CONT "$frozen"
[ -n "$("$EQUIPOISE" merge "$own/shards" -n "$ENCOUNTERS" --missing)" ]
worker 3
carry "${whole[@]}" > "$own/out.json"
same "$own/out.json" "$own/out"

# By precision, with another worker lost.
"$EQUIPOISE" run "$SCENARIO" --precision 0.004 --out "$own/precise" --quiet --format json > "$own/precise.json"
background "$own/precision.log" "$venv/bin/equipoise-dask" "$SCENARIO" --scheduler-file "$own/scheduler.json" \
    --precision 0.004 --per-shard 20k --dir "$own/looks" --out "$own/reached" --format csv
driver=$started
freeze_fight "$own/looks"
kill -KILL "$frozen"
wait "$driver" || { cat "$own/precision.log" >&2 && exit 1; }
diff -r "$own/reached" "$own/precise"
grep -q "$range is fought again" "$own/precision.log"

# A limit that is too low: exit status 1, and the results are there. Bad input: 2.
status=0
carry --precision 0.001 --max-encounters 20k --format csv > "$own/limit.csv" 2> /dev/null || status=$?
[ $status -eq 1 ]
status=0
carry -n 100 --set rules.max_rounds=none > /dev/null 2>&1 || status=$?
[ $status -eq 2 ]

# A sweep.
"$EQUIPOISE" sweep "$SCENARIO" --vary rules.max_rounds=5..=6 -n 4000 --out "$own/swept" --quiet --format json > "$own/swept.json"
carry -n 4000 --shards 5 --vary rules.max_rounds=5..=6 --out "$own/cells" --format json > "$own/cells.json"
cmp "$own/cells.json" "$own/swept.json"
diff -r "$own/cells" "$own/swept"

# A worker without the binary, or with another build, is passed over.
printf '#!/bin/sh\necho equipoise 9.9.9\n' > "$own/other"
chmod +x "$own/other"
EQUIPOISE=$own/other worker 4
three_workers() {
    grep -q 'Starting established connection' "$own/worker-4.log"
}
eventually three_workers
carry "${whole[@]/$own\/shards/$own\/afresh}" > "$own/out.json" 2> "$own/unfit.log"
same "$own/out.json" "$own/out"
grep -q 'is unfit' "$own/unfit.log"
