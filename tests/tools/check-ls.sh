#!/bin/sh
#
# check-ls.sh - what can be traced, and what is being traced, is listed
. "${top_srcdir:?}/tests/tools/lib.sh"

ls_is() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" ls "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
}

# There is nothing, at first.
ls_is 1 'nothing'
has '^posixtrace: the list is empty; .posixtrace doctor. tells why$' err
[ ! -s out ] || fail 'nothing is listed' out
ls_is 1 'nothing, as csv' -f csv streams
lines_are 1 out
has '^stream,target,by,policy,size_bytes,fill_percent,lost,state,log' out

# One that traces itself, and one that is recorded.
"$ticker" -t -c self &
self=$!
remember $self
"$posixtrace" record -q -o log.ptl -- "$ticker" -c counts 2> err &
recorder=$!
remember $recorder
wait_for 'a ticker' both_tick self
wait_for 'the recording' both_tick counts
target=$("$posixtrace" ls streams -f tsv |
	awk -F '\t' -v by=$recorder '$3 == by { print $2 }')
remember "$target"

ls_is 0 'everything'
has '^  PID  USER +COMMAND +EVENTS  STREAMS  EVENTS/S$' out
has "^ *$self  [^ ]+ +ticker +1 +1 +[0-9.]+( k)?$" out
has "^ *$target  [^ ]+ +ticker +1 +1 +[0-9.]+( k)?$" out
has '^STREAM +TARGET  BY +POLICY  SIZE +FILL +LOST  STATE +LOG$' out
has "^ +[0-9]+ +$self  $self +loop    256 KiB +[0-9]+% +0  running  -$" out
has "^ +[0-9]+ +$target  $recorder +flush   4 MiB +[0-9]+% +0  running  log.ptl \\([0-9.]+ K?i?B\\)$" out
lines_are 6 out
lacks "^ *$recorder " out
ls_is 0 'processes without events' -a processes
has "^ *$recorder +[^ ]+ +posixtrace +0 +0 +-$" out

ls_is 0 'one process' -p $self
lines_are 4 out
lacks "$target" out
copy_ticker ls-ticker
./ls-ticker -c counts3 &
named=$!
remember $named
wait_for 'a ticker with a name' both_tick counts3
ls_is 0 'one process by its name' -p ls-ticker
has "^ *$named +[^ ]+ +ls-ticker +1 +0 +-$" out
lines_are 2 out
kill -KILL $named
wait $named 2> /dev/null
ls_is 0 'events' events -p $self
has "^ *$self  ticker +[0-9]+  tick$" out
lines_are 2 out

ls_is 0 'json' -f json
has "\"pid\":$self,\"user\":\"[^\"]*\",\"command\":\"ticker\",\"events\":1,\"streams\":1,\"events_per_s\":[0-9.]+" out
has "\"target\":$target,\"by\":$recorder,\"policy\":\"flush\",\"size_bytes\":4194304," out
lines_are 1 out

# A controller that was killed leaves its stream.
kill -KILL $recorder
wait $recorder 2> /dev/null
ls_is 0 'an orphan' streams
has "^ +[0-9]+ +$target  $recorder .* orphaned  log.ptl" out

# What is wrong.
# As many streams as there may be, without the orphan, and one more.
for i in $(seq 63); do
	"$ticker" -t -c many.$i &
	remember $!
done
all_are_there() {
	[ "$("$posixtrace" ls streams -f tsv | grep -c '	running	')" -eq 64 ]
}
wait_for '64 streams' all_are_there
"$posixtrace" record -q -p $self -o more.ptl 2> err
status_is 7 $? 'a stream too many' err
has '^posixtrace: cannot make a stream: .*; a user may have 64 \(posixtrace ls\), and as many threads as limits allow$' err

ls_is 2 'what there is not' threads
has '^posixtrace ls: threads: expected processes, streams or events$' err
ls_is 2 'two of them' streams events
ls_is 6 'nobody' -p no-such-program
ls_is 2 'no form' -f xml
printf nonsense |
	dd of="$(echo "$POSIXTRACE_DIR/$self-"*)" conv=notrunc status=none
ls_is 7 'a damaged file' -p $self
has "^posixtrace: $self: Bad message; its file in $POSIXTRACE_DIR is damaged$" err
kill -KILL $self
wait $self 2> /dev/null
ls_is 6 'a process that is gone' -p $self
has "^posixtrace: $self: No such process$" err

finish
