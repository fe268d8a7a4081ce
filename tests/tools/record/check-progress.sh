#!/bin/sh
#
# check-progress.sh - record says how far it is: a line, or objects
. "${top_srcdir:?}/tests/tools/lib.sh"

# Objects: what the last one counts is in the log, which the others came to.
"$posixtrace" record --progress=json -o j.ptl -- "$ticker" -n 1200 2> err
status_is 0 $? 'objects' err
object='^\{"elapsed_ns":[0-9]+,"events":[0-9]+,"events_per_s":[0-9]+,"bytes":[0-9]+,"lost":0,"ended":(true|false)\}$'
grep -E "$object" err > objects
[ "$(grep -c true objects)" -eq 1 ] || fail 'not one end' err
tail -n 1 objects > last
has '"events":2402,.*"ended":true' last
[ "$(grep -c false objects)" -ge 1 ] || fail 'nothing before the end' err
sed 's/.*"events":\([0-9]*\),.*/\1/' objects > counts
sort -n counts | cmp -s - counts || fail 'it goes back' objects
has '^j.ptl  .*  2,402 events ' err
"$posixtrace" record -q --progress=json -o q.ptl -- "$ticker" -n 1 2> err
lines_are 1 err
has "$object" err

# Events are counted when they are recorded, also where the log gets them at the
# end, or never.
for memory in --policy=loop --policy=until-full --flight=1h; do
	"$posixtrace" record --progress=json $memory -o "m$memory.ptl" -- \
		"$ticker" -n 2200 2> err
	status_is 0 $? "objects, $memory" err
	sed -n 's/.*"events":\([0-9]*\),.*"ended":false.*/\1/p' err > counts
	[ "$(sort -nu counts | grep -cv '^0$')" -ge 2 ] ||
		fail "it stands still, $memory" err
	sed -n 's/.*"bytes":\([0-9]*\),.*"ended":false.*/\1/p' err > bytes
	[ "$(sort -nu bytes | wc -l)" -ge 2 ] ||
		fail "its bytes stand still, $memory" err
	sort -n bytes | cmp -s - bytes || fail "its bytes go back, $memory" err
	grep '"ended":true' err > last
	has '"events":440[12],' last
done

# No terminal, no line.
for progress in '' --progress=line --progress=none; do
	# shellcheck disable=SC2086 # none is wanted
	"$posixtrace" record -o n$progress.ptl $progress -- \
		"$ticker" -n 1100 2> err
	status_is 0 $? "no terminal, $progress" err
	lines_are 2 err
	! grep -q "$(printf '\r')" err || fail 'a line on no terminal' err
done

# At the end a log has all bytes, and memory none.
for policy in flush loop until-full; do
	"$posixtrace" record --progress=json --policy=$policy -o b$policy.ptl -- \
		"$ticker" -n 10 2> err
	has "\"bytes\":$(stat -c %s b$policy.ptl),.*\"ended\":true" err
done

for wrong in --progress --progress= --progress=yes; do
	"$posixtrace" record $wrong -- true 2> err
	status_is 2 $? "$wrong" err
done

# A terminal. The line is gone before the totals come.
command -v script > /dev/null || skip 'there is no script(1): no terminal'

# on_terminal COMMAND: what a terminal gets, carriage returns as they are
on_terminal() {
	script -qec "stty cols ${2:-100}; $1" /dev/null > typed < /dev/null
}

on_terminal "'$posixtrace' record --progress=line -o l.ptl -- '$ticker' -n 1200"
tr '\r' '\n' < typed > lines
has '^1\.[0-9] s  [0-9,]+ events  [0-9.]+( k)?/s  [0-9.]+ KiB  0 lost$' lines
has '^ +$' lines
tail -n 2 lines | grep -q '^l.ptl  .*  2,402 events ' ||
	fail 'the totals are not the end' lines
on_terminal "'$posixtrace' record --progress=line -o w.ptl -- '$ticker' -n 1200" 20
tr '\r' '\n' < typed > lines
has '^1\.[0-9] s  .{12,13}$' lines

# A command has the terminal for itself, and who is quiet says nothing.
on_terminal "'$posixtrace' record -o c.ptl -- '$ticker' -n 1100"
lacks '/s  ' typed
"$ticker" -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
on_terminal "'$posixtrace' record -q -d 1200ms -o t.ptl -p $target"
lacks '/s  ' typed
on_terminal "'$posixtrace' record -d 1300ms -o p.ptl -p $target"
has '/s  .* 0 lost' typed
kill $target

finish
