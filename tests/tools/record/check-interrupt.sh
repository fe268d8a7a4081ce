#!/bin/sh
#
# check-interrupt.sh - Ctrl-C, and SIGTERM, while a command is recorded
. "${top_srcdir:?}/tests/tools/lib.sh"

command -v setsid > /dev/null || skip 'there is no setsid'

# What a shell starts behind it ignores SIGINT; a terminal's job does not.
cat > job << 'END'
env --default-signal=INT,QUIT "$@"
echo $? > status
END
env --default-signal=INT true 2> /dev/null ||
	skip 'env does not know --default-signal'

# start_job ARGUMENT...: record in a process group of its own
start_job() {
	rm -f counts status err
	setsid sh job "$posixtrace" record "$@" > out 2> err &
	wait_for 'the recording' grep -q '^posixtrace: tracing' err
	wait_for 'ticks' both_tick counts
	target=$(sed -n 's/.*tracing .* (\([0-9]*\)),.*/\1/p' err)
	remember "$target"
	group=$(awk '{ print $5 }' "/proc/$target/stat")
	recorder=$(awk '{ print $4 }' "/proc/$target/stat")
	remember "$recorder"
}

job_status_is() {
	wait_for 'the end of the recording' test -s status
	status_is "$1" "$(cat status)" "$2" err
}

# Ctrl-C goes to all of the group but the shell, which is only there to tell
# the status: the command ends by it, record ends with it. awk itself gives up
# at a process that has ended meanwhile.
ctrl_c() {
	for pid in $(cat /proc/[0-9]*/stat 2> /dev/null |
		awk -v group="$group" '$5 == group && $1 != group { print $1 }'); do
		kill -INT "$pid" 2> /dev/null
	done
}

start_job -o c.ptl -- "$ticker" -c counts
sleep 0.2
ctrl_c
job_status_is 130 'a command ended by Ctrl-C'
has '^c.ptl  .* events  2 threads  .*  0 lost$' err
"$posixtrace" show c.ptl > shown 2> err2
status_is 0 $? 'showing what Ctrl-C ended' err2
check_ticks shown counts
has ' posix_trace_stop +by request$' shown

# A command that makes something else of it is waited for.
start_job -o own.ptl -- sh -c '
	trap "echo got >> got" INT
	"$1" -c counts &
	wait
	sleep 0.5
	kill $!
	exit 9' sh "$ticker"
ctrl_c
job_status_is 9 'a command that catches SIGINT'
[ -s got ] || fail 'the command got no SIGINT'

# A signal to record alone: SIGINT is the command's matter, SIGTERM is passed
# on to it.
start_job -o term.ptl -- "$ticker" -c counts
kill -INT "$recorder"
sleep 0.3
kill -0 "$target" || fail 'SIGINT to record ended the command'
[ ! -s status ] || fail 'record did not wait for the command'
kill -TERM "$recorder"
job_status_is 143 'SIGTERM while a command is recorded'
is_gone "$target" || fail 'SIGTERM was not passed on'

# Two within a second: record lets go, the command lives on. A busy machine may
# take longer for two; then there are two more, once record has had its time.
start_job -o twice.ptl -- "$ticker" -c counts
interrupted_twice() {
	kill -INT "$recorder"
	sleep 0.2
	kill -INT "$recorder"
	for _ in $(seq 100); do
		[ ! -s status ] || return 0
		sleep 0.1
	done
	return 1
}
wait_for 'two within a second' interrupted_twice
job_status_is 130 'two SIGINT within a second'
kill -0 "$target" || fail 'two SIGINT ended the command'
kill "$target"
has 'goes on without being recorded$' err
has '^twice.ptl  .*  0 lost$' err
"$posixtrace" show twice.ptl > shown 2> err2
status_is 0 $? 'showing what was given up' err2
has ' tick +[01] 1( |$)' shown

# A signal that comes as soon as there is a stream is not forgotten.
rm -f counts
"$ticker" -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
for i in 1 2 3 4 5 6 7 8; do
	"$posixtrace" record -q -o early$i.ptl -p $target > out 2> err &
	recorder=$!
	remember $recorder
	until [ -e "$POSIXTRACE_DIR/stream-0" ] || is_gone $recorder; do
		:
	done
	kill -TERM $recorder
	wait_for 'the end of the recording' is_gone $recorder || break
	wait $recorder
	status_is 0 $? 'a recording that ends at its beginning' err
done
kill $target

# A reader of standard output that does not read is no disk, and nothing can
# complete what it has not read.
mkfifo slow
"$posixtrace" record -o - -- "$ticker" -n 50000 -u 0 > slow 2> err &
recorder=$!
remember $recorder
exec 3< slow
wait_for 'the way out' grep -q 'waiting for' err
has '^posixtrace: waiting for the reader of standard output; Ctrl-C again gives up the rest$' err
lacks 'disk|recover' err
kill -INT $recorder
wait $recorder
status_is 130 $? 'giving up a reader' err
exec 3<&-

finish
