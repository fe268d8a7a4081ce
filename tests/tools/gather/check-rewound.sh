#!/bin/sh
#
# check-rewound.sh - a stream that was set back to an earlier state is read again
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"

stop_server() {
	kill -TERM $server
	wait $server 2> /dev/null
}

# set_back: to the state in js.before
set_back() {
	stop_server
	rm -rf js
	cp -a js.before js
	start_server
}

mkdir there
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 100 -s 200
record 0 'another' -q --size=64K -o b.ptl -- "$ticker" -n 300 -s 400
record 0 'a third' -q --size=64K -o c.ptl -- "$ticker" -n 3000 -s 400
record 0 'a fourth' -q -o d.ptl -- "$ticker" -n 10
stream=back

start_server
publish -C a.ptl
stop_server
cp -a js js.before
start_server
publish b.ptl
gather 0 'before' --metrics metrics
is_there b.ptl 'before'
has '^posixtrace_gather_rewound_parts_total.* 0$' metrics

# It ends before what was read.
set_back
gather 0 'a stream that was set back'
has ': part [0-6][0-9] of the stream ends before what was gathered: it was set back, ' \
	err
gather 0 'the second time'
lacks 'set back' err
publish b.ptl
gather 0 'what was lost'
lacks 'set back' err
is_there b.ptl 'again'

# More came since than it had.
set_back
publish c.ptl
gather 0 'a stream that has grown again' --metrics metrics
has ': part [0-6][0-9] of the stream has other messages than those gathered: it was set back, ' \
	err
is_there c.ptl 'behind it'
lacks 'never came' err
has '^posixtrace_gather_rewound_parts_total.* [1-9]' metrics
is_there a.ptl 'read again'
gather 0 'nothing more'
lacks 'set back' err

# The same while it is being read
"$posixtrace" gather "$url/$stream" --to there 2> gather.err &
gatherer=$!
remember $gatherer
set_back
publish d.ptl
wait_for 'a log behind it' has_come d.ptl
kill -TERM $gatherer
wait $gatherer
status_is 0 $? 'a stream that was set back meanwhile' gather.err

# A checkpoint of an earlier version has no time.
stream=old
publish -C b.ptl
gather 0 'a log'
for part in there/.gather/old.*/*; do
	python3 - "$part" << 'END'
import sys
def crc(data):
    sum = 0xffffffff
    for byte in data:
        sum ^= byte
        for i in range(8):
            sum = sum >> 1 ^ (0x82f63b78 if sum & 1 else 0)
    return sum ^ 0xffffffff
with open(sys.argv[1], "r+b") as file:
    records = file.read()
    for at in range(0, len(records), 512):
        words = records[at:at + 512].split()
        if len(words) == 4:
            text = b" ".join(words[:2])
            text += b" %08x\n" % crc(text)
            file.seek(at)
            file.write(text.ljust(128, b"\0"))
END
done
gather 0 'a checkpoint of an earlier version'
has '^there: 0 sections, ' err
"$posixtrace" gather "$url/$stream" --to there --once --metrics metrics 2> err
has '^posixtrace_gather_duplicate_sections_total.* 0$' metrics

finish
