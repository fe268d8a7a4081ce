# nats.sh - servers of NATS for tests, on free ports of this machine, as plain
# programs in the test's directory
#
# Read after lib.sh. A test without the programs that it needs is skipped.

for need in nats-server python3; do
	command -v $need > /dev/null || skip "there is no $need"
done
if "$posixtrace" --version | grep -q '^without libnats'; then
	skip 'built without libnats'
fi
# Ports and times are those of real servers.
finds_races && skip 'the race detector knows nothing of libnats'

# free_ports NUMBER: ports that nobody listens at now, in a line
free_ports() {
	python3 -c '
import socket, sys
sockets = [socket.socket() for i in range(int(sys.argv[1]))]
for s in sockets:
    s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))' "$1"
}

# start_nats NAME PORT [ARGUMENT]...: until it serves; its process is $server
start_nats() {
	local name=$1 port=$2

	shift 2
	nats-server -a 127.0.0.1 -p "$port" -js -sd "$work/$name.js" "$@" \
		2>> "$name.log" &
	server=$!
	remember $server
	wait_for "server $name" grep -q "Server is ready" "$name.log"
}

# stop_nats PROCESS
stop_nats() {
	kill -TERM "$1"
	wait "$1" 2> /dev/null
}

# messages PORT [USER PASSWORD]: writes logs and facts into there/
messages() {
	local port=$1

	shift
	rm -rf there
	python3 "$top_srcdir/tests/tools/ship/stream_messages.py" "$port" \
		posixtrace there "$@" 2> reader.err ||
		fail 'the stream cannot be read' reader.err
}

# uuid LOG
uuid() {
	od -An -v -t x1 -j 48 -N 16 "$1" | tr -d ' \n'
}

# arrived LOG: all of it is in there/, byte for byte, and nothing twice
arrived() {
	local id

	id=$(uuid "$1")
	cmp -s "$1" "there/$id.ptl" || fail "$1 is not what the stream has"
	grep "^$id" there/facts > fact
	awk '{ exit !($4 == $6 && $14 == 0) }' fact ||
		fail "messages of $1 came twice, or late" fact
}

# start_cluster: three servers that replicate; $ports, $servers, and $to, the URL
start_cluster() {
	local i routes=

	set -- $(free_ports 6)
	ports="$1 $2 $3"
	to=nats://127.0.0.1:$1,127.0.0.1:$2,127.0.0.1:$3
	routes="nats://127.0.0.1:$4,nats://127.0.0.1:$5,nats://127.0.0.1:$6"
	servers=
	for i in 1 2 3; do
		start_member $i "$1" "$4" "$routes" &
		servers="$servers $!"
		remember $!
		shift
	done
	for i in 1 2 3; do
		wait_for "server $i" grep -q 'Server is ready' $i.log
	done
	wait_for 'a leader of the cluster' grep -hq \
		'JetStream cluster new metadata leader' 1.log 2.log 3.log
}

# start_member NAME PORT ROUTE ROUTES: becomes that server
start_member() {
	exec nats-server -n "$1" -a 127.0.0.1 -p "$2" -js -sd "$work/$1.js" \
		--cluster "nats://127.0.0.1:$3" --cluster_name three \
		--routes "$4" 2>> "$1.log"
}

# leader PORT: name of the stream's leader, as that server knows it
leader() {
	python3 - "$1" << 'END'
import json, socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5)
s.settimeout(5)
f = s.makefile("rb")
f.readline()
s.sendall(b'CONNECT {"verbose":false}\r\nSUB a 1\r\n'
          b'PUB $JS.API.STREAM.INFO.posixtrace a 0\r\n\r\n')
for line in f:
    if line.startswith(b"MSG"):
        print(json.loads(f.readline())["cluster"]["leader"])
        break
END
}
