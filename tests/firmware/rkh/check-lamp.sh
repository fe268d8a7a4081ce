#!/bin/sh
#
# check-lamp.sh - the example tells the same on Linux as its bytes do
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/rkh/rkh.sh"

lamp=$(tool examples/rkh_lamp) || exit 99
record 0 'the lamp' -o lamp.ptl -- "$lamp" lamp.rkh
has '^the lamp is on, and has had 80$' out
forms_of lamp.rkh wanted -v
forms_of lamp.ptl got -v
same wanted got 'the bytes and the log'
has '^USR_0 .*ut=user/CONSUMED .*u16_0=80 str_1=on$' got

# Figures and templates know the events.
"$posixtrace" stat --no-pager lamp.ptl > out 2> err
status_is 0 $? 'figures' err
has 'dispatch' out
has 'queued' out
finish
