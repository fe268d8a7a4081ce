#!/bin/sh
#
# check-otlp.sh - spans and records of OpenTelemetry are those of the trace
. "${top_srcdir:?}/tests/tools/lib.sh"

command -v python3 > /dev/null || skip 'there is no python3'
drawing=$(tool tests/tools/bridge/drawing)
calls=$(tool tests/tools/bridge/calls)
"$drawing" d.ptl || fail 'drawing failed'
"$calls" c.ptl || fail 'calls failed'

# convert STATUS FILE ARGUMENT...: FILE.ptl as FILE.otlp.json, in short in lines
convert() {
	wanted_status=$1
	file=$2
	shift 2
	"$posixtrace" convert "$file.ptl" -o "$file.otlp.json" --force "$@" \
		> out 2> err
	status_is "$wanted_status" $? "convert $file.ptl $*" err
	[ "$wanted_status" -eq 0 ] || return
	python3 "$top_srcdir/tests/tools/bridge/otlp.py" \
		"$file.otlp.json" > lines 2> problem ||
		fail "$file.otlp.json is wrong" problem
}

if "$posixtrace" --version | grep -Eq 'without (yajl|nettle)'; then
	convert 2 d -t otlp
	has 'built without (yajl|nettle)' err
	skip 'built without yajl or nettle'
fi

# are LINE...: so are these lines, and no others
are() {
	printf '%s\n' "$@" > expected
	cmp -s expected lines || fail 'lines are not as expected' lines expected
}

# told LINE: so stderr says
told() {
	grep -qxF "posixtrace: $file.otlp.json: $1" err ||
		fail "not told: $1" err
}

# Every event of the trace is in a span, or in a record. Of the spans, "late" is
# around no other, as it ends behind "serve", and "night" has no end: its record
# has the ids of the span that it would be.
shop='service.name="shop" process.pid=4000 process.executable.name="shop"'
desk='thread.id=4001 thread.name="desk"'
yard='thread.id=4002 thread.name="shop"'
at=17000000000
convert 0 d
are "resource $shop" \
	"span ask 2000000+1000000 in 2 of A $desk posixtrace.what=1" \
	"span serve 1000000+4000000 in 4 of A $desk posixtrace.who=7" \
	"span late 4000000+2000000 in 2 of A $desk posixtrace.x=1" \
	"span day 0+12000000 in - of A $desk posixtrace.number=1" \
	"span order 14000000+2000000 in - of B $yard posixtrace.id=1" \
	"span order 15000000+3000000 in - of C $yard posixtrace.id=2" \
	"resource $shop" \
	"record stock 7000000 9 in 4 of A - $desk posixtrace.boxes=12" \
	"record stray_end 8000000 9 in 4 of A - $desk unmatched=true posixtrace.x=1" \
	"record flush_end 9000000 9 in 4 of A - $desk posixtrace.x=1" \
	"record note 10000000 9 in 4 of A - $desk posixtrace.text=\"caf\\ufffd\"" \
	"record raw 11000000 9 in 4 of A 0x0102 $desk" \
	"record night 13000000 9 in itself of D - $desk posixtrace.number=1 open=true" \
	"record take 17000000 9 in - of - - $yard posixtrace.mutex=\"mutex/till\"" \
	"record give 19000000 9 in - of - - $yard posixtrace.mutex=\"mutex/till\"" \
	"record take 20000000 9 in - of - - $yard posixtrace.mutex=\"mutex/till\"" \
	"record posixtrace.loss 21000000 13 in - of - \"7 events lost\" $yard lost=7 reason=\"full\" start=${at}21000000 end=${at}21500000" \
	"record posixtrace.loss 22000000 13 in - of - \"events lost\" reason=\"full\" start=${at}22000000 end=${at}22500000" \
	"record order_in 23000000 9 in itself of E - $yard posixtrace.id=3 open=true"
told 'texts with bytes that are not UTF-8: 1 time'

# A part of the trace: its spans have the ids that they have in all of it.
ids() {
	grep -o "\"$1\":\"[0-9a-f]*\"" d.otlp.json | sort
}

ids spanId > all
convert 0 d -t otlp -e 'serve_*,ask,answer'
ids spanId > some
[ "$(sort -u some | wc -l)" -eq 2 ] || fail 'not two spans' d.otlp.json
[ -z "$(sort -u some | comm -23 - all)" ] || fail 'other ids' some all

