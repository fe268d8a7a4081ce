#!/bin/sh
#
# check-stream-events.sh - which events are recorded is changed by others, while it
# runs
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

# choose STATUS WHAT ARGUMENT...
choose() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" select "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
	[ ! -s out ] || fail 'there is something on stdout' out
}

# A program that knows nothing of tracing: it copies lines, one by one.
mkfifo in answers
cat > copier << 'END'
while read -r line; do echo "$line"; done
END
"$posixtrace" record -q --wrap=all -o log.ptl -- sh copier \
	< in > answers 2> err2 &
recorder=$!
remember $recorder
exec 3> in 4< answers

# copy LINE: the program has read and written it when this returns
copy() {
	echo "$1" >&3
	read -r answer <&4
	[ "$answer" = "$1" ] || fail "'$answer' is not '$1'"
}

copy first
choose 0 'other events' -e 'mutex_*' -e sem_wait 0
copy second
choose 0 'but for some' -e '!file_read*,!file_open' 0
copy third
choose 0 'names that nobody knows' --event=no_such_name 0
copy fourth
choose 0 'all again' -a 0
copy fifth
exec 3>&-
wait $recorder
status_is 0 $? 'the recording' err2

# Of each part: how often it read, and how often it wrote.
"$posixtrace" show log.ptl > shown 2> err
status_is 0 $? 'showing the log' err
awk '/ posix_trace_filter / { print (reads > 0), (writes > 0)
			      reads = writes = 0 }
     / file_read / { reads++ }
     / file_write / { writes++ }
     END { print (reads > 0), (writes > 0) }' shown > parts
printf '1 1\n0 0\n0 1\n0 0\n1 1\n' > wanted
cmp -s wanted parts || fail 'other parts have other events' parts shown

# A stream that is stopped has its filter at once.
"$ticker" -t -c counts &
self=$!
remember $self
wait_for 'a ticker' both_tick counts
"$posixtrace" stop 0
choose 0 'while it is stopped' -e tock 0
"$posixtrace" doctor -p $self > told 2> err
has '^  stream 0: its filter leaves out [0-9]+ types of events$' told
choose 0 'all, while it is stopped' --all 0
"$posixtrace" doctor -p $self > told 2> err
has '^  stream 0: it is stopped ' told
lacks ' its filter ' told

# One of several is not there.
choose 1 'no stream' -e tick 0 77
has '^posixtrace: stream 77: no such stream; see posixtrace ls streams$' err
kill -STOP $self
choose 7 'a stopped process' -a 0
has '^posixtrace: stream 0: its controller does not answer, and nothing was done; is it stopped\?$' err
kill -CONT $self
choose 0 'the same, going on' -a 0
kill -KILL $self
wait $self 2> /dev/null

# What is wrong.
choose 2 'nothing to select' 0
has '^posixtrace select: which events\? -e NAME,..., or -a for all$' err
choose 2 'some and all' -e a -a 0
choose 2 'no stream' -a
has '^posixtrace select: which stream\? see posixtrace ls streams$' err
choose 2 'an empty name' -e a,,b 0
has "^posixtrace select: -e 'a,,b': a name is empty$" err
choose 2 'an empty list' -e '' 0
choose 2 'nothing but a mark' -e '!' 0
choose 2 'too many names' -e "$(printf '%01024d' 0)" 0
has '^posixtrace select: -e: more than 1023 bytes of names$' err
choose 2 'no number' -a three
[ "$(id -u)" -eq 0 ] || choose 5 "root's stream" -a root/0

finish
