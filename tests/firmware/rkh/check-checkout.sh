#!/bin/sh
#
# check-checkout.sh - RKH's own demonstration is recorded: names, order and counts
# are those of the file that it writes
#
#	POSIXTRACE_RKH		a checkout of RKH
#	POSIXTRACE_RKH_OPTIONS	options of its cmake
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/rkh/rkh.sh"

[ -n "${POSIXTRACE_RKH:-}" ] ||
	skip 'POSIXTRACE_RKH is not set: no checkout of RKH'
[ -d "$POSIXTRACE_RKH" ] || skip "$POSIXTRACE_RKH is not there"
command -v cmake > /dev/null || skip 'cmake is not installed'

# The demonstration's own description of its build takes the framework from
# RKH_BASE, and the parts for Linux with RKH_DEV_BUILD.
export RKH_BASE="$POSIXTRACE_RKH"
# shellcheck disable=SC2086
cmake -S "$RKH_BASE/demo/80x86/blinky" -B built -DRKH_DEV_BUILD=ON \
	${POSIXTRACE_RKH_OPTIONS:-} \
	"-DCMAKE_C_STANDARD_LIBRARIES=$(pkg-config --variable=wrap posixtrace-rkh)" \
	> configured 2>&1 && cmake --build built > made 2>&1 || {
	fail 'it was not built' configured made
	finish
}
demo=$(find built -type f -iname 'blinky*' -perm -u+x | head -n 1)
[ -n "$demo" ] || {
	fail 'there is no blinky' made
	finish
}
timeout -s INT 20 "$posixtrace" record -q -o blinky.ptl -- \
	timeout -s INT 10 "$demo" -f blinky.rkh > out 2> err
forms_of blinky.rkh wanted
forms_of blinky.ptl got
has '^FWK_(AO|STATE|TIMER|SIG) ' got
# The file ends with the last bytes that were sent.
head -n "$(wc -l < wanted)" got > begun
same wanted begun 'the file and the log'
finish
