#!/bin/sh
#
# check-kill.sh - programs and controllers are killed, and nothing is missing
#
# What make soak-kill does for as long as one likes, for some seconds.
set -u

kill_lab=${top_builddir:?}/tests/soak/kill
[ -x "$kill_lab" ] || {
	echo "check-kill.sh: FAILED: there is no $kill_lab: build it first"
	exit 99
} >&2

TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/posixtrace-test.XXXXXX") || exit 99
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# A sanitizer makes twenty instructions of each, and needs a while to begin.
step=30
! ldd "$kill_lab" | grep -Eq 'lib[at]san' || step=1500

failures=0
while read -r mode number; do
	"$kill_lab" "$mode" "$number" || failures=$((failures + 1))
done << END
program 30
controller 30
both 15
calls 60
step $step
END

# One time in ten RESUME once stood behind events that had been there before it:
# of a look that took longer than the threads to overwrite everything.
i=0
while [ $i -lt 40 ]; do
	"$kill_lab" -s 50126 both 1 > "$TMPDIR/told" || {
		cat "$TMPDIR/told"
		failures=$((failures + 1))
	}
	i=$((i + 1))
done

[ "$failures" -eq 0 ]
