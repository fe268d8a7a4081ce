#!/bin/sh
#
# check-framework.sh - what a framework puts into its own ring is recorded, as it
# stands; with one in the place of RKH's
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/rkh/rkh.sh"

# link_framework PROGRAM [FLAG]...: all that it has is compiled without us
link_framework() {
	program=$1
	shift
	for source in framework_ring framework_records "$program"; do
		# shellcheck disable=SC2046
		${CC:-cc} -g -Wall -Wextra -Werror $(sanitizer) "$@" -c \
			-o $source.o "$programs/$source.c" 2> built ||
			fail "$source was not built" built
	done
	# shellcheck disable=SC2046
	${CC:-cc} $(sanitizer) -o "$program" "$program.o" \
		framework_records.o framework_ring.o -pthread \
		$(pkg-config --variable=wrap posixtrace-rkh) 2> built || fail 'it was not linked' built
}

# compare WHAT COMMAND...
compare() {
	what=$1
	shift
	rm -f blinky.ptl
	record 0 "$what" -o blinky.ptl -- "$@"
	forms_of dump.rkh wanted -v
	forms_of blinky.ptl got -v
	same wanted got "the bytes and the log of $what"
	lacks 'lost' got
	"$posixtrace" convert -q --force -t rkh -o back.rkh blinky.ptl \
		2> err || fail "the log of $what was not written" err
	cmp dump.rkh back.rkh > err 2>&1 ||
		fail "the bytes and the export of $what differ" err
}

link_framework blinky
run 0 ./blinky
compare 'a framework' ./blinky 5
lines_are 31 got
has '^FWK_TCFG .*version=3.4.00 hz=1000 .*sender=0 .*sig=2 ' got
has '^TMR_TOUT .*t=timer/timer sig=signal/TIMEOUT ao=ao/blinky$' got
has '^SM_TRN .*ao=ao/blinky sst=state/led_off tst=state/led_on$' got
has '^SMA_GET .*nseq=5 rt=1000000000ns$' got
has '^USR_0 .*u32_0=4$' got

# Functions have addresses as wide as those of data: no record tells another width.
link_framework short_pointers
compare 'pointers of two bytes' ./short_pointers
has '^SM_EXE_ACT .*type=action/effect ao=ao/server st=0x4020 act=function/turn$' got
has '^FWK_EXE_FUN .*fn=function/turn$' got
has '^USR_0 .*fun_0=function/turn$' got
lines_are 6 got

# An earlier release has other ids, and fewer arguments.
link_framework blinky -DOLD -O2
rm -f blinky.ptl
record 0 'an earlier release' -o blinky.ptl -- ./blinky 5
forms_of dump.rkh wanted -v
forms_of blinky.ptl got -v
same wanted got 'the bytes and the log of an earlier release'
has '^FWK_TCFG .*version=2.4.05 ' got

# A damaged frame is told, and the next ones are there.
link_framework blinky -DDISTURBED
rm -f blinky.ptl
record 0 'a disturbed record' -o blinky.ptl -- ./blinky 5
has '^posixtrace: 1 event was lost in the program: its data could not be read$' err
has ' 1 lost$' err
tells_loss 1 'data of the program could not be read as an event' blinky.ptl
forms_of blinky.ptl got
lines_are 32 got

# Records that threads mix are damaged, and nothing else is. A race detector
# would tell of the framework's.
if ! finds_races; then
	link_framework lockless_threads -O2
	record 0 'mixed records' --policy loop -o lockless.ptl -- ./lockless_threads
	forms_of lockless.ptl got
	has '^USR_31 ' got
fi
finish
