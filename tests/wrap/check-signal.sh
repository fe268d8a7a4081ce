#!/bin/sh
#
# check-signal.sh - signals: handlers are called as ever, the program finds
# its own, and events tell when they began and ended
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

signal_handlers=$(tool tests/wrap/signal_handlers) || exit 99

record 42 'signals' -q --wrap=signal -o signal.ptl -- "$signal_handlers"
has '^fine$' out
names_of signal.ptl
while read -r line; do
	has "^$line\$" names
done << 'END'
2030 signal_enter
2010 signal_leave
2038 signal_send
6 signal_fail
7 signal_wait
7 signal_take
END

# Those that jump have no end.
"$posixtrace" show --no-pager signal.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' signal_action .* signal=SIGUSR1 flags=SA_RESETHAND( |$)' shown
has ' signal_send .* signal=1000 ' shown
has ' signal_fail +signal=1000 error=EINVAL call=send( |$)' shown
has ' signal_fail .* error=EINVAL call=action( |$)' shown
has ' signal_take +signal=SIGUSR2 error=0( |$)' shown
has ' signal_take +signal=0 error=EAGAIN( |$)' shown
has ' signal_take +signal=0 error=EINTR( |$)' shown
has ' signal_take +signal=0 error=ECANCELED( |$)' shown
"$posixtrace" show -f json -e signal_enter signal.ptl > json 2> err
for handler in simple other full jump nest; do
	has "\"func\":\"$handler\"" json
done
"$posixtrace" stat --no-pager signal.ptl > stat 2> err
status_is 0 $? 'stat' err
has '^SPAN handler: signal_enter -> signal_leave' stat

# With everything else, the same; where nothing is recorded, too
record 42 'everything' -q --wrap=all -o all.ptl -- "$signal_handlers"
has '^fine$' out
LD_PRELOAD=$wrapper "$signal_handlers" > out 2> err
status_is 42 $? 'no group' err

# A shell's traps, and what kills it
record 5 'a trap' -q --wrap=signal -o trap.ptl -- \
	sh -c 'trap "exit 5" USR1; kill -USR1 $$; exit 1'
names_of trap.ptl
has '^1 signal_enter$' names
record 143 'a signal' -q --wrap=signal -o killed.ptl -- sh -c 'kill $$'
finish
