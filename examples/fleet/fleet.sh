#!/bin/sh
#
# fleet.sh - a fleet on one machine: hosts, servers, gatherers, and accidents
#
#	fleet.sh [-n HOSTS] [-t SECONDS] [-s SEED] [-d DIR] [-k] [-P]
#
# Hosts record programs at work, ship their logs to three servers of NATS, two
# gatherers make them logs of a directory, and these become rows of PostgreSQL. Meanwhile
# the leader of the stream, a gatherer and two shippers are killed, at random. In
# the end all that was recorded is there, and nothing twice; if not, the status is
# 1. What is missing on this machine is said, and the status is 77.
#
#	-n	number of hosts, 10
#	-t	how long they record, 20
#	-s	of the moments of the accidents
#	-d	a directory for all that, which must not exist
#	-k	keep it
#	-P	without PostgreSQL
#
# The environment has COMMAND, the posixtrace to use, and WORDCOUNT, the example.
set -u
export LC_ALL=C

hosts=10
duration=20
seed=$(od -An -N2 -t u2 /dev/urandom | tr -d ' ')
dir=
keep=
postgres=yes
while getopts n:t:s:d:kP option; do
	case $option in
	n) hosts=$OPTARG ;;
	t) duration=$OPTARG ;;
	s) seed=$OPTARG ;;
	d) dir=$OPTARG ;;
	k) keep=yes ;;
	P) postgres= ;;
	*) exit 2 ;;
	esac
done

here=$(cd "$(dirname "$0")" && pwd)
posixtrace=${COMMAND:-posixtrace}
wordcount=${WORDCOUNT:-$(command -v wordcount)}
failures=0
children=
begun=$(date +%s)

say() {
	printf '%3d s  %s\n' $(($(date +%s) - begun)) "$*"
}

fail() {
	say "WRONG: $*"
	failures=$((failures + 1))
}

skip() {
	say "SKIPPED: $*"
	exit 77
}

clean_up() {
	for pid in $children; do
		kill -KILL "$pid" 2> /dev/null
	done
	wait 2> /dev/null
	[ ! -s "$dir/postgresql/postmaster.pid" ] || stop_postgresql
	rm -rf "$memory"
	if [ -n "$keep" ]; then
		say "all of it is in $dir"
	else
		cd / && rm -rf "$dir"
	fi
}

# remember PID
remember() {
	children="$children $1"
}

# wait_for WHAT COMMAND...: a minute at most
wait_for() {
	what=$1
	shift
	tries=0
	until "$@" > /dev/null 2>&1; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || {
			say "there is no $what"
			exit 1
		}
		sleep 0.1
	done
}

# chance MOST: a number from 0 to MOST - 1
chance() {
	seed=$(((seed * 1103515245 + 12345) % 2147483648))
	echo $((seed / 65536 % $1))
}

# The machine

"$posixtrace" --version > /dev/null 2>&1 || skip "there is no $posixtrace"
"$posixtrace" --version | grep -q '^with libnats' ||
	skip 'posixtrace was built without libnats'
command -v nats-server > /dev/null || skip 'there is no nats-server'
command -v python3 > /dev/null || skip 'there is no python3'
if unshare --uts true 2> /dev/null; then
	own_name='unshare --uts'
elif unshare --user --map-root-user --uts true 2> /dev/null; then
	own_name='unshare --user --map-root-user --uts'
else
	skip 'hosts cannot have names of their own (unshare --uts)'
fi
postgresql_bin=$(find /usr/lib/postgresql -name initdb 2> /dev/null |
	sort | tail -n 1)
postgresql_bin=${postgresql_bin%/initdb}
if [ -n "$postgres" ] && ! [ -x "$postgresql_bin/initdb" ]; then
	say 'without PostgreSQL: it is not installed'
	postgres=
fi
if [ -n "$postgres" ] && ! "$posixtrace" --version | grep -q '^with libpq'; then
	say 'without PostgreSQL: posixtrace was built without libpq'
	postgres=
fi

if [ -n "$dir" ]; then
	mkdir "$dir" || exit 1
else
	dir=$(mktemp -d "${TMPDIR:-/tmp}/posixtrace-fleet.XXXXXX") || exit 1
fi
dir=$(cd "$dir" && pwd)
memory=$(mktemp -d /dev/shm/posixtrace-fleet.XXXXXX) || exit 1
chmod 755 "$dir"
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$dir" || exit 1
mkdir servers hosts there said

# Servers

# free_ports NUMBER
free_ports() {
	python3 -c '
import socket, sys
sockets = [socket.socket() for i in range(int(sys.argv[1]))]
for s in sockets:
    s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))' "$1"
}

# begin_server NUMBER: in the background; its process is $server_NUMBER
begin_server() {
	eval "port=\$port_$1 route=\$route_$1"
	nats-server -n "$1" -a 127.0.0.1 -p "$port" -js -sd "$dir/servers/$1" \
		--cluster "nats://127.0.0.1:$route" --cluster_name fleet \
		--routes "$routes" 2>> "said/server-$1" &
	eval "server_$1=$!"
	remember $!
}

