#!/bin/sh
#
# check-pump.sh - the example records, and its templates serve both its logs
. "${top_srcdir:?}/tests/tools/lib.sh"

pump=$(tool examples/aix_pump) || exit 99
templates=$top_srcdir/examples/aix_pump.trcfmt

"$pump" > out
status_is 0 $? 'the pump' out
has '^470 kPa$' out
record 0 'the pump' -q -o pump.ptl -- "$pump"
"$pump" self > out
status_is 0 $? 'the pump itself' out
for log in pump.ptl trcfile; do
	"$posixtrace" show --no-symbols --templates="$templates" "$log" > shown
	[ "$(grep -c ' trc:010 .* pressure [0-9]* kPa of 500' shown)" -eq 40 ] ||
		fail "$log: pressures" shown
	has ' trc:011 .* valve 1 open' shown
	has ' trc:012:chan0 .* remark 2 turn at 505 kPa' shown
done
"$posixtrace" info trcfile > info
has 'the pump itself' info
finish
