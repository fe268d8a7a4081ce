#!/bin/sh
#
# check-report.sh - a report has each event of a trace, and the figures of stat
. "${top_srcdir:?}/tests/tools/lib.sh"

drawing=$(tool tests/tools/bridge/drawing)
calls=$(tool tests/tools/bridge/calls)
extremes=$(tool tests/tools/bridge/extremes) || exit 99
data=$top_srcdir/tests/data

for library in yajl zlib; do
	"$posixtrace" --version | grep -q "without $library " || continue
	"$drawing" d.ptl
	"$posixtrace" report d.ptl -o x.html > out 2> err
	status_is 2 $? "built without $library" err
	has "built without $library" err
	skip "built without $library"
done
command -v python3 > /dev/null || skip 'there is no python3'

"$drawing" drawing.ptl && "$drawing" more.ptl more && "$calls" calls.ptl &&
	"$extremes" fields fields.ptl && "$extremes" back back.ptl &&
	"$extremes" phases phases.ptl || fail 'no logs'
ln -s "$data/threadx/demo_threadx.trx" "$data/rkh/all-std.bin" \
	"$data/liteos/l64-ext-smp4.raw" "$data/liteos/damaged-flipped.tlv" .
"$posixtrace" merge drawing.ptl demo_threadx.trx -o merged.ptl > out 2> err ||
	fail 'not merged' err

# compare STATUS ARGUMENT...: the page has what the views have; PAGE names options
# of the page only, TEXT what a template has printed
compare() {
	status=$1
	shift
	# shellcheck disable=SC2086
	"$posixtrace" report "$@" ${PAGE-} -o x.html --force > out 2> err
	status_is "$status" $? "report $*" err
	"$posixtrace" show -f json "$@" > show 2> told
	"$posixtrace" stat -f json "$@" > stat 2> told
	# shellcheck disable=SC2086
	python3 "$top_srcdir/tests/tools/report.py" x.html show stat ${TEXT-} > told ||
		fail "report $* is not what show and stat have" told
}

for log in drawing.ptl more.ptl calls.ptl fields.ptl back.ptl phases.ptl merged.ptl \
	demo_threadx.trx all-std.bin l64-ext-smp4.raw; do
	compare 0 $log
done
has '"damaged":false' x.html
compare 3 damaged-flipped.tlv
has '"damaged":true' x.html
compare 0 drawing.ptl more.ptl
compare 0 drawing.ptl --range +3ms..+12ms
compare 0 drawing.ptl -e 'serve*' -e 'late*'
compare 0 drawing.ptl -t 4002
[ "$("$posixtrace" --version | grep -c 'with libbabeltrace2 ')" = 0 ] ||
	compare 0 "$data/ctf/orders"

# A page of a log whose end is missing has the rest.
size=$(wc -c < drawing.ptl)
head -c $((size - 40)) drawing.ptl > cut.ptl
compare 3 cut.ptl

# Events that are too many are left out, and told so; all else is there.
PAGE=--max-events=21 compare 0 drawing.ptl
has 'x.html: its 22 events are more than 21, and left out' err
PAGE=--max-events=22 compare 0 drawing.ptl
lacks 'left out' err

# Templates say what stands in the list of events.
templates=--templates=$top_srcdir/data/threadx.trcfmt
"$posixtrace" show "$templates" demo_threadx.trx > text 2> err
PAGE=$templates TEXT=text compare 0 demo_threadx.trx

# Several blocks, each with its texts
"$extremes" plain 263000 plain.ptl && "$extremes" much much.ptl ||
	fail 'no large logs'
"$posixtrace" report plain.ptl -o x.html --force > out 2> err
status_is 0 $? 'report of many events' err
grep -o '"log":{"rows":263000,"parts":\[{"p":0,"n":262144,.*"n":856,' x.html |
	grep -q . || fail 'other blocks'
[ "$(wc -c < x.html)" -lt $((263000 * 10)) ] || fail 'more than 10 bytes an event'
"$posixtrace" report much.ptl -o x.html --force > out 2> err
status_is 0 $? 'report of long texts' err
[ "$(grep -c '<script type="text/plain" id="p' x.html)" -gt 1 ] ||
	fail 'long texts are in one part'

# The same trace gives the same bytes; standard output has them, too.
"$posixtrace" report drawing.ptl -o x.html --force > out 2> err
cp x.html drawing.html
"$posixtrace" report drawing.ptl -o - 2> err | cmp - x.html ||
	fail 'other bytes the second time'
grep -c 'texts with bytes that are not UTF-8: 1 time' x.html | grep -qx 1 ||
	fail 'the page does not tell of bytes that are not UTF-8'

# What a trace is called harms no page.
evil='</script><img src=x onerror=alert(1)>'
printf '[{"name":"%s","ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"args":{"<!--":"%s"}}]' \
	"$evil" "$evil" > evil.json
compare 0 evil.json
lacks '<img' x.html
has 'u003c/script>\\u003cimg src=x' x.html
has "default-src 'none'" x.html

# Losses matter to those who say so.
"$posixtrace" report drawing.ptl -o x.html --force --strict > out 2> err
status_is 4 $? 'events are lost' err
has '^<script type="application/json"' x.html

# A pipe is read, too.
# shellcheck disable=SC2002
cat drawing.ptl | "$posixtrace" report - -o z.html > out 2> err
status_is 0 $? 'a log from a pipe' err
cmp drawing.html z.html || fail 'a pipe gives another page'

# What is wrong, in a line
refused() {
	status=$1 line=$2
	shift 2
	"$posixtrace" report "$@" > out 2> err < /dev/null
	status_is "$status" $? "report $*" err
	grep -qF -- "$line" err || fail "report $* does not say: $line" err
}
refused 2 '-o is missing' drawing.ptl
refused 2 'x.html' drawing.ptl -o x.html
refused 2 'is the trace itself' drawing.ptl -o drawing.ptl --force
refused 2 '--max-events=many: a number was expected' drawing.ptl \
	-o y.html --max-events=many
refused 1 'no event is in that time' drawing.ptl -o y.html --range +5s..
refused 2 'missing.ptl' missing.ptl -o y.html
refused 3 'x.html' x.html -o y.html
[ ! -e y.html ] || fail 'a refused page is there'
finish
