# matrix.sh - pairs of traces and formats; tests read it with "."
#
# make_sources			makes one trace of each sort here, and sets $lttng,
#				which is empty without libbabeltrace2
# matrix FORMATS SOURCE...	converts each trace to each format, and adds up

command -v python3 > /dev/null || skip 'there is no python3'
"$posixtrace" --version | grep -q 'with yajl ' || skip 'built without yajl'

# Logs, boards, both together, and what other viewers have
make_sources() {
	drawing=$(tool tests/tools/bridge/drawing)
	calls=$(tool tests/tools/bridge/calls)
	extremes=$(tool tests/tools/bridge/extremes)
	locks=$(tool tests/tools/write/export/locks)
	data=$top_srcdir/tests/data

	"$drawing" drawing.ptl && "$drawing" more.ptl more &&
		"$calls" calls.ptl && "$extremes" phases phases.ptl &&
		"$locks" locks.ptl ||
		fail 'no logs'
	# Waits that have no end, and ends that have no wait
	"$posixtrace" cut -e '!mutex_lock' locks.ptl -o waits.ptl > out 2> err &&
		"$posixtrace" cut -e '!mutex_wait' locks.ptl -o ends.ptl > out \
			2> err || fail 'no parts of locks.ptl' err
	ln -s "$data/threadx/demo_threadx.trx" "$data/rkh/all-std.bin" \
		"$data/liteos/l64-ext-smp4.raw" \
		"$data/liteos/m32-objs-partial.dump.tlv" .
	"$posixtrace" merge drawing.ptl demo_threadx.trx --force -o merged.ptl \
		> out 2> err || fail 'not merged' err
	"$posixtrace" convert drawing.ptl -t chrome -o drawing.json > out \
		2> err || fail 'no Chrome JSON' err
	lttng=
	"$posixtrace" --version | grep -q 'with libbabeltrace2 ' || return 0
	python3 "$top_srcdir/tests/tools/source/ctf/odd_trace.py" kernel kernel
	lttng="$data/ctf/orders kernel"
}

# ask SOURCE COMMAND...: a view of it, even of a damaged one
ask() {
	source=$1
	shift
	"$posixtrace" "$@" "$source" 2> err
	case $? in
	0 | 3) ;;
	*) fail "$*: $source" err ;;
	esac
}

# add_up SOURCE FORMAT
add_up() {
	settings=
	[ "$2" = folded ] && settings='-o by=count'
	rm -rf result result.*
	# shellcheck disable=SC2086
	"$posixtrace" convert "$1" -t "$2" $settings -o result > out 2> told
	case $? in
	0 | 3) ;;
	2)
		if grep -q 'built without' told; then
			say "SKIPPED: $2: $(cat told)"
			return
		fi
		fail "$1 to $2" told
		return
		;;
	*)
		fail "$1 to $2" told
		return
		;;
	esac
	read=result
	case $2 in
	liteos | ptl | rkh | threadx)
		read_back "$2"
		read=back
		;;
	esac
	python3 "$top_srcdir/tests/tools/bridge/matrix.py" "$2" $read \
		show stat told > sums 2>&1
	case $? in
	0) say "$1 to $(cat sums)" ;;
	77) say "SKIPPED: $2: matrix.py cannot read it" ;;
	*) fail "$1 to $2 does not add up" sums told ;;
	esac
}

# read_back FORMAT: of a board, what the command reads in result, into back
read_back() {
	case $1 in
	ptl) "$posixtrace" show -f json result > back 2> err ;;
	*) "$posixtrace" show --from "$1" -f json result > back 2> err ;;
	esac || fail "$1 is not read back" err
}

matrix() {
	formats=$1
	shift
	for trace; do
		ask "$trace" show -f json > show
		ask "$trace" stat -f csv > stat
		for format in $formats; do
			add_up "$trace" "$format"
		done
	done
}
