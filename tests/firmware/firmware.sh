# firmware.sh - what the tests of firmware's interfaces share; their own parts read
# it behind lib.sh

export PKG_CONFIG_PATH="$top_builddir"

# run STATUS COMMAND...: into out and err
run() {
	local wanted=$1

	shift
	"$@" > out 2> err
	status_is "$wanted" $? "$*" err out
}

# events_of FILE TEXT [OPTION]...: names and fields, without the stream's own
# events
events_of() {
	local file=$1 text=$2

	shift 2
	"$posixtrace" show --no-pager -e '!posix_trace_*' -O name,args "$@" \
		"$file" > "$text" 2> shown
	status_is 0 $? "showing $file" shown
	sed -i 's/  */ /g; s/ *$//' "$text"
}

# same TEXT TEXT WHAT
same() {
	[ -s "$1" ] || fail "$3: nothing is there"
	diff "$1" "$2" > difference || fail "$3 differ" difference
}
