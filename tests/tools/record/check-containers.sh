#!/bin/sh
#
# check-containers.sh - processes in PID namespaces of their own are listed,
# recorded, steered and read, from outside and by neighbours
. "${top_srcdir:?}/tests/tools/record/own-shm.sh"
. "${top_srcdir:?}/tests/tools/lib.sh"

unset POSIXTRACE_DIR
enter='unshare -Urpf --mount-proc'
$enter true 2> err || skip 'there are no user and PID namespaces to be had'
chmod 711 .
mkdir -m 777 theirs

# innermost PID: the last process at the end of a line of children
innermost() {
	while child=$(ps -o pid= --ppid "$1" | head -n 1 | tr -d ' ') &&
		[ -n "$child" ]; do
		set -- "$child"
	done
	echo "$1"
}

# target_is COMMAND...: it ticks in there
target_is() {
	rm -f theirs/counts
	"$@" "$ticker" -c theirs/counts > theirs/out 2> theirs/err &
	outermost=$!
	remember $outermost
	wait_for 'a ticker' both_tick theirs/counts
	target=$(innermost $outermost)
	remember "$target"
	inside=$(awk '/^NSpid:/ { print $NF }' "/proc/$target/status")
}

target_ends() {
	kill -KILL "$target"
	wait "$outermost" 2> /dev/null
}

# all_is_recorded WHAT COMMAND...: half a second of the target
all_is_recorded() {
	what=$1
	shift
	rm -f log.ptl err
	"$@" record -o log.ptl -p "$target" > out 2> err &
	recorder=$!
	remember $recorder
	wait_for "recording $what" grep -q '^posixtrace: tracing ' err
	before=$(counts theirs/counts | head -n 1)
	sleep 0.3
	after=$(counts theirs/counts | head -n 1)
	kill -INT $recorder
	wait $recorder
	status_is 0 $? "recording $what" err
	"$posixtrace" show log.ptl > shown 2> err2
	status_is 0 $? "showing the log of $what" err2
	seen=$(grep -Ec " ticker/[0-9]+ +tick +0 [0-9]+( |$)" shown)
	[ "$seen" -ge $((after - before)) ] ||
		fail "$what: $seen ticks, not all from $before to $after" err shown
}

# is_told_with_both WHAT
is_told_with_both() {
	"$posixtrace" ls processes > out 2> err
	has "^ *$target +$inside +[0-9]+ .* ticker " out
	"$posixtrace" info log.ptl > out 2> err
	has "^  program +ticker \($inside\)" out
	has "outside +process $inside of PID namespace [0-9]+ is $target outside" \
		out
	"$posixtrace" doctor -p "$target" > out 2> err
	has 'events defined: 1 ' out
	lacks 'opened no event' out
}

#
# From outside
#

target_is $enter
all_is_recorded 'a process in namespaces' "$posixtrace"
is_told_with_both 'a process in namespaces'

# Kernels before Linux 6.11 tell no numbers: they are searched for.
cat > old.c << 'END'
#include <errno.h>

int ioctl(int fd, unsigned long request, ...)
{
	(void)fd;
	(void)request;
	errno = ENOTTY;
	return -1;
}
END
if has_sanitizer || ! ${CC:-cc} -shared -fPIC -o old.so old.c 2> err; then
	say 'SKIPPED: older kernels: no library can be put before others'
else
	all_is_recorded 'a process in namespaces of an older kernel' \
		env LD_PRELOAD="$work/old.so" "$posixtrace"
fi

# Steering, while it is recorded.
rm -f log.ptl err
"$posixtrace" record -o log.ptl -p "$target" > out 2> err &
recorder=$!
remember $recorder
wait_for 'a recording' grep -q '^posixtrace: tracing ' err
"$posixtrace" ls streams -f csv > out 2> err2
stream=$(sed -n "s/^\([^,]*\),$target,.*/\1/p" out)
for deed in stop start clear flush; do
	"$posixtrace" $deed "$stream" > out 2> err2
	status_is 0 $? "$deed of stream $stream" err2
