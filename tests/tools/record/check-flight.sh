#!/bin/sh
#
# check-flight.sh - a flight recorder keeps the last while, and saves it
# when something happens
. "${top_srcdir:?}/tests/tools/lib.sh"

show() {
	"$posixtrace" show "$1" > shown 2> err.show
	status_is 0 $? "showing $1" err.show
	lines_are 0 err.show
}

# no_gap: the ticks of each thread that are shown are without a gap
no_gap() {
	for thread in 0 1; do
		sed -n "s/.* tick  *$thread \\([0-9]*\\)\$/\\1/p" shown |
			awk 'NR > 1 && $1 != before + 1 { exit 1 }
			     { before = $1 }' ||
			fail "ticks of thread $thread are missing" shown
	done
}

no_log() {
	set -- ./*.ptl
	[ ! -e "$1" ] || fail "there is a log: $1" err
}

# A crash: the last 300 ms, all of it, and nothing that is older.
record 139 'a crash' --flight=300ms -o crash.ptl \
	-- sh -c "'$ticker' -n 1000; kill -SEGV \$\$"
has '^posixtrace: keeping the last 300 ms of sh \([0-9]+\) in memory; 2 triggers armed \(crash, exit\)$' err
has '^posixtrace: [0-9:]{8} crash \(Segmentation fault\) -> crash.000001.ptl  [123][0-9]+ ms  [0-9,]+ events  0 lost$' err
show crash.000001.ptl
has ' tick +[01] 1000( |$)' shown
lacks ' tick +0 1( |$)' shown
lacks ' lost' shown
no_gap
rm -f ./*.ptl

# tells_events LOG: the line of the recorder has as many events as info counts
tells_events() {
	has " -> $1  .*  $("$posixtrace" info "$1" |
		sed -n 's/^  events  *//p') events  0 lost\$" err
}

