#!/bin/sh
#
# check-info.sh - what info tells of logs, sound and damaged
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" record -q -o t.ptl -- "$ticker" -n 500
status_is 0 $? 'recording a ticker'
"$posixtrace" show -f csv t.ptl | sed 1d > all
events=$(wc -l < all)

# info STATUS ARGUMENT...
info() {
	wanted=$1
	shift
	"$posixtrace" info "$@" > told 2> err
	status_is "$wanted" $? "info $*" err
}

info 0 t.ptl
lines_are 0 err
[ "$(head -n 1 told)" = t.ptl ] || fail 'no name' told
has '^  program +[a-z-]*ticker \([0-9]+\)$' told
has '^  command +.*ticker -n 500$' told
has "^  host +$(uname -n), " told
has '^  clock +(tsc|monotonic), [0-9.]+ ns a tick(|, (not )?synchronised( to \+-[0-9.]+ [a-z ]+)?)$' told
has '^  stream +[0-9.]+ [KM]iB, flush, ' told
has '^  log +append$' told
has '^  duration +[0-9.]+ m?s$' told
has '^  size +[0-9.]+ [KM]?i?B in [0-9]+ chunks?$' told
has "^  events +$(echo "$events" | sed 's/\(.\)\(...\)$/\1,\2/')\$" told
has '^  lost +0$' told
has '^  complete +yes$' told
has '^  damage +none met' told
has '^  format +version 3, [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' told

# Its times are those of the first and of the last event.
info 0 --utc t.ptl
for end in first last; do
	[ $end = first ] && line=1 || line=$events
	ns=$(sed -n "${line}s/,.*//p" all)
	time=$(TZ=UTC0 date -d "@${ns%?????????}" '+%Y-%m-%d %H:%M:%S')
	has "^  $end +$time\\.${ns#"${ns%?????????}"} UTC\$" told
done

info 0 --verify t.ptl
has '^  damage +none$' told
lacks '^  compressed' told

# A compressed log says how well
if "$posixtrace" --version | grep -q 'with libzstd'; then
	"$posixtrace" cut -q --compress -o z.ptl t.ptl
	info 0 z.ptl
	has '^  compressed by zstd, [0-9]+\.[0-9] to 1: [0-9.]+ [KM]iB of events in [0-9.]+ [KM]?i?B$' told
	if "$posixtrace" info -f json z.ptl > told 2> err; then
		bytes=$("$posixtrace" info -f json t.ptl |
			sed 's/.*"stored_bytes":\([0-9]*\).*/\1/')
		has "\"compression\":\"zstd\",\"event_bytes\":[0-9]+,\"stored_bytes\":[0-9]+,\"compression_ratio\":[0-9.]+," told
		stored=$(sed 's/.*"stored_bytes":\([0-9]*\).*/\1/' told)
		[ $((2 * stored)) -lt "$bytes" ] ||
			fail "compressed: $stored bytes, plain: $bytes" told
	fi
fi

# Several of them, and the worst status
cp t.ptl u.ptl
info 0 t.ptl u.ptl
lines_are $((2 * 17)) told
info 2 t.ptl nothing.ptl
has '^posixtrace: nothing\.ptl: No such file' err
lines_are 17 told
echo nonsense > text
info 3 text t.ptl
has '^posixtrace: text: not a posixtrace log, nor another trace that is known$' err
lines_are 17 told

# All logs of a directory, or of a set
mkdir logs.d
cp t.ptl logs.d/a.000001.ptl
cp t.ptl logs.d/a.000002.ptl
cp t.ptl logs.d/b.ptl
info 0 logs.d
lines_are $((3 * 17)) told
has '^logs\.d/b\.ptl$' told
info 0 logs.d/a.ptl t.ptl
lines_are $((3 * 17)) told
lacks '^logs\.d/b\.ptl$' told
mkdir empty
info 2 empty t.ptl
has '^posixtrace: empty: neither \*\.ptl nor a CTF trace is in this directory$' err
lines_are 17 told