# leader: the number of the server that leads the stream
leader() {
	eval "python3 '$here/leader.py' $port_1 $port_2 $port_3"
}

begin_servers() {
	# shellcheck disable=SC2046 # words are wanted
	set -- $(free_ports 7)
	port_1=$1 port_2=$2 port_3=$3 route_1=$4 route_2=$5 route_3=$6
	postgresql_port=$7
	routes="nats://127.0.0.1:$4,nats://127.0.0.1:$5,nats://127.0.0.1:$6"
	nats=nats://127.0.0.1:$1,127.0.0.1:$2,127.0.0.1:$3
	for i in 1 2 3; do
		begin_server $i
	done
	wait_for 'leader of the servers' grep -hq \
		'JetStream cluster new metadata leader' \
		said/server-1 said/server-2 said/server-3
	say "three servers of NATS: $nats"
}

# as_user COMMAND...: PostgreSQL refuses root
as_user() {
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --reuid nobody --regid nogroup --clear-groups "$@"
	else
		"$@"
	fi
}

begin_postgresql() {
	mkdir postgresql
	[ "$(id -u)" -ne 0 ] || chown nobody:nogroup postgresql
	as_user "$postgresql_bin/initdb" -D "$dir/postgresql" -U fleet -E UTF8 -A trust \
		-N > said/postgresql 2>&1 || {
		cat said/postgresql
		exit 1
	}
	: > said/postgresql
	chmod 666 said/postgresql
	as_user "$postgresql_bin/pg_ctl" -D "$dir/postgresql" -w \
		-l "$dir/said/postgresql" -o "-p $postgresql_port -c fsync=on \
		-c listen_addresses=127.0.0.1 -c unix_socket_directories=''" \
		start > /dev/null || exit 1
	database=postgresql://fleet@127.0.0.1:$postgresql_port/postgres
	say "PostgreSQL: $database"
}

stop_postgresql() {
	as_user "$postgresql_bin/pg_ctl" -D "$dir/postgresql" -m immediate \
		stop > /dev/null 2>&1
}

ask() {
	"$postgresql_bin/psql" -AtX "$database" -c "$1"
}

# Hosts

# on HOST COMMAND...: on a host of that name, with a runtime directory of its own
on() {
	mkdir -p -m 700 "$memory/$1" "hosts/$1"
	# shellcheck disable=SC2016,SC2086 # the inner shell's; words are wanted
	POSIXTRACE_DIR=$memory/$1 exec $own_name sh -c \
		'hostname "$0" && exec "$@"' "$@"
}

# begin_host HOST: records what it does
begin_host() {
	(on "$1" "$posixtrace" record -q --rotate=256K --rotate=5s \
		-o "hosts/$1/%c-%p.%t.%n.ptl" -- \
		"$here/work.sh" "$duration" "$wordcount" /usr/include/linux) \
		2> "said/recorder-$1" > /dev/null &
	eval "recorder_$1=$!"
	remember $!
	wait_for "log of $1" sh -c "ls hosts/$1/*.ptl"
}

# begin_shipper HOST
begin_shipper() {
	"$posixtrace" ship "hosts/$1" --to "$nats" --create --replicas 3 \
		--name fleet --metrics "said/$1.prom" 2>> "said/shipper-$1" &
	eval "shipper_$1=$!"
	remember $!
}

# begin_gatherer NAME WHERE
begin_gatherer() {
	"$posixtrace" gather "$nats" --to "$2" $3 2>> "said/gatherer-$1" &
	eval "gatherer_$1=$!"
	remember $!
}

# begin_rows: what arrives becomes rows, while more arrives
begin_rows() {
	while [ ! -e said/enough ] && sleep 1; do
		find there -name '*.ptl' > said/logs
		[ -s said/logs ] && ship_rows
	done &
	rows=$!
	remember $!
}

# ship_rows: what is in the directory now
ship_rows() {
	# shellcheck disable=SC2046 # names have no blanks
	"$posixtrace" ship $(cat said/logs) --to "$database" --create --once \
		--name rows 2>> said/rows
}

end_rows() {
	: > said/enough
	wait $rows
	find there -name '*.ptl' > said/logs
	ship_rows || fail 'the rest does not become rows'
}

each_host() {
	i=1
	while [ $i -le "$hosts" ]; do
		"$@" "h$i"
		i=$((i + 1))
	done
}

# Accidents

# strike NAME: kills the process that the variable names
strike() {
	eval "victim=\$$1"
	kill -KILL "$victim"
	wait "$victim" 2> /dev/null
}

kill_leader() {
	number=$(leader)
	strike "server_$number"
	say "the leader, server $number, is killed"
	sleep 2
	begin_server "$number"
}

kill_gatherer() {
	number=$(($(chance 2) + 1))
	strike gatherer_$number
	say "gatherer $number is killed"
	begin_gatherer $number there ''
}

