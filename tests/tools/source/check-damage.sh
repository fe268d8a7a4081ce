#!/bin/sh
#
# check-damage.sh - logs that are damaged, cut, or none
. "${top_srcdir:?}/tests/tools/lib.sh"

# Some megabytes: several chunks of each thread
"$posixtrace" record -q -o whole.ptl -- "$ticker" -n 5000 -s 400 -u 50
status_is 0 $? 'recording a ticker'
"$posixtrace" show whole.ptl > whole 2> err
status_is 0 $? 'showing a whole log' err
nwhole=$(wc -l < whole)
size=$(stat -c %s whole.ptl)

# is_part FILE: its lines are of the whole. Not their times: differences
# change at a gap, and so may the nanoseconds by which the conversion of times
# keeps them in order. Nor their columns, which are as wide as what is there.
without_times() {
	cut -c 29- "$1" | tr -s ' ' | sort
}
without_times whole > all
is_part() {
	without_times "$1" | comm -23 - all > strange
	lines_are 0 strange
}

# Damaged in the middle, in several places of the file
for part in 3 5 7; do
	at=$((size * part / 10))
	cp whole.ptl bad.ptl
	printf 'damaged!' | dd of=bad.ptl bs=1 seek=$at conv=notrunc 2> /dev/null
	"$posixtrace" show bad.ptl > bad 2> err
	status_is 3 $? "showing a log damaged at byte $at" err
	has '^posixtrace: bad.ptl: at byte [0-9]+: .' err
	lines_are 1 err
	is_part bad
	[ "$(wc -l < bad)" -ge $((nwhole / 2)) ] ||
		fail "damage at byte $at costs more than half of the log" err
	tail -n 1 bad > last
	has ' posix_trace_stop ' last
done

# Damaged at the beginning, or without its first block: that costs nothing
cp whole.ptl bad.ptl
printf 'X' | dd of=bad.ptl bs=1 seek=5 conv=notrunc 2> /dev/null
cp whole.ptl noblock.ptl
dd if=/dev/zero of=noblock.ptl bs=4096 count=1 conv=notrunc 2> /dev/null
for file in bad noblock; do
	"$posixtrace" show $file.ptl > bad 2> err
	status_is 3 $? "showing a log damaged at its beginning" err
	has "^posixtrace: $file.ptl: at byte 0: the preamble is damaged" err
	lines_are 1 err
	cmp -s whole bad || fail 'damage at the beginning costs events' bad
done

# Cut: what is before the cut is there
for part in 1 5 9; do
	at=$((size * part / 10))
	head -c $at whole.ptl > cut.ptl
	"$posixtrace" show cut.ptl > cut 2> err
	status_is 3 $? "showing a log cut at byte $at" err
	has '^posixtrace: cut.ptl: at byte [0-9]+: .' err
	lines_are 1 err
	is_part cut
done
[ "$(wc -l < cut)" -ge $((nwhole / 2)) ] ||
	fail 'a cut near the end costs more than half of the log' cut

# No logs
head -c 100000 /dev/urandom > noise.ptl
head -c 100000 /dev/zero > zeroes.ptl
text=$top_srcdir/tests/tools/lib.sh
for file in noise.ptl zeroes.ptl "$text"; do
	"$posixtrace" show "$file" > out 2> err
	status_is 3 $? "showing $file, which is no log" err
	has "^posixtrace: $file: not a posixtrace log, nor another trace that is known$" err
	lines_are 1 err
	lines_are 0 out
done
: > empty.ptl
printf '\037\213\010\000' > packed.ptl
printf 'BZ' > begun.ptl

# refuses FILE WHY: it is said what it is instead
refuses() {
	for command in show stat info; do
		"$posixtrace" $command "$1" > out 2> err
		status_is 3 $? "$command $1" err
		has "^posixtrace: $1: $2$" err
		lines_are 1 err
		lines_are 0 out
	done
}
refuses empty.ptl 'is empty'

# A log of a version to come: which one, and what reads it
{
	printf '\211PTL\r\n\032\n\005\000\000\000'
	head -c 8192 /dev/zero
} > newer.ptl
for command in show stat info; do
	"$posixtrace" $command newer.ptl > out 2> err
	status_is 7 $? "$command newer.ptl" err
	has '^posixtrace: newer\.ptl: a log of version 5, and this posixtrace reads versions 1 to 4: a newer one is needed$' err
	lines_are 1 err
	lines_are 0 out
done

if "$posixtrace" --version | grep -q '^with zlib'; then
	refuses packed.ptl 'compressed by gzip: unpack it first'
	gzip -c whole.ptl > packed.ptl
	refuses packed.ptl 'compressed by gzip: unpack it first'
	: | gzip > packed.ptl
	refuses packed.ptl 'is empty'
else
	say 'SKIPPED: what gzip has packed: built without zlib'
	"$posixtrace" show packed.ptl > out 2> err
	status_is 2 $? 'what gzip has packed' err
	has '^posixtrace: packed\.ptl: gzip has packed this, and posixtrace was built without zlib$' err
fi
refuses begun.ptl 'not a posixtrace log, nor another trace that is known'

finish
