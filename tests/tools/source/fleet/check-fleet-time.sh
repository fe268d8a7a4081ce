#!/bin/sh
#
# check-fleet-time.sh - a fleet is on one time line, and of its logs only those
# are opened that a time needs
. "${top_srcdir:?}/tests/tools/lib.sh"
hosts=$(tool tests/tools/hosts) || exit 99

columns=ts,host,pid,comm,name,id

# show STATUS ARGUMENT...
show() {
	wanted_status=$1
	shift
	"$posixtrace" show -f csv -O "$columns" "$@" > shown 2> err
	status_is "$wanted_status" $? "show $*" err
}

# fleet_at SECONDS [OPTION]...: logs of four hosts that begin then
fleet_at() {
	local seconds=$1

	shift
	"$hosts" -l "$seconds" "$@" || fail "hosts $*"
	for i in 1 2 3 4; do
		mkdir -p fleet/h$i/talker-h$i
		mv h$i.ptl "fleet/h$i/talker-h$i/$(printf %05d "$seconds").ptl"
	done
}

for begin in 10 20 30 40 50; do
	fleet_at $begin -s
done

#
# One time line, that of merge
#

"$posixtrace" merge -q -o all.ptl fleet/*/*/*.ptl 2> told
show 0 all.ptl
mv shown wanted
show 0 fleet:fleet
cmp -s wanted shown || fail 'merge has another time line' wanted shown
cmp -s told err || fail 'merge says something else' told err
has '^h2: clock offset to h1 \+1\.284 ms \+-0\.031 ms \(kernel NTP state\)$' err
lines_are 3 err

"$posixtrace" merge -q --force -o all.ptl --pair sent,received fleet/*/*/*.ptl 2> told
show 0 all.ptl
mv shown wanted
for messages in sent,received sent,received,id; do
	show 0 --messages=$messages fleet:fleet
	cmp -s wanted shown || fail 'messages give another time line' shown
	cmp -s told err || fail 'messages give other offsets' told err
done
has '^h3: clock offset to h1 -7\.000 ms \+-0\.1[0-9]* ms from 1,000 message pairs$' err
"$posixtrace" merge -q -o more.ptl --pair sent,received fleet:fleet 2> err
status_is 0 $? 'merging a fleet' err
show 0 more.ptl
cmp -s wanted shown || fail 'a merged fleet has another time line' shown

# Parts of it: on the same line, whatever the part is
"$posixtrace" merge -q --force -o all.ptl --offset h3=-7ms fleet/*/*/*.ptl \
	2> told
for range in '+9.99s..+10.02s' '-10.04s..-9.99s' '..+1ms' \
	'@1700000020.010..@1700000020.020'; do
	show 0 --range="$range" all.ptl
	mv shown wanted
	show 0 --offset h3=-7ms --range="$range" fleet:fleet
	cmp -s wanted shown || fail "$range is another" wanted shown
	show 0 -H 'h[23]' --range="$range" all.ptl
	mv shown wanted
	show 0 --offset h3=-7ms -H 'h[23]' --range="$range" fleet:fleet
	cmp -s wanted shown || fail "$range is another of two hosts" shown
	"$posixtrace" stat --range="$range" all.ptl > wanted 2> err
	"$posixtrace" stat --range="$range" --offset h3=-7ms fleet:fleet \
		> shown 2> err
	status_is 0 $? "stat $range" err
	cmp -s wanted shown || fail "figures of $range" wanted shown
done
show 2 --offset h9=1s fleet:fleet
has '^posixtrace: --offset h9: no such log or host$' err
show 2 --messages=sent fleet:fleet
has '--messages=sent: not two names of events$' err

# The other commands
"$posixtrace" query fleet:fleet --range=@1700000030..@1700000031 \
	'select count(*), count(distinct host) from events' > out 2> err
status_is 0 $? 'query' err
if "$posixtrace" --version | grep -q '^without SQLite'; then
	say 'without SQLite'
else
	has '^ *1004 +4$' out
	[ "$(grep -c '^h2: ' err)" -eq 1 ] || fail 'clocks are told twice' err
fi
if "$posixtrace" --version | grep -Eq '^without (yajl|zlib)'; then
	say 'SKIPPED: report: built without yajl or zlib'
else
	"$posixtrace" report -q -o out.html fleet:fleet/h1 > out 2> err
	status_is 0 $? 'report' err
fi
"$posixtrace" diff fleet:fleet/h1 fleet:fleet/h2 > out 2> err
[ $? -le 4 ] || fail 'diff' err
has '^before +1 +1,5' out

#
# What there is, and how well clocks are known
#

