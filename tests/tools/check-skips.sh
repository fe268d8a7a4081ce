#!/bin/sh
#
# check-skips.sh - a test that fails, and then skips the rest, has failed
. "${top_srcdir:?}/tests/tools/lib.sh"

# play STATUS WHAT COMMAND...: a test of these lines; into out
play() {
	wanted_status=$1
	what=$2
	shift 2
	{
		printf '. "$top_srcdir/tests/tools/lib.sh"\n'
		printf '%s\n' "$@" finish
	} > played.sh
	sh played.sh > out 2>&1
	status_is "$wanted_status" $? "$what" out
}

play 0 'a test without a failure' true
play 1 'a test with a failure' "fail 'one'"
play 77 'a test that skips all' "skip 'not here'"
has '^played.sh: SKIPPED: not here$' out
play 1 'a test that skips after a failure' "fail 'one'" "skip 'not here'"
has '^played.sh: FAILED: one$' out
has '^played.sh: SKIPPED: not here$' out

finish
