#!/bin/sh
#
# check-permission.sh - a process of somebody else is not recorded
. "${top_srcdir:?}/tests/tools/lib.sh"

[ "$(id -u)" -eq 0 ] || skip 'only root can be two users'
command -v setpriv > /dev/null || skip 'there is no setpriv'
nobody_reaches || skip 'other users do not reach this build'

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

# A folder that is not safe is not used, and it is said which.
# is_refused DIRECTORY LINE: with that folder nothing is recorded
is_refused() {
	rm -f unsafe.ptl
	env POSIXTRACE_DIR="$1" timeout 120 "$posixtrace" record \
		-o unsafe.ptl -p $target \
		> out 2> err
	status_is 5 $? "recording with POSIXTRACE_DIR=$1" err
	has "^posixtrace: $2" err
	[ ! -e unsafe.ptl ] || fail "$1: a log is left behind"
	env POSIXTRACE_DIR="$1" "$posixtrace" record -o unsafe.ptl -- true \
		> out 2> err
	status_is 125 $? "recording a command with POSIXTRACE_DIR=$1" err
	has "^posixtrace: $2" err
}

why="Operation not permitted: [^;]*; it has to be a directory of the process's user, with mode 0700, and no link"
mkdir -m 700 safe others
chown 65534 others
ln -s safe link
: > file
mkdir -m 750 group
is_refused safe "safe: Operation not permitted: it is no absolute path; "
is_refused "$work/link" "$work/link: $why$"
is_refused "$work/link/" "$work/link: $why$"
is_refused "$work/others" "$work/others: $why$"
is_refused "$work/group" "$work/group: $why$"
is_refused "$work/file" "$work/file: $why$"

# A program that records itself tells the same, and goes on; and nobody looks for
# a recorder there.
# Recorders of other tests are out of sight.
alone=
unshare -fp --mount-proc true 2> err && alone='unshare -fp --mount-proc'
for dir in safe "$work/group" "$work/file" "$work/link"; do
	POSIXTRACE_DIR=$dir POSIXTRACE=record,o=unsafe.ptl "$ticker" -n 1 \
		> out 2> err
	status_is 0 $? "a program in $dir" err
	has "^posixtrace: POSIXTRACE: $dir: it(s mode)? is " err
	[ ! -e unsafe.ptl ] || fail "$dir: a log is left behind"
	POSIXTRACE_DIR=$dir $alone "$posixtrace" snapshot > out 2> err
	status_is 5 $? "snapshot in $dir" err
	has "^posixtrace: $dir: Operation not permitted: " err
done
used=$(find safe others group -mindepth 1)
[ -z "$used" ] || fail "a folder that was refused was used: $used"
kill -0 $target || fail "the process was harmed"

# What is there is out of anybody else's reach, seen from inside and outside.
dir=$(ls -d "${POSIXTRACE_DIR:?}")
"$posixtrace" record -q -o whole.ptl -p $target 2> err &
recorder=$!
remember $recorder
has_stream() { [ -e "$dir/stream-0" ]; }
wait_for 'a stream' has_stream
wrong=$(find "$dir" -type f ! -perm 600; find "$dir" -type f ! -uid 0)
[ -z "$wrong" ] || fail "not root's alone: $wrong"
[ "$(stat -c %u:%a "$dir")" = 0:700 ] || fail "the folder is not root's alone"
as_nobody ls "$dir" > out 2> err && fail 'anybody can list the folder' out
for file in "$dir"/*; do
	as_nobody cat "$file" > out 2> err && fail "anybody can read $file"
done
kill -INT $recorder
wait $recorder

# A folder that somebody else has made before its user is of no use, but does
# no harm: to root neither.
if command -v unshare > /dev/null &&
	unshare -m mount -t tmpfs none /dev/shm 2> err; then
	unshare -m sh -ec 'mount -t tmpfs -o mode=1777 none /dev/shm
		mkdir -m 700 /dev/shm/posixtrace-0
		chown 65534 /dev/shm/posixtrace-0
		unset POSIXTRACE_DIR
		"$@" && exit 1
		ls -A /dev/shm/posixtrace-0' sh "$posixtrace" record \
		-o unsafe.ptl -- true > out 2> err
	status_is 0 $? "recording with a folder that was there before" err
	has "^posixtrace: /dev/shm/posixtrace-0: $why$" err
	[ ! -s out ] || fail 'a folder that was there before was used' out
else
	say 'SKIPPED: a folder that was there before: there is no unshare'
fi

finish
