#!/bin/sh
#
# check-chrome.sh - Chrome's JSON has each event of a trace once
. "${top_srcdir:?}/tests/tools/lib.sh"

drawing=$(tool tests/tools/bridge/drawing)
extremes=$(tool tests/tools/bridge/extremes)
hosts=$(tool tests/tools/hosts) || exit 99
"$drawing" d.ptl && "$drawing" m.ptl more || fail 'drawing failed'
"$hosts" || fail 'hosts failed'

if "$posixtrace" --version | grep -q 'without yajl'; then
	"$posixtrace" convert d.ptl -t chrome -o x.json > out 2> err
	status_is 2 $? 'built without yajl' err
	has 'built without yajl' err
	skip 'built without yajl'
fi

# convert FILE... [-o x.json] [ARGUMENT]...: into out and err
convert() {
	"$posixtrace" convert "$@" -t chrome -o x.json --force > out 2> err
	status_is 0 $? "convert $*" err
}

# has LINE...: the file has these among its lines
has_lines() {
	for line; do
		sed 's/,$//' x.json | grep -qxF "$line" ||
			fail "no such line: $line" x.json
	done
}

# told LINE: so stderr says
told() {
	grep -qxF "posixtrace: x.json: $1" err || fail "not told: $1" err
}

# Spans of a thread are one line each, at their end, with the fields of both
# events. "late" sticks out of "serve", "night" does not end.
convert d.ptl
head -n 1 x.json > head
printf '%s\n' '{"displayTimeUnit":"ns","otherData":{"start_ns":"1700000000000000000"},"traceEvents":[' |
	cmp -s - head || fail 'another beginning' head
has_lines \
	'{"ph":"M","name":"process_name","pid":4000,"tid":4000,"args":{"name":"shop"}}' \
	'{"ph":"M","name":"thread_name","pid":4000,"tid":4001,"args":{"name":"desk"}}' \
	'{"ph":"X","name":"serve","ts":1000.000,"dur":4000.000,"pid":4000,"tid":4001,"args":{"who":7}}' \
	'{"ph":"b","name":"late","cat":"span","id2":{"local":"0x3"},"ts":4000.000,"pid":4000,"tid":4001,"args":{"x":1}}' \
	'{"ph":"e","name":"late","cat":"span","id2":{"local":"0x3"},"ts":6000.000,"pid":4000,"tid":4001}' \
	'{"ph":"B","name":"night","ts":13000.000,"pid":4000,"tid":4001,"args":{"number":1}}' \
	'{"ph":"C","name":"stock.boxes","ts":7000.000,"pid":4000,"tid":4001,"args":{"value":12}}' \
	'{"ph":"i","s":"t","name":"stray_end","ts":8000.000,"pid":4000,"tid":4001,"args":{"x":1,"unmatched":true}}' \
	'{"ph":"i","s":"t","name":"flush_end","ts":9000.000,"pid":4000,"tid":4001,"args":{"x":1}}' \
	'{"ph":"i","s":"t","name":"raw","ts":11000.000,"pid":4000,"tid":4001,"args":{"data":"hex 0102"}}' \
	'{"ph":"i","s":"t","name":"take","ts":17000.000,"pid":4000,"tid":4002,"args":{"mutex":"mutex/till"}}' \
	'{"ph":"b","name":"mutex/till","cat":"hold","id2":{"local":"0x1"},"ts":17000.000,"pid":4000,"tid":4002,"args":{"held by":"shop/4002"}}' \
	'{"ph":"b","name":"7 events lost","cat":"lost","id2":{"local":"0x3"},"ts":21000.000,"pid":4000,"tid":4002,"args":{"lost":7,"reason":"full"}}' \
	'{"ph":"e","name":"7 events lost","cat":"lost","id2":{"local":"0x3"},"ts":21500.000,"pid":4000,"tid":4002}' \
	'{"ph":"b","name":"events lost","cat":"lost","id2":{"local":"0x4"},"ts":22000.000,"pid":4000,"tid":4000,"args":{"reason":"full","of_process":true}}'
told 'texts with bytes that are not UTF-8: 1 time'

# The same trace gives the same bytes.
cp x.json first.json
convert d.ptl
cmp x.json first.json || fail 'other bytes the second time'