if "$posixtrace" info -f json t.ptl > told 2> err; then
	lines_are 1 told
	has '^\{"file":"t\.ptl","version":3,"uuid":"[0-9a-f-]{36}",' told
	has "\"events\":$events,\"lost\":0,\"complete\":true,\"verified\":false,\"damage\":\{\"count\":0\}\}\$" told
	has '"compression":"none","event_bytes":([0-9]+),"stored_bytes":\1,"compression_ratio":1,' told
	has "\"first\":$(sed -n '1s/,.*//p' all),\"last\":$(sed -n "${events}s/,.*//p" all)," told
	info 0 --verify -f json t.ptl
	has '"losses":0,"uncounted":0,"lost":0,' told
	has '"verified":true,"damage":\{"count":0\}' told
else
	has 'built without yajl' err
	say 'SKIPPED: JSON: built without yajl'
fi

# Damage in the middle of a chunk is found by reading it. One that is cut is
# not complete.
size=$(stat -c %s t.ptl)
printf 'XXXXXXXX' | dd of=u.ptl bs=1 seek=$((size / 2)) conv=notrunc 2> dd
info 3 --verify u.ptl
has '^  damage +[0-9]+ places?, first at byte [0-9]+: ' told
has '^  complete +yes$' told
head -c $((size - 100)) t.ptl > cut.ptl
info 3 cut.ptl
has '^  complete +no: ' told
has '^  damage +1 place, ' told

# A log that was overwritten tells how many events it had, and how many were lost in
# all, as its recorder does. Without its end it tells what it knows.
numbers() {
	sed -n "s/,//g; s/$1/\\1/p" "$2"
}
lacks '^  (overwritten|lost in all)' told
for attempt in 1 2 3 4 5 6 7 8 9 10; do
	"$posixtrace" record --force --size=256K --log-policy=loop \
		--log-size=64K -o loop.ptl -- "$ticker" -n 20000 -s 200 -u 10 \
		> out 2> err.record
	grep -q ' overwritten' err.record && break
done
info 0 loop.ptl
has '^posixtrace: loop\.ptl: [0-9,]+ of these events were overwritten, the oldest, as the log was full$' err.record
gone=$(numbers '^posixtrace: loop.ptl: \([0-9]*\) of these.*' err.record)
all=$(numbers '^loop.ptl  .*  \([0-9]*\) events .*' err.record)
lost=$(numbers '^loop.ptl  .*  \([0-9]*\) lost$' err.record)
has '^  overwritten [0-9,]+ events before these, of [0-9,]+ in all$' told
[ "$(numbers '^  overwritten \([0-9]*\) .*' told)" = "$gone" ] ||
	fail "$gone events were overwritten" told
[ "$(numbers '^  overwritten .* of \([0-9]*\) .*' told)" = "$all" ] ||
	fail "there were $all events" told
[ "$(numbers '^  lost in all \([0-9]*\)$' told)" = "$lost" ] ||
	fail "$lost events were lost" told
left=$(numbers '^  events *\([0-9]*\)$' told)
[ $((gone + left)) -eq "$all" ] || fail "$all events, but $left are left" told
if "$posixtrace" info -f json loop.ptl > told 2> err; then
	has "\"overwritten\":$gone,\"events_in_all\":$all,\"lost_in_all\":$lost,\"events\":$left," told
fi
head -c $(($(stat -c %s loop.ptl) - 100)) loop.ptl > open.ptl
info 3 open.ptl
has '^  overwritten [0-9,]+ events$' told
has '^  lost in all unknown: the log has no end$' told
if "$posixtrace" info -f json open.ptl > told 2> err || [ -s told ]; then
	has '"overwritten":[0-9]+,"events":[0-9]+,' told
fi

# A log of a program that recorded nothing is as good as any.
"$posixtrace" record -q -o empty.ptl -- true
info 0 --verify empty.ptl
has '^  complete +yes$' told

# misuse WHAT ARGUMENT...
misuse() {
	what=$1
	shift
	info 2 "$@"
	has "^posixtrace info: $what" err
	lines_are 0 told
}

misuse 'name a log'
misuse '-f csv: expected text or json' -f csv t.ptl
misuse "unrecognized option '--nonsense'" --nonsense t.ptl

finish
