#!/bin/sh
#
# check-ship.sh - logs sent to a directory are the logs that were written
. "${top_srcdir:?}/tests/tools/lib.sh"

# ship STATUS WHAT ARGUMENT...: into err
ship() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" ship "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
	lines_are 0 out
}

same() {
	cmp -s "$1" "$2" || fail "$2 is not $1"
}

mkdir there
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 400 -s 200

# Once, and once more
ship 0 'a log' a.ptl --to there --once --name one
same a.ptl there/a.ptl
has '^there: [1-9][0-9]* sections, .* shipped; 0 sections, 0.0 s behind$' err
has '^section [1-9]' a.ptl.ship-one
ship 0 'a log that is there' -q a.ptl --to there --once --name one
lines_are 0 err
same a.ptl there/a.ptl

# Without its checkpoint, and with one that is damaged, the place tells.
rm a.ptl.ship-one
ship 0 'a log without its checkpoint' a.ptl --to there --once --name one
same a.ptl there/a.ptl
sed 's/^section .*/section 2/' a.ptl.ship-one > checkpoint
mv checkpoint a.ptl.ship-one
ship 0 'a damaged checkpoint' a.ptl --to there --once --name one
has '^posixtrace: a.ptl.ship-one: damaged; ' err
same a.ptl there/a.ptl
head -c 40 a.ptl.ship-one > checkpoint
mv checkpoint a.ptl.ship-one
ship 0 'a checkpoint that was cut' a.ptl --to there --once --name one
same a.ptl there/a.ptl

# What is there was cut, in the middle of a section, or has gone.
size=$(stat -c %s a.ptl)
truncate -s $((size / 2)) there/a.ptl
ship 0 'a log that was cut there' a.ptl --to there --once --name one
same a.ptl there/a.ptl
rm there/a.ptl
rm a.ptl.ship-one
ship 0 'a log that has gone there' a.ptl --to there --once --name one
same a.ptl there/a.ptl

# Where it has gone, and cannot be sent again, it is behind.
rm there/a.ptl
(ulimit -f 8 && exec "$posixtrace" ship a.ptl --to there --once --name one) \
	2> err
status_is 7 $? 'a log that has gone there, without room' err
has '^posixtrace: a.ptl: there has less of it than it had, and gets it again$' err
has '^there: .*; [1-9][0-9]* sections?, [0-9.]* s behind, as far as is known$' err
ship 7 'no directory now' a.ptl --to there/none --once --name one
has ' [1-9][0-9]* sections?, [0-9.]* s behind, as far as is known$' err
ship 0 'a log that has gone there, with room' a.ptl --to there --once --name one
has '; 0 sections, 0.0 s behind$' err
same a.ptl there/a.ptl
ship 7 'no directory any more' a.ptl --to there/none --once --name one
has '; 0 sections, 0.0 s behind, as far as is known$' err

# Another log of that name
mkdir other
record 0 'another ticker' -q -o other/a.ptl -- "$ticker" -n 10
ship 0 'a log of the same name' other/a.ptl --to there --once
same a.ptl there/a.ptl
same other/a.ptl there/a.????????????????????????????????.ptl
rm there/a.*.ptl

# What is there ends with a section that has other bytes here: nothing follows it.
set -- $(python3 "$top_srcdir/tests/tools/ship/spoil.py" a.ptl twin.ptl 3)
python3 "$top_srcdir/tests/tools/ship/cut.py" a.ptl part.ptl "$1"
mkdir twin
cp part.ptl twin/twin.ptl
for name in one two; do
	ship 3 "a log that has another twin, $name" twin.ptl --to twin --once \
		--name $name
	has '^posixtrace: twin.ptl: its last section there has other bytes than the one here, and is left as it is$' \
		err
	same part.ptl twin/twin.ptl
	cp a.ptl.ship-one twin.ptl.ship-two
done
cp a.ptl twin.ptl
ship 0 'the log of which a part is there' twin.ptl --to twin --once
same a.ptl twin/twin.ptl

# A damaged section: what is sound goes on.
record 0 'many flushes' -q -o many.ptl -- \
	sh -c '"$0" -n 20; "$0" -n 20; "$0" -n 20' "$ticker"
cp many.ptl bad.ptl
at=$(stat -c %s many.ptl)
printf 'damaged!' | dd of=bad.ptl bs=1 seek=$((at / 2)) conv=notrunc 2> dd
ship 3 'a damaged log' bad.ptl --to there --once
has '^posixtrace: bad.ptl: [0-9]* bytes at [0-9]* are damaged, and are not shipped: ' err
"$posixtrace" info --verify there/bad.ptl > info 2> err
status_is 0 $? 'what is sound of a damaged log' info err

