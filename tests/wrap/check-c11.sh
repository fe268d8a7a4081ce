#!/bin/sh
#
# check-c11.sh - threads of C11, and threads that are waited for otherwise
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

program=$(tool tests/wrap/c11) || exit 99

# Everything, once. Whatever the program sees is as without us.
record 42 'threads of C11' -q --wrap=pthread -o c11.ptl -- "$program"
has '^fine$' out
names_of c11.ptl
while read -r line; do
	has "^$line\$" names
done << 'END'
1 cond_broadcast
1 cond_destroy
1 cond_init
1 cond_signal
2 mutex_destroy
2 mutex_init
1 mutex_busy
5 thread_create
2 thread_detach
5 thread_exit
5 thread_start
7 thread_joined
END
has '^[1-9][0-9]* thread_busy$' names
has '^[1-9][0-9]* mutex_wait$' names

# One mutex was unlocked by who had not got it; all else is in pairs.
locks=$(sed -n 's/ mutex_lock$//p' names)
unlocks=$(sed -n 's/ mutex_unlock$//p' names)
[ "$unlocks" -eq $((locks + 1)) ] ||
	fail "$locks times locked, $unlocks times unlocked" names
begun=$(sed -n 's/ once_begin$//p' names)
has "^${begun:-0} once_end\$" names
waits=$(sed -n 's/ cond_wait$//p' names)
has "^$waits cond_wake\$" names

# Results are those of POSIX.
"$posixtrace" show --no-pager c11.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' mutex_fail .* result=ETIMEDOUT( |$)' shown
has ' cond_wake .* result=ETIMEDOUT( |$)' shown
has ' thread_joined .* result=ETIMEDOUT( |$)' shown
has ' thread_joined .* result=EINVAL( |$)' shown
has ' mutex_init .* kind=PTHREAD_MUTEX_RECURSIVE ' shown
has ' mutex_wait .* owner=[1-9]' shown
has ' thread_start .* start=0x[1-9a-f]' shown

# Waiting is a span; a join that need not wait is none.
"$posixtrace" stat --no-pager c11.ptl > stat 2> err
status_is 0 $? 'stat' err
has '^SPAN lock: mutex_wait' stat
has '^SPAN join: ' stat

# A group that was not asked for
record 42 'another group' -q --wrap=sem -o none.ptl -- "$program"
names_of none.ptl
lacks ' (mutex|cond|thread|once)_' names
finish
