#!/bin/sh
#
# check-threadx-calls.sh - firmware of ThreadX on Linux: what its calls return,
# its memory, and the log, which tells the same
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/threadx/threadx.sh"

build board

cat > wanted << 'END'
disable 0x20
user event 0x20
filter 0
no memory 0x5
no size 0x5
too small 0x5
too many objects 0x5
enable 0
again 0x20
again, too small 0x5
user event 0
filter 0
user event 0
evaluated 0
unfilter 0
evaluated 1
unknown 0
posture 0
posture 0x1
large id 0
disable 0
user event 0x20
END
./board > out || fail 'board'
diff wanted out > differ || fail 'not traced' differ
record 0 'board' -o log.ptl -- ./board board.trx
diff wanted out > differ || fail 'traced' differ
cp wanted wanted.calls

# Memory and log
"$posixtrace" show --no-symbols -v log.ptl > log.txt 2> err
"$posixtrace" show -v board.trx > dump.txt 2> err
same_events log.ptl board.trx 'log and memory differ' 's/one bytes/one /'
sed -n 's/ .*//p' one.events > names
cat > wanted << 'END'
TX_RUNNING
TX_RUNNING
TX_QUEUE_SEND
TX_BLOCK_ALLOCATE
USER_5000
TX_ISR_ENTER
TX_SEMAPHORE_PUT
TX_ISR_ENTER
TX_ISR_EXIT
TX_ISR_EXIT
USER_5000
UNKNOWN_199
TX_INTERRUPT_CONTROL
TX_INTERRUPT_CONTROL
NX_INTERNAL_ARP_REQUEST_RECEIVE
END
diff wanted names > differ || fail 'the events' differ
for text in log.txt dump.txt; do
	has 'TX_QUEUE_SEND +queue_ptr=queue/orders .*wait_option=wait_forever' \
		$text
	has 'TX_SEMAPHORE_PUT +semaphore_ptr=semaphore/free ' $text
	has 'TX_BLOCK_ALLOCATE +pool_ptr="block_pool/a name of more than' $text
	has 'TX_ISR_ENTER .*isr_number=8 system_state=2 preempt_disable=0' $text
	has 'source_ip_address=1.2.3.4' $text
	has 'context_name="?board"? priority=16 threshold=16' $text
	has 'TX_ISR_EXIT .*context=0xffffffff .*context_name="?Interrupt"?' \
		$text
done

# Objects: in the registry as far as there is room, in the log with all of the
# name
"$posixtrace" info board.trx > dump.info 2> err
"$posixtrace" info log.ptl > log.info 2> err
for text in dump.info log.info; do
	has 'thread +board +0x[0-9a-f]+ +slot=0 available=0 type=1 reserved1=128 reserved2=16 .* priority=16 ' \
		$text
	has 'queue +orders +0x[0-9a-f]+ +slot=1 available=0 type=3 .*memory_size=32 message_size=2' \
		$text
	has 'type_40 +0x' $text
done
has 'semaphore +free +0x[0-9a-f]+ +slot=2 available=1 type=4' dump.info
has 'block_pool +a name of more than thirty-one +0x' dump.info
has 'block_pool +a name of more than thirty-one bytes +0x' log.info

# There and back: the log makes a buffer of the same events.
"$posixtrace" convert -t threadx log.ptl -o back.trx > out 2> err ||
	fail 'not converted' err
has 'starts and stops of the recording: 2 times' err
same_events log.ptl back.trx 'log and converted buffer differ' \
	's/one bytes/one /'
"$posixtrace" info back.trx > back.info 2> err
has 'thread +board +0x[0-9a-f]+ +slot=0 ' back.info
has 'queue +orders +0x[0-9a-f]+ +slot=1 ' back.info

# Streams have all events on demand, and the calls return the same.
cp wanted wanted.names
POSIXTRACE_FIRMWARE=always
export POSIXTRACE_FIRMWARE
record 0 'always' -o always.ptl -- ./board always.trx
unset POSIXTRACE_FIRMWARE
diff wanted.calls out > differ || fail 'always' differ
{
	printf 'USER_4096\nTX_QUEUE_FLUSH\n'
	cat wanted.names
	printf 'USER_5000\n'
} > wanted
events always.ptl | sed 's/ .*//' | diff wanted - > differ ||
	fail 'always' differ

# Without the feature nothing is there, and the calls say so.
build board board-off -UTX_ENABLE_EVENT_TRACE -Wno-unused
./board-off > out
[ "$(grep -vc ' 0xff$' out)" -eq 4 ] || fail 'the feature is off' out
has 'evaluated 0' out
has 'posture 0x1' out

# A clock of the program's own, by the switches in its tx_user.h
cat > tx_user.h << 'END'
#ifdef __cplusplus
extern "C" {
#endif
extern unsigned counted, extended;
#ifdef __cplusplus
}
#endif
#define TX_TRACE_TIME_SOURCE (counted += 4)
#define TX_TRACE_TIME_MASK 0xFFFF
#define TX_TRACE_PORT_EXTENSION extended = counted;
END
cat > wanted << 'END'
mask 0xffff, stamps 0xfff4 0xfff8 0xfffc 0 0x4 0x8 0xc
extended 1
END
build own_clock own_clock -I.
./own_clock > out
diff wanted out > differ || fail 'another clock' differ
record 0 'own clock' -o clock.ptl -- ./own_clock
events clock.ptl | sed 's/.*"relative_ticks":\([0-9]*\).*/\1/' |
	tr '\n' ' ' > ticks
has '^0 4 8 12 16 20 24 $' ticks

# Where a user's program is C++
if command -v "${CXX:-c++}" > /dev/null; then
	# shellcheck disable=SC2046
	${CXX:-c++} -x c++ -std=c++11 -Wall -Wextra -Werror -I. \
		$(sanitizer_flag) -o clock++ "$programs/own_clock.c" -x none \
		$(pkg-config --cflags --libs posixtrace-threadx) 2> err ||
		fail 'not C++' err
	./clock++ > out
	diff wanted out > differ || fail 'another clock in C++' differ
	# shellcheck disable=SC2046
	${CXX:-c++} -x c++ -std=c++11 -Wall -Wextra -Werror -c -o board.o \
		"$programs/board.c" $(pkg-config --cflags posixtrace-threadx) \
		2> err || fail 'not C++' err
fi

# The ids in the header are those of the table.
awk -F, '$2 == "ThreadX" && $1 < 4096 {
	sub(/^TX_/, "TX_TRACE_", $3)
	print "#define", $3, $1
}' "$top_srcdir/docs/threadx-events.csv" > table
grep -Fxc -f table "$top_srcdir/firmware/threadx/include/tx_trace.h" > count
[ "$(cat count)" -eq "$(wc -l < table)" ] || fail 'ids are missing' count

finish
