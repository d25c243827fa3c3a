# What the tests of the carriers have in common; sourced by `run` and by each of them, from the root of the repository.
# A test keeps its files in $own, and calls `same` at the end.

# Fights that take long enough to be killed in the middle, yet seconds in all: a range takes about a second.
SCENARIO=scenarios/thrum/hold-until-dawn.toml
ENCOUNTERS=400000
SHARDS=10
# The exit status of a test that could not be tried.
SKIPPED=77
# Tenths of a second for everything that is waited for, however busy the machine.
PATIENCE=1800

carrier=$(basename "$0" .sh)
own=$TEST_WORK/$carrier
venv=target/contrib-venv

skip() {
    echo "SKIPPED: $carrier: $*" >&2
    exit "$SKIPPED"
}

# need_commands PACKAGES... -- COMMANDS...: installs Debian packages unless the commands are there.
need_commands() {
    local packages=()
    while [ "$1" != -- ]; do
        packages+=("$1")
        shift
    done
    shift
    if [ "$(command -v "$@" | wc -l)" -lt $# ]; then
        # At run level 1 no service is started by its installation.
        export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${packages[@]}"; } > "$own/install.log" 2>&1 ||
            skip "apt-get install ${packages[*]} failed: $(tail -n 1 "$own/install.log")"
    fi
}

# need_python REQUIREMENTS...: a virtual environment with these in $venv.
need_python() {
    { { [ -x "$venv/bin/pip" ] || python3 -m venv "$venv"; } && "$venv/bin/pip" install --quiet "$@"; } > "$own/install.log" 2>&1 ||
        skip "pip install $* failed: $(tail -n 1 "$own/install.log")"
}

# eventually COMMAND...: until it succeeds.
eventually() {
    local tries=0
    until "$@"; do
        tries=$((tries + 1))
        if [ "$tries" -gt "$PATIENCE" ]; then
            echo "$carrier: waited for nothing: $*" >&2
            return 1
        fi
        sleep 0.1
    done
}

# has_shards DIR: whether something has arrived there.
has_shards() {
    [ -n "$(find "$1" -name '*.json' -print -quit)" ]
}

# Process groups that end with the test, whatever ends it.
groups=()
end_group() {
    kill -KILL -- "-$1" 2> /dev/null || true
    # Waited for here, the shell does not tell of its death.
    wait "$1" 2> /dev/null || true
}
end_groups() {
    for group in "${groups[@]}"; do
        end_group "$group"
    done
}
trap end_groups EXIT
trap 'exit 130' INT TERM

# background LOG COMMAND...: starts a process group of its own; its leader is $started.
background() {
    local log=$1
    shift
    setsid "$@" > "$log" 2>&1 < /dev/null &
    started=$!
    groups+=("$started")
}

# freeze_fight DIR [SESSION]: stops a process that fights a range whose shard is not in DIR. Sets $frozen and $range.
#
# It stands still while it is looked at, so that the range is surely in the middle. It is one of SESSION, by default of any
# process group that this test has started; a test whose fights are elsewhere says by `fights` which command lines are its own.
fights=
freeze_fight() {
    eventually try_to_freeze "$@"
}
try_to_freeze() {
    local dir=$1 sessions
    sessions=$(IFS=, && echo "${2:-${groups[*]}}")
    local search=(-s "$sessions" -f -- "^$EQUIPOISE run .*--range")
    [ -z "$fights" ] || search=(-f -- "$fights")
    for frozen in $(pgrep "${search[@]}"); do
        kill -STOP "$frozen" 2> /dev/null || continue
        range=$(tr '\0' '\n' < "/proc/$frozen/cmdline" | sed -n '/^--range$/{n;p}') || true
        if [ -n "$range" ] && [ ! -e "$dir/$range.json" ] && [ ! -e "$dir/${range/../-}.json" ]; then
            echo "$carrier: kills what fights $range"
            return 0
        fi
        kill -CONT "$frozen" 2> /dev/null || true
    done
    return 1
}

# same JSON OUT: these are the bytes of the single run.
same() {
    cmp "$1" "$TEST_WORK/single.json"
    diff -r "$2" "$TEST_WORK/single"
}

# merged_same DIR: so are those of what DIR has.
merged_same() {
    "$EQUIPOISE" merge "$1" -n "$ENCOUNTERS" --out "$own/out" --format json > "$own/out.json"
    same "$own/out.json" "$own/out"
}
