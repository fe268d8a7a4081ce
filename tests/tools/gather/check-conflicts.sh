#!/bin/sh
#
# check-conflicts.sh - a section that comes again with other bytes is told
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"

start_server
mkdir there
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 1000 -s 400
number=$(python3 "$top_srcdir/tests/tools/ship/spoil.py" a.ptl b.ptl)
number=${number% *}

# is_told: the conflict, and what is there is what came first
is_told() {
	has "^posixtrace: .*: section $number came again with other bytes; the first one is kept\$" err
	has '^posixtrace: 1 section came again with other bytes, and the first ones were kept$' err
	grep -q '^posixtrace_gather_conflicting_sections_total{.*} 1$' metrics ||
		fail 'other metrics' metrics
	find there -name '*.ptl' ! -name '.*' -exec cmp -s a.ptl {} \; -print \
		> found
	lines_are 1 found
	rm -rf there/*
}

# The server does not take the other section for the first one, nor does a
# gatherer, whether that is there, or came just now.
stream=one
publish -C a.ptl
gather 0 'the log'
lacks 'came again' err
publish b.ptl
gather 3 'the other log' --metrics metrics
is_told
stream=two
publish -C a.ptl
publish b.ptl
gather 3 'both logs' --metrics metrics
is_told

# The same in several messages
stream=three
publish -C -P 3000 a.ptl
publish -P 3000 b.ptl
gather 3 'sections in several messages' --metrics metrics
is_told

# The same where the first one still waits for section 5, which never comes
number=$(python3 "$top_srcdir/tests/tools/ship/spoil.py" a.ptl c.ptl 4)
number=${number% *}
[ "$number" -gt 5 ] || fail "the fourth chunk is section $number"
for size in 65536 3000; do
	stream=four$size
	publish -C -f unconfirmed -P $size -l 1 a.ptl
	publish -f unconfirmed -P $size -l 1 c.ptl
	gather 3 "sections that wait, by $size bytes" --metrics metrics
	has "section $number came again with other bytes; the first one is kept" \
		err
	grep -q '^posixtrace_gather_conflicting_sections_total{.*} 1$' metrics ||
		fail 'other metrics of sections that wait' metrics
	rm -rf there/*
done

# The part is read again and again while a log waits for section 5: what came twice
# is counted once, as often as that is.
number=$(python3 "$top_srcdir/tests/tools/ship/spoil.py" a.ptl b.ptl)
number=${number% *}
[ "$number" -lt 5 ] || fail "the first chunk is section $number"
stream=again
publish -C -f unconfirmed -l 1 a.ptl
publish -f unconfirmed -l 1 b.ptl
gather 3 'a conflict in a part that is held back' --metrics metrics
has "section $number came again with other bytes; the first one is kept" err
grep 'section [0-9]* came again' err > told
lines_are 1 told
for figure in conflicting:1 duplicate:1 gone:1; do
	grep -q "^posixtrace_gather_${figure%:*}_sections_total{.*} ${figure#*:}\$" \
		metrics || fail "other than $figure sections" metrics
done
rm -rf there/*

# Repeated soundly, nothing is told.
stream=five
publish -C a.ptl
publish -P 3000 a.ptl
gather 0 'the same sections' --metrics metrics
lacks 'came again' err

finish
