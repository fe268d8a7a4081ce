#!/bin/sh
#
# check-mqueue.sh - what goes through queues of messages
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

poster=$(tool tests/wrap/poster) || exit 99
"$poster" > out
[ $? -ne 77 ] || skip "$(cat out)"

# Everything, once. Whatever the program sees is as without us.
record 42 'queues' -q --wrap=mqueue -o mq.ptl -- "$poster"
has '^fine$' out
names_are mq.ptl << 'END'
3 mq_close
3 mq_fail
2 mq_open
6 mq_receive
6 mq_receive_wait
4 mq_send
4 mq_send_wait
1 mq_unlink
END

# They say what with, and of which queue.
"$posixtrace" show --no-pager mq.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' mq_open .*mq=/posixtrace-poster-[0-9]* flags=O_RDWR\|O_CREAT\|O_EXCL capacity=2 message_size=16B name=/posixtrace-poster-' shown
has ' mq_fail +mq=-1 error=EACCES call=open name=/none/such flags=O_RDONLY ' shown
has ' mq_fail +mq=-1 error=ENOENT call=unlink name=/posixtrace-none ' shown
has ' mq_fail .* error=EBADF call=close ' shown
has ' mq_send_wait .* priority=1 size=5B until=forever ' shown
has ' mq_send_wait .* priority=7 size=6B until=1000000000ns ' shown
has ' mq_send .*mq=/posix[^ ]* error=0 size=6B priority=7 ' shown
has ' mq_send .* error=EMSGSIZE size=17B ' shown
has ' mq_receive .* error=0 size=16B result=6B priority=7 ' shown
has ' mq_receive .* error=0 size=16B result=5B priority=0 ' shown
has ' mq_receive .* error=ETIMEDOUT size=16B result=-1 ' shown
has ' mq_receive .* error=EFAULT ' shown
has ' mq_receive .* error=ECANCELED ' shown
has ' mq_unlink .*name=/posixtrace-poster-' shown

# What may be waited for is a span.
"$posixtrace" stat --no-pager mq.ptl > stat 2> err
status_is 0 $? 'stat' err
has '^SPAN mq_receive: ' stat
has '^SPAN mq_send: ' stat
lacks 'unmatched [1-9]' stat

# ThreadX has words for it.
"$posixtrace" convert -t threadx -o mq.trx mq.ptl > out 2> err
status_is 0 $? 'convert' err
"$posixtrace" show --no-pager mq.trx > shown 2> err
for name in CREATE DELETE RECEIVE SEND; do
	has " TX_QUEUE_$name " shown
done

# Misuse: a group that is none, and a group that was not asked for
record 2 'no such group' --wrap=mq -o no.ptl -- "$poster"
has '^posixtrace.*--wrap=.mq.: no such group' err
record 42 'another group' -q --wrap=sem -o none.ptl -- "$poster"
names_are none.ptl < /dev/null
finish
