#!/bin/sh
#
# check-fleet.sh - a small fleet with accidents: all of it arrives, once
#
# make soak-fleet runs the large one.
. "${top_srcdir:?}/tests/tools/lib.sh"

finds_races && skip 'the race detector knows nothing of libnats'
COMMAND=$posixtrace WORDCOUNT=$wordcount TMPDIR=$work \
	"$top_srcdir/examples/fleet/fleet.sh" -n 3 -t 5 -P > said 2>&1
status=$?
[ $status -ne 77 ] || skip "$(sed -n 's/.*SKIPPED: //p' said)"
status_is 0 $status 'the fleet' said
for line in 'leader, .* is killed' 'gatherer . is killed' \
	'shipper of h. is killed' 'logs recorded, and gathered +[1-9]' \
	'^wrong +0$'; do
	has "$line" said
done

finish
