#!/usr/bin/env bash
# with-slurm.sh COMMAND [ARGUMENT]...: runs a command with a Slurm of one node with two processors: munged, slurmctld
# and slurmd, on loopback and free ports, as the calling user, with all their files in a separate folder, without
# systemd and cgroups. The command finds it through SLURM_CONF. At the end, even after kill -9, all its processes are
# ended and its files removed. Exit code: the command's, or 99 if Slurm does not start.
set -euo pipefail

[ $# -gt 0 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }

# The processes of this Slurm, including job steps that outlive slurmd, have its configuration in their environment.
processes_of() {  # a folder
  local environment process
  for environment in /proc/[0-9]*/environ; do
    grep -qzxF "SLURM_CONF=$1/slurm.conf" "$environment" 2>/dev/null || continue
    process=${environment//[!0-9]/}
    if kill -0 "$process" 2>/dev/null; then echo "$process"; fi
  done
}

# Runs in parallel, and waits until no process holds the other end of its standard input.
clean_up_in_the_end() {  # a folder
  local signal processes
  trap '' INT TERM HUP
  cat
  for signal in CONT TERM TERM TERM TERM TERM TERM TERM TERM KILL KILL KILL; do
    processes=$(processes_of "$1")
    [ -n "$processes" ] || break
    kill "-$signal" $processes 2>/dev/null || true
    sleep 0.2
  done
  rm -rf "$1"
}
if [ "$1" = --clean-up ]; then
  clean_up_in_the_end "$2"
  exit
fi

home=$(mktemp -d /tmp/invdyn-slurm.XXXXXX)  # short: the path of a socket has at most 107 characters
exec {alive}> >(exec setsid --fork "$0" --clean-up "$home" >/dev/null 2>&1)
# These sleeps do not belong to Slurm, and must not look like its processes to the cleaner.
trap 'exec {alive}>&-; export -n SLURM_CONF; while [ -e "$home" ]; do sleep 0.1; done' EXIT

PATH=$PATH:/usr/sbin
export SLURM_CONF=$home/slurm.conf

# Starts a program that does not hold this shell's end of the pipe.
start() {
  "$@" {alive}>&- >"$home/${1##*/}.out.log" 2>&1 </dev/null &
}

fail() {
  echo "with-slurm.sh: $1" >&2
  tail -n 20 "$home"/*.log >&2 || true
  exit 99
}

# Repeats the command for half a minute, until it succeeds.
until_it_succeeds() {
  local i
  for ((i = 0; i < 150; ++i)); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.2
  done
  return 1
}

free_port() {  # of the 5000 from this one on
  local port
  while port=$(($1 + RANDOM % 5000)) && (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}

node=$(hostname -s)
user=$(id -un)
chmod 711 "$home"  # munged insists that all may reach its socket
mkdir -m 711 "$home/munge"
mkdir "$home/state" "$home/spool"
(umask 077 && head -c 1024 /dev/urandom >"$home/munge.key")
cat >"$SLURM_CONF" <<END
ClusterName=invdyn
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$(free_port 20000)
SlurmdPort=$(free_port 25000)
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$home/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
JobRequeue=1
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,bf_interval=1
KillWait=1
ReturnToService=2
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.pid
SlurmctldLogFile=$home/slurmctld.log
SlurmdLogFile=$home/slurmd.log
NodeName=$node NodeAddr=127.0.0.1 CPUs=2
PartitionName=main Nodes=$node Default=YES
END

start munged --foreground --socket="$home/munge/socket" --key-file="$home/munge.key" --pid-file="$home/munge/pid" \
  --seed-file="$home/munge/seed" --log-file="$home/munged.log"
until_it_succeeds munge --socket="$home/munge/socket" --no-input || fail "munged does not answer"
start slurmctld -D
start slurmd -D
is_idle() { [ "$(sinfo --noheader --format=%T)" = idle ]; }
until_it_succeeds is_idle || fail "the node does not become idle"

"$@" {alive}>&-