"$posixtrace" info fleet:fleet --messages sent,received > told 2> err
status_is 0 $? 'info' err
has '^fleet:fleet$' told
has '^  logs       20 of 4 hosts$' told
has '^  events     5,020$' told
has '^  lost       35$' told
has '^  duration   40\.0 s$' told
has '^    h1 +5 +\+0\.000 ms +reference$' told
# The clocks may have wandered in the ten seconds without messages.
has '^    h2 +5 +\+1\.279 ms +0\.08[0-9] ms +messages +2,000$' told
has '^    h4 +5 +not known +500$' told
has '^    h3 +talker-h3 +5 +1,005 +0 +40\.0 s$' told
"$posixtrace" info fleet:fleet > told 2> err
has '^    h2 +5 +\+1\.284 ms +0\.031 ms +kernel NTP state$' told
"$posixtrace" info fleet:fleet --offset h2=1ms > told 2> err
has '^    h2 +5 +\+1\.000 ms +by hand$' told
mkdir drift
(cd drift && "$hosts" -d)
"$posixtrace" info fleet:drift --messages sent,received > told 2> err
has '^    h2 +1 .* messages that contradict +400$' told
has '^    h3 +1 .* messages that contradict +200$' told
if "$posixtrace" info -f json fleet:drift --messages sent,received > told 2> err
then
	has '"clock":"h2",.*"contradicted":true,"message_pairs":400' told
	"$posixtrace" info -f json fleet:fleet --messages sent,received > told 2> err
	has '"clock":"h3",.*"contradicted":false,"message_pairs":1000' told
fi

# A clock that drifts: the same line for all, and ranges are of that line.
for i in 1 2; do
	mkdir -p hour/h$i
done
"$hosts" -r 100 || fail 'hosts -r'
mv h1.ptl hour/h1
mv h2.ptl hour/h2
"$posixtrace" info fleet:hour --messages sent,received > told 2> err
has '^    CLOCK .* PAIRS +DRIFT$' told
has '^    h2 +1 .* [01]\.[0-9]* ms +messages +200 +-(99\.9|100\.0)[0-9]* ppm$' told
if "$posixtrace" info -f json fleet:hour --messages sent,received > told 2> err
then
	has '"clock":"h2",.*"drift_ns_per_s":-(999|1000)[0-9][0-9],"contradicted":false' told
fi
"$posixtrace" merge -q --force -o all.ptl --pair sent,received hour/*/*.ptl 2> told
for range in +0s.. @1700000000..@1700000008 +30m..+31m -8s..; do
	show 0 --range="$range" all.ptl
	mv shown wanted
	show 0 --messages=sent,received --range="$range" fleet:hour
	cmp -s wanted shown || fail "$range of an hour is another" wanted shown
	[ -s shown ] || fail "there is nothing in $range" err
done
"$posixtrace" info --verify fleet:fleet/h1 > told 2> err
status_is 0 $? 'info --verify' err
[ "$(grep -c '^fleet.*ptl$' told)" -eq 5 ] || fail 'logs are not verified' told
if "$posixtrace" info -f json fleet:fleet > told 2> err; then
	has '"clock":"h2","host":"h2","logs":5,"measured_by":"kernel NTP state","offset_ns":1284000,"error_ns":31000' told
	has '"host":"h2","program":"talker-h2","logs":5,"growing":0,"damaged":0,"events":2005,"lost":35,' told
fi

#
# Only what is needed is opened.
#

# opens WANTED ARGUMENT...: so many logs, whatever is found
opens() {
	wanted_logs=$1
	shift
	strace -f -o calls -e trace=open,openat "$posixtrace" show -f csv \
		-O "$columns" "$@" > shown 2> err
	opened=$(sed -n 's/.*"\([^"]*\.ptl\)", .*/\1/p' calls |
		sort -u | wc -l)
	[ "$opened" -eq "$wanted_logs" ] ||
		fail "$opened logs were opened for $*, not $wanted_logs" calls
}

if strace -o calls true 2> err && ! has_sanitizer; then
	if "$posixtrace" --version | grep -q '^without SQLite'; then
		say 'without SQLite all heads are read'
	else
		opens 20 fleet:fleet
		opens 4 --range=@1700000030..@1700000031 fleet:fleet
		[ "$(wc -l < shown)" -gt 1000 ] || fail 'events are missing' shown
		opens 1 -H h2 --range=@1700000030..@1700000031 fleet:fleet
		opens 5 -p talker-h3 fleet:fleet
		opens 0 -H h9 fleet:fleet
		opens 0 --range=@1700000035..@1700000036 fleet:fleet
		has '^posixtrace: fleet:fleet: no log has such a host, process or time$' err
		opens 5 fleet:fleet/h4
	fi
