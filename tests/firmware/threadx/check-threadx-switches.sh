#!/bin/sh
#
# check-threadx-switches.sh - firmware of ThreadX with switches of its own: what
# they change in its memory and in the log
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/threadx/threadx.sh"

# What the log has to lose, for names to be those of the memory
edit=

# play NAME WANTED [FLAG]...: prints WANTED, and memory and log have the same
# events
play() {
	what=$1
	printf '%s\n' "$2" > wanted
	shift 2
	build switches "$what" "$@"
	record 0 "$what" -o "$what.ptl" -- "./$what" "$what.trx"
	diff wanted out > differ || fail "$what" differ
	same_events "$what.ptl" "$what.trx" "$what: log and memory" "$edit"
	"$posixtrace" info "$what.trx" > "$what.info" 2> err
	if command -v "${CXX:-c++}" > out; then
		# shellcheck disable=SC2046
		${CXX:-c++} -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror \
			-c -o switches.o "$programs/switches.c" \
			$(pkg-config --cflags posixtrace-threadx) "$@" 2> err ||
			fail "$what: not C++" err
	fi
	# shellcheck disable=SC2046
	${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Wmissing-prototypes \
		-Wstrict-prototypes -Wshadow -Werror -c -o switches.o \
		"$programs/switches.c" \
		$(pkg-config --cflags posixtrace-threadx) "$@" 2> err ||
		fail "$what: pedantic" err
}

play plain 'evaluated 0
enable 0
header 1, mask 0xffffffff, names of 32, reserved 0xcccccccc
object 0, 8, a queue of orders
event 6, i2 0
event 6, i2 0
event 69, i2 1
event 4096, i2 7
extensions 0'
has 'queue +a queue of orders ' plain.info

# Names of another size are cut in the registry, and whole in the log.
edit='s/ of orders"/"/'
play short 'evaluated 0
enable 0
header 1, mask 0xffffffff, names of 8, reserved 0xcccccccc
object 0, 8, a queue
event 6, i2 0
event 6, i2 0
event 69, i2 1
event 4096, i2 7
extensions 0' -DTX_TRACE_OBJECT_REGISTRY_NAME=8
has 'queue +a queue +0x' short.info
"$posixtrace" info short.ptl > short.info 2> err
has 'queue +a queue of orders +0x' short.info
edit=
play long 'evaluated 0
enable 0
header 1, mask 0xffffffff, names of 60, reserved 0xcccccccc
object 0, 8, a queue of orders
event 6, i2 0
event 6, i2 0
event 69, i2 1
event 4096, i2 7
extensions 0' -DTX_TRACE_OBJECT_REGISTRY_NAME=60

# A mask and an extension go with the default stamp.
play mask 'evaluated 0
enable 0
header 1, mask 0xffffff, names of 32, reserved 0xcccccccc
object 0, 8, a queue of orders
event 6, i2 0
event 6, i2 0
event 69, i2 1
event 4096, i2 7
extensions 4' -DTX_TRACE_TIME_MASK=0xFFFFFF \
	'-DTX_TRACE_PORT_EXTENSION=extensions++;'

# A source is read once for each event; a port's own ends with a semicolon.
stamps='event 6, i2 0, 0x101
event 6, i2 0, 0x102
event 69, i2 1, 0x103
event 4096, i2 7, 0x104
extensions 0'
play source "evaluated 0
enable 0
header 1, mask 0xffff, names of 32, reserved 0xcccccccc
object 0, 8, a queue of orders
$stamps" '-DTX_TRACE_TIME_SOURCE=((ULONG)++counted);' \
	-DTX_TRACE_TIME_MASK=0xFFFF -DWITH_STAMPS
play simulated 'evaluated 0
enable 0
header 1, mask 0xffffffff, names of 32, reserved 0xcccccccc
object 0, 8, a queue of orders
event 6, i2 0, 0x1
event 6, i2 0, 0x2
event 69, i2 1, 0x3
event 4096, i2 7, 0x4
extensions 0' -DTX_TRACE_TIME_SOURCE=++_tx_trace_simulated_time -DWITH_STAMPS

# For MISRA arguments are evaluated at once, as is the time.
play misra 'evaluated 1
enable 0
header 1, mask 0xffffffff, names of 32, reserved 0xcccccccc
object 0, 8, a queue of orders
event 6, i2 0
event 6, i2 0
event 69, i2 2
event 4096, i2 7
extensions 0' -DTX_MISRA_ENABLE
play misra-source 'evaluated 1
enable 0
header 1, mask 0xffffffff, names of 32, reserved 0xcccccccc
object 0, 8, a queue of orders
event 6, i2 0, 0x102
event 6, i2 0, 0x103
event 69, i2 2, 0x104
event 4096, i2 7, 0x105
extensions 0' -DTX_MISRA_ENABLE -DTX_TRACE_TIME_SOURCE=++counted -DWITH_STAMPS

# A macro of its own stays; sizes that no registry has are refused.
play own-macro 'evaluated 0
enable 0
header 1, mask 0xffffffff, names of 32, reserved 0xcccccccc
object 0, 8, a queue of orders
event 6, i2 0
event 6, i2 0
event 4096, i2 7
extensions 0' '-DTX_TRACE_IN_LINE_INSERT(a,b,c,d,e,f)=(void)evaluate;' \
	-DTX_DISABLE_REDUNDANT_CLEARING
for size in 0 2 30 256; do
	# shellcheck disable=SC2046
	${CC:-cc} -c -o switches.o -DTX_TRACE_OBJECT_REGISTRY_NAME=$size \
		"$programs/switches.c" \
		$(pkg-config --cflags posixtrace-threadx) 2> err &&
		fail "names of $size bytes"
	has 'TX_TRACE_OBJECT_REGISTRY_NAME' err
done

finish
