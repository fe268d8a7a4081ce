#!/bin/sh
#
# check-split.sh - all parts of a log together show what the log shows
. "${top_srcdir:?}/tests/tools/lib.sh"

orders=$(tool tests/tools/orders) || exit 99

"$posixtrace" record -q -o ticks.ptl -- "$ticker" -n 300 -s 200
status_is 0 $? 'recording a ticker'
"$posixtrace" record -q -o family.ptl -- \
	sh -c '"$0" -n 50; "$0" -n 10; "$1"' "$ticker" "$orders"
status_is 0 $? 'recording several processes'
"$posixtrace" record -q -o lossy.ptl --size=64K --policy=until-full \
	-- "$ticker" -n 200000 -u 0 2> /dev/null
[ "$("$posixtrace" info lossy.ptl | awk '$1 == "lost" { print $2 }')" != 0 ] ||
	fail 'nothing is lost: the test needs some'

# Without differences of times and widths of columns
lines_of() {
	"$posixtrace" show -O ts,name,pid,tid,comm,addr,len,hex,lost "$@" \
		2> /dev/null | tr -s ' '
}

# parts LOG ARGUMENT...: in a directory of their own
parts() {
	log=$1
	shift
	rm -rf parts
	mkdir parts
	"$posixtrace" split "$@" "$log" > out 2> err
	status_is 0 $? "split $* $log" err
	lines_are 0 out
	lines_are "$(ls parts | wc -l)" err
	for part in parts/*; do
		"$posixtrace" info --verify "$part" > info
		status_is 0 $? "verifying $part" info
	done
}

# whole LOG: what the parts have, one after the other, is what the log has
whole() {
	for part in parts/*; do
		lines_of "$part"
	done > shown
	lines_of "$1" > wanted
	cmp -s wanted shown || fail "the parts of $1 show something else" shown
	lines_of parts > shown
	cmp -s wanted shown || fail "$1 from its parts is another" shown
}

# same_lines LOG: the same in any order
same_lines() {
	for part in parts/*; do
		lines_of "$part"
	done | sort > shown
	lines_of "$1" | sort > wanted
	cmp -s wanted shown || fail "the parts of $1 show something else" shown
	lines_of parts | sort > shown
	cmp -s wanted shown || fail "$1 from its parts is another" shown
}

for log in ticks.ptl family.ptl lossy.ptl; do
	parts $log --size=64K -o parts/x.ptl
	whole $log
	for part in parts/*; do
		[ "$(stat -c %s "$part")" -le 65536 ] ||
			fail "$part is larger than 64K"
	done
	parts $log --time=50ms -o parts/%n.ptl
	whole $log
	parts $log --size=100K --time=100ms -o parts/x.%n.ptl
	whole $log
	for what in process thread event; do
		parts $log --by=$what -o parts/x.ptl
		same_lines $log
	done
done
[ "$(ls parts | head -n 1)" = x.000001.ptl ] || fail 'parts without numbers'

# A part for each, and nothing else in it.
parts family.ptl --by=event -o parts/%e.ptl
[ -e parts/tick.ptl ] || fail 'no part for ticks' err
[ -e parts/order_sent.ptl ] || fail 'no part for orders' err
"$posixtrace" show -O name parts/order_sent.ptl | sort -u > shown
has '^order_sent *$' shown
lines_are 1 shown
parts lossy.ptl --by=event -o parts/%e.ptl
[ -e parts/lost.ptl ] || fail 'no part for losses' err
parts family.ptl --by=process -o parts/%c-%p.ptl
[ "$(ls parts/*ticker-*.ptl | wc -l)" -eq 2 ] || fail 'not two tickers' err
parts ticks.ptl --by=thread -e tick -o parts/%i.ptl
[ "$(ls parts | wc -l)" -eq 2 ] || fail 'not two threads' err
for part in parts/*; do
	tid=$(basename "$part" .ptl)
	"$posixtrace" show -O tid "$part" | grep -cvx "$tid *" > others
	has '^0$' others
done

# A part begins at a multiple of its time after the first event.
parts ticks.ptl --time=100ms -o parts/%n.ptl
first=$("$posixtrace" show -O ts ticks.ptl | head -n 1)
for part in parts/*; do
	"$posixtrace" show -O ts "$part" | awk -v first="$first" '
		{
			# Of 19 digits awk keeps 16: microseconds will do.
			ms = int((substr($1, 6) - substr(first, 6)) / 1e6)
			if (NR > 1 && int(ms / 100) != window)
				exit 1
			window = int(ms / 100)
		}' || fail "$part has two windows"
done

# The same parts are the same files.
parts ticks.ptl --size=32K -o parts/x.ptl
mv parts before
parts ticks.ptl --size=32K -o parts/x.ptl
diff -r before parts > different || fail 'the same parts differ' different
"$posixtrace" info parts/* | awk '$1 == "format" { print $NF }' | sort |
	uniq -d > twins
lines_are 0 twins
rm -rf before parts

# What each part has in any case may be more than the size: there are as many parts
# as by the estimate, or four times as many.
parts ticks.ptl --size=10K -o parts/x.ptl
[ "$(ls parts | wc -l)" -le 400 ] || fail "$(ls parts | wc -l) parts of 10K"

# Parts of a compressed log, too: all but the first, which knows nothing of others,
# and the last.
"$posixtrace" record -q -o packed.ptl --compress --size=4M -- "$ticker" -n 40000 -u 0
parts packed.ptl --size=40K -o parts/x.ptl
stat -c %s parts/* | sed '1d;$d' > sizes
[ "$(wc -l < sizes)" -ge 3 ] || fail 'too few parts' sizes
awk '$1 < 20000 || $1 > 60000 { exit 1 }' sizes || fail 'parts of other sizes' sizes
rm -r parts

# refused STATUS PATTERN ARGUMENT...: and nothing is left behind
refused() {
	wanted=$1 pattern=$2
	shift 2
	ls > before
	"$posixtrace" split "$@" > out 2> err
	status_is "$wanted" $? "split $*" err
	has "$pattern" err
	ls > after
	cmp -s before after || fail "split $* leaves something" after
}
: > out > err > before > after
refused 1 'no event matches$' --by=thread -e nothing -o new.ptl ticks.ptl
refused 1 'no event matches$' --size=1M -e nothing -o new.ptl ticks.ptl
refused 2 'two parts would have this name' --by=process -o %c.ptl family.ptl
refused 2 'one of --size, --time and --by is needed' -o new.ptl ticks.ptl
refused 2 'not with --size' --by=process --size=1M -o new.ptl ticks.ptl
refused 2 'expected process, thread or event' --by=host -o new.ptl ticks.ptl
refused 2 'not a size' --size=much -o new.ptl ticks.ptl
refused 2 'not a time' --time=long -o new.ptl ticks.ptl
refused 2 '-o is missing' --size=1M ticks.ptl
refused 2 'no name for such parts' --size=1M -o %e.ptl ticks.ptl
refused 2 'no name for such parts' --by=event -o %c.ptl ticks.ptl
refused 2 'name a file' --by=event -o - ticks.ptl
refused 2 'name a log' --size=1M -o new.ptl
echo no log > text
refused 3 'not a posixtrace log' --size=1M -o new.ptl text
ln ticks.ptl link.000001.ptl
refused 2 'is the log itself$' --size=1M --force -o link.ptl ticks.ptl
echo precious > there.000001.ptl
refused 2 'exists already; --force replaces it$' --size=1M -o there.ptl ticks.ptl
has precious there.000001.ptl

# No room: whole parts stay.
finds_races || (
	ulimit -f 16
	"$posixtrace" split --size=64K -o full.ptl ticks.ptl 2> err
	status_is 7 $? 'splitting without room' err
	has '^posixtrace: full\.000001\.ptl: File too large$' err
	[ "$failures" -eq 0 ]
) || failures=$((failures + 1))
[ ! -e full.000001.ptl ] || fail 'half a part is left'

finish