# An exit with failure is one, an exit without is none, and neither is to be
# ended by the user.
record 3 'a failure' --flight=5s -- sh -c "'$ticker' -n 10; exit 3"
has '^posixtrace: [0-9:]{8} exit 3 -> sh-[0-9]+\.20[0-9]{6}-[0-9]{6}\.ptl ' err
set -- sh-*.ptl
show "$1"
has ' tick +0 1( |$)' shown
tells_events "$1"
rm -f ./*.ptl
record 0 'a success' --flight=5s -- "$ticker" -n 10
has '^posixtrace: no events of .* were saved$' err
no_log
record 143 'being ended' --flight=5s -- sh -c 'kill -TERM $$'
no_log
record 3 'a failure, crashes only' --flight=5s --save-on=crash -- sh -c 'exit 3'
no_log

# Events
mkdir words
echo 'some words' > words/a
record 0 'an event' --flight=5s --save-on=event:wordcount_merge \
	--save-on=signal:USR2 -o e.ptl -- "$wordcount" words
has ' 3 triggers armed \(event, signal, crash\)$' err
has ' event wordcount_merge -> e.000001.ptl ' err
show e.000001.ptl
has ' wordcount_merge ' shown
record 0 'no such event' --flight=5s --save-on=event:no_such_event -o no.ptl \
	-- "$wordcount" words
[ ! -e no.000001.ptl ] || fail 'it was saved' err
rm -f ./*.ptl

# Signals, again and again: what was saved is not saved twice.
"$ticker" -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
rm -f err
"$posixtrace" record --flight=10s --save-on=signal:USR2 -o s.ptl -p $target \
	> out 2> err &
recorder=$!
remember $recorder
wait_for 'the recorder' grep -q 'keeping the last' err
for n in 1 2 3; do
	sleep 0.2
	[ $n -eq 2 ] && signal=USR1 || signal=USR2
	kill -$signal $recorder
	wait_for "log $n" grep -q "signal $signal -> s.00000$n.ptl " err
done
kill -INT $recorder
wait $recorder
status_is 0 $? 'ending a flight recorder' err
kill -0 $target || fail 'the process did not live on'
: > all
for n in 1 2 3; do
	show s.00000$n.ptl
	cat shown >> all
done
mv all shown
no_gap
[ ! -e s.000004.ptl ] || fail 'the end was saved'

# How a stranger ends nobody knows. A name that is taken is not overwritten.
rm -f err
"$posixtrace" record --flight=10s --save-on=crash -o s.%n.ptl -p $target \
	> out 2> err &
recorder=$!
remember $recorder
wait_for 'the recorder' grep -q 'keeping the last' err
kill -KILL $target
wait $recorder
status_is 7 $? 'a name that is taken' err
has '^posixtrace: s.000001.ptl: exists already' err

# Memory: what has no room is gone, oldest first, and the rest is whole.
record 1 'little memory' --flight=10s --max-mem=1M -o little.ptl \
	-- sh -c "'$ticker' -n 100000 -u 0; exit 1"
has ' 0 lost$' err
show little.000001.ptl
has ' tick +[01] 100000( |$)' shown
[ "$(wc -c < little.000001.ptl)" -lt 8388608 ] || fail 'it is too long'
tells_events little.000001.ptl

# Who has other triggers has crashes as well, unless they are not to be.
record 139 'a crash besides' --flight=5s --save-on=exit -o besides.ptl \
	-- sh -c 'kill -SEGV $$'
has ' crash \(Segmentation fault\) -> besides.000001.ptl ' err
record 139 'no crash' --flight=5s '--save-on=!crash' --save-on=exit \
	-o never.ptl -- sh -c 'kill -SEGV $$'
has ' 1 trigger armed \(exit\)$' err
[ ! -e never.000001.ptl ] || fail 'a crash was saved' err

record 0 'no trigger' --flight=5s '--save-on=!crash' -- true
has ' in memory; posixtrace snapshot saves them$' err

# Memory that holds less than was asked for is told, once; enough of it is not.
# A recorder that waits for a processor while it counts tells a length of time,
# too.
slow=
if [ -n "${CC-}" ] && ! has_sanitizer; then
	cat > slow.c << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

int posix_trace_list_streams_np(int pid, void *tell, void *argument)
{
	int (*next)(int, void *, void *) =
		dlsym(RTLD_NEXT, "posix_trace_list_streams_np");

	usleep(100000);
	return next(pid, tell, argument);
}
END
	$CC -shared -fPIC -o slow.so slow.c > out 2>&1 ||
		fail 'the library does not compile' out
	slow=$work/slow.so
fi
"$ticker" -u 0 &
target=$!
remember $target
LD_PRELOAD=$slow "$posixtrace" record --flight=5s --max-mem=1M -o less.ptl -p $target \
	> out 2> err &
recorder=$!
remember $recorder
line='^posixtrace: ticker \([0-9]+\): memory holds about [0-9.]+ [mu]?s at this rate; --max-mem=[0-9]+M would hold 5\.0 s$'
wait_for 'what memory holds' grep -Eq "$line" err
sleep 0.5
kill -INT $recorder
wait $recorder
[ "$(grep -c 'memory holds' err)" -eq 1 ] || fail 'it is not told once' err
kill -KILL $target
record 1 'enough memory' --flight=1s -o more.ptl \
	-- sh -c "'$ticker' -n 1000; exit 1"
lacks 'memory holds' err

for wrong in --flight=0 --flight=x --save-on=crash --max-mem=1M \
	'--flight=1s --save-on=foo' '--flight=1s --save-on=signal:KILL' \
	'--flight=1s --save-on=signal:NONE' '--flight=1s --save-on=event:' \
	'--flight=1s --save-on=event:!a' '--flight=1s --rotate=1M' \
	'--flight=1s -o -' '--flight=1s --policy=until-full'; do
	# shellcheck disable=SC2086 # words are wanted
	record 2 "$wrong" $wrong -- true
	has '^posixtrace record: --(flight|save-on|max-mem)' err
done
record 125 'a directory that is not there' --flight=1s -o no/such.ptl -- true
has '^posixtrace: no/such.000001.ptl: no file without a name' err

finish
