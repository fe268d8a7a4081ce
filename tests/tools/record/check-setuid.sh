#!/bin/sh
#
# check-setuid.sh - a program with more privileges than its user's is traced by
# nobody, and ignores what its user says
. "${top_srcdir:?}/tests/tools/record/own-shm.sh"
. "${top_srcdir:?}/tests/tools/lib.sh"

[ "$(id -u)" -eq 0 ] || skip 'only root can be two users'
command -v setpriv > /dev/null || skip 'there is no setpriv'
nobody_reaches || skip 'other users do not reach this build'
chmod 711 .
mkdir -m 777 theirs
mkdir -m 700 run
chown 65534:65534 run

# Before a command: by nobody, who says where streams are.
nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
as_nobody="env POSIXTRACE_DIR=$work/run $nobody"

cp "$ticker" plain
cp "$ticker" privileged
chmod 755 plain
chmod 4755 privileged
$as_nobody ./plain -n 1 2> err || skip "another user cannot execute $ticker"
$as_nobody ./privileged -n 1000 &
target=$!
remember $target
is_roots() { grep -q '^Uid:[[:space:]]*65534[[:space:]]*0' /proc/$target/status; }
wait_for 'a privileged program' is_roots || {
	kill $target
	skip "$work is on a file system without set-user-id programs"
}
kill $target
wait $target 2> /dev/null

# start_ticker PROGRAM: as nobody
start_ticker() {
	rm -f theirs/counts
	$as_nobody "$@" -c theirs/counts > theirs/out 2> theirs/err &
	target=$!
	remember $target
	wait_for 'a ticker' both_tick theirs/counts
}

end_ticker() {
	kill -0 $target || fail 'the process was harmed'
	kill $target
	wait $target 2> /dev/null
}

# It makes nothing where its user says, nor is it led by him.
rm -rf run/*
start_ticker ./plain
[ -n "$(ls -A run)" ] || fail 'a plain program does not do what it is told'
end_ticker
rm -rf run/*
start_ticker ./privileged
[ -z "$(ls -A run)" ] || fail 'a privileged program does what it is told'

# Nor does it record itself for him: a plain one does.
wanted=0
for program in plain privileged; do
	rm -f theirs/self.ptl
	(cd theirs && POSIXTRACE=record,o=self.ptl $as_nobody ../$program -n 1)
	[ $program = plain ] || [ ! -e theirs/self.ptl ] ||
		fail 'a privileged program records itself'
	[ $program = privileged ] || [ -s theirs/self.ptl ] ||
		fail 'a plain program does not record itself'
done
rm -f theirs/self.ptl

# Its user cannot record it, and is told why.
cd theirs || exit 99
$as_nobody "$posixtrace" record -o it.ptl -p $target > ../out 2> ../err
status=$?
cd ..
status_is 5 $status 'recording a privileged program as its user' err
has "^posixtrace: privileged \($target\): Operation not permitted; it belongs to root" \
	err
lines_are 1 err
[ ! -e theirs/it.ptl ] || fail 'a log is left behind'
end_ticker

# Nor if he executes it: a plain one is recorded like that.
for program in plain privileged; do
	rm -f theirs/it.ptl theirs/counts
	$as_nobody "$posixtrace" record -q -o theirs/it.ptl -- ./$program -n 20 \
		-c theirs/counts > out 2> err
	status_is $wanted $? "recording $program" err
	wanted=6
	"$posixtrace" show theirs/it.ptl > $program.shown 2> err
done
has ' tick ' plain.shown
lacks ' tick ' privileged.shown

# A process that has given its privileges up is not its new user's, who might
# else look into what it had before. Root records it where that user is.
unset POSIXTRACE_DIR
if [ "$(cat /proc/sys/fs/suid_dumpable)" = 1 ]; then
	say 'SKIPPED: a process that was root: the kernel lets its user in'
elif command -v python3 > /dev/null; then
	python3 -c 'import os, time
os.setresgid(65534, 65534, 65534)
os.setresuid(65534, 65534, 65534)
time.sleep(60)' &
	target=$!
	remember $target
	gave_up() { grep -q '^Uid:[[:space:]]*65534' /proc/$target/status; }
	wait_for 'a process without privileges' gave_up
	cd theirs || exit 99
	$nobody "$posixtrace" record -o gone.ptl -p $target > ../out 2> ../err
	status=$?
	cd ..
	status_is 5 $status 'recording a process that was root' err
	has 'Operation not permitted; it belongs to root' err
	kill $target
	wait $target 2> /dev/null
	[ ! -e theirs/gone.ptl ] || fail 'a log is left behind'
else
	say 'SKIPPED: a process that was root: there is no python3'
fi

finish
