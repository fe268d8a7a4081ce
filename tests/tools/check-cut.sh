#!/bin/sh
#
# check-cut.sh - part of a log shows just what the log shows of it
. "${top_srcdir:?}/tests/tools/lib.sh"

self_filter=$(tool tests/tools/self_filter) || exit 99
orders=$(tool tests/tools/orders) || exit 99

"$posixtrace" record -q -o ticks.ptl -- "$ticker" -n 200
status_is 0 $? 'recording a ticker'
"$posixtrace" record -q -o orders.ptl -- "$orders"
status_is 0 $? 'recording orders'
# Losses: a small stream that stops, and two processes
"$posixtrace" record -q -o family.ptl --size=64K --policy=until-full \
	-- sh -c '"$0" -n 200000 -u 0; "$0" -n 10' "$ticker" 2> /dev/null
[ "$("$posixtrace" info family.ptl | awk '$1 == "lost" { print $2 }')" != 0 ] ||
	fail 'nothing is lost: the test needs some'

# same LOG ARGUMENT...: in all forms
same() {
	log=$1
	shift
	"$posixtrace" cut --force -q "$@" -o cut.ptl "$log" 2> err
	status_is 0 $? "cut $* $log" err
	lines_are 0 err
	for form in '--time=raw -v' '-f json' '-f csv' \
		'-O ts,name,pid,tid,comm,addr,len,hex,lost'; do
		# shellcheck disable=SC2086
		"$posixtrace" show $form "$@" "$log" > wanted
		# shellcheck disable=SC2086
		"$posixtrace" show $form cut.ptl > shown 2> err
		status_is 0 $? "show $form of what was cut" err
		cmp -s wanted shown ||
			fail "cut $* $log: another show $form" wanted shown
	done
}

"$posixtrace" record -q -o long.ptl -- "$ticker" -n 10 -s 50000

for log in ticks.ptl orders.ptl family.ptl long.ptl; do
	same $log
	same $log -e '!posix_trace_start'
	same $log --range +0s..
	same $log --to=-10us
	same $log -w 'len > 2'
	same $log -t "$("$posixtrace" show -O tid,name $log |
		awk '$2 ~ /^(tick|odd)$/ { tid = $1 } END { print tid }')"
done
same family.ptl -p '*ticker'
same orders.ptl -e order_sent
"$posixtrace" info --verify cut.ptl > info
status_is 0 $? 'verifying a log that was cut' info
has '^  clock +made' info
has '^  complete +yes' info
has '^  damage +none' info
"$posixtrace" show cut.ptl > shown
lacks posix_trace shown
has 'order_sent' shown

# What a filter names has its name, though there is no event of it.
"$self_filter" filtered.ptl
status_is 0 $? 'recording through a filter'
same filtered.ptl -e 'posix_*'
"$posixtrace" show cut.ptl > shown
has 'filter: unwanted( |$)' shown
has 'filter: unwanted -> unwanted,wanted( |$)' shown

# Cut twice is cut once.
same ticks.ptl -e tick
mv cut.ptl ticks-cut.ptl
same ticks-cut.ptl -e tick

# Of several as of one.
"$posixtrace" show --time=raw ticks.ptl orders.ptl -e tick,order_sent > wanted
"$posixtrace" cut -q -o both.ptl ticks.ptl orders.ptl -e tick,order_sent
"$posixtrace" show --time=raw both.ptl > shown
cmp -s wanted shown || fail 'cut of two logs: another show' wanted shown

# The totals, as record's.
"$posixtrace" cut ticks.ptl -o totals.ptl -e tick 2> err
status_is 0 $? 'cutting ticks' err
has '^totals\.ptl  [0-9.]+ m?s  400 events  2 threads  [0-9.]+ KiB  0 lost$' err
lines_are 1 err

# The same part is the same file; another is another log.
"$posixtrace" cut ticks.ptl -q -o again.ptl -e tick
cmp totals.ptl again.ptl || fail 'the same part is another file'
"$posixtrace" cut -q -o other.ptl -e tick -e nothing ticks.ptl
"$posixtrace" info again.ptl | tail -n 1 > uuid
"$posixtrace" info other.ptl | tail -n 1 > other
! cmp -s uuid other || fail 'two parts are the same log'

# refused STATUS PATTERN ARGUMENT...: and nothing is left behind
refused() {
	wanted=$1 pattern=$2
	shift 2
	ls > before
	"$posixtrace" cut "$@" > out 2> err
	status_is "$wanted" $? "cut $*" err
	has "$pattern" err
	ls > after
	cmp -s before after || fail "cut $* leaves something" after
	lines_are 0 out
}
: > out > err > before > after
refused 1 'no event matches$' -e nothing -o new.ptl ticks.ptl
refused 1 'no event is at that time' --from=@tick:401 -o new.ptl ticks.ptl
refused 2 'is the log itself$' -o ticks.ptl --force ticks.ptl
ln ticks.ptl link.ptl
refused 2 'is the log itself$' -o link.ptl --force ticks.ptl
refused 2 'exists already; --force replaces it$' -o again.ptl ticks.ptl
refused 2 '-o is missing' ticks.ptl
refused 2 'name a log' -o new.ptl
refused 2 'name a file' -o - ticks.ptl
refused 2 'No such file' -o new.ptl nowhere.ptl
echo no log > text
refused 3 'not a posixtrace log' -o new.ptl text
refused 7 'No such file' -o nowhere/new.ptl ticks.ptl

# What is there stays until there is something better.
cp again.ptl precious.ptl
"$posixtrace" cut -e nothing -o precious.ptl --force ticks.ptl 2> err
status_is 1 $? 'cutting nothing' err
cmp again.ptl precious.ptl || fail 'it is gone'

# Damage is told, and what is sound is there.
cp ticks.ptl bad.ptl
at=$(($(stat -c %s bad.ptl) / 2))
printf 'damaged!' | dd of=bad.ptl bs=1 seek=$at conv=notrunc 2> /dev/null
"$posixtrace" cut -q -o sound.ptl bad.ptl 2> err
status_is 3 $? 'cutting a damaged log' err
has '^posixtrace: bad\.ptl: at byte [0-9]+: ' err
lines_are 1 err
"$posixtrace" show --time=raw bad.ptl > wanted 2> /dev/null
"$posixtrace" show --time=raw sound.ptl > shown 2> err
status_is 0 $? 'showing what was sound' err
cmp -s wanted shown || fail 'the sound part is another' shown

# No room
finds_races || (
	ulimit -f 16
	"$posixtrace" cut -o full.ptl ticks.ptl 2> err
	status_is 7 $? 'cutting without room' err
	has '^posixtrace: full\.ptl: File too large$' err
	[ "$failures" -eq 0 ]
) || failures=$((failures + 1))
[ ! -e full.ptl ] || fail 'half a log is left'

finish
