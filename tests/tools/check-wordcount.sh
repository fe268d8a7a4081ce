#!/bin/sh
#
# check-wordcount.sh - record a real program at work, and read what it did
. "${top_srcdir:?}/tests/tools/lib.sh"

# The sources, without what a build in the tree leaves among them.
(cd "$top_srcdir" && find lib -name '*.[ch]' | tar cf - -T -) | tar xf -
find "$PWD/lib" -type f | sort > files
nfiles=$(wc -l < files)

begin=$(date +%s%N)
"$posixtrace" record -o words.ptl -- "$wordcount" -j 2 "$PWD/lib" \
	> out 2> err
status_is 0 $? "recording wordcount" err
end=$(date +%s%N)

# What the command says
has '^posixtrace: tracing wordcount \([0-9]+\), all events, flush to words.ptl$' \
	err
has '^words.ptl  [0-9.]+ m?s  [0-9,]+ events  [0-9]+ threads?  [0-9.]+ [KM]iB  0 lost$' \
	err
lines_are 2 err
has "^$nfiles files, " out
[ "$(stat -c %a words.ptl)" = 600 ] || fail "others may read the log"

"$posixtrace" show --no-symbols words.ptl > shown 2> err
status_is 0 $? "showing the log" err
lines_are 0 err

# Every file, once, by its name; and the lines as drawn
grep ' wordcount_file_begin ' shown | sed 's/.*file_begin  *path=//' |
	sort > begun
cmp -s files begun || fail "the files are not those that were counted" begun
[ "$(grep -c ' wordcount_file_end ' shown)" -eq "$nfiles" ] ||
	fail "not as many ends as files" shown
has ' wordcount_file_end +path=[^ ]+ bytes=[0-9,]+B words=[0-9,]+$' shown
has '^-- [0-9]{4}-[0-9]{2}-[0-9]{2} --$' shown
grep -v '^-- ' shown > lines
grep -Ev '^[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{9}  (\+[0-9]\.[0-9]{3}[um]s|\+[0-9]{2}\.[0-9]{2}[um]s|\+[0-9]{3}\.[0-9][um]s| {8})  wordcount/[0-9]+ +[a-z_]+(  .*)?$' \
	lines > strange
lines_are 0 strange
head -n 1 lines > first
tail -n 1 lines > last
has ' posix_trace_start +filter: none$' first
has ' posix_trace_stop +by request$' last
lacks 'lost' shown
lacks '[[:space:]]$' shown

# The totals count what is shown
total=$("$posixtrace" record -o again.ptl -- "$wordcount" "$PWD/lib" \
	2>&1 > /dev/null | sed -n 's/.*  \([0-9,]*\) events  .*/\1/p' | tr -d ,)
"$posixtrace" show again.ptl | grep -vc '^-- ' > count
[ "$total" = "$(cat count)" ] ||
	fail "$total events by the totals, $(cat count) shown"

# Threads: the main one puts, others count
sed -n 's|.*wordcount/\([0-9]*\) .*wordcount_queue_put .*|\1|p' lines |
	sort -u > putting
sed -n 's|.*wordcount/\([0-9]*\) .*wordcount_file_begin .*|\1|p' lines |
	sort -u > counting
lines_are 1 putting
comm -12 putting counting > both
lines_are 0 both

# Times lie within the run, and do not run backwards
"$posixtrace" show --time=raw words.ptl > raw
awk -v begin="$begin" -v end="$end" '
	length($1) != 19 || $1 < begin || $1 > end || $1 < before { bad++ }
	{ before = $1 }
	END { exit bad || !NR }' raw ||
	fail "times are not within $begin and $end, or run backwards" raw

# A log by its name alone, and the newest one by none
"$posixtrace" show words.ptl > shown
"$posixtrace" words.ptl > bare
cmp -s bare shown || fail "posixtrace FILE is not posixtrace show FILE" bare
touch -d '1 hour ago' words.ptl
"$posixtrace" show > newest 2> err
"$posixtrace" show again.ptl | cmp -s - newest ||
	fail "show does not show the newest log" newest
has '^posixtrace: showing again.ptl' err

finish
