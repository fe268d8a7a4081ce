#!/bin/sh
#
# check-event.sh - who waits for one of many, and what has happened
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

poller=$(tool tests/wrap/poller) || exit 99

# Everything, once. Whatever the program sees is as without us.
record 42 'waiting' -q --wrap=event -o event.ptl -- "$poller"
has '^fine$' out
names_are event.ptl << 'END'
2 epoll_create
2 epoll_ctl
2 epoll_fail
5 epoll_return
5 epoll_wait
2 eventfd_create
1 eventfd_fail
2 eventfd_read
2 eventfd_read_wait
3 eventfd_write
3 eventfd_write_wait
7 poll_return
7 poll_wait
5 select_return
5 select_wait
END

# They say what with, and what was first.
"$posixtrace" show --no-pager event.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' eventfd_create .* value=3 flags=EFD_NONBLOCK\|EFD_CLOEXEC ' shown
has ' eventfd_read .* error=0 value=7 ' shown
has ' eventfd_read .* error=EAGAIN value=0 ' shown
has ' eventfd_write .* error=0 value=4 ' shown
has ' eventfd_write .* error=EINVAL ' shown
has ' poll_wait .*count=3 timeout=forever ' shown
has ' poll_wait .*count=2 timeout=1000000ns ' shown
has ' poll_wait .*count=4294967295 timeout=0ns ' shown
has ' poll_return .*result=1 error=0 fd=[^ ]* events=POLLIN ' shown
has ' poll_return .*result=0 error=0 +poller' shown
has ' poll_return .*result=-1 error=EFAULT +poller' shown
has ' poll_return .*result=-1 error=ECANCELED ' shown
has ' select_return .*result=2 error=0 fd=[^ ]* events=POLLIN\|POLLOUT ' shown
has ' select_wait .*count=0 timeout=0ns ' shown
has ' select_return .*result=-1 error=EINVAL ' shown
has ' epoll_ctl .* operation=EPOLL_CTL_ADD fd=[^ ]* events=EPOLLIN ' shown
has ' epoll_ctl .* operation=EPOLL_CTL_DEL fd=[^ ]* events=0 ' shown
has ' epoll_fail .* error=EFAULT call=ctl operation=EPOLL_CTL_ADD .* events=0 ' shown
has ' epoll_fail +epoll=1048576 error=EBADF call=ctl operation=EPOLL_CTL_DEL ' shown
has ' eventfd_fail +error=EINVAL value=0 flags=EFD_SEMAPHORE\|0x62 ' shown
has ' epoll_wait .* count=4 timeout=7000000ns ' shown
has ' epoll_return .* result=1 error=0 events=EPOLLIN data=0x1234 ' shown
has ' epoll_return .* result=-1 error=EBADF +poller' shown

# It is a span.
"$posixtrace" stat --no-pager event.ptl > stat 2> err
status_is 0 $? 'stat' err
for span in epoll eventfd_read eventfd_write poll select; do
	has "^SPAN $span: " stat
done
lacks 'unmatched [1-9]' stat

# Misuse: a group that is none, and a group that was not asked for
record 2 'no such group' --wrap=poll -o no.ptl -- "$poller"
has '^posixtrace.*--wrap=.poll.: no such group' err
record 42 'another group' -q --wrap=net -o none.ptl -- "$poller"
names_are none.ptl < /dev/null
finish
