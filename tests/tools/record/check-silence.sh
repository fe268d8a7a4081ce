#!/bin/sh
#
# check-silence.sh - who records a program that can tell nothing is told so
. "${top_srcdir:?}/tests/tools/lib.sh"

sleep 1000 &
sleeper=$!
remember $sleeper
is_sleep() {
	grep -q sleep "/proc/$sleeper/comm"
}
wait_for 'a sleep' is_sleep

# A command without the library; that it failed matters more.
record 6 'a command without library' -o true.ptl -- true
has '^posixtrace: true: no event could be recorded: .*--wrap=all -- true$' err
record 6 'the same, quietly' -q -o quiet.ptl -- true
has 'no event could be recorded' err
record 1 'a command without library that fails' -o false.ptl -- false
has 'no event could be recorded' err
POSIXTRACE_DISABLE=1 record 6 'a command that is told to do nothing' \
	-o disabled.ptl -- "$ticker" -n 1
has 'POSIXTRACE_DISABLE' err

# Not a word of the command's log says that it was posixtrace.
"$posixtrace" info -f json true.ptl > out
lacks '"comm":"posixtrace"' out

# A program with the library that had nothing to record, one that is executed
# by another without, and one in front of which the wrapper stands.
record 0 'a program without events' -o none.ptl -- "$posixtrace" --version
lacks 'no event could be recorded' err
record 0 'a program that another executes' -o shell.ptl -- \
	sh -c "'$ticker' -n 3; :"
lacks 'no event could be recorded' err
if ! has_sanitizer; then
	record 0 'a program that is wrapped' --wrap=io -o wrapped.ptl -- true
	lacks 'no event could be recorded' err
fi

# Processes that run.
record 6 'a process without library' -d 100ms -o sleep.ptl -p $sleeper
has "sleep \\($sleeper\\): no event can be recorded as it is: the program does not load libposixtrace; try " err
has "sleep \\($sleeper\\): no event could be recorded$" err
"$posixtrace" show -F -p $sleeper > out 2> err &
watcher=$!
remember $watcher
warned() {
	grep -q 'watching sleep' err
}
wait_for 'the watcher' warned
has 'no event can be recorded as it is' err
kill -KILL $sleeper
wait $watcher
status_is 6 $? 'watching a process without library' out err

# What there is in the logs.
for log in true.ptl none.ptl; do
	"$posixtrace" stat $log > out 2> err
	status_is 1 $? "counting in $log" out err
	has "^posixtrace: $log: no event was recorded; .*doctor" err
done
"$posixtrace" stat shell.ptl > out 2> err
status_is 0 $? 'counting in a log with events' out err

finish
