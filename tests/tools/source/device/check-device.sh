#!/bin/sh
#
# check-device.sh - the trace of a device, over a line while it is made
. "${top_srcdir:?}/tests/tools/lib.sh"

far_end=$(tool tests/tools/source/device/far_end) || exit 99
sample=$top_srcdir/tests/data/liteos/a32-online-2sessions.tlv
size=$(wc -c < "$sample")

"$posixtrace" show -f tsv -O ts,name,pid,tid,data,lost --from liteos "$sample" > all 2> err
status_is 0 $? 'showing the file' err
events=$(wc -l < all)
[ "$events" -gt 50 ] || fail 'the file has next to no events' all

# head_and_tail: the sample, cut within a record, in two files
head -c $((size / 2)) "$sample" > first
tail -c +$((size / 2 + 1)) "$sample" > second

# begin_far HOW: whose input is the descriptor 3, and its output the file told
mkfifo input
begin_far() {
	rm -f place told
	"$far_end" "$@" place < input > told &
	far_pid=$!
	remember $far_pid
	exec 3> input
	wait_for 'the far end' test -s place
	place=$(cat place)
}
end_far() {
	exec 3>&-
}

# begin_show ARGUMENT...: into shown and err
begin_show() {
	rm -f shown err
	: > shown
	"$posixtrace" show -f tsv -O ts,name,pid,tid,data,lost "$@" > shown 2> err 3>&- &
	show=$!
	remember $show
}

# shows_some: besides the names of columns, but not all
shows_some() {
	lines=$(wc -l < shown)
	[ "$lines" -gt 1 ] && [ "$lines" -lt "$events" ]
}
shows_all() {
	[ "$(wc -l < shown)" -eq "$events" ]
}

# Events show at once, and all of them; the end of the line is the end.
for how in listen pty; do
	begin_far $how
	case $how in
	listen) line=tcp:127.0.0.1:$place ;;
	pty) line=serial:$place,9600 ;;
	esac
	begin_show --from liteos "$line"
	cat first >&3
	wait_for "events over $how" shows_some
	cat second >&3
	wait_for "all events over $how" shows_all
	end_far
	wait $show
	status_is 0 $? "$line" err
	cmp -s shown all || fail "over $how it shows something else" shown
done

# Who connects to us. The port is told.
begin_show --from liteos tcp-listen:127.0.0.1:0
wait_for 'a port' grep -q 'waiting for a connection to' err
rm -f place
"$far_end" connect "$(sed -n 's/.*connection to .*:\([0-9]*\)$/\1/p' err)" \
	< "$sample" > told
wait $show
status_is 0 $? 'tcp-listen' err
cmp -s shown all || fail 'who connected is shown as something else' shown

# Standard input and a FIFO, without saying what it is.
mkfifo fifo
begin_show -F fifo
exec 4> fifo
cat first >&4
wait_for 'events from a FIFO' shows_some
cat second >&4
exec 4>&-
wait $show
status_is 0 $? 'a FIFO' err
cmp -s shown all || fail 'from a FIFO it is something else' shown
: > shown
"$posixtrace" show -f tsv -O ts,name,pid,tid,data,lost -F - < "$sample" > shown 2> err 4>&-&
show=$!
remember $show
wait_for 'all of a file' shows_all
kill -TERM $show
wait $show
cat "$sample" | "$posixtrace" show -f tsv -O ts,name,pid,tid,data,lost - > shown 2> err
status_is 0 $? 'a pipe' err
cmp -s shown all || fail 'from a pipe it is something else' shown

# A signal ends it, and what was shown is all right.
begin_far listen
begin_show --from liteos "tcp:localhost:$place"
cat first >&3
wait_for 'events' shows_some
kill -TERM $show
wait $show
status_is 0 $? 'ending it' err
lines_are 0 err
end_far

# Cut within a record, by a reset.
begin_far -r listen
begin_show --from liteos "tcp:127.0.0.1:$place"
cat first >&3
wait_for 'events' shows_some
end_far
wait $show
status_is 3 $? 'a line that is cut' err
has 'the line was cut: Connection reset by peer$' err
awk -F '\t' 'NR == 1 || $6 == ""' shown > sound
head -n "$(wc -l < sound)" all | cmp -s - sound ||
	fail 'before the cut it was something else' sound

# The end within a record is damage.
begin_far listen
begin_show --from liteos "tcp:127.0.0.1:$place"
cat first >&3
wait_for 'events' shows_some
end_far
wait $show
status_is 3 $? 'an end within a record' err
lines_are 1 err

