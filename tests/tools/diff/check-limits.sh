#!/bin/sh
#
# check-limits.sh - limits of diff decide, whatever noise there is
. "${top_srcdir:?}/tests/tools/lib.sh"

# log FILE SPANS US ERRORS: spans of so many microseconds, a millisecond apart
log() {
	awk -v spans="$2" -v us="$3" -v errors="$4" 'BEGIN {
		print "{\"traceEvents\":["
		for (i = 0; i < spans; i++)
			printf "{\"name\":\"req\",\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"pid\":7,\"tid\":8},\n", i * 1000, us
		for (i = 0; i < errors; i++)
			printf "{\"name\":\"call\",\"ph\":\"i\",\"s\":\"t\",\"ts\":%d,\"pid\":7,\"tid\":9,\"args\":{\"result\":-5}},\n", i * 1000 + 500
		print "{\"name\":\"end\",\"ph\":\"i\",\"s\":\"t\",\"ts\":" spans * 1000 ",\"pid\":7,\"tid\":9}]}"
	}' > "$1"
}

log a.json 100 100 2
log b.json 120 130 5

# limit STATUS ARGUMENT...
limit() {
	wanted_status=$1
	shift
	"$posixtrace" diff --compare=none "$@" a.json b.json > out 2> err
	status_is "$wanted_status" $? "diff $*" out err
}

limit 0
limit 0 --max-p99=+31%
limit 1 --max-p99=+29%
has '^!  span p99  req +100 us +130 us +\+30\.0 % ' out
limit 0 --max-p50=req=+31us
limit 1 --max-p50=req=+29us
limit 0 --max-max=0.2ms
limit 1 --max-max='r*=0.12ms'
limit 1 --max-p99=+0ms
limit 1 --max-p50=+0 --max-max=+1s
limit 1 --max-max=0s
limit 1 --max-max=0.00us
limit 0 --max-max=+0.2ms
limit 2 --max-p99=0x
limit 0 --max-count=req_begin=120
limit 1 --max-count=req_begin=119
limit 0 --max-count=req_begin=+20
limit 1 --max-count=req_begin=+19%
limit 0 --max-rate=end=-30%
limit 1 --max-rate=end=-10%
limit 0 --max-errors=5
limit 1 --max-errors=+2
has '^!  error  call result=-5 +2 +5 ' out
limit 0 --max-p50=1ms --max-p99=+1s --max-errors=+200%
limit 1 --max-p50=1ms --max-p99=+1us --max-errors=+200%
limit 0 --max-lost=0

# A limit that nothing could exceed is told, and is one that was not kept if it
# was for spans, and that is strict.
limit 0 --max-p99=rek=1us --max-p50='r*=1s'
has '^posixtrace: after: no span is called rek; did you mean req\?$' err
lines_are 1 err
limit 0 --max-count=edn=1 --max-errors='cal result=-5=9' --strict
has '^posixtrace: both sides: no event is called edn; did you mean end\?$' err
has '^posixtrace: both sides: no error is called cal result=-5; did you mean call result=-5\?$' err
limit 1 --max-max=other=1us --strict
has '^posixtrace: after: no span is called other$' err
limit 0 --max-max=1us -e call --strict
lines_are 0 err
log gone.json 0 0 2
"$posixtrace" diff --compare=none --max-p99=req=+10% a.json gone.json > out 2> err
status_is 0 $? 'a limit for spans that are gone' out err
has '^posixtrace: after: no span is called req$' err

# Within its limit, a measure does not differ.
"$posixtrace" diff --compare=spans --max-p50=+31% a.json b.json > out 2> err
status_is 1 $? 'other measures' err
lacks 'p50' out
has '^~  span p99  req ' out
"$posixtrace" diff --compare=spans --max-p50=+31% --max-p99=+31% a.json b.json > out 2> err
status_is 0 $? 'all measures within limits' out err

# Lost events
"$posixtrace" convert -q -o a.ptl a.json
"$posixtrace" record -q --policy=until-full --size=64K -o l.ptl -- \
	"$ticker" -n 20000 -u 0 2> err
"$posixtrace" diff --compare=none --max-lost=1 a.ptl l.ptl > out 2> err
status_is 1 $? '--max-lost' out err
has '^! more events are lost than --max-lost lets$' out
"$posixtrace" diff --compare=none --max-lost=40000 a.ptl l.ptl > out 2> err
status_is 0 $? 'fewer than --max-lost' out err
has '^posixtrace: events are lost: counts and orders may differ by that$' err
"$posixtrace" diff --compare=none --strict a.ptl l.ptl > out 2> err
status_is 4 $? '--strict' out err

# Misuse
for wrong in --max-p99=x --max-p99=10% --max-p99=req= --max-p99==5ms \
	--max-count=-x --max-count=nan --max-lost=a=1 --max-count=1e999 \
	--max-rate=+% --max-p50=0.0000001ns; do
	limit 2 "$wrong"
	has "^posixtrace diff: $(echo "$wrong" | sed 's/[+]/\\+/'): expected " err
done
finish
