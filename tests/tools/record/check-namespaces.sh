#!/bin/sh
#
# check-namespaces.sh - root records processes with mounts, roots and users of
# their own
. "${top_srcdir:?}/tests/tools/record/own-shm.sh"
. "${top_srcdir:?}/tests/tools/lib.sh"

[ "$(id -u)" -eq 0 ] || skip 'only root can record others'
command -v setpriv > /dev/null || skip 'there is no setpriv'
nobody_reaches || skip 'other users do not reach this build'
unset POSIXTRACE_DIR
syscall_filter=$(tool tests/tools/record/syscall_filter)
nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
shm='mount -t tmpfs -o mode=1777 posixtrace-test'

# What they all end with; the command keeps the number.
become='echo $$ > theirs/pid; exec "$@"'

# aside COMMAND...: with mounts of its own, and a /dev/shm that nobody else has
aside() {
	unshare -m sh -ec "$shm /dev/shm; $become" sh "$@"
}

chmod 711 .
mkdir -m 777 theirs
aside true 2> err || skip 'there are no mount namespaces to be had'

# target_is COMMAND...: it ticks into theirs/counts
target_is() {
	rm -f theirs/counts theirs/pid
	"$@" > theirs/out 2> theirs/err &
	shell=$!
	wait_for 'a ticker' both_tick theirs/counts
	target=$(cat theirs/pid)
	remember "$target"
}

target_ends() {
	kill "$target"
	wait "$shell" 2> /dev/null
}

# record_it WHAT: half a second of the target, all of it
record_it() {
	rm -f log.ptl err
	"$posixtrace" record -o log.ptl -p "$target" > out 2> err &
	recorder=$!
	remember $recorder
	wait_for "recording $1" grep -q '^posixtrace: tracing ' err
	before=$(counts theirs/counts | head -n 1)
	sleep 0.3
	after=$(counts theirs/counts | head -n 1)
	kill -INT $recorder
	wait $recorder
	status_is 0 $? "recording $1" err
	"$posixtrace" show log.ptl > shown 2> err2
	status_is 0 $? "showing the log of $1" err2
	seen=$(grep -Ec ' tick +0 [0-9]+( |$)' shown)
	[ "$seen" -ge $((after - before)) ] ||
		fail "$1: $seen ticks, not all from $before to $after" err shown
	[ "$(stat -c %u:%a log.ptl)" = 0:600 ] ||
		fail "$1: the log is not root's alone"
}

# as_before: nothing has come into our own /dev/shm
listing() { ls -A /dev/shm | grep -v '^posixtrace-test\.'; }
as_before() {
	kept=$(listing | grep -x "posixtrace-[0-9]*")
	[ "$kept" = "$ours" ] || fail "$1: left in our own /dev/shm: $kept"
}

# The folder of who records is made once, for good.
"$posixtrace" record -q -o first.ptl -- true > out 2> err
ours=$(listing | grep -x "posixtrace-[0-9]*")
[ "$ours" = posixtrace-0 ] || fail "recording makes '$ours'" err

#
# Mounts of its own
#

target_is aside $nobody "$ticker" -c theirs/counts
record_it "nobody's process with a /dev/shm of its own"
as_before "nobody's process"
owner=$(stat -c %u:%a "/proc/$target/root/dev/shm/posixtrace-65534")
[ "$owner" = 65534:700 ] || fail "the folder of nobody's process is $owner"
wrong=$(find "/proc/$target/root/dev/shm/posixtrace-65534" -type f \
	! \( -uid 65534 -perm 600 \))
[ -z "$wrong" ] || fail "not nobody's alone: $wrong"
target_ends

target_is aside "$ticker" -c theirs/counts
record_it "root's process with a /dev/shm of its own"
as_before "root's process"
target_ends

# A service manager's filter may deny the call that finds the folder there.
if "$syscall_filter" true; then
	unfiltered=$posixtrace
	posixtrace=$work/filtered-posixtrace
	printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$syscall_filter" "$unfiltered" \
		> "$posixtrace"
	chmod +x "$posixtrace"
	target_is aside "$ticker" -c theirs/counts
	record_it 'a process elsewhere, under a filter'
	target_ends
	posixtrace=$unfiltered
else
	say 'SKIPPED: filters of system calls are not to be had'
fi

rm -f inside.ptl theirs/counts
aside "$posixtrace" record -o inside.ptl -- "$ticker" -n 50 \
	-c theirs/counts > out 2> err
status_is 0 $? 'recording a command there' err
"$posixtrace" show inside.ptl > shown 2> err
check_ticks shown theirs/counts

#
# A root of its own
#

# A dynamic linker, and all that the program is linked with.
mkdir -p root/dev/shm root/proc root/theirs
cp "$ticker" root/ticker
ldd "$ticker" | grep -o '/[^ )]*' | while read -r library; do
	mkdir -p "root${library%/*}"
	cp -L "$library" "root$library"
done

# in_chroot SHM COMMAND...: SHM mounts what is to be at root/dev/shm
in_chroot() {
	mounting=$1
	shift
	unshare -m sh -ec "$mounting; mount -t proc proc root/proc
		$become" sh "$@"
}

target_is in_chroot "$shm root/dev/shm; mount --bind theirs root/theirs" \
	chroot --userspec=65534:65534 "$work/root" /ticker -c /theirs/counts
record_it 'a process in a chroot'
as_before 'a process in a chroot'
target_ends

# A command that is put into a chroot finds its stream if it finds our /dev/shm.
rm -f inside.ptl theirs/counts
in_chroot "$shm /dev/shm; mount --bind /dev/shm root/dev/shm
	mount --bind theirs root/theirs" "$posixtrace" record -o inside.ptl -- \
	chroot "$work/root" /ticker -n 50 -c /theirs/counts > out 2> err
status_is 0 $? 'recording a command in a chroot' err
"$posixtrace" show inside.ptl > shown 2> err
check_ticks shown theirs/counts

# What is a link there leads to nothing of ours.
mkdir -m 1777 outside
rmdir root/dev/shm
ln -s "$work/outside" root/dev/shm
target_is in_chroot 'mount --bind theirs root/theirs' \
	chroot --userspec=65534:65534 "$work/root" /ticker -c /theirs/counts
"$posixtrace" record -o link.ptl -p "$target" > out 2> err
[ $? -ne 0 ] || fail 'a link out of a chroot was followed' err
[ -z "$(ls -A outside)" ] || fail 'a link out of a chroot was filled in' err
kill -0 "$target" || fail 'the process was harmed'
target_ends

#
# Users of its own: it takes itself for root, and its folder for root's
#

as_other_root() {
	$nobody unshare -Urm sh -ec "$shm /dev/shm; $become" sh "$@"
}

rm -f theirs/pid
if as_other_root true 2> err; then
	target_is as_other_root "$ticker" -c theirs/counts
	record_it 'a process with users of its own'
	as_before 'a process with users of its own'
	target_ends
else
	say 'SKIPPED: users of its own: there are no user namespaces'
fi

finish
