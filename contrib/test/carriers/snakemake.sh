# contrib/recipes/Snakefile: one call is killed, and Snakemake tries it again.
set -euo pipefail
. contrib/test/tools.sh
need_python snakemake

cp -r scenarios "$own/"
background "$own/log" "$venv/bin/snakemake" -s contrib/recipes/Snakefile --cores 2 --directory "$own" \
    --config scenario="$SCENARIO" encounters="$ENCOUNTERS" shards="$SHARDS"
freeze_fight "$own/shards"
kill -KILL "$frozen"
wait "$started" || { cat "$own/log" >&2 && exit 1; }
grep -q "$range" "$own/log"
diff -r "$own/out" "$TEST_WORK/single"

# Bad input fails once.
if "$venv/bin/snakemake" -s contrib/recipes/Snakefile --cores 2 --directory "$own/refused" \
    --config scenario="$PWD/$SCENARIO" options='--set rules.max_rounds=none' > "$own/refused.log" 2>&1; then
    exit 1
fi
grep -q max_rounds "$own/refused.log"
[ -z "$(find "$own/refused" -name '*.json' -path '*shards*')" ]
