#!/bin/sh
#
# check-timer.sh - who waits for a time, and which timers there are
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

sleeper=$(tool tests/wrap/sleeper) || exit 99

# Everything, once. Whatever the program sees is as without us.
record 42 'times' -q --wrap=timer -o timer.ptl -- "$sleeper"
has '^fine$' out
names_are timer.ptl << 'END'
9 sleep
9 sleep_end
2 timer_begin
3 timer_create
3 timer_delete
2 timer_end
3 timer_fail
4 timer_interval
3 timer_settime
1 timerfd_create
3 timerfd_fail
1 timerfd_settime
END

# They say what with.
"$posixtrace" show --no-pager timer.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' sleep +.*duration=1000000ns clock=CLOCK_REALTIME flags=0 ' shown
has ' sleep +.*duration=1000000000ns clock=CLOCK_MONOTONIC flags=TIMER_ABSTIME ' shown
has ' sleep +.*duration=500000ns ' shown
has ' sleep +.*duration=100000000000ns ' shown
for error in 0 EFAULT EINVAL ECANCELED; do
	has " sleep_end .*error=$error( |\$)" shown
done
has ' timer_create .* clock=CLOCK_MONOTONIC notify=SIGEV_THREAD signal=0 function=0x[0-9a-f]' shown
has ' timer_create .* clock=CLOCK_REALTIME notify=SIGEV_SIGNAL signal=SIGUSR1 function=0x0 ' shown
has ' timer_settime .* flags=0 first=1ns interval=0ns ' shown
has ' timer_settime .* flags=TIMER_ABSTIME first=1ns interval=0ns ' shown
has ' timer_fail +timer=none error=EINVAL call=create ' shown
has ' timer_fail .* error=EFAULT call=settime ' shown
has ' timer_fail +timer=none error=EFAULT call=interval ' shown
has ' timerfd_fail +fd=1048576 error=EBADF call=settime ' shown
has ' timerfd_fail +fd=-1 error=EINVAL call=create ' shown
has ' timer_begin .*value=0x1267 ' shown
has ' timerfd_settime .* first=1ns interval=0ns ' shown
has ' timer_interval .*which=ITIMER_REAL first=1000000000000ns interval=0ns ' shown
has ' timer_interval .*which=ITIMER_REAL first=1000000000000ns interval=7500000000ns ' \
	shown

# Sleeping is a span, and so is what is done when a timer expires.
"$posixtrace" stat --no-pager timer.ptl > stat 2> err
status_is 0 $? 'stat' err
has '^SPAN sleep: ' stat
has '^SPAN timer: ' stat
lacks 'unmatched [1-9]' stat

# ThreadX has words for it.
"$posixtrace" convert -t threadx -o timer.trx timer.ptl > out 2> err
status_is 0 $? 'convert' err
"$posixtrace" show --no-pager timer.trx > shown 2> err
for name in THREAD_SLEEP TIMER_CREATE TIMER_CHANGE TIMER_DELETE; do
	has " TX_$name " shown
done

# Misuse: a group that is none, and a group that was not asked for
record 2 'no such group' --wrap=timers -o no.ptl -- "$sleeper"
has '^posixtrace.*--wrap=.timers.: no such group' err
record 42 'another group' -q --wrap=barrier -o none.ptl -- "$sleeper"
names_are none.ptl < /dev/null
finish
