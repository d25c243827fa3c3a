# contrib/slurm: slurmctld and two slurmd on loopback. A binary is killed and its task requeued; then a whole node dies.
set -euo pipefail
. contrib/test/tools.sh
need_commands slurmctld slurmd slurm-client -- slurmctld slurmd sbatch
[ "$(id -u)" -eq 0 ] || skip "slurmd must be root"

host=$(hostname -s)
mkdir "$own/state" "$own/shards"
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
# A job that is put back waits for its credential to expire, which is 2 minutes unless cred_expire says otherwise.
cat > "$own/slurm.conf" << END
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
AuthType=auth/none
AuthInfo=cred_expire=5
CredType=cred/none
SlurmUser=root
SlurmdUser=root
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
StateSaveLocation=$own/state
SlurmdSpoolDir=$own/%n
SlurmctldPidFile=$own/slurmctld.pid
SlurmdPidFile=$own/%n.pid
SlurmctldLogFile=$own/slurmctld.log
SlurmdLogFile=$own/%n.log
SlurmdTimeout=5
KillWait=2
ReturnToService=2
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1
NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$own/slurm.conf
background "$own/slurmctld.out" slurmctld -D -f "$SLURM_CONF"
eventually scontrol ping > /dev/null
declare -A daemon
for node in node1 node2; do
    background "$own/$node.out" slurmd -D -N "$node" -f "$SLURM_CONF"
    daemon[$node]=$started
done
nodes_are() {
    [ "$(sinfo --noheader --Node --format '%N %T' | tr '\n' ' ')" = "$1" ]
}
eventually nodes_are "node1 idle node2 idle "

# What a node runs for jobs: each of them is in a session of its own, and has the name of the node in its environment, but for
# the daemon above it.
processes_of() {
    local pid
    for pid in $(pgrep -f "$own"); do
        if [ "$(node_of "$pid")" = "$1" ]; then
            echo "$pid"
            ps -o ppid= -p "$pid" | tr -d ' '
        fi
    done | sort -u
}
node_of() {
    { tr '\0' '\n' < "/proc/$1/environ"; } 2> /dev/null | sed -n 's/^SLURMD_NODENAME=//p'
}
kill_node() {
    end_group "${daemon[$1]}"
    local pid
    for pid in $(processes_of "$1"); do
        [ "$pid" -le 1 ] || kill -KILL "$pid" 2> /dev/null || true
    done
}
end_cluster() {
    for node in node1 node2; do
        kill_node "$node"
    done
    end_groups
}
trap end_cluster EXIT

fights="^$EQUIPOISE run .*--range .*$own"
export SBATCH_OUTPUT=$own/task-%a.log
submit() {
    ARRAY_TASKS=5 contrib/slurm/submit "$own/shards" -n "$ENCOUNTERS" --shards "$SHARDS" -- "$SCENARIO" "$@"
}
is_over() {
    [ -z "$(squeue --noheader --jobs "$1" 2> /dev/null)" ]
}
job=$(submit)

# A binary that is killed (for want of memory, say): its task is put back.
freeze_fight "$own/shards"
kill -KILL "$frozen"
eventually grep -q "$range: exit status 137" "$own"/task-*.log

# A node that dies with everything on it: Slurm puts its task back, and the other node takes it.
eventually has_shards "$own/shards"
freeze_fight "$own/shards"
lost=$(node_of "$frozen")
[ -n "$lost" ]
kill_node "$lost"
[ ! -e "$own/shards/$range.json" ]
eventually is_over "$job" || { squeue >&2 && cat "$own"/*.log >&2 && exit 1; }
sinfo --noheader --Node --format '%N %T' | grep -q "$lost down"
merged_same "$own/shards"

# Bad input: refused when it is submitted, and, where it gets as far as a task, the end of the whole array.
status=0
submit --set rules.max_rounds=none 2> /dev/null || status=$?
[ $status -eq 2 ]
mkdir "$own/refused"
"$EQUIPOISE" plan -n 1000 --shards 20 > "$own/refused/plan.txt"
job=$(EQUIPOISE_STRIDE=20 sbatch --parsable --array=0-19 contrib/slurm/array.sbatch "$own/refused" "$SCENARIO" --set rules.max_rounds=none)
eventually is_over "$job"
[ -s "$own/refused/refused.txt" ]
[ -z "$(find "$own/refused" -name '*.json')" ]
