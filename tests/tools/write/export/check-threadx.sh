#!/bin/sh
#
# check-threadx.sh - a log of Linux as a ThreadX trace
. "${top_srcdir:?}/tests/tools/lib.sh"

"$(tool tests/tools/write/export/locks)" locks.ptl

# convert WANTED ARGUMENT...: locks.ptl to locks.trx; its exit status
convert() {
	wanted=$1
	shift
	rm -f locks.trx locks.trxc
	"$posixtrace" convert "$@" -o locks.trx locks.ptl > said 2> err
	status_is "$wanted" $? "convert $*" err
}

# What it was is found by the name, and told what it lost
convert 0 -t threadx
lacks 'rounded' err
has '^4096, work, ' locks.trxc
[ "$(wc -c < locks.trx)" -eq $((48 + 3 * 48 + 53 * 32)) ] ||
	fail "$(wc -c < locks.trx) bytes"

# Threads and objects have their names, and waits are told
"$posixtrace" show locks.trx > shown 2> err
has 'names of events are those of locks.trxc; ' err
has 'first .*TX_MUTEX_GET .*mutex_ptr=mutex/guard ' shown
has 'second .*TX_THREAD_SUSPEND .*thread/second new_state=mutex ' shown
has 'first .*TX_THREAD_RESUME .*thread/second previous_state=mutex ' shown
has ' work .*round=' shown
lacks 'USER_' shown

# So its figures are those of the program
"$posixtrace" stat locks.trx > shown 2> err
has '^suspensions  *10$' shown
has '^resumptions  *10$' shown
has '^preemptions  *10$' shown
has '^context switches  *30$' shown
has '^first  *[0-9]+  .* 5  *5  *0  *-$' shown
has '^second .* 5  *5  *0  *-$' shown

# Ticks are milliseconds, if that is asked for
convert 0 -t threadx -o hz=1000
lacks 'rounded' err
"$posixtrace" show --time=elapsed -o hz=1000 locks.trx > shown 2> err
has '^ *\+?0\.042' shown

# What is older finds no room, and that is told
convert 0 -t threadx -o size=1000
has 'events older than the buffer has room for: 28 times' err
[ "$(wc -c < locks.trx)" -eq 1000 ] || fail "$(wc -c < locks.trx) bytes"
"$posixtrace" show -o events= locks.trx > shown 2> err
lacks 'locks.trxc' err
has ' USER_4096 ' shown

# In another layout, which TraceX does not read
convert 0 -t threadx -o word=8 -o order=big
"$posixtrace" info locks.trx > shown 2> err
has 'ThreadX, 64 bits, big-endian' shown

# What an event of ThreadX has no word for is told: of a task its priorities and
# status, of a call where it was
liteos=$top_srcdir/tests/data/liteos/l64-ext-smp4.raw
"$posixtrace" convert -q -t threadx -e TASK_SWITCH -o tasks.trx "$liteos" 2> err
status_is 0 $? 'tasks of LiteOS' err
switches=$("$posixtrace" show -e TASK_SWITCH "$liteos" 2> /dev/null |
	grep -c 'oldPriority=.* oldTaskStatus=.* newPriority=.* newTaskStatus=')
has "no word for: $((4 * switches)) times$" err
has 'the time of the first event, which is 0 then: 1 time$' err
lacks 'places in programs' err
"$posixtrace" record -q -o ticks.ptl -- "$ticker" -n 3 > /dev/null
"$posixtrace" convert -q -t threadx -e tick -o ticks.trx ticks.ptl 2> err
status_is 0 $? 'ticks' err
has "places in programs: $("$posixtrace" show -e tick ticks.ptl |
	grep -c ' tick ') times$" err

# Beside a log of this machine nothing is left out, whichever begins
board=$top_srcdir/tests/data/threadx/sched-bigendian.trx
other=$top_srcdir/tests/data/threadx/priority-1024-levels.trx
"$posixtrace" show "$board" "$other" 2> err | grep -c '/' > events
for logs in "$board locks.ptl" "locks.ptl $board" "$board $other"; do
	rm -f both.trx both.trxc
	"$posixtrace" convert -q -t threadx -o both.trx $logs 2> err
	status_is 0 $? "$logs" err
	"$posixtrace" show both.trx > shown 2> err
	[ "$(grep -c '/rel A .*TX_THREAD_RELINQUISH' shown)" -ge 200 ] ||
		fail "events of ThreadX are missing in $logs" err
	case $logs in
	*locks*) has 'first .*TX_MUTEX_GET .*mutex_ptr=mutex/guard ' shown ;;
	*) [ "$(wc -l < shown)" -ge "$(cat events)" ] ||
		fail "$(wc -l < shown) events of two boards" ;;
	esac
done
rm -f both.trx both.trxc
"$posixtrace" convert -q -t threadx --thread='rel A' -o both.trx "$board" \
	locks.ptl 2> err
"$posixtrace" info both.trx > shown 2> err
has 'ThreadX, 32 bits, big-endian' shown

# What makes no sense
for setting in size=0 size=60 registry=x name_size=5 hz=0 word=16 order=up; do
	convert 2 -t threadx -o "$setting"
	has "${setting%%=*}" err
	[ ! -e locks.trx ] || fail "$setting wrote something"
done
convert 2 -t threadx -o nothing=1

# What finds no room until it is written is told, and nothing is left
mkdir disk
if [ "$(id -u)" -eq 0 ] &&
	mount -t tmpfs -o size=1m posixtrace-test disk 2> /dev/null; then
	mounted=$work/disk
	"$posixtrace" record -q --size=16M -o many.ptl -- "$ticker" -u 0 -n 40000
	TMPDIR=$work/disk "$posixtrace" convert -t threadx -o many.trx many.ptl \
		> said 2> err
	status_is 7 $? 'converting with a full disk' err
	has '^posixtrace: a temporary file in .*/disk: No space left on device$' err
	lines_are 1 err
	lines_are 0 said
	[ ! -e many.trx ] && [ ! -e many.trxc ] || fail 'half a trace is left'
	[ -z "$(ls disk)" ] || fail 'a temporary file is left'
	"$posixtrace" convert -q -t threadx -o many.trx many.ptl 2> err
	status_is 0 $? 'converting elsewhere' err
fi

finish
