# server.sh - a server of NATS for tests, on a free port of this machine
#
# Read after lib.sh. Gives $url, and $server, its process; a stream is made by the
# publisher. A test without the programs that it needs is skipped.

command -v nats-server > /dev/null || skip 'there is no nats-server'
if "$posixtrace" --version | grep -q '^without libnats'; then
	skip 'built without libnats'
fi
# Ports and times are those of real servers.
finds_races && skip 'the race detector knows nothing of libnats'

publisher=$(tool tests/tools/gather/publisher) || exit 99
port=$((20000 + $(od -An -N2 -t u2 /dev/urandom) % 12000))

# start_server: on the same port as before, or on another one where that is taken
start_server() {
	while :; do
		: > server.log
		nats-server -a 127.0.0.1 -p "$port" -js -sd "$work/js" \
			> server.log 2>&1 &
		server=$!
		remember $server
		wait_for 'the server' grep -Eq \
			'Server is ready|address already in use' server.log
		grep -q 'address already in use' server.log || break
		wait $server
		port=$((port + 1))
	done
	url=nats://127.0.0.1:$port
}

# publish ARGUMENT... LOG: in the stream $stream
publish() {
	local arguments=

	while [ $# -gt 1 ]; do
		arguments="$arguments $1"
		shift
	done
	"$publisher" $arguments "$url/$stream" "$1" 2> publish.err ||
		fail "publishing$arguments" publish.err
}

# gather STATUS WHAT ARGUMENT...: once, into there; into err
gather() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" gather "$url/$stream" --to there --once "$@" \
		> out 2> err
	status_is "$wanted_status" $? "$what" err
	lines_are 0 out
}

# uuid_of LOG
uuid_of() {
	od -An -v -t x1 -j 48 -N 16 "$1" | tr -d ' \n'
}

# has_come LOG [HOST]: it has been gathered, byte for byte, once
has_come() {
	set -- "$1" there/"${2:-here}"/ticker/*Z-"$(uuid_of "$1")".ptl
	[ $# -eq 2 ] && cmp -s "$1" "$2"
}

# is_there LOG WHAT [HOST]: it has come
is_there() {
	has_come "$1" "${3:-here}" ||
		fail "$1 is not there as it was written: $2" err
}