else
	say 'SKIPPED: strace is absent, or cannot be used'
fi

#
# The index
#

columns=ts,host,name,id
show 0 --range=@1700000030..@1700000031 fleet:fleet
mv shown wanted
lines_are 1006 wanted

# is_found WHAT
is_found() {
	show 0 --range=@1700000030..@1700000031 fleet:fleet
	cmp -s wanted shown || fail "$1 changes what is found" shown err
}

if "$posixtrace" --version | grep -q '^without SQLite'; then
	is_found 'nothing'
	finish
fi
index=fleet/.posixtrace-index
rm $index
is_found 'no index'
[ -s $index ] || fail 'no index was made'
cp $index sound

# Damaged in its beginning, in the middle, and altogether
printf 'damaged!' | dd of=$index bs=1 seek=20 conv=notrunc 2> dd
is_found 'a damaged beginning'
for at in 4200 8300 12000 16500; do
	cp sound $index
	head -c 600 /dev/zero | tr '\0' Z |
		dd of=$index bs=1 seek=$at conv=notrunc 2> dd
	is_found "damage at $at"
done
echo 'no database' > $index
is_found 'what is no database'
has '^posixtrace: .*/\.posixtrace-index: is damaged' err
head -c 5000 sound > $index
is_found 'an index that was cut'

# What would keep the command waiting for ever
is_soon_found() {
	timeout 60 "$posixtrace" info fleet:fleet > out 2> err
	status_is 0 $? "$1" err
	is_found "$1"
}
rm $index
cp sound $index
mkfifo $index-journal
is_soon_found 'a FIFO in the place of its journal'
cp sound $index
if python3 -c 'import sqlite3' 2> err; then
	python3 - $index << 'END'
import sqlite3, sys
index = sqlite3.connect(sys.argv[1])
index.executescript("""
drop index log_below;
alter table log rename to rows;
create view log as with recursive n(i) as
	(select 1 union all select i + 1 from n)
	select rows.* from rows, n where n.i < 0;
create trigger put instead of insert on log begin select 1; end;
create trigger forget instead of delete on log begin select 1; end;
""")
END
	is_soon_found 'a view without an end'
else
	say 'SKIPPED: views in the index: there is no python3 with sqlite3'
fi
rm $index
mkdir $index
is_found 'a folder in its place'
rmdir $index
ln -s /etc/passwd $index
is_found 'a link in its place'
rm $index

# A log that comes, goes, changes, and grows
is_found 'no index'
fleet_at 60
show 0 --from=@1700000059 fleet:fleet
lines_are 1006 shown
mv fleet/h1/talker-h1/00060.ptl h1.ptl
size=$(stat -c %s h1.ptl)
head -c $((size / 2)) h1.ptl > fleet/h1/talker-h1/00060.ptl
show 3 --from=@1700000059 -H h1 fleet:fleet
lines=$(wc -l < shown)
[ "$lines" -lt 301 ] || fail 'half of a log is all of it' shown
tail -c +$((size / 2 + 1)) h1.ptl >> fleet/h1/talker-h1/00060.ptl
show 0 --from=@1700000059 -H h1 fleet:fleet
lines_are 302 shown
rm fleet/h1/talker-h1/00060.ptl
show 1 --from=@1700000059 -H h1 fleet:fleet
rm -r fleet/h4
show 0 --from=@1700000059 fleet:fleet
! grep -q h4 shown || fail 'logs that have gone are there' shown

# Many at once, without an index
rm $index
for i in 1 2 3 4 5 6; do
	"$posixtrace" stat -f csv fleet:fleet > out.$i 2> err.$i &
done
wait
for i in 2 3 4 5 6; do
	cmp -s out.1 out.$i || fail "number $i is another" err.1 err.$i
	cmp -s err.1 err.$i || fail "number $i says something else" err.1 err.$i
done

# A folder that cannot be written: with an index, one that is stale, and none
as_nobody() {
	setpriv --reuid 65534 --regid 65534 --clear-groups "$posixtrace" "$@"
}