# A record of RKH that has no stamp of its own waits for what has one, and is
# shown without it when the line is to end.
printf '~\254\0004\037\376\003\000\024B\021\002\024@B\001~' > record
tail -c +17 "$top_srcdir/tests/data/rkh/two-sessions.bin" > rest
cat record rest > whole.bin
cat whole.bin | "$posixtrace" show -f tsv -O ts,name,pid,tid,data,lost \
	--from rkh - > wanted 2> err
begin_far listen
begin_show --from rkh "tcp:127.0.0.1:$place"
cat record >&3
wait_for 'its rate' grep -q 'the rate 16960' err
cat rest >&3
end_far
wait $show
status_is 0 $? 'a record without a stamp' err
cmp -s wanted shown || fail 'over a line it is something else' wanted shown
begin_far listen
begin_show --from rkh "tcp:127.0.0.1:$place"
cat record >&3
wait_for 'its rate' grep -q 'the rate 16960' err
kill -TERM $show
wait $show
status_is 0 $? 'a record that nothing follows' err
grep -q FWK_TCFG shown || fail 'the only record is not shown' shown
end_far

# Orders: what was started is stopped.
begin_far listen
begin_show --from liteos --send mask=TASK --send start "tcp:127.0.0.1:$place"
cat "$sample" >&3
wait_for 'all events' shows_all
kill -TERM $show
wait $show
status_is 0 $? 'sending orders' err
wait $far_pid
end_far
[ -s told ] || fail 'no order came'
od -An -v -tx1 told > orders
[ "$(wc -c < told)" -eq 24 ] || fail 'these are no three orders' orders

# Recording: a log that can be read meanwhile, and has all in the end.
events_of() {
	"$posixtrace" show -f tsv -O ts,name,tid,data "$1" 2> show-err
}
events_of "$sample" > wanted
begin_far listen
"$posixtrace" record --from liteos "tcp:127.0.0.1:$place" -o board.ptl \
	2> err 3>&- &
record=$!
remember $record
cat first >&3
has_some() {
	[ -s board.ptl ] && [ "$(events_of board.ptl | wc -l)" -gt 10 ]
}
wait_for 'a log that grows' has_some
cat second >&3
end_far
wait $record
status_is 0 $? 'recording a device' err
has "^board\.ptl  .* $((events - 1)) events  [0-9]* threads  .* 0 lost$" err
events_of board.ptl > got
cmp -s wanted got || fail 'what was recorded is something else' got
"$posixtrace" info --verify board.ptl > info 2> err
status_is 0 $? 'verifying what was recorded' err

# For a time, and until a signal: what came by then is there.
begin_far listen
cat first >&3
"$posixtrace" record -q --from liteos -d 500ms -o '%c.ptl' --send start \
	"tcp:127.0.0.1:$place" 2> err
status_is 0 $? 'recording a device for a time' err
[ -s liteos.ptl ] || fail 'there is no liteos.ptl' err
"$posixtrace" info --verify liteos.ptl > info 2> err
status_is 0 $? 'verifying what was recorded for a time' err
wait $far_pid
end_far
[ "$(wc -c < told)" -eq 16 ] || fail 'it was not started and stopped' told

# Some events only
cat "$sample" | "$posixtrace" record --from liteos -e 'TASK_*,!TASK_SWITCH' \
	-o some.ptl - 2> err
status_is 0 $? 'recording some events' err
"$posixtrace" show -f tsv -O ts,name,tid,data -e 'TASK_*,!TASK_SWITCH' \
	"$sample" > wanted 2> err
events_of some.ptl > got
cmp -s wanted got || fail 'other events were recorded' got

# In several logs, which are one again; of them the newest, if that is asked for
events_of "$sample" > wanted
: > sent
until [ -s set.000003.ptl ] || [ "$(wc -l < sent)" -ge 100 ]; do
	cat "$sample"
	echo sample >> sent
	sleep 0.15
done | "$posixtrace" record --from liteos --rotate 100ms -o set.ptl - 2> err
status_is 0 $? 'recording several logs' err
[ -s set.000003.ptl ] || fail 'there are no three logs' err
has '^set\.[0-9]*\.ptl  .* 0 lost$' err
has ' in [0-9]* logs ' err
"$posixtrace" show -f tsv -O ts,name,tid,data set.ptl > got 2> err
status_is 0 $? 'showing several logs' err
lines_are 0 err
while read -r _; do
	cat "$sample"
done < sent | "$posixtrace" show --from liteos -f tsv \
	-O ts,name,tid,data - > wanted 2> err
