#!/bin/sh
#
# check-soak.sh - a short soak: every event is accounted for
. "${top_srcdir:?}/tests/tools/lib.sh"

"$top_builddir/tests/soak/soak" -t 6 -d . > out 2> err
status_is 0 $? 'a soak of some seconds' err
has '^[1-9][0-9]* scenes, .* 0 misses$' out
cat out
finish
