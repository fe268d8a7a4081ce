#!/bin/sh
#
# check-port.sh - a port of a kernel to this machine, from elsewhere, records into
# streams when it is linked again
#
# POSIXTRACE_LITEOS_PORT names a folder with the objects of a program that was
# built from a checkout, *.o, and POSIXTRACE_LITEOS_LAYOUT the layout of its
# frames, as in m32,core.
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

[ -n "${POSIXTRACE_LITEOS_PORT-}" ] ||
	skip 'POSIXTRACE_LITEOS_PORT names no folder with objects of a port'
[ -n "${POSIXTRACE_LITEOS_LAYOUT-}" ] ||
	skip 'POSIXTRACE_LITEOS_LAYOUT does not say how its frames are laid out'

# shellcheck disable=SC2046
$CC $(sanitizer) -o port "$POSIXTRACE_LITEOS_PORT"/*.o \
	$(pkg-config --variable=wrap posixtrace-liteos) -pthread 2> built ||
	fail 'the port was not linked' built
"$posixtrace" record -o port.ptl -- ./port > out 2> err
events_of port.ptl shown_port
[ -s shown_port ] || fail 'it recorded nothing' err out
lacks '^TYPE_OTHER' shown_port
finish
