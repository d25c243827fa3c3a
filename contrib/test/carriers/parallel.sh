# contrib/recipes/with-parallel: one call is killed, and GNU parallel tries it again.
set -euo pipefail
. contrib/test/tools.sh
need_commands parallel -- parallel

background "$own/log" contrib/recipes/with-parallel "$ENCOUNTERS" "$SHARDS" "$own/shards" "$SCENARIO"
freeze_fight "$own/shards"
kill -KILL "$frozen"
wait "$started"
merged_same "$own/shards"

status=0
contrib/recipes/with-parallel 100 2 "$own/refused" "$SCENARIO" --set rules.max_rounds=none 2> /dev/null || status=$?
[ $status -eq 2 ] && [ ! -e "$own/refused" ]
