#!/bin/sh
#
# check-several-logs.sh - several logs are read as one
. "${top_srcdir:?}/tests/tools/lib.sh"
orders=$(tool tests/tools/orders) || exit 99

# show STATUS ARGUMENT...
show() {
	wanted=$1
	shift
	"$posixtrace" show "$@" > shown 2> err
	status_is "$wanted" $? "show $*" err
}

# rows ARGUMENT...: what show tells, without the names of the columns
rows() {
	show 0 -f csv "$@"
	sed 1d shown
}

#
# Logs that one recording went on in
#

"$posixtrace" record -q --rotate=200ms -o set.ptl -- "$ticker" \
	-c counts -n 1500 > out 2> err
status_is 0 $? 'recording a set' err
set -- set.*.ptl
[ $# -ge 3 ] || fail "only $# logs" err
for log; do
	rows "$log"
done > each
rows set.ptl > all
cmp -s each all || fail 'a set is not its logs, one after the other' all each
show 0 set.ptl
check_ticks shown counts
lacks '[a-z]:[a-z-]*ticker/' shown

# Whatever names them
mkdir logs.d
cp set.*.ptl logs.d
: > logs.d/other
for names in 'set.%n.ptl' 'set.*.ptl' logs.d logs.d/ logs.d/set.ptl \
	"$work/set.ptl"; do
	rows "$names" > some
	cmp -s some all || fail "$names means something else" some
done
rows "$@" > some
cmp -s some all || fail 'the names of all mean something else' some

"$posixtrace" stat -f csv set.ptl > some 2> err
status_is 0 $? 'counting in a set' err
has '^tick,3000,' some

# Seeking is as in one log.
middle=$(sed -n "$(($(wc -l < all) / 2))s/,.*//p" all)
rows --from="@$(echo "$middle" | sed 's/.\{9\}$/.&/')" set.ptl > some
awk -F, -v from="$middle" '$1 >= from' all | cmp -s - some ||
	fail 'a set cannot be sought in' some
rows --range=-1ms.. set.ptl > some
last=$(sed -n '$s/,.*//p' all)
awk -F, -v from="$last" '$1 >= from - 1000000' all | cmp -s - some ||
	fail 'the end of a set is another' some
rows --from=@tick:1500 -e tick set.ptl > some
grep ',tick,' all | sed 1,1499d > wanted
third=$(sed -n '1s/,.*//p' wanted)
grep ',tick,' all | awk -F, -v from="$third" '$1 >= from' | cmp -s - some ||
	fail 'an event is sought in one log only' some

# Two recordings of one time, each with types and processes of its own
"$posixtrace" record -q -o o.ptl -- "$orders" 2> err
status_is 0 $? 'recording orders' err
"$posixtrace" record -q -o t.ptl -- "$ticker" -n 100 > out 2> err &
recorder=$!
remember $recorder
"$posixtrace" record -q -o u.ptl -- "$ticker" -n 100 -s 40 2> err2
wait $recorder
{
	rows o.ptl
	rows t.ptl
	rows u.ptl
} | sort -s -t, -k1,1n > wanted
rows o.ptl t.ptl u.ptl > some
cmp -s wanted some || fail 'three logs are not in the order of times' some
show 0 o.ptl t.ptl
has ' order_received +id=' shown
has ' tick +0 100( |$)' shown
show 0 t.ptl o.ptl
has ' order_received +id=' shown
has ' tick +0 100( |$)' shown

# Nobody is asked for what is not there.
show 1 -e nothing o.ptl t.ptl u.ptl
has '^posixtrace: o\.ptl and 2 more logs: no event matches$' err

#
# More logs than are open at once
#

mkdir many
n=0
while [ $n -lt 66 ]; do
	n=$((n + 1))
	"$posixtrace" record -q -o many/$n.ptl -- "$ticker" -n 1 -u 0 \
		> out 2> err || fail 'recording one of many' err
done
for log in many/?.ptl many/??.ptl; do
	rows "$log"
done | sort -s -t, -k1,1n > wanted
rows many > all
cmp -s wanted all || fail 'many logs are not one' all
lines_are $((66 * 4)) all
[ "$(grep -c ',[a-z-]*ticker,' all)" -eq $((66 * 4)) ] ||
	fail 'a process has no name' all
"$posixtrace" stat -g process -f csv many > some 2> err
status_is 0 $? 'counting in many logs' err
[ "$(grep -c ',[a-z-]*ticker,' some)" -ge 66 ] ||
	fail 'a process has no name when its log was read' some
rows --range=-1ms.. many > some
last=$(sed -n '$s/,.*//p' all)
awk -F, -v from="$last" '$1 >= from - 1000000' all | cmp -s - some ||
	fail 'the end of many logs is another' some

#
# Damage: told of the log that has it, and the rest is shown
#

size=$(stat -c %s t.ptl)
head -c $((size - 100)) t.ptl > cut.ptl
show 3 o.ptl cut.ptl
lines_are 1 err
has '^posixtrace: cut\.ptl: at byte ' err
has ' order_sent ' shown
has ' tick +0 100( |$)' shown
head -c $(($(stat -c %s many/30.ptl) - 100)) many/30.ptl > cut
mv cut many/30.ptl
show 3 many
lines_are 1 err
has '^posixtrace: many/30\.ptl: at byte ' err
lines_are $((66 * 4 + 1)) shown

echo nonsense > text
show 3 o.ptl text
has '^posixtrace: text: not a posixtrace log, nor another trace that is known$' err

# Following goes on until all are complete.
rm -f t.ptl
"$posixtrace" record -q -o t.ptl -- "$ticker" -c counts -n 300 &
recorder=$!
remember $recorder
wait_for 'a log' test -s t.ptl
show 0 -F o.ptl t.ptl
wait $recorder
check_ticks shown counts
has ' order_sent ' shown

# misuse WHAT ARGUMENT...
misuse() {
	what=$1
	shift
	show 2 "$@"
	has "^posixtrace: $what" err
	lines_are 1 err
	lines_are 0 shown
}

cp o.ptl copy.ptl
mkdir empty
misuse 'o\.ptl: is named twice' o.ptl t.ptl o.ptl
misuse 'copy\.ptl: is the same log as o\.ptl' o.ptl copy.ptl
misuse 'empty: neither \*\.ptl nor a CTF trace is in this directory' empty
misuse 'none\.ptl: No such file' none.ptl
misuse 'none\.ptl: No such file' o.ptl none.ptl
misuse 'none/set\.ptl: No such file' none/set.ptl
misuse 'o\.ptl: is the log itself' t.ptl o.ptl -o o.ptl

# A log that comes through a pipe is one of them, or is read alone.
show 0 t.ptl o.ptl
mv shown wanted
# shellcheck disable=SC2002
cat o.ptl | "$posixtrace" show t.ptl - > shown 2> err
status_is 0 $? 'a log in a pipe, and one in a file' err
diff wanted shown > difference || fail 'a pipe has other events' difference
"$posixtrace" show o.ptl > wanted
{
	head -c 3 o.ptl
	sleep 0.2
	tail -c +4 o.ptl
} | "$posixtrace" show - > shown 2> err
status_is 0 $? 'a log in a pipe that begins slowly' err
diff wanted shown > difference || fail 'a slow pipe has other events' difference
"$posixtrace" record -q -o - -- "$ticker" -n 2 | "$posixtrace" show - > shown 2> err
status_is 0 $? 'a recording through a pipe' err
[ "$(grep -c ' tick ' shown)" -eq 4 ] || fail 'a pipe lacks events' shown
head -c 5000 o.ptl | "$posixtrace" show - > shown 2> err
status_is 3 $? 'a log in a pipe that is cut' err
head -c 5 o.ptl | "$posixtrace" show - > shown 2> err
status_is 2 $? 'five bytes of a log' err
"$posixtrace" show -F - < o.ptl > shown 2> err
status_is 2 $? 'following a pipe' err
has '^posixtrace: -: a log in a pipe is shown when all of it has come' err
TMPDIR=$work/nowhere "$posixtrace" show - < o.ptl > shown 2> err
status_is 7 $? 'no place for what comes' err

#
# Several hosts
#

if ! unshare -u true 2> err; then
	say 'SKIPPED: hosts: there are no namespaces to be had'
	finish
fi

mkdir hosts
for host in one two; do
	unshare -u sh -ec 'hostname "$1"; shift; exec "$@"' sh $host \
		"$posixtrace" record -q -o hosts/$host.ptl -- \
		"$ticker" -n 10 > out 2> err
	status_is 0 $? "recording on host $host" err
done
show 0 hosts
for host in one two; do
	[ "$(grep -c " $host:[a-z-]*ticker/[0-9]* .* tick " shown)" -eq 20 ] ||
		fail "not 20 ticks of $host" shown
done
show 0 -O host,name hosts
has '^one +tick$' shown
has '^two +tick$' shown
show 0 -H two -O thread hosts
lacks '^one' shown
has '^two:' shown
show 0 -H '!t*' -O thread hosts
has '^one:' shown
lacks '^two' shown
show 0 -H one,two -e tick hosts
lines_are 41 shown
show 1 -H three hosts
show 2 -H one, hosts

# Of one host nobody need be told.
show 0 hosts/one.ptl
lacks 'one:' shown

finish
