#!/bin/sh
#
# check-lttng.sh - what LTTng-UST records now is what posixtrace shows
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q 'with libbabeltrace2' ||
	skip 'built without libbabeltrace2'
for program in python3 babeltrace2 lttng lttng-sessiond; do
	command -v $program > /dev/null || skip "there is no $program"
done

here=$top_srcdir/tests/tools/source/ctf
${CC:-cc} -I"$here" -o ust_orders "$here/ust_orders.c" -llttng-ust -ldl \
	-lpthread 2> err || skip "the program cannot be built: $(head -n 1 err)"

# The daemon of the superuser is the system's; another user has one of their
# own.
as=
if [ "$(id -u)" -eq 0 ]; then
	command -v setpriv > /dev/null || skip 'there is no setpriv'
	as='setpriv --reuid=65534 --regid=65534 --clear-groups'
fi
mkdir home
chmod 755 . home
[ -z "$as" ] || chown 65534:65534 . home
LTTNG_HOME=$work/home
HOME=$LTTNG_HOME
export LTTNG_HOME HOME

# as_user COMMAND...
as_user() {
	$as "$@"
}

# The daemon itself, without a shell between it and us, and the consumers that it
# starts and ends.
(exec $as lttng-sessiond --no-kernel > daemon.out 2>&1) &
daemon=$!
trap 'kill "$daemon" 2> /dev/null; wait "$daemon"; clean_up' EXIT
wait_for 'the session daemon' as_user lttng --no-sessiond list ||
	skip "lttng-sessiond does not answer: $(tail -n 1 daemon.out)"

lttng_does() {
	as_user lttng --no-sessiond "$@" > lttng.out 2>&1 ||
		skip "lttng $*: $(tail -n 1 lttng.out)"
}

# records NAME "OPTION..." ARGUMENT...: a session of ust_orders
records() {
	name=$1
	options=$2
	shift 2
	lttng_does create "$name" -o "$work/$name"
	# shellcheck disable=SC2086
	lttng_does enable-channel -u $options channel
	lttng_does enable-event -u -a -c channel
	lttng_does add-context -u -c channel -t vpid -t vtid -t procname -t ip
	lttng_does start
	as_user ./ust_orders "$@" || fail 'ust_orders'
	lttng_does stop
	lttng_does destroy "$name"
}

# agrees NAME: babeltrace2 and posixtrace say the same of a trace
agrees() {
	babeltrace2 --clock-seconds --no-delta "$1" > theirs 2> warnings
	cat warnings >> theirs
	"$posixtrace" show -f json "$1" > ours 2> err
	status_is 0 $? "show $1" err
	python3 "$here/compare.py" theirs ours > why 2>&1 ||
		fail "$1: posixtrace and babeltrace2 differ" why
	/usr/bin/python3 -c 'import bt2' 2> /dev/null || return
	/usr/bin/python3 "$here/bt2_compare.py" "$1" ours > why 2>&1 ||
		fail "$1: posixtrace and the module bt2 differ" why
}

records whole '--subbuf-size=256k --num-subbuf=4' 1000
agrees whole
[ "$(grep -c '"name":"orders:' ours)" -eq 2000 ] ||
	fail 'some of 2000 events are not there'

# Its clock is that of logs of this machine
"$posixtrace" record -q -o own.ptl -- "$ticker" -n 5 2> err
"$posixtrace" merge whole own.ptl -o merged.ptl 2> err
status_is 0 $? 'merge whole own.ptl' err
lacks 'clock offset' err
"$posixtrace" show -f json merged.ptl 2> err | grep -c '"name":"orders:' > count
grep -qx 2000 count || fail 'some events are not in the merged log' count

# Small buffers lose events, whose number is known
records lossy '--subbuf-size=4k --num-subbuf=2' 100000
agrees lossy
seen=$(grep -c '"name":"orders:' ours)
lost=$(sed -n 's/.*"lost":\([0-9]*\),.*/\1/p' ours |
	awk '{ sum += $1 } END { print sum + 0 }')
[ $((seen + lost)) -eq 200000 ] ||
	fail "$seen events and $lost lost are not 200000"

# LTTng's own helper for mutexes fills the table of locks
helper=liblttng-ust-pthread-wrapper.so
LD_PRELOAD=$helper true 2> err
if [ -s err ]; then
	say "no $helper: $(head -n 1 err)"
else
	lttng_does create locks -o "$work/locks"
	lttng_does enable-event -u -a
	lttng_does add-context -u -t vpid -t vtid -t procname
	lttng_does start
	as_user env LD_PRELOAD=$helper ./ust_orders 100 lock
	lttng_does destroy locks
	agrees locks
	"$posixtrace" stat --no-pager locks > out 2> err
	has '^SPAN lock: ' out
	has '^mutex/(mutex|0x[0-9a-f]+) +100 ' out
fi

# Its helpers for functions and shared objects fill a flame graph with names, also
# those of an object that is loaded in the place of another one
helper='liblttng-ust-cyg-profile.so liblttng-ust-dl.so'
LD_PRELOAD="$helper" true 2> err
if [ -s err ]; then
	say "no $helper: $(head -n 1 err)"
elif ! "$posixtrace" --version | grep -q 'with libdw'; then
	say 'built without libdw'
else
	for part in first second; do
		${CC:-cc} -g -finstrument-functions -fPIC -shared -D"PART=$part" \
			-o "lib$part.so" "$here/ust_part.c" 2> err ||
			fail "lib$part.so" err
	done
	${CC:-cc} -g -finstrument-functions -o ust_functions \
		"$here/ust_functions.c" -ldl 2> err || fail 'ust_functions' err
	lttng_does create functions -o "$work/functions"
	lttng_does enable-event -u -a
	lttng_does add-context -u -t vpid -t vtid -t procname -t ip
	lttng_does start
	as_user env LD_PRELOAD="$helper" ./ust_functions ./libfirst.so \
		./libsecond.so ./libfirst.so > err || fail 'ust_functions' err
	lttng_does destroy functions
	agrees functions
	sed -n 's/.*:func_entry".*"func":"\([^"]*\)".*/\1/p' ours |
		tr '\n' ' ' > names
	[ "$(cat names)" = 'main work first work second work first ' ] ||
		fail 'functions have other names' names
	"$posixtrace" convert -q functions -t folded -o by=count -o folded 2> err
	status_is 0 $? 'convert -t folded' err
	has '^ust_functions/[0-9]+;main;work;second 1$' folded
	has '^ust_functions/[0-9]+;main;work;first 2$' folded
	# Buffers of processes need no contexts for that: a trace is of one process
	lttng_does create processes -o "$work/processes"
	lttng_does enable-channel -u --buffers-pid channel
	lttng_does enable-event -u -a -c channel
	lttng_does start
	for part in first second; do
		as_user env LD_PRELOAD="$helper" ./ust_functions \
			"./lib$part.so" > err || fail 'ust_functions' err
	done
	lttng_does destroy processes
	"$posixtrace" stat -f csv processes > out 2> err
	for part in first second; do
		has "function/$part," out
	done
	"$posixtrace" show -f json processes > out 2> err
	sed -n 's/.*:func_entry",.*"pid":\([0-9]*\).*/\1/p' out | sort -u > pids
	lines_are 2 pids
	lacks '"pid":0' out
	# Another file of that name has no name for what was recorded
	cp libsecond.so other && mv other libfirst.so
	"$posixtrace" show -f json functions > ours 2> err
	has 'libfirst.so: is another build than was traced' err
	has '"addr":"function/libfirst\.so\+0x' ours
	lacks '"func":"first"' ours
fi
finish
