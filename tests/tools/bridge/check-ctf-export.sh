#!/bin/sh
#
# check-ctf-export.sh - traces that are written in CTF are read back equal
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q 'with libbabeltrace2' ||
	skip 'built without libbabeltrace2'

command -v python3 > /dev/null || skip 'there is no python3'

here=$top_srcdir/tests/tools/source/ctf
orders=$(tool tests/tools/orders) || exit 99
opener=$(tool tests/tools/opener) || exit 99

# convert STATUS ARGUMENT...: into out and err
convert() {
	status=$1
	shift
	"$posixtrace" convert "$@" > out 2> err
	status_is "$status" $? "convert $*" err
}

intervals=

# items TRACE: what show says of it, in order of time; but functions, lines, names
# of threads and the reasons of losses, which CTF does not carry
items() {
	"$posixtrace" show -f json "$1" 2> err | python3 -c '
import json, sys
for line in sys.stdin:
    item = json.loads(line)
    for key in "func", "src", "inlined", "tname", "why":
        item.pop(key, None)
    if "lost" in item and len(sys.argv) > 1:
        item["ts"] = item["over_ns"] = 0
    print(json.dumps(item))' $intervals | sort
}

# goes_round LOG: its trace in CTF is the same, for us and for babeltrace2
goes_round() {
	rm -rf trace
	convert 0 -q "$1" -t ctf -o trace
	# An interval that overlaps an event is cut, which is told.
	intervals=
	! grep -q 'trace: intervals of losses' err || intervals=cut
	items "$1" > before
	items trace > after
	cmp -s before after || {
		diff before after > difference
		fail "$1 and its trace in CTF differ" difference
	}
	command -v babeltrace2 > /dev/null || return
	"$posixtrace" show -f json trace > ours 2> err
	babeltrace2 --clock-seconds --no-delta trace > theirs 2> warnings
	cat warnings >> theirs
	python3 "$here/compare.py" theirs ours > why 2>&1 ||
		fail "$1: posixtrace and babeltrace2 differ" why
}

# Fields of all kinds, and data that is not what its description says
record 0 orders -q -o orders.ptl -- "$orders"
goes_round orders.ptl
has '^	uuid = ' trace/metadata
has '^	tracer_name = "posixtrace";' trace/metadata
[ -e trace/metadata ] || fail 'the only trace does not lie in the directory'
"$posixtrace" stat --no-pager orders.ptl > before 2>&1
"$posixtrace" stat --no-pager trace > after 2>&1
has '^SPAN order: ' after
sed -n 's/^  n /&/p' before > spans
sed -n 's/^  n /&/p' after | cmp -s - spans ||
	fail 'the spans are other ones' before after

# The same trace gives the same bytes, with the UUID of its log; in each packet, too,
# of each trace
mv trace twice
convert 0 -q orders.ptl -t ctf -o trace
diff -r twice trace > difference || fail 'not the same bytes' difference
uuid=$(sed -n 's/^	uuid = "\(.*\)";/\1/p' trace/metadata | head -n 1)
has "^	log_uuid = \"$uuid\";" trace/metadata
"$posixtrace" merge -q --force orders.ptl \
	"$top_srcdir/tests/data/threadx/demo_threadx.trx" -o pair.ptl 2> err
status_is 0 $? 'merge' err
convert 0 -q pair.ptl -t ctf -o pair
mv pair pair-twice
convert 0 -q pair.ptl -t ctf -o pair
diff -r pair-twice pair > difference || fail 'not the same bytes' difference
if command -v babeltrace2 > /dev/null; then
	babeltrace2 pair > theirs 2> err
	status_is 0 $? 'babeltrace2 pair' err
	[ "$(wc -l < theirs)" -eq "$("$posixtrace" show -f json pair.ptl \
		2> err | grep -c '"name"')" ] || fail 'babeltrace2 has other events of two logs' theirs
fi

# Any names
record 0 names -q -o names.ptl -- "$opener" 'a"b' 'back\slash' 'new
line' '</x>' 'x:y z' 'provider:event' "$(printf '\377\376')"
"$posixtrace" show --no-pager names.ptl | sed 's/ *[a-z]*\.c:[0-9]*$//' > before
convert 0 -q names.ptl -t ctf -o names.ctf
"$posixtrace" show --no-pager names.ctf | cmp -s - before ||
	fail 'names are other ones' before

# Threads, and losses: each in its own stream, with count and interval
record 0 losses -q --size=16K -o lossy.ptl -- "$ticker" -u 0 -n 40000
"$posixtrace" show -f json lossy.ptl | grep -q '"lost":[1-9]' ||
	say 'nothing was lost here'
goes_round lossy.ptl
convert 0 -q lossy.ptl -t ctf -o lossy.ctf
[ "$(ls lossy.ctf | grep -c '^[0-9]*-[0-9]*$')" -eq 4 ] ||
	say "streams: $(ls lossy.ctf)"

# The trace is of the same machine
"$posixtrace" merge trace orders.ptl -o merged.ptl 2> err
lacks 'clock offset' err

