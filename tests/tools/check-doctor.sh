#!/bin/sh
#
# check-doctor.sh - what stands in the way of a trace is told
. "${top_srcdir:?}/tests/tools/lib.sh"

# doctor STATUS WHAT ARGUMENT...
doctor() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" doctor "$@" > out 2> err
	status_is "$wanted_status" $? "$what" out err
}

# The directory of streams is the test's own, and on a tmpfs or not.
on_disk=0
[ "$(stat -f -c %T "$POSIXTRACE_DIR")" = tmpfs ] || on_disk=1

doctor $on_disk 'nothing to complain of'
has "^  $POSIXTRACE_DIR: [0-9.]+ [KMGT]iB free of [0-9.]+ [KMGT]iB +clock: " out
[ $on_disk -eq 1 ] || has '^  nothing stands in the way$' out

# A program that nobody traces.
"$ticker" -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
doctor 1 'a process without stream' -p $target
has "^ticker \\($target\\)  library loaded: yes \\([0-9.]+\\)   same user: yes   events defined: 1   streams: 0$" out
has "^  nothing is recorded because no stream traces this process\\.   try: posixtrace record -p $target$" out

# One that is recorded, is stopped, and started as was told.
"$posixtrace" record -q -o log.ptl -p $target &
recorder=$!
remember $recorder
recorded() {
	"$posixtrace" ls streams -p $target
}
wait_for 'the recording' recorded
doctor $on_disk 'a process that is recorded' -p $target
has 'events defined: 1   streams: 1$' out
"$posixtrace" stop 0
doctor 1 'a stream that is stopped' -p $target
has '^  stream 0: it is stopped   try: posixtrace start 0$' out
try=$(sed -n "s/.*it is stopped   try: posixtrace //p" out)
# shellcheck disable=SC2086
"$posixtrace" $try
doctor $on_disk 'the same, after what was to be tried' -p $target
kill -KILL $recorder
wait $recorder 2> /dev/null
doctor 1 'a stream without controller'
has "^  stream 0: its controller \\($recorder\\) is gone   try: posixtrace recover$" out
"$posixtrace" recover -q

# One whose stream has room for so much, and one whose stream overwrites.
"$ticker" -t -f -u 0 -c counts5 &
stuffed=$!
remember $stuffed
"$ticker" -t -u 0 -c counts6 &
looping=$!
remember $looping
is_full() {
	"$posixtrace" ls streams -p $stuffed | grep -q ' full '
}
wait_for 'a full stream' is_full
doctor 1 'a stream that is full' -p $stuffed
has '^  stream [0-9]+: it is full, and records nothing ' out
lacks 'it is stopped' out
overwrites() {
	"$posixtrace" ls streams -p $looping | grep -q ' 100% '
}
wait_for 'a stream that overwrites' overwrites
"$posixtrace" ls streams -p $looping > out
has ' running ' out
doctor $on_disk 'a stream that overwrites' -p $looping
kill -KILL $stuffed $looping
wait $stuffed $looping 2> /dev/null
"$posixtrace" recover -q

# One with nothing of ours in it, and one that was told to do nothing.
sleep 1000 &
sleeper=$!
remember $sleeper
is_sleep() {
	grep -q sleep "/proc/$sleeper/comm"
}
wait_for 'a sleep' is_sleep
doctor 1 'a program without library' -p $sleeper
has "^sleep \\($sleeper\\)  library loaded: no " out
has '^  the program does not load libposixtrace   try: to link it' out
POSIXTRACE_DISABLE=1 "$ticker" -c counts2 &
disabled=$!
remember $disabled
wait_for 'a ticker without a trace' both_tick counts2
doctor 1 'a program that is told to do nothing' -p $disabled
has '^  POSIXTRACE_DISABLE is set there   try: ' out
mkdir -m 700 elsewhere
POSIXTRACE_DIR=$work/elsewhere "$ticker" -c counts3 &
elsewhere=$!
remember $elsewhere
wait_for 'a ticker elsewhere' both_tick counts3
doctor 1 'a program with another directory' -p $elsewhere
has '^  its POSIXTRACE_DIR is not the one here   try: ' out

# A limit on files, in blocks of 512 bytes
(
	ulimit -f 16384
	"$posixtrace" doctor
) > out 2> err
has 'files may have 8.0 MiB only: no stream can be made +try: ulimit -f' out

# A directory that is open to others.
mkdir -m 755 open
POSIXTRACE_DIR=$work/open "$posixtrace" doctor > out 2> err
status_is 1 $? 'a directory that is not safe' out err
has '^  the directory is not yours alone, and not used   try: ' out

# What is wrong.
kill -KILL $target
wait $target 2> /dev/null
doctor 6 'a process that is gone' -p $target
has "^posixtrace: $target: No such process$" err
doctor 6 'nobody' -p no-such-program
doctor 2 'an argument' me
[ "$(id -u)" -eq 0 ] || doctor 5 "root's process" -p 1

finish
