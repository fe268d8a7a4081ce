#!/bin/sh
#
# check-matrix.sh - any trace goes to any viewer, with each event once or counted
. "${top_srcdir:?}/tests/tools/lib.sh"

command -v python3 > /dev/null || skip 'there is no python3'
"$posixtrace" --version | grep -q 'with yajl ' || skip 'built without yajl'
drawing=$(tool tests/tools/bridge/drawing)
calls=$(tool tests/tools/bridge/calls)
extremes=$(tool tests/tools/bridge/extremes)
data=$top_srcdir/tests/data

# The sources: logs, boards, both together, and what other viewers have
"$drawing" drawing.ptl && "$drawing" more.ptl more && "$calls" calls.ptl &&
	"$extremes" phases phases.ptl || fail 'no logs'
ln -s "$data/threadx/demo_threadx.trx" "$data/rkh/all-std.bin" \
	"$data/liteos/l64-ext-smp4.raw" "$data/liteos/m32-objs-partial.dump.tlv" .
"$posixtrace" merge drawing.ptl demo_threadx.trx --force -o merged.ptl \
	> out 2> err || fail 'not merged' err
"$posixtrace" convert drawing.ptl -t chrome -o drawing.json > out 2> err ||
	fail 'no Chrome JSON' err

lttng=
if "$posixtrace" --version | grep -q 'with libbabeltrace2 '; then
	python3 "$top_srcdir/tests/tools/source/ctf/odd_trace.py" kernel kernel
	lttng="$data/ctf/orders kernel"
fi

# The formats for viewers are all those that are written, but for those of boards.
"$posixtrace" convert --list |
	awk '/^[a-z]/ { name = $1 } /written/ { print name }' |
	grep -Evx 'liteos|ptl|rkh|threadx' > formats
[ -s formats ] || fail 'no formats'

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
	rm -rf result
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
	python3 "$top_srcdir/tests/tools/bridge/matrix.py" "$2" result \
		show stat told > sums 2>&1
	case $? in
	0) say "$1 to $(cat sums)" ;;
	77) say "SKIPPED: $2: matrix.py cannot read it" ;;
	*) fail "$1 to $2 does not add up" sums told ;;
	esac
}

for trace in drawing.ptl more.ptl calls.ptl phases.ptl demo_threadx.trx \
	all-std.bin l64-ext-smp4.raw m32-objs-partial.dump.tlv merged.ptl \
	drawing.json $lttng; do
	ask "$trace" show -f json > show
	ask "$trace" stat -f csv > stat
	while read -r format; do
		add_up "$trace" "$format"
	done < formats
done

# A format that leaves out an event, without a word, does not add up.
ask drawing.ptl show -f json > show
ask drawing.ptl stat -f csv > stat
rm -rf result
"$posixtrace" convert drawing.ptl -t otlp -o result > out 2> told &&
	sed 's/{[^{}]*"eventName":"stock".*"eventName":"stray_end"/{"severityNumber":9/' \
		result > less
cmp -s result less && ! grep -q 'built without nettle' told &&
	fail 'nothing was left out' result
python3 "$top_srcdir/tests/tools/bridge/matrix.py" otlp less show stat told \
	> sums 2>&1 && fail 'an event is missing, and it adds up' sums

finish