done
kill -INT $recorder
wait $recorder
status_is 0 $? 'a recording that was steered' err

# A command that goes there itself is not followed. While it is there its number
# is told, and that is what was in the way.
rm -f theirs/counts
"$posixtrace" record -o log.ptl --force -- $enter "$ticker" -c theirs/counts \
	> out 2> err &
recorder=$!
remember $recorder
wait_for 'a ticker that is not recorded' grep -q 'is not recorded; ' err
has '^posixtrace: ticker \([0-9]+\), which unshare has started, is in another PID namespace, and is not recorded; posixtrace record -p [0-9]+ records it$' err
departed=$(sed -n 's/.* record -p \([0-9]*\) records it$/\1/p' err)
remember "$departed"
"$posixtrace" record -q -d 100ms -o there.ptl -p "$departed" > out 2> err2
status_is 0 $? 'recording a process by the number that was told' err2
kill -KILL "$departed"
wait $recorder
[ "$(grep -c 'is not recorded; ' err)" -eq 1 ] || fail 'told again' err
has '^posixtrace: unshare: no event could be recorded: ticker \([0-9]+\), which it had started, was in another PID namespace' err
lacks 'lposixtrace' err

# It is watched.
timeout 60 "$posixtrace" show -F -p "$target" 2> err | sed -n 200q
target_ends

# One that is killed loses nothing that it had recorded, and stops no recorder.
target_is $enter
rm -f log.ptl
"$posixtrace" record -o log.ptl -p "$target" > out 2> err &
recorder=$!
remember $recorder
wait_for 'a recording' grep -q '^posixtrace: tracing ' err
sleep 0.2
target_ends
wait $recorder
status_is 0 $? 'recording a process that was killed' err
last=$(counts theirs/counts | head -n 1)
"$posixtrace" show log.ptl > shown 2> err
status_is 0 $? 'showing the log of a process that was killed' err
grep -Eq " tick +0 $((last - 1))( |$)| tick +0 $last( |$)" shown ||
	fail "tick $last of a process that was killed is not there" shown

#
# By neighbours that share a volume, and see nothing of each other
#

mkdir -m 700 volume
POSIXTRACE_DIR=$work/volume
export POSIXTRACE_DIR
target_is $enter
cat > neighbour << 'END'
"$posixtrace" record -q -o own.ptl -- true
number=$("$posixtrace" ls processes -f csv |
	awk -F, '$5 == "ticker" { print $1 }')
echo "$number" > number
exec "$posixtrace" record -d 300ms -o beside.ptl -p "$number"
END
export posixtrace
$enter sh neighbour > out 2> err
status_is 0 $? 'recording a neighbour' err
"$posixtrace" show beside.ptl > shown 2> err
status_is 0 $? 'showing the log of a neighbour' err
[ "$(grep -c ' tick ' shown)" -gt 100 ] || fail 'few ticks of a neighbour' shown
has ' ticker/[0-9]+ +tick ' shown
$enter "$posixtrace" doctor -p "$(cat number)" > out 2> err
has 'events defined: 1 ' out

# The neighbour's sweep left the file of the other, and that of the dead goes.
$enter "$posixtrace" ls > out 2> err
has ' ticker ' out
target_ends
$enter "$posixtrace" ls -a > out 2> err
lacks ' ticker ' out
[ -z "$(find volume -name '[0-9]*')" ] ||
	fail 'a dead process left its file to its neighbours'

# One that shares the PID namespace, and not the files.
unset POSIXTRACE_DIR
target_is $enter unshare -m
nsenter -t "$target" -U -p --preserve-credentials unshare -m sh -ec '
	mount -t proc proc /proc
	exec "$posixtrace" record -d 300ms -o inside.ptl -p "$1"' sh "$inside" \
	> out 2> err
status_is 0 $? 'recording from its own PID namespace' err
"$posixtrace" show inside.ptl > shown 2> err
has ' ticker/[0-9]+ +tick ' shown
target_ends