# Each time that of another host, where there are several
kill_shipper() {
	before=${host-}
	host=h$(($(chance "$hosts") + 1))
	[ "$host" != "$before" ] || host=h$((${host#h} % hosts + 1))
	strike shipper_$host
	say "the shipper of $host is killed"
	begin_shipper $host
}

# Part of the time between accidents, up to a fourth of all
pause() {
	sleep "$(awk -v most="$((duration * 250))" -v by="$(chance 1000)" \
		'BEGIN { print most * (0.3 + 0.5 * by / 1000) / 1000 }')"
}

# The end

# end_of NAME WHAT: its status has to be 0
end_of() {
	eval "process=\$$1"
	wait "$process"
	status=$?
	[ $status -eq 0 ] || fail "$2 ended with status $status"
}

end_host() {
	end_of "recorder_$1" "recording on $1"
}

stop_shipper() {
	eval "kill -TERM \$shipper_$1"
	eval "wait \$shipper_$1"
}

# A shipper waits ten seconds for a server that elects a leader, which takes
# longer on a busy machine. Each try goes on where the one before it ended.
ship_rest() {
	for try in 1 2 3 4 5; do
		"$posixtrace" ship "hosts/$1" --to "$nats" --once --name fleet \
			2>> "said/shipper-$1" && return
	done
	fail "the rest of $1 cannot be shipped"
}

uuid() {
	od -An -v -t x1 -j 48 -N 16 "$1" | tr -d ' \n'
}

# Each log is there once, byte for byte, and nothing else is.
compare_logs() {
	logs=0
	for log in hosts/*/*.ptl; do
		logs=$((logs + 1))
		host=${log#hosts/}
		host=${host%%/*}
		set -- there/"$host"/*/*-"$(uuid "$log")".ptl
		[ $# -eq 1 ] && cmp -s "$log" "$1" ||
			fail "$log is not there as it was written"
	done
	gathered=$(find there -name '*.ptl' | wc -l)
	[ "$gathered" -eq $logs ] || fail "$gathered logs are there, not $logs"
}

# count_in QUERY LOG...: of all these
count_in() {
	query=$1
	shift
	"$posixtrace" query -f tsv "$@" "$query" 2> said/query | sed -n 2p
}

compare_rows() {
	rows=$(ask 'select count(*) from posixtrace.event')
	distinct=$(ask 'select count(*) from (select distinct log, seq, i
		from posixtrace.event) e')
	sections=$(ask 'select count(*) from posixtrace.section')
	[ "$rows" -eq "$events" ] || fail "$rows rows for $events events"
	[ "$distinct" -eq "$rows" ] || fail "$distinct of $rows rows are distinct"
}

report() {
	took=$(($(date +%s) - begun))
	bytes=$(cat hosts/*/*.ptl | wc -c)
	echo
	printf '%-28s %s\n' 'hosts' "$hosts" 'logs recorded, and gathered' \
		"$logs, $gathered" 'bytes, the same in both' "$bytes" \
		'events recorded' "$events" 'events in the directory' "$there"
	[ -z "$postgres" ] ||
		printf '%-28s %s\n' 'rows in PostgreSQL' "$rows" \
			'distinct ones' "$distinct" 'sections there' "$sections"
	printf '%-28s %s\n' 'killed' 'a leader, a gatherer, two shippers' \
		'time' "$took s" 'wrong' "$failures"
}

begin_servers
[ -z "$postgres" ] || begin_postgresql
each_host begin_host
each_host begin_shipper
say "$hosts hosts record and ship, for $duration s"
wait_for 'stream' leader
begin_gatherer 1 there ''
begin_gatherer 2 there ''
[ -z "$postgres" ] || begin_rows

# In an order by chance
accidents='kill_shipper kill_leader kill_gatherer kill_shipper'
[ "$(chance 2)" -eq 0 ] ||
	accidents='kill_gatherer kill_shipper kill_shipper kill_leader'
for accident in $accidents; do
	pause
	$accident
done

each_host end_host
say 'the hosts have ended; what they have is shipped and gathered'
each_host stop_shipper
each_host ship_rest
for name in 1 2; do
	eval "kill -TERM \$gatherer_$name"
	# Servers that were not to be had at that time make it 7.
	eval "wait \$gatherer_$name" || [ $? -eq 7 ] ||
		fail "gatherer $name ended with another status than 0 and 7"
done
"$posixtrace" gather "$nats" --to there --once 2>> said/gatherer-1 ||
	fail 'the rest cannot be gathered'
[ -z "$postgres" ] || end_rows

say 'comparing'
compare_logs
events=$(count_in 'select count(*) from events' hosts/*/*.ptl)
there=$(count_in 'select count(*) from events' fleet:there)
[ "$events" -eq "$there" ] || fail "$there events are there, not $events"
[ -z "$postgres" ] || compare_rows
report
[ $failures -eq 0 ]
