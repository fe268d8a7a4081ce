# otlp.sh - what the tests of collectors share; they read it behind lib.sh
command -v python3 > /dev/null || skip 'there is no python3'
"$posixtrace" --version | grep -Eq 'without (libcurl|nettle|protobuf-c|yajl|zlib)' &&
	skip 'built without what a collector needs'
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
HOME=$work
export HOME
here=$top_srcdir/tests/tools/ship

# Threads give spans; a library that is preloaded is not for all builds.
wrap=--wrap=pthread
has_sanitizer && wrap=

# begin_collector [PLAN [PORT [CERTIFICATE]]]: in folder c, which is new; sets
# $collector and $port
begin_collector() {
	rm -rf c
	mkdir c
	go_on_collector "$@"
}

go_on_collector() {
	rm -f c/port
	python3 "$here/collector.py" c "$@" 2> c/err &
	collector=$!
	remember $collector
	wait_for 'the collector' test -s c/port
	port=$(cat c/port)
}

end_collector() {
	kill -KILL "$collector"
	wait "$collector" 2> /dev/null
	[ ! -e c/wrong ] || fail 'the collector was sent nonsense' c/wrong
	[ ! -s c/err ] || fail 'the collector has failed' c/err
}

# ship STATUS WHAT ARGUMENT...: to the collector, into err
ship() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" ship --to "otlp+http://127.0.0.1:$port" "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
	lines_are 0 out
}

# wants FILE...: what convert makes of it
wants() {
	for log; do
		"$posixtrace" convert -q "$log" -t otlp -o "$log.otlp.json" \
			--force 2> converted ||
			fail "convert $log" converted
	done
}

# arrived HOW LOG...: see otlp_same.py
arrived() {
	how=$1
	shift
	for log; do
		set -- "$@" "$log.otlp.json"
		shift
	done
	python3 "$here/otlp_same.py" "$how" "$@" -- c/taken > same 2>&1 ||
		fail "not what convert has ($how)" same
}