# The last section is damaged, and nothing follows.
end=$(grep -abo PTLS many.ptl | sed -n '$s/:.*//p')
head -c "$end" many.ptl > last.ptl
printf 'damaged!' | dd of=last.ptl bs=1 seek=$((end - 40)) conv=notrunc 2> dd
ship 3 'a log whose last section is damaged' last.ptl --to there --once
has ' are damaged, and are not shipped: checksum$' err
has '; 0 sections, ' err

# A section that is not whole may still be written, and is told when that is not
# waited for.
head -c $((end - 8)) many.ptl > torn.ptl
ship 0 'a log that was cut in a section' torn.ptl --to there --once
has '^posixtrace: torn.ptl: the last [0-9]* bytes are no whole section, and are not shipped$' \
	err

# A damaged beginning is made from its copy.
cp a.ptl begin.ptl
printf 'damaged!' | dd of=begin.ptl bs=1 seek=100 conv=notrunc 2> dd
ship 3 'a log whose beginning is damaged' begin.ptl --to there --once
same a.ptl there/begin.ptl

# What is no log
echo no log > no.ptl
ship 3 'no log' no.ptl --to there --once
has '^posixtrace: no.ptl: not a log of posixtrace$' err
[ ! -e there/no.ptl ] || fail 'a file that is no log was shipped'
ship 7 'no file' none.ptl --to there --once
has '^posixtrace: none.ptl: No such file or directory$' err
ship 7 'no directory' a.ptl --to nowhere --once
has '^posixtrace: nowhere: No such file or directory$' err

# What is damaged there is left as it is.
cp many.ptl there/many.ptl
ship 0 'a log that is there already' many.ptl --to there --once
at=$(grep -abo PTLS there/many.ptl | sed -n '4s/:.*//p')
printf 'damaged!' | dd of=there/many.ptl bs=1 seek="$at" conv=notrunc 2> dd
cp there/many.ptl kept
ship 3 'a log that is damaged there' many.ptl --to there --once
has 'damaged there, and is left as it is$' err
same kept there/many.ptl

# Where nothing tells that it was confirmed, it is cut, and what was behind kept.
rm many.ptl.ship-*
ship 0 'a log that is damaged there, and not known' many.ptl --to there --once
has '^posixtrace: there/many.ptl: damaged at byte [0-9]*, and cut there; ' err
same many.ptl there/many.ptl
"$posixtrace" show --no-pager there/many.ptl.damaged-* > rest 2> err
grep -c tick rest > count || fail 'nothing behind the damage was kept' err
rm there/many.ptl.damaged-* many.ptl.ship-*
printf 'damaged!' | dd of=there/many.ptl bs=1 seek=$((at + 40)) conv=notrunc 2> dd
ship 0 'a log of which a payload is damaged there' many.ptl --to there --once
has "^posixtrace: there/many.ptl: damaged at byte $at, and cut there; " err
same many.ptl there/many.ptl
rm there/many.ptl.damaged-*

# A directory that has no log yet
mkdir empty
ship 2 'a directory without logs' empty --to there --once
has '^posixtrace: empty: neither ' err
"$posixtrace" ship empty --to there --metrics metrics 2> ship.err &
shipper=$!
remember $shipper
wait_for 'a look at no logs' grep -q '^posixtrace_ship_logs.* 0$' metrics
cp a.ptl empty/first.ptl
wait_for 'the first log' cmp -s a.ptl there/first.ptl
kill -TERM $shipper
wait $shipper
status_is 0 $? 'a directory that had no log' ship.err
rm metrics

# A log that grows, and rotated ones, that are removed
"$posixtrace" ship grow.ptl --to there --name two --remove \
	--metrics metrics 2> ship.err &
shipper=$!
remember $shipper
wait_for 'a look at no logs' grep -q '^posixtrace_ship_logs.* 1$' metrics
"$posixtrace" record -q --rotate=1M -o grow.ptl -- \
	"$ticker" -n 2000 -s 1000 -u 200 2> err
status_is 0 $? 'rotated logs' err
last=$(ls grow.??????.ptl | tail -n 1)
wait_for 'the last log' cmp -s "$last" "there/$last"
wait_for 'the first log to be removed' test ! -e grow.000001.ptl
wait_for 'metrics' grep -q '^posixtrace_ship_behind_sections{name="two"} 0$' \
	metrics
kill -TERM $shipper
wait $shipper
status_is 0 $? 'following rotated logs' ship.err
[ "$(ls there/grow.??????.ptl | wc -l)" -ge 2 ] || fail 'too few logs'
[ "$("$posixtrace" show there/grow.*.ptl | grep -c ' tick ')" -eq 4000 ] ||
	fail 'events of rotated logs are missing there'
