#!/bin/sh
#
# check-speedscope.sh - speedscope's profiles have the spans that nest
. "${top_srcdir:?}/tests/tools/lib.sh"

drawing=$(tool tests/tools/bridge/drawing)
"$drawing" d.ptl && "$drawing" m.ptl more && "$drawing" many.ptl many ||
	fail 'drawing failed'

if "$posixtrace" --version | grep -q 'without yajl'; then
	"$posixtrace" convert d.ptl -t speedscope -o x.json > out 2> err
	status_is 2 $? 'built without yajl' err
	has 'built without yajl' err
	skip 'built without yajl'
fi

# convert LOG [ARGUMENT]...: into x.speedscope.json, by its name
convert() {
	"$posixtrace" convert -o x.speedscope.json --force "$@" > out 2> err
	status_is 0 $? "convert $*" err
	has 'written for speedscope, by its name' err
}

# told LINE: so stderr says
told() {
	grep -qxF "posixtrace: x.speedscope.json: $1" err ||
		fail "not told: $1" err
}

# "late" sticks out of "serve", so it is no frame; "night" has no end.
convert d.ptl
cat > expected <<'END'
{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"posixtrace","shared":{"frames":[
{"name":"day"},
{"name":"serve"},
{"name":"ask"},
{"name":"night"},
{"name":"[7 events lost]"},
{"name":"[events lost]"}]},"profiles":[
{"type":"evented","name":"shop/desk:4001","unit":"nanoseconds","startValue":0,"endValue":13000000,"events":[
{"type":"O","frame":0,"at":0},
{"type":"O","frame":1,"at":1000000},
{"type":"O","frame":2,"at":2000000},
{"type":"C","frame":2,"at":3000000},
{"type":"C","frame":1,"at":5000000},
{"type":"C","frame":0,"at":12000000},
{"type":"O","frame":3,"at":13000000},
{"type":"C","frame":3,"at":13000000}]},
{"type":"evented","name":"shop/4002","unit":"nanoseconds","startValue":0,"endValue":23000000,"events":[
{"type":"O","frame":4,"at":21000000},
{"type":"C","frame":4,"at":21500000}]},
{"type":"evented","name":"shop/-","unit":"nanoseconds","startValue":0,"endValue":22500000,"events":[
{"type":"O","frame":5,"at":22000000},
{"type":"C","frame":5,"at":22500000}]}]}
END
cmp -s expected x.speedscope.json ||
	fail 'profiles are not what was expected' x.speedscope.json expected
told 'spans that end after the span around them: 1 time'
told 'spans with a key, which do not nest: 3 times'
told 'ends of spans without a beginning: 1 time'
told 'spans without an end, drawn until the last event of their thread: 1 time'
told 'events that take no time: 7 times'
told 'events lost before: 7 times'
told 'losses of an unknown number of events: 1 time'

# A part of the trace, in the words of all commands.
convert d.ptl -e 'serve_*' --to +12ms
lines_are 5 x.speedscope.json

# A function's file and line are those of its symbol; here are none.
convert m.ptl
lacks '"file"' x.speedscope.json

# What does not fit the memory of a thread waits in a file. Where there is no
# room for that file, a line says so, and nothing is left.
convert many.ptl
[ "$(grep -c '"type":"O"' x.speedscope.json)" -eq 3000 ] ||
	fail 'spans are missing' x.speedscope.json
mkdir disk
if [ "$(id -u)" -eq 0 ] && ! finds_races &&
	mount -t tmpfs -o size=32k posixtrace-test disk 2> /dev/null; then
	mounted=$work/disk
	TMPDIR=$work/disk "$posixtrace" convert -q -t speedscope -o full.json \
		many.ptl > out 2> err
	status_is 7 $? 'a full disk' err
	has '^posixtrace: a temporary file in .*/disk: No space left on device$' err
	lines_are 1 err
	[ ! -e full.json ] || fail 'half a file is left'
	[ -z "$(ls disk)" ] || fail 'a temporary file is left'
fi

# The spans of threads in Chrome's JSON are the same, made in another way.
if ! command -v python3 > /dev/null; then
	say 'SKIPPED: there is no python3: spans are not compared'
	finish
fi
for log in d m many; do
	convert "$log.ptl"
	"$posixtrace" convert -q "$log.ptl" -t chrome -o x.json --force 2> err
	status_is 0 $? "$log.ptl as Chrome's JSON" err
	python3 "$top_srcdir/tests/tools/bridge/speedscope.py" \
		x.speedscope.json x.json > out 2>&1 ||
		fail "$log.ptl: something differs" out
done

finish
