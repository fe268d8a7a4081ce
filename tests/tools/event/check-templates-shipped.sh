#!/bin/sh
#
# check-templates-shipped.sh - the events of other systems have templates, which
# say what is shown without them
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/event/views.sh"

make_templates=$(tool tests/format/make_templates) || exit 99
samples=$top_srcdir/tests/data

made threadx
made liteos
made rkh
"$make_templates" > shown 2> err
status_is 2 $? 'make_templates without a system' err

agrees "$samples"/threadx/ulong64-basic.trx
agrees "$samples"/threadx/cross-4gib.trx
agrees "$samples"/threadx/sched-bigendian.trx
agrees "$samples"/threadx/demo_threadx.trx
agrees "$samples"/threadx/init-only.trx
agrees "$samples"/threadx/priority-1024-levels.trx --hook=USER_5000=DFF0
agrees "$samples"/threadx/dirty-memory.trx
agrees "$samples"/threadx/filter-changes.trx
agrees "$samples"/threadx/filter-changes-asciihex.txt
agrees "$samples"/threadx/filter-changes-intelhex.hex
agrees "$samples"/threadx/filter-changes-srecord.mot
agrees "$samples"/threadx/name-size-30.trx
agrees "$samples"/threadx/one-entry.trx
agrees "$samples"/threadx/registry-odd-names.trx
agrees "$samples"/threadx/truncated-events.trx
agrees "$samples"/liteos/a32-default-partial.hex
agrees "$samples"/liteos/damaged-flipped.tlv
agrees "$samples"/liteos/m32-objs-partial.dump.tlv
agrees "$samples"/liteos/synthetic-be-a32-ext.raw
agrees "$samples"/liteos/a32-ooo-wrapped.raw
agrees "$samples"/liteos/a32-ext-allmods.raw
agrees "$samples"/liteos/l64-ext-smp4.raw
agrees "$samples"/liteos/m32-default-wrapped.raw
agrees "$samples"/liteos/m32-default-wrapped.txt
agrees "$samples"/liteos/m32-al4-p4.raw
agrees "$samples"/liteos/a64-online-nopid.tlv
agrees "$samples"/liteos/a32-online-2sessions.tlv
agrees "$samples"/rkh/all-std.bin
agrees "$samples"/rkh/long-frames.bin
agrees "$samples"/rkh/ptr64-lie.bin
agrees "$samples"/rkh/two-sessions.bin
agrees "$samples"/rkh/odd-frames.bin
agrees "$samples"/rkh/overrun-128.bin
agrees "$samples"/rkh/split-symbols.bin

# A stamp of two bytes is not usual: better nothing than another value.
printf '\176\002\000\001\000\020\040\000\040\007\246\176' > narrow.bin
"$posixtrace" show --from rkh -o ts=2 narrow.bin > shown 2> err
has ' MP_PUT +mp=0x20002010 nfree=7$' shown
"$posixtrace" show --templates --from rkh -o ts=2 narrow.bin > shown 2> err
has ' MP_PUT +\[not of the usual widths\]$' shown

# So it is where a text follows, whose length nobody knows: FWK_ACTOR has an
# address and a name. Words of 16 bits are none that a template can have.
narrow() {
	# shellcheck disable=SC2059
	printf "$1" > narrow.bin
	"$posixtrace" show --no-symbols --templates --from rkh -o "$2" \
		narrow.bin > shown 2> err
	has "$3" shown
}

narrow '\176\264\000\005\000\170\126\064\022\141\142\000\160\176' \
	ts=2 ' FWK_ACTOR +\[not of the usual widths\]$'
narrow '\176\264\000\005\000\000\000\064\022\141\142\000\076\176' \
	ptr=2 ' FWK_ACTOR +obj=actor/ab nm=ab$'
narrow '\176\264\000\005\000\000\000\170\126\064\022\000\000\000\000\141\142\000\160\176' \
	ptr=8 ' FWK_ACTOR +obj=0x0000000012345678 nm=ab$'

# They are of their systems: a program here may have events of such names.
"$posixtrace" fmt show MEM_ALLOC > shown 2> err
has '^#!posix event "MEM_ALLOC" hook E0[0-9A-F]{2} kind=words system=LiteOS$' shown

finish
