#!/bin/sh
#
# check-kill.sh - a program is killed: every event it had recorded is there
. "${top_srcdir:?}/tests/tools/lib.sh"

# At a pace that no stream is too small for
for pause in 1000 200; do
	rm -f counts k.ptl
	"$posixtrace" record -o k.ptl -- "$ticker" -u $pause -c counts \
		> out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'a ticker' both_tick counts
	sleep 0.4
	target=$(sed -n 's/.*tracing .* (\([0-9]*\)),.*/\1/p' err)
	kill -KILL "$target"
	wait $recorder
	status_is 137 $? 'recording a program that is killed' err
	has '  0 lost$' err

	"$posixtrace" show k.ptl > shown 2> err
	status_is 0 $? 'showing the log of a program that was killed' err
	check_ticks shown counts
done

# As fast as it can: what found no room must be told as lost
rm -f counts
"$posixtrace" record -o fast.ptl -- "$ticker" -u 0 -c counts > out 2> err &
recorder=$!
remember $recorder
wait_for 'a ticker' both_tick counts
kill -KILL "$(sed -n 's/.*tracing .* (\([0-9]*\)),.*/\1/p' err)"
wait $recorder
status_is 137 $? 'recording a program killed at full speed' err
"$posixtrace" show fast.ptl > shown 2> err2
status_is 0 $? 'showing the log of a program killed at full speed' err2
if grep -q '  0 lost$' err; then
	check_ticks shown counts
else
	has ' events? lost \(stream full\)' shown
fi

finish
