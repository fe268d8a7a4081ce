#!/bin/sh
#
# check-online.sh - messages of LiteOS on a line, and a buffer as messages, tell
# what the stream tells
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

online=-DLOSCFG_RECORDER_MODE_ONLINE=1

# Without a client nothing is sent, and the stream has what it has.
build message_line message_line.c $online
record 0 'without a client' -o alone.ptl -- ./message_line
events_of alone.ptl wanted
lines_are 4 wanted

for tree in M A; do
	build message_line message_line.c $online -DLOSCFG_POSIXTRACE_TREE_$tree=1
	rm -f line line.ptl
	POSIXTRACE_LITEOS_CLIENT=line \
		record 0 "messages of $tree" -o line.ptl -- ./message_line
	[ ! -s out ] || fail 'a table was printed' out
	events_of line.ptl wanted
	events_of line shown_line
	same wanted shown_line "the log and the line of $tree"
done

# Tasks are announced at the beginning of a session, and when they change.
"$posixtrace" show --no-pager -v -O args line > shown 2> err
sed 's/.* session=\([0-9]\) told=/\1 /' shown > told
cat > wanted_told << 'END'
1 "3 10 worker 3\n"
1 "5 12 worker 5\n"
1 ""
2 "3 10 worker 3\n5 12 worker 5\n5 13 worker 5\n"
END
same wanted_told told 'announcements'

# A line over TCP
"$posixtrace" show --no-pager -O name,args --from liteos \
	tcp-listen:127.0.0.1:0 > shown 2> err &
listener=$!
remember $listener
wait_for 'a port' grep -q 'waiting for a connection to' err
POSIXTRACE_LITEOS_CLIENT=tcp:$(sed -n 's/.*connection to \(.*:[0-9]*\)$/\1/p' err) \
	run 0 ./message_line
wait $listener
sed 's/  */ /g; s/ *$//' shown > shown_line
same wanted shown_line 'the log and the line over TCP'

# Lines that are none are told, once, and a reader that goes away ends nothing.
for line in /nowhere/line tcp:nobody tcp:127.0.0.1:1; do
	POSIXTRACE_LITEOS_CLIENT=$line run 0 ./message_line
	has "^posixtrace: POSIXTRACE_LITEOS_CLIENT=$line: " err
	[ "$(grep -c CLIENT err)" -eq 1 ] || fail 'it was told twice' err
done
mkfifo fifo
head -c 10 fifo > /dev/null &
remember $!
POSIXTRACE_LITEOS_CLIENT=fifo run 0 ./message_line

# An offline buffer is sent when it is over.
for flags in '' -DLOSCFG_POSIXTRACE_TREE_M=1 \
	'-DLOSCFG_TRACE_FRAME_CORE_MSG=1 -DLOSCFG_TRACE_FRAME_EVENT_COUNT=1'; do
	# shellcheck disable=SC2086
	build message_line message_line.c $flags -DLOSCFG_TRACE_OBJ_MAX_NUM=4 -DOFFLINE
	rm -f line.ptl line
	POSIXTRACE_LITEOS_CLIENT=line \
		record 0 'an offline buffer' -o line.ptl -- ./message_line
	events_of line.ptl wanted
	events_of line shown_line
	same wanted shown_line "the log and the buffer as messages, $flags"
done
has 'taskId="task/worker 5" ' wanted
finish