sort wanted > sorted
sort got | cmp -s sorted - || fail 'several logs have something else' got
"$posixtrace" merge -o one.ptl set.ptl 2> err
status_is 0 $? 'merging several logs' err
lacks 'know' err
for i in 1 2 3; do
	cat "$sample"
	sleep 0.3
done | "$posixtrace" record -q --from liteos --rotate 100ms --keep 1 \
	-o few.ptl - 2> err
status_is 0 $? 'recording the newest log' err
[ "$(ls few.*.ptl | wc -l)" -eq 1 ] || fail 'more than one was kept'
events_of few.ptl > got
[ -s got ] || fail 'what was kept is empty'

# Cut while it is recorded.
begin_far -r listen
"$posixtrace" record -q --from liteos "tcp:127.0.0.1:$place" -o cut.ptl \
	2> err 3>&- &
record=$!
remember $record
cat first >&3
wait_for 'a log' test -s cut.ptl
sleep 0.3
end_far
wait $record
status_is 3 $? 'recording a line that is cut' err
has 'the line was cut' err
"$posixtrace" info --verify cut.ptl > info 2> err
status_is 0 $? 'verifying what came before a cut' err

for wrong in "x y" "tcp:127.0.0.1:99999" "tcp:x:1 -p 1" "--flight 3s tcp:x:1" "--keep 2 tcp:x:1" \
	"-e a,,b tcp:x:1" "-o - tcp:x:1" "-o hzz=5 tcp:x:1" "--from none x" "--send start -- true"; do
	# shellcheck disable=SC2086
	"$posixtrace" record --from liteos $wrong > out 2> err
	status_is 2 $? "record $wrong" err
	lines_are 0 out
done

# refused STATUS PATTERN ARGUMENT...
refused() {
	wanted=$1 pattern=$2
	shift 2
	"$posixtrace" show "$@" > out 2> err
	status_is "$wanted" $? "show $*" err
	has "$pattern" err
	lines_are 0 out
}
refused 2 'not as in tcp:board:5000$' tcp:
refused 2 'not as in tcp:board:5000$' tcp:5000
refused 2 'not as in tcp:board:5000$' tcp:::1:5000
refused 2 'not as in tcp-listen:5000$' tcp-listen:
refused 7 'tcp:127.0.0.1:1: Connection refused$' tcp:127.0.0.1:1
"$posixtrace" tcp:127.0.0.1:1 > out 2> err
status_is 7 $? 'a line, and no command' err
has 'Connection refused$' err
refused 7 'tcp:127.0.0.1:none: ' tcp:127.0.0.1:none
refused 2 'serial:none: No such file or directory$' serial:none
refused 2 'not a serial line$' serial:all
refused 2 'no baud rate' serial:all,fast
refused 2 'no baud rate' serial:all,115201
refused 2 '--send start: all is no line to a device$' \
	--from liteos --send start all
begin_far pty
refused 2 '--send start: --from has to say' --send start "serial:$place"
refused 2 '--send jump: liteos has no such order$' \
	--from liteos --send jump "serial:$place"
end_far
refused 2 '--send start: too many orders$' $(awk 'BEGIN {
	for (i = 0; i < 17; i++) print "--send start" }') tcp:x:1

# A line over which nothing comes, whether somebody knows what is to come or
# not.
for from in '' '--from liteos' '--from rkh' '--from threadx'; do
	begin_far listen
	# shellcheck disable=SC2086
	begin_show $from "tcp:127.0.0.1:$place"
	end_far
	wait $show
	status_is 1 $? "nothing over a line, $from" err
	has '^posixtrace: tcp:127.*: nothing has come$' err
	lines_are 1 err
done
begin_far listen
"$posixtrace" record -q --from liteos "tcp:127.0.0.1:$place" -o nothing.ptl \
	2> err 3>&- &
record=$!
remember $record
end_far
wait $record
status_is 1 $? 'recording nothing' err
has 'nothing has come$' err
lines_are 1 err
[ ! -e nothing.ptl ] || "$posixtrace" info --verify nothing.ptl > info 2> err
status_is 0 $? 'verifying a log of nothing' err

# What shows late to be no trace of that format.
begin_far listen
begin_show --from liteos "tcp:127.0.0.1:$place"
head -c 3000 /dev/zero >&3
end_far
wait $show
status_is 3 $? 'zeroes for LiteOS' err
has '^posixtrace: tcp:127.*: no trace of LiteOS: ' err
lines_are 1 err

# What is no trace is refused, once enough of it is there.
begin_far listen
begin_show "tcp:127.0.0.1:$place"
head -c 100000 /dev/zero >&3
end_far
wait $show
status_is 3 $? 'zeroes over a line' err
has 'not a posixtrace log, nor another trace that is known$' err

finish