# Several hosts, or processes, are a trace each
convert 0 -q orders.ptl names.ptl -t ctf -o both
[ "$(find both -name metadata | wc -l)" -eq 2 ] ||
	fail 'two origins are not two traces'
"$posixtrace" show -f json both 2> err | grep -c '"pid"' > count
"$posixtrace" show -f json orders.ptl names.ptl 2> err | grep -c '"pid"' |
	cmp -s - count || fail 'some events of two logs are not there'

# The selection counts, and what is not carried is told
convert 0 orders.ptl -e order_sent -t ctf -o sent
"$posixtrace" show -f json sent > out 2> err
lines_are 1 out
convert 0 orders.ptl -t ctf -o told
has 'told: files of programs, by which addresses have names: ' err

# It is for its owner alone, whatever the umask, as all that is written
umask 022
convert 0 -q pair.ptl -t ctf -o private
convert 0 -q --force orders.ptl -t ctf -o told
find private told -perm /077 > open
[ ! -s open ] || fail 'a trace is not for its owner alone' open

# Only a trace in CTF is replaced, and only if that is wanted
convert 2 -q orders.ptl -t ctf -o told
has 'told: exists already; --force replaces it' err
convert 0 -q --force names.ptl -t ctf -o told
"$posixtrace" show told 2> err | grep -q 'provider:event' ||
	fail 'the trace was not replaced'
mkdir other
: > other/file
convert 2 -q --force orders.ptl -t ctf -o other
has 'other: is not only such a trace, and is not replaced' err
[ -e other/file ] || fail 'a directory of something else was replaced'

# What has more than such a trace is somebody's, down to each file
rm -rf several
cp -r both several
convert 0 -q --force orders.ptl -t ctf -o several
[ -e several/metadata ] || fail 'several traces were not replaced'
for more in docs/text told/text told/.hidden told/1-1/text told/link; do
	rm -rf several
	mkdir several
	cp -r told several/told
	mkdir -p "several/$(dirname "$more")"
	if [ "$more" = told/link ]; then
		ln -s "$work/told/metadata" several/told/link
	else
		echo text > "several/$more"
	fi
	find several | sort > before
	convert 2 -q --force orders.ptl -t ctf -o several
	has 'several: is not only such a trace, and is not replaced' err
	find several | sort | cmp -s before - ||
		fail "a directory with $more was replaced"
done
convert 2 -q --force orders.ptl -t ctf -o "$work"
[ -e orders.ptl ] || fail 'the directory of everything was replaced'
: > file
convert 2 -q --force orders.ptl -t ctf -o file
convert 2 -q orders.ptl -t ctf -o -
convert 2 -q --force told -t ctf -o told
has 'told: is the trace itself' err
convert 1 -q orders.ptl -e nothing -t ctf -o empty
[ ! -e empty ] || fail 'there is a trace without an event'
rest=$(find . -maxdepth 1 -name '*.[0-9]*')
[ -z "$rest" ] || fail "temporary directories are left: $rest"

# A full disk, or a limit for files, is told, and has no half trace. The metadata comes
# last: each size of a disk has room for less of the trace.
(
	ulimit -f 8
	convert 7 -q lossy.ptl -t ctf -o limited
	has '^posixtrace: limited: File too large$' err
	[ -z "$(ls -d limited* 2> /dev/null)" ] || fail 'half a trace is left'
	[ "$failures" -eq 0 ]
) || failures=$((failures + 1))
if [ "$(id -u)" -eq 0 ] && mkdir disk &&
   mount -t tmpfs -o size=200k posixtrace-test disk 2> /dev/null; then
	mounted=$work/disk
	convert 7 -q lossy.ptl -t ctf -o disk/full
	has '^posixtrace: disk/full: No space left on device$' err
	[ -z "$(ls -A disk)" ] || fail 'half a trace is left'
	for size in 4 8 12 16 20 24 32 40 48 56 64 72; do
		mount -o "remount,size=${size}k" disk
		"$posixtrace" convert -q orders.ptl -t ctf -o disk/full 2> err
		case $? in
		0)
			"$posixtrace" show -f json disk/full > out 2>&1
			status_is 0 $? "a trace on a disk of $size KiB" out
			;;
		7)
			has '^posixtrace: disk/full: No space left on device$' err
			[ -z "$(ls -A disk)" ] || fail 'half a trace is left'
			;;
		*)
			fail "a disk of $size KiB" err
			;;
		esac
		rm -rf disk/*
	done
else
	say 'SKIPPED: a full disk: no file system can be mounted'
fi

# Boards' traces, and foreign ones, can be written as well
convert 0 -q "$top_srcdir/tests/data/rkh/all-std.bin" -t ctf -o board
"$posixtrace" show -f json board > out 2> err
status_is 0 $? 'show board' err
convert 0 -q "$top_srcdir/tests/data/ctf/orders" -t ctf -o again
items again > after
items "$top_srcdir/tests/data/ctf/orders" > before
cmp -s before after || {
	diff before after > difference
	fail 'a trace of LTTng differs when it was written' difference
}
finish
