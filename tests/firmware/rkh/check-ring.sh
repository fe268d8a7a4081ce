#!/bin/sh
#
# check-ring.sh - rings of all sizes have the newest bytes, and streams each
# record
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/rkh/rkh.sh"

for bytes in 1 2 7 254 255 2048; do
	build ring ring.c -DBYTES=$bytes
	rm -f ring.ptl
	record 0 "a ring of $bytes" -o ring.ptl -- ./ring
	# Bytes that are no records are told.
	has ' 5 lost$' err
	forms_of ring.ptl log -e 'USR_0*'
	sed -i '/^1 event lost/d' log
	awk '$1 != "USR_0" || $3 != "u32_0=" NR - 1 { exit 1 }' log ||
		fail "a ring of $bytes: records are missing" log
	lines_are 10 log
	# Those that were made by functions, with and without bytes between.
	forms_of ring.ptl log -e 'USR_1,USR_2,USR_4'
	has '^USR_1 .*u16_0=32381$' log
	lacks '^USR_2' log
	has '^USR_4 .* mem_39=' log
done
for bytes in 0 2049; do
	! ${CC:-cc} -fsyntax-only -DBYTES=$bytes "-I$programs" \
		$(pkg-config --cflags posixtrace-rkh) "$programs/ring.c" \
		2> err || fail "a ring of $bytes was built"
	has 'RKH_CFG_TRC_SIZEOF_STREAM' err
done

# Units that differ are told, and the first one counts.
cat > other.c << 'EOF'
#include "rkh.h"
EOF
# shellcheck disable=SC2046
${CC:-cc} $(sanitizer) "-I$programs" $(pkg-config --cflags posixtrace-rkh) \
	-DBYTES=2048 -DFILTERS=0 -c -o other.o other.c || fail 'a unit was not built'
build ring ring.c -DBYTES=2048 -x none other.o -x c
run 0 ./ring
has 'units of the program have different rkhcfg.h' err

# Those of a plugin count until it is unloaded: its stamps are not there any more.
for plugin in one other; do
	build $plugin.so plugin.c -shared -fPIC -DSIZE=$(($(printf $plugin | wc -c) * 9999))
done
# shellcheck disable=SC2046
${CC:-cc} $(sanitizer) -o host "$programs/plugins.c" $(pkg-config --libs posixtrace-rkh) ||
	fail 'the host of plugins was not built'
run 0 ./host ./one.so ./other.so ./one.so

# Names of numbers that are wider than their place: the bytes behind that are the
# name's.
mkdir narrow
sed 's/SIZEOF_PTR 32u/SIZEOF_PTR 16u/' "$programs/rkhcfg.h" > narrow/rkhcfg.h
has 'SIZEOF_PTR 16u' narrow/rkhcfg.h
cat > narrow/names.c << 'EOF'
#include <stdio.h>
#include "rkh.h"

RKH_TS_T rkh_trc_getts(void)
{
	return 0;
}

void rkh_trc_flush(void)
{
}

void rkh_hook_putTrcEvt(void)
{
}

int main(void)
{
	rui16_t n = 200;
	rui8_t *block;

	rkh_trc_init();
	RKH_TR_FWK_OBJ_NAME((void *)0x12345678, "AAAA");
	RKH_TR_FWK_EPOOL(257, "BBBB");
	block = rkh_trc_get_block_np(&n);
	for (unsigned i = 0; i < n; i++)
		printf("%02x", block[i]);
	printf("\n");
	return 0;
}
EOF
# shellcheck disable=SC2046
${CC:-cc} $(sanitizer) -Inarrow $(pkg-config --cflags posixtrace-rkh) \
	-DBYTES=2048 -DWIDE -o names narrow/names.c $(pkg-config --libs posixtrace-rkh) 2> built ||
	fail 'a program with narrow addresses was not built' built
./names > bytes 2> err || fail 'names of narrow addresses' err
has '78564141414100' bytes
has '014242424200' bytes
finish
