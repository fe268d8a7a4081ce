#!/bin/sh
#
# check-net.sh - what programs ask of sockets
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

talker=$(tool tests/wrap/talker) || exit 99

# Everything, once. Whatever the program sees is as without us.
record 42 'sockets' -q --wrap=net -o net.ptl -- "$talker"
has '^fine$' out
names_are net.ptl << 'END'
2 resolve
2 resolved
4 socket_accept
4 socket_accept_wait
3 socket_bind
5 socket_connect
5 socket_connect_wait
11 socket_create
2 socket_create_fail
3 socket_fail
2 socket_listen
11 socket_recv
11 socket_recv_wait
8 socket_send
8 socket_send_wait
2 socket_shutdown
END

# They say what with. Addresses that are none are not looked at.
"$posixtrace" show --no-pager net.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' socket_create .* type=SOCK_STREAM\|SOCK_CLOEXEC protocol=0 family=AF_INET ' shown
has ' socket_bind .* family=AF_INET port=0 address=127\.0\.0\.1 ' shown
has ' socket_bind .* family=AF_UNIX .* address=@posixtrace-talker-[0-9]*-post ' \
	shown
has ' socket_listen .* backlog=5( |$)' shown
has ' socket_connect .* error=0 family=AF_INET port=[1-9][0-9]* address=127' shown
has ' socket_connect .* error=ECONNREFUSED family=AF_INET ' shown
has ' socket_create_fail +error=EINVAL type=SOCK_RAW\|0x60 protocol=0 family=AF_INET transport=IPPROTO_IP ' shown
has ' socket_fail +fd=[^ ]* error=EFAULT call=bind  ' shown
has ' socket_fail +fd=1048576 error=EBADF call=listen ' shown
has ' socket_fail +fd=[^ ]* error=EINVAL call=shutdown ' shown
has ' socket_connect .* error=EFAULT +talker' shown
[ "$(grep -c ' socket_accept .* error=0 accepted=.* port=[1-9].*=127.0' \
	shown)" -eq 2 ] || fail 'who was accepted' shown
has ' socket_accept .* error=EBADF accepted=[^ ]* +talker' shown
has ' socket_accept .* error=ECANCELED ' shown
has ' socket_send .* error=0 size=5B result=5B .* messages=1 ' shown
has ' socket_send .* error=0 size=7B result=7B .* messages=2 ' shown
has ' socket_send .* error=EPIPE size=1B result=-1 .* messages=0 ' shown
has ' socket_send .* family=AF_UNIX .* address=@posixtrace-talker-[0-9]*-post ' \
	shown
has ' socket_recv .* error=0 size=8B result=5B ' shown
has ' socket_recv .* error=0 size=16B result=7B .* messages=2 ' shown
has ' socket_recv .* error=0 size=8B result=6B flags=MSG_PEEK ' shown
has ' socket_recv .* error=EAGAIN ' shown
has ' socket_recv .* family=AF_UNIX .* address=@posixtrace-talk' shown
has ' socket_shutdown .* how=SHUT_WR ' shown
has ' resolve .* host=127\.0\.0\.1 service=80 ' shown
has ' resolved .* result=EAI_NONAME error=0 ' shown

# Sockets are called by their addresses, until they are closed.
has ' socket_listen .*fd=socket/127\.0\.0\.1:0 ' shown
has ' socket_connect .*fd=socket/127\.0\.0\.1:[1-9][0-9]* error=0 ' shown
has ' socket_accept .* accepted=socket/127\.0\.0\.1:[1-9][0-9]* ' shown
has ' socket_send .*fd=socket/@posixtrace-talker-[0-9]*-post ' shown
has ' socket_create .*fd=socket/[0-9]+ type=SOCK_STREAM protocol=0 family=AF_UNIX' shown

# What may be waited for is a span.
"$posixtrace" stat --no-pager net.ptl > stat 2> err
status_is 0 $? 'stat' err
for span in accept connect recv resolve send; do
	has "^SPAN $span: " stat
done
lacks 'unmatched [1-9]' stat

# ThreadX has words for it.
"$posixtrace" convert -t threadx -o net.trx net.ptl > out 2> err
status_is 0 $? 'convert' err
"$posixtrace" show --no-pager net.trx > shown 2> err
for name in CLIENT_SOCKET_CONNECT SERVER_SOCKET_ACCEPT SOCKET_RECEIVE \
	SOCKET_SEND; do
	has " NX_TCP_$name " shown
done

# Misuse: a group that is none, and a group that was not asked for
record 2 'no such group' --wrap=network -o no.ptl -- "$talker"
has '^posixtrace.*--wrap=.network.: no such group' err
record 42 'another group' -q --wrap=sem -o none.ptl -- "$talker"
names_are none.ptl < /dev/null
finish
