#!/bin/sh
#
# check-snapshot.sh - a flight recorder is told to save what it has
. "${top_srcdir:?}/tests/tools/lib.sh"

snapshot() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" snapshot "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
}

"$ticker" -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts

# start_recorder N OPTION...: its number is $recorder
start_recorder() {
	n=$1
	shift
	"$posixtrace" record "$@" -o "r$n.ptl" -p $target > out$n 2> err$n &
	recorder=$!
	remember $recorder
	wait_for "recorder $n" grep -q '^posixtrace: ' err$n
}

# What is no flight recorder gets no signal that it does not know.
start_recorder 1
plain=$recorder
for other in $plain $target; do
	snapshot 6 'what is no flight recorder' "$other"
	has "^posixtrace: $other: no flight recorder" err
	kill -0 "$other" || fail "$other was harmed"
done
snapshot 6 'nobody' 2147483647
has '^posixtrace: 2147483647: No such process$' err

start_recorder 2 --flight=10s
first=$recorder
# Its log has no name yet.
"$posixtrace" ls streams > listed 2> err
has " $first .* \(unnamed\)\$" listed
lacks 'deleted' listed
"$posixtrace" ls streams -f csv > listed 2> err
lacks 'deleted' listed
snapshot 0 'a flight recorder' $first
lines_are 0 err
wait_for 'the log' grep -q ' signal USR1 -> r2.000001.ptl ' err2
"$posixtrace" show r2.000001.ptl > shown 2> err
has ' tick +[01] ' shown

# Others may run on this machine, and be meant.
start_recorder 3 --flight=10s
snapshot 2 'one of several'
has '^posixtrace: [0-9]+ flight recorders run; name one by its number:$' err
has "^ *$first  .*posixtrace record --flight" err
has "^ *$recorder  .*posixtrace record --flight" err
snapshot 0 'the second' $recorder
wait_for 'its log' grep -q ' signal USR1 -> r3.000001.ptl ' err3
[ ! -e r2.000002.ptl ] || fail 'the first one saved as well'

for one in $plain $first $recorder; do
	kill -INT "$one"
	wait "$one"
	status_is 0 $? 'ending a recorder'
done

rm -f counts
"$ticker" -c counts &
slow=$!
remember $slow
wait_for 'another ticker' both_tick counts

# A command that is not executed yet is no recorder: strace makes the time before
# that long. Others may run on this machine, which are then named, too.
if strace -o strace.out -e trace=pidfd_open -e inject=pidfd_open:delay_exit=1 \
	"$posixtrace" --version > out 2>&1; then
	strace -o strace.out -e trace=pidfd_open \
		-e inject=pidfd_open:delay_exit=3000000:when=1 \
		"$posixtrace" record -q --flight=5s -o early.ptl -- \
		"$ticker" -n 100 > out4 2> err4 &
	recorder=$!
	remember $recorder
	has_forked() {
		[ "$(grep -zlx -e early.ptl /proc/[0-9]*/cmdline |
			sed 's,/cmdline,/exe,' | xargs readlink |
			grep -c '/\(lt-\)\{0,1\}posixtrace$')" -eq 2 ]
	}
	wait_for 'the command' has_forked
	"$posixtrace" snapshot > out 2> err
	[ "$(grep -c ' -o early.ptl ' err)" -le 1 ] ||
		fail 'a command is taken for a recorder' err
	wait $recorder
	status_is 0 $? 'a command that was not taken for a recorder' err4

	# A disk that is slow: a recorder that ends is asked to save.
	strace -f -o strace.out -e trace=pwritev \
		-e inject=pwritev:delay_enter=700000 \
		"$posixtrace" record --flight=1s -o slow.ptl -p "$slow" \
		> out5 2> err5 &
	tracer=$!
	remember $tracer
	wait_for 'a slow recorder' grep -q '^posixtrace: keeping ' err5
	recorder=$(cat "/proc/$tracer/task/$tracer/children")
	kill -INT $recorder
	wait_for 'the disk' grep -q 'waiting for the disk; Ctrl-C again' err5
	kill -USR1 $recorder
	wait $tracer
	status_is 0 $? 'a recorder that is asked to save when it ends' err5
else
	say 'not tested: what is slow, which takes strace'
fi

for wrong in x 0 -1 '1 2' 99999999999999999999; do
	# shellcheck disable=SC2086 # words are wanted
	snapshot 2 "$wrong" $wrong
done
snapshot 0 'help' --help
has 'posixtrace record --flight' out

finish
