# contrib/recipes/with-xargs: one call is killed, and fought again in the next round; then the whole recipe is killed, and goes on.
set -euo pipefail
. contrib/test/tools.sh

background "$own/first.log" contrib/recipes/with-xargs "$ENCOUNTERS" "$SHARDS" "$own/shards" "$SCENARIO"
freeze_fight "$own/shards"
kill -KILL "$frozen"
eventually has_shards "$own/shards"
freeze_fight "$own/shards"
end_group "$started"
[ -n "$("$EQUIPOISE" merge "$own/shards" -n "$ENCOUNTERS" --missing)" ]
contrib/recipes/with-xargs "$ENCOUNTERS" "$SHARDS" "$own/shards" "$SCENARIO"
merged_same "$own/shards"

# Bad input is refused before anything is fought.
status=0
contrib/recipes/with-xargs 100 2 "$own/refused" "$SCENARIO" --set rules.max_rounds=none 2> /dev/null || status=$?
[ $status -eq 2 ] && [ ! -e "$own/refused" ]