has '^# TYPE posixtrace_ship_sections_total counter$' metrics
has '^posixtrace_ship_sections_total.name="two".  *[1-9]' metrics
set -- grow.*.ptl
[ $# -eq 1 ] || fail 'rotated logs were not removed'

# While the place is not to be had, logs make room for newer ones.
cp a.ptl room.000001.ptl
cp other/a.ptl room.000002.ptl
"$posixtrace" ship room.ptl --to later --name three --metrics metrics \
	2> ship.err &
shipper=$!
remember $shipper
wait_for 'the failure' grep -q '^posixtrace: later: No such file' ship.err
wait_for 'what waits' grep -q \
	'^posixtrace_ship_behind_sections{name="three"} [1-9]' metrics
rm room.000001.ptl
wait_for 'the news' grep -q \
	'^posixtrace: room.000001.ptl: removed before all of it was shipped$' \
	ship.err
mkdir later
wait_for 'the other log' cmp -s room.000002.ptl later/room.000002.ptl
wait_for 'metrics' grep -q '^posixtrace_ship_gone_logs_total{name="three"} 1$' \
	metrics
rm room.000002.ptl
wait_for 'the checkpoint to be removed' test ! -e room.000002.ptl.ship-three
kill -TERM $shipper
wait $shipper
status_is 4 $? 'logs that were removed' ship.err
has '^posixtrace: 1 log removed before being shipped$' ship.err
[ ! -e room.000001.ptl.ship-three ] || fail 'a checkpoint is left'

# A log that overwrites itself: all of it is there, if the shipping keeps up;
# what is late is told.
record_overwritten loop.ptl
"$posixtrace" info loop.ptl > info
has 'loop' info
ship 4 'a log that has overwritten itself' loop.ptl --to there --once
has '^posixtrace: loop.ptl: [1-9][0-9]* sections, numbers 2 to [0-9]*, gone before being shipped, between ' \
	err
has '^posixtrace: [1-9][0-9]* sections gone before being shipped$' err
gaps=$(grep -c ' gone before being shipped, between ' err)
"$posixtrace" info --verify there/loop.ptl > info 2> err
status_is 0 $? 'verifying what is there' info err
"$posixtrace" show there/loop.ptl > shown 2> err
has ' events lost \(overwritten before being shipped\), over ' shown
[ "$(grep -c ' lost (overwritten before being shipped)' shown)" -le "$gaps" ] ||
	fail "more than $gaps gaps" shown
for log in loop.ptl there/loop.ptl; do
	"$posixtrace" show -O name,tid,hex -e tick $log | tr -s ' ' | sort > shown
	[ $log = there/loop.ptl ] || mv shown wanted
done
comm -23 wanted shown > missing
[ ! -s missing ] || fail 'events are missing there' missing

# A log is no copy of itself, and is not removed for one.
mkdir self
cp a.ptl self/a.000001.ptl
cp other/a.ptl self/a.000002.ptl
ln -s self elsewhere
for to in self "$work/./self" there/../self elsewhere; do
	ship 7 'logs to where they are' self/a.ptl --to "$to" --once --remove
	has "^posixtrace: self/a.000001.ptl: is in $to itself, and has no copy there\$" \
		err
done
same a.ptl self/a.000001.ptl

# What is not whole there is not removed, whenever that was found.
mkdir whole
cp bad.ptl whole/a.000001.ptl
cp other/a.ptl whole/a.000002.ptl
rm -f there/a.00000*
ship 3 'a damaged log of several' whole/a.ptl --to there --once --remove
for start in second third; do
	ship 0 "a damaged log, $start start" whole/a.ptl --to there --once --remove
	same bad.ptl whole/a.000001.ptl
done

# Misuse
ship 2 'no place' a.ptl
ship 2 'an unknown place' a.ptl --to gopher://there
has 'no place to ship to' err
ship 2 'a name with a slash' a.ptl --to there --name ../x

# does_nothing WHERE OPTION...: each of them is refused in a line, and nothing sent
does_nothing() {
	to=$1
	shift
	for option; do
		ship 2 "$option to $to" a.ptl --once --to "$to" $option
		lines_are 1 err
		has '^posixtrace ship: (--[a-z]+: (not for|only with) |--to: built)' err
	done
}
rm a.ptl.ship-* there/*
for to in there "ssh:nowhere:$work/there"; do
	does_nothing "$to" --create --partition=day --replicas=3 --ca=x \
		'--cert=x --key=x' --creds=x --plain
done
does_nothing nats://127.0.0.1:1 --partition=day --replicas=3
does_nothing postgresql://127.0.0.1:1/x --replicas=3 --partition=day --creds=x
does_nothing otlp+http://127.0.0.1:1 --create --partition=day --replicas=3 \
	--ca=x '--cert=x --key=x'
does_nothing otlp+https://127.0.0.1:1 --create --plain
[ "$(ls there; ls a.ptl.ship-* 2> ls.err)" = '' ] || fail 'a log was shipped'

finish
