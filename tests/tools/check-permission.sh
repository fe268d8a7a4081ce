#!/bin/sh
#
# check-permission.sh - a process of somebody else is not recorded
. "${top_srcdir:?}/tests/tools/lib.sh"

[ "$(id -u)" -eq 0 ] || skip 'only root can be two users'
command -v setpriv > /dev/null || skip 'there is no setpriv'

chmod 711 .
mkdir -m 700 run theirs
chown 65534:65534 run theirs

# as_nobody COMMAND...: a user with a runtime directory of its own
as_nobody() {
	env POSIXTRACE_DIR="$work/run" setpriv --reuid=65534 --regid=65534 \
		--clear-groups "$@"
}

as_nobody "$posixtrace" --version > out 2> err ||
	skip "another user cannot execute $posixtrace"

"$ticker" -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts

cd theirs || exit 99
as_nobody "$posixtrace" record -p $target > ../out 2> ../err
status=$?
cd ..
status_is 5 $status "recording a process of root's as nobody" err
has "^posixtrace: [a-z-]*ticker \($target\): Operation not permitted; it belongs to root" \
	err
lines_are 1 err
[ -z "$(ls theirs)" ] || fail "a log is left behind"
kill -0 $target || fail "the process was harmed"

# Nor is the log of somebody else shown, or a directory written that is not
# ours.
"$posixtrace" record -q -o mine.ptl -- true
as_nobody "$posixtrace" show mine.ptl > out 2> err
status_is 5 $? "showing root's log as nobody" err
has '^posixtrace: mine.ptl: Permission denied$' err
as_nobody "$posixtrace" record -o their.ptl -- true > out 2> err
status_is 125 $? 'recording into a directory of root as nobody' err

finish