chmod -R a+rX .
if [ "$(id -u)" -eq 0 ] && as_nobody --version > out 2> err; then
	cp fleet/h2/talker-h2/00040.ptl kept
	"$posixtrace" stat -f csv fleet:fleet > wanted 2> err
	for round in fresh stale absent; do
		[ $round != stale ] || touch fleet/h2/talker-h2/*.ptl
		[ $round != absent ] || rm $index
		as_nobody stat -f csv fleet:fleet > out 2> err
		status_is 0 $? "a $round index of somebody else" err
		cmp -s wanted out || fail "a $round index of somebody else" out
	done
	[ ! -e $index ] || fail 'nobody made an index'
	chmod 700 fleet/h1
	as_nobody show fleet:fleet > out 2> err
	status_is 5 $? 'a folder that may not be read' err
	has '^posixtrace: fleet/h1: Permission denied$' err
	grep -q ' h2:' out || fail 'the rest is missing' out
	chmod 755 fleet/h1
else
	say 'SKIPPED: reading as another user'
fi

#
# Logs that come later
#

mkdir -p later/h1/t later/h2/t
"$hosts" -s -l 5
mv h1.ptl whole
mv h2.ptl later/h2/t/1.ptl
head -c 9000 whole > later/h1/t/1.ptl
"$posixtrace" show -F -f csv -O "$columns" fleet:later > shown 2> err &
pid=$!
remember $pid
wait_for 'the first logs' grep -q ,h2, shown
"$hosts" -s -l 10
mv h2.ptl later/h2/t/2.ptl
mv h1.ptl later/h1/t/2.ptl
tail -c +9001 whole >> later/h1/t/1.ptl
wait_for 'the last event' grep -q '^170000001005.*,h2,posix_trace_filter,' shown
wait $pid
status_is 0 $? 'following a fleet' err
has '^1700000010000109000,h2,received,' shown

#
# Many logs
#

for begin in $(seq 1000 10 1490); do
	"$hosts" -l "$begin" || fail 'hosts'
	for i in 1 2 3 4; do
		mkdir -p many/h$i/talker
		mv h$i.ptl many/h$i/talker/$begin.ptl
	done
done
show 0 --range=@1700001199.9..@1700001201 fleet:many
lines_are 1006 shown
show 0 --range=@1700001199.9..@1700001201 many/*/*/*.ptl
lines_are 1006 shown
"$posixtrace" info fleet:many > told 2> err
has '^  logs       200 of 4 hosts$' told
has '^  events     50,200$' told

#
# What is damaged, and what is hostile
#

show 0 fleet:fleet
mv shown wanted
echo 'no log' > fleet/h1/talker-h1/none.ptl
: > fleet/h1/talker-h1/empty.ptl
head -c 100 all.ptl > fleet/h1/talker-h1/short.ptl
mkdir fleet/h1/talker-h1/folder.ptl
mkfifo fleet/h1/talker-h1/fifo.ptl
mkdir -p outside/program
"$hosts" -l 70
mv h1.ptl outside/program/secret.ptl
ln -s ../outside fleet/h8
ln -s ../../outside/program fleet/h1/link
ln -s ../../../outside/program/secret.ptl fleet/h1/talker-h1/link.ptl
mkdir "fleet/%2e%2e" "fleet/$(printf 'a\nb')" 'fleet/*'
for round in first second; do
	"$posixtrace" info fleet:fleet > told 2> err
	status_is 3 $? 'info of what cannot be read' err
	has ', and 3 that cannot be read$' told
	show 3 fleet:fleet
	cmp -s wanted shown || fail 'the rest is not as it was' shown
	for name in none empty short; do
		has "^posixtrace: .*/$name.ptl: not a posixtrace log\$" err
	done
	[ "$(grep -c '^posixtrace: ' err)" -eq 3 ] || fail 'messages' err
done
show 2 fleet:fleet/../outside/x
show 2 fleet:fleet/h8/program
rm fleet/h1/talker-h1/*[a-z].ptl 2> /dev/null

# A damaged chunk: the rest is answered.
log=fleet/h2/talker-h2/00030.ptl
size=$(stat -c %s $log)
printf 'damaged!' | dd of=$log bs=1 seek=$((size / 2)) conv=notrunc 2> dd
show 3 fleet:fleet
has "^posixtrace: .*/h2/talker-h2/00030.ptl: " err
lines=$(wc -l < shown)
[ "$lines" -gt 3000 ] || fail 'the rest is missing' shown

# The same log twice
cp fleet/h1/talker-h1/00010.ptl fleet/h1/twin.ptl
show 3 fleet:fleet
has '^posixtrace: .*twin.ptl: is the same log as .*/00010.ptl: left out$|^posixtrace: .*/00010.ptl: is the same log as .*twin.ptl: left out$' err
[ "$(wc -l < shown)" -eq "$lines" ] || fail 'a twin counts' shown
show 2 fleet:fleet all.ptl
has '^posixtrace: all.ptl: logs are not mixed with those of a fleet$' err

finish