#
# Records itself, where there is hardly a place to do so
#

records_itself() {
	what=$1
	shift
	rm -f theirs/counts theirs/self.ptl
	"$@" --setenv POSIXTRACE 'record,o=theirs/self.ptl' \
		"$ticker" -n 200 -c theirs/counts > theirs/out 2> theirs/err
	status_is 0 $? "$what" theirs/err
	"$posixtrace" show theirs/self.ptl > shown 2> err
	status_is 0 $? "the log of $what" err
	check_ticks shown theirs/counts
	has ' ticker/[0-9]+ +tick ' shown
}

# Where /dev/shm is of no use, /tmp is used: not that of the machine, in which this
# build may be.
mkdir -m 1777 tmp
sandbox="bwrap --unshare-user --unshare-pid --dev-bind / / --proc /proc
	--bind $work/tmp /tmp --bind $top_builddir $top_builddir
	--bind $work $work --chdir $work"
if $sandbox true 2> err; then
	records_itself 'a process with a small /dev/shm' $sandbox \
		--size 67108864 --tmpfs /dev/shm
	small="$sandbox --size 67108864 --tmpfs /dev/shm $posixtrace record
		--flight=10s --save-on=exit -o theirs/flight.ptl"
	$small -- sh -c 'exit 3' > out 2> err
	status_is 125 $? 'a flight recorder larger than /dev/shm' err
	has '^posixtrace: cannot make a stream: .*; /dev/shm/.* has room for 6[0-9.]* MiB, and a smaller one may fit$' \
		err
	$small --max-mem=32M -- sh -c '"$0" -n 100; exit 3' "$ticker" > out 2> err
	status_is 3 $? 'a flight recorder that fits /dev/shm' err
	"$posixtrace" show theirs/flight*.ptl > shown 2> err
	has ' ticker/[0-9]+ +tick ' shown
	records_itself 'a process without /dev/shm' $sandbox --tmpfs /dev
	records_itself 'a process with a /dev/shm to read' $sandbox \
		--ro-bind /usr /dev/shm
	records_itself 'any user' $sandbox --uid 4321 --tmpfs /dev/shm

	target_is $sandbox --uid 4321 --tmpfs /dev
	all_is_recorded 'a process of any user without /dev/shm' "$posixtrace"
	is_told_with_both 'a process of any user'
	"$posixtrace" record -o steered.ptl -d 60s -p "$target" > out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'a recording' grep -q '^posixtrace: tracing ' err
	"$posixtrace" ls streams -f csv > out 2> err2
	stream=$(sed -n "s/^\([^,]*@[0-9]*\),$target,.*/\1/p" out)
	"$posixtrace" stop "$stream" > out 2> err2
	status_is 0 $? "stop of stream '$stream'" err2
	kill -INT $recorder
	wait $recorder
	status_is 0 $? 'a recording that was stopped' err
	target_ends

	# /proc is the one outside: numbers there are not the process's own.
	target_is bwrap --unshare-pid --dev-bind / /
	all_is_recorded 'a process with the /proc of others' "$posixtrace"
	is_told_with_both 'a process with the /proc of others'
	target_ends
else
	say 'SKIPPED: sandboxes: bwrap is not there, or not allowed'
fi

#
# Of a user who takes himself for root, where root's files are in the way
#

if [ "$(id -u)" -eq 0 ] && nobody_reaches; then
	nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
	"$posixtrace" record -q -o own.ptl --force -- true > out 2> err
	if $nobody $enter true 2> err; then
		target_is $nobody $enter
		all_is_recorded "nobody's process" "$posixtrace"
		mkdir -m 777 nobodys
		$nobody "$posixtrace" record -d 100ms -o nobodys/log.ptl \
			-p "$target" > out 2> err
		status_is 0 $? "recording nobody's process by nobody" err
		"$posixtrace" show nobodys/log.ptl > shown 2> err
		has ' tick ' shown
		target_ends
	fi
fi

finish
