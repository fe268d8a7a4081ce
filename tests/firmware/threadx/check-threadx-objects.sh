#!/bin/sh
#
# check-threadx-objects.sh - objects that interrupts register and unregister are in
# the registry of ThreadX's buffer, whatever was interrupted
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/threadx/threadx.sh"

build late_objects

# all_are_there WHAT: once each, in the registry and in that of the next buffer
all_are_there() {
	none='missing 0, twice 0, left 0, wrong 0'
	printf '%s\n' "registry: $none" "remembered: $none" |
		diff - out > differ || fail "$1" differ
}

for i in 1 2 3; do
	timeout 100 ./late_objects untraced.trx > out || fail "status $?" out
	all_are_there 'not traced'
done
record 0 'late objects' -q -e USER_6000 --size=16M -o late.ptl -- ./late_objects late.trx
all_are_there 'traced'
"$posixtrace" info -v late.ptl > info 2> err
lacks 'objects_left_out' info
events late.ptl > log
[ "$(grep -c '^USER_6000 ' log)" -eq 3000 ] || fail 'events' log

# More than can be put off are missing, and told.
record 0 'too many objects' -q -e USER_6000 --size=16M -o burst.ptl -- \
	./late_objects burst.trx 100
"$posixtrace" info -v burst.ptl > info 2> err
told=$(sed -n 's/.* objects_left_out=\([0-9]*\).*/\1/p' info | tail -n 1)
has '^registry: missing [1-9][0-9]*, twice 0, left [0-9]*, wrong 0$' out
lost=$(sed -n 's/^registry: missing \([0-9]*\),.* left \([0-9]*\),.*/\1 + \2/p' \
	out)
[ "${told:-0}" -ge $((${lost:-1})) ] ||
	fail "of $lost lost changes ${told:-none} are told" info
finish