# Arrows go through the spans of threads whose events have the key of a span;
# what no double holds is a text, except for counters.
convert m.ptl
has_lines \
	'{"ph":"X","name":"work","ts":0.000,"dur":8000.000,"pid":5000,"tid":5001,"args":{"x":1,"end_x":2}}' \
	'{"ph":"s","name":"id","cat":"flow","id":"0x1","ts":3000.000,"pid":5000,"tid":5001}' \
	'{"ph":"s","name":"id","cat":"flow","id":"0x2","ts":4000.000,"pid":5000,"tid":5001}' \
	'{"ph":"t","name":"id","cat":"flow","id":"0x1","bp":"e","ts":5000.000,"pid":5000,"tid":5002}' \
	'{"ph":"f","name":"id","cat":"flow","id":"0x1","bp":"e","ts":7000.000,"pid":5000,"tid":5003}' \
	'{"ph":"C","name":"speed.rate","ts":13000.000,"pid":5000,"tid":5001,"args":{"t/h":2.5}}' \
	'{"ph":"C","name":"stones.gap mutex/wheel","ts":15000.000,"pid":5000,"tid":5001,"args":{"value":18446744073709551615}}' \
	'{"ph":"i","s":"t","name":"large","ts":16000.000,"pid":5000,"tid":5001,"args":{"n":"9007199254740993"}}' \
	'{"ph":"i","s":"t","name":"small","ts":17000.000,"pid":5000,"tid":5001,"args":{"n":"-9223372036854775808"}}' \
	'{"ph":"i","s":"p","name":"rain","ts":18000.000,"pid":5000,"tid":5000,"args":{"text":"\"</script>\n"}}'
[ "$(grep -c '"cat":"flow"' x.json)" -eq 4 ] || fail 'not four arrows' x.json
told 'counters that are no number: 1 time'
convert m.ptl -o flows=no
lacks '"cat":"flow"' x.json
convert m.ptl -o places=yes
has '"name":"large".*"place":"mill[+]0xbc0"' x.json

# Settings are checked.
for wrong in flows=maybe places=; do
	"$posixtrace" convert d.ptl -t chrome -o x.json --force -o "$wrong" \
		> out 2> err
	status_is 2 $? "-o $wrong" err
	lines_are 1 err
done

# By its name.
"$posixtrace" convert d.ptl -o name.json > out 2> err
status_is 0 $? 'by its name' err
cmp name.json first.json || fail 'by its name it is another file'

# Everything is compared with what the other views have.
if ! command -v python3 > /dev/null; then
	say 'SKIPPED: there is no python3: counts are not compared'
	finish
fi
compare() {
	convert "$@" -o flows=yes
	"$posixtrace" show "$@" -f json > show.json 2> err
	status_is 0 $? "show $*" err
	"$posixtrace" stat "$@" -f csv > stat.csv 2> err
	status_is 0 $? "stat $*" err
	"$posixtrace" stat --from chrome x.json -f csv > again.csv 2> err
	status_is 0 $? "stat of Chrome's JSON, $*" err
	python3 "$top_srcdir/tests/tools/bridge/chrome.py" x.json show.json \
		stat.csv again.csv > out 2>&1 || fail "$*: something differs" out
}
compare d.ptl
compare m.ptl
compare d.ptl m.ptl
compare d.ptl -e 'day_*,order_*'
compare h1.ptl h2.ptl h3.ptl h4.ptl

# Losses are read again with their threads.
convert d.ptl
losses() {
	"$posixtrace" show -f json "$@" 2> err | grep '"lost"' |
		sed 's/,"tname":"[^"]*"//'
}
losses d.ptl > before
losses --from chrome x.json > after
lines_are 2 before
cmp -s before after || fail 'losses are other ones' before after

# Processes of several hosts have the same number, and stay apart.
convert h1.ptl h2.ptl h3.ptl h4.ptl
[ "$(grep -c '"process_name"' x.json)" -eq 4 ] || fail 'not four hosts' x.json
[ "$(grep '"process_name"' x.json | grep -o '"pid":[0-9]*' | sort -u | wc -l)" \
	-eq 4 ] || fail 'hosts share a pid' x.json

# An event with two small integers takes 130 bytes, even if its span has a key.
"$extremes" keyed 100000 k.ptl || fail 'extremes failed'
convert k.ptl
[ "$(wc -c < x.json)" -le 13000000 ] || fail 'events with keys are large' out
# The end of a span has what the beginning has not.
has_lines \
	'{"ph":"b","name":"request","cat":"span","id2":{"local":"0x1"},"ts":16.000,"pid":5000,"tid":5000,"args":{"id":4,"size":8}}' \
	'{"ph":"e","name":"request","cat":"span","id2":{"local":"0x1"},"ts":18.000,"pid":5000,"tid":5000,"args":{"code":9}}'

# A full disk is told, and leaves nothing.
if [ -w /dev/full ]; then
	"$posixtrace" convert d.ptl -t chrome -o - > /dev/full 2> err
	status_is 7 $? 'a full disk' err
	lines_are 1 err
fi

# Times count from the earliest event, also where the clock was set back: viewers
# drop what is below zero.
"$extremes" back back.ptl || fail 'extremes back'
convert back.ptl
has_lines '{"ph":"i","s":"t","name":"note","ts":0.000,"pid":5000,"tid":5000,"args":{"x":false}}'
! grep -q '"ts":-' x.json || fail 'times below zero' x.json

finish