# Without records
convert 0 d -o logs=no
grep -q '^record' lines && fail 'records although there are none' lines
told 'events that are not in a span that has ended: 10 times'
told 'events lost before: 7 times'
told 'losses of an unknown number of events: 1 time'
convert 2 d -t otlp -o logs=some
has "^posixtrace: -o logs: it is yes or no$" err

# Ids that events bring, values of all kinds, ends that differ from their
# beginnings, and a clock that is set back.
rpc='thread.id=301 thread.name="rpc"'
host='host.name="h1" service.name="rpc" process.pid=300 process.executable.name="rpc"'
zeroes='posixtrace.trace_id=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] posixtrace.span_id=""'
numbers='posixtrace.d=0.5 posixtrace.nan=-Infinity posixtrace.large="18446744073709551615" posixtrace.i=-9223372036854775808 posixtrace.h="0xff" posixtrace.f=0.1'
convert 0 c
are "resource $host" \
	"span inner 1000+3000 in 2 of A $rpc posixtrace.n=5 end.posixtrace.n=6 posixtrace.result=7" \
	"span call 0+5000 in - of A $rpc posixtrace.n=0" \
	"span call 6000+1000 in - of B $rpc $zeroes posixtrace.n=0" \
	"span tick 10000+1000 in - of C $rpc posixtrace.n=1" \
	"span tick 10000+0 in 6 of D $rpc posixtrace.n=3" \
	"span tick 10000+1000 in - of D $rpc posixtrace.n=2" \
	"span job 12000+1000 in - of E $rpc posixtrace.id=9 end.thread.id=302" \
	"resource $host" \
	"record told 2000 9 in - of F - $rpc" \
	"record told 3000 9 in 1 of A - $rpc posixtrace.trace_id=\"none\"" \
	"record kinds 8000 9 in - of - - $rpc $numbers posixtrace.color=\"blue\" posixtrace.a=[1,-2,3] posixtrace.yes=true posixtrace.c=\"x\"" \
	"record words 9000 9 in - of - \"plain text\" $rpc"
told 'spans that ended before they began: 1 time'
for id in '"traceId":"11111111111111111111111111111111"' \
	'"parentSpanId":"00000000000000ab"' \
	'"traceId":"0123456789abcdef0123456789abcdef"'; do
	has "$id" c.otlp.json
done

# All other ids are made of the UUID and the place of the beginning.
made=$(python3 -c 'import hashlib, struct
print(hashlib.sha256(bytes(range(1, 17)) + struct.pack("<iiqqII", 300, 301, 0,
	1700000000000006000, 0, 0)).hexdigest())')
trace=$(printf %.32s "$made")
span=$(printf %s "$made" | cut -c 33-48)
has "\"traceId\":\"$trace\",\"spanId\":\"$span\",\"name\":\"call\"" c.otlp.json

# The same trace gives the same bytes, from a compressed log as well.
cp c.otlp.json first
convert 0 c
cmp -s first c.otlp.json || fail 'not the same bytes'

# More than fits a line: a buffer of ThreadX, in batches.
cp "$top_srcdir/tests/data/threadx/demo_threadx.trx" t.ptl
convert 0 t
events=$("$posixtrace" show -f json t.ptl | wc -l)
spans=$(grep -c '^span' lines)
records=$(grep -c '^record' lines)
[ $((2 * spans + records)) -eq "$events" ] ||
	fail "$spans spans and $records records of $events events"
[ "$(grep -c '^resource' lines)" -gt 2 ] || fail 'no batches' lines

# A number of lost events that has no sign stays as it is.
extremes=$(tool tests/tools/bridge/extremes) || exit 99
"$extremes" losses l.ptl || fail 'extremes losses'
"$posixtrace" convert -q l.ptl -t otlp -o l.json 2> err
status_is 0 $? 'convert l.ptl' err
has '"key":"lost","value":\{"intValue":"7"\}' l.json
has '"key":"lost","value":\{"stringValue":"18446744073709551615"\}' l.json

# The name of a file tells the format.
"$posixtrace" convert d.ptl -o x.otlp.jsonl 2> err || fail 'not by name' err
has 'written for otlp, by its name' err

finish
