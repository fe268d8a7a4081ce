#!/bin/sh
#
# check-merge.sh - several logs become one, on one time line
. "${top_srcdir:?}/tests/tools/lib.sh"
hosts=$(tool tests/tools/hosts) || exit 99
orders=$(tool tests/tools/orders) || exit 99

# merge STATUS ARGUMENT...: into all.ptl
merge() {
	wanted=$1
	shift
	rm -f all.ptl
	"$posixtrace" merge -o all.ptl "$@" > out 2> err
	status_is "$wanted" $? "merge $*" err
	lines_are 0 out
}

# show STATUS ARGUMENT...
show() {
	wanted=$1
	shift
	"$posixtrace" show "$@" > shown 2> err2
	status_is "$wanted" $? "show $*" err2
}

# is_as_shown ARGUMENT...: all.ptl is what show makes of these
is_as_shown() {
	show 0 "$@"
	mv shown wanted
	show 0 all.ptl
	cmp -s wanted shown || fail "the log is not as $* show" shown wanted
}

#
# What one recording went on in is one log again.
#

"$posixtrace" record -q --rotate=100ms -o set.ptl -- "$ticker" -c counts \
	-n 500 > out 2> err
status_is 0 $? 'recording a set' err
merge 0 set.ptl
has '^all\.ptl  .*  1,00[0-9] events  2 threads  .*  0 lost$' err
lines_are 1 err
is_as_shown set.ptl
check_ticks shown counts
"$posixtrace" info all.ptl > told
has "^  host +$(uname -n), " told
has '^  command .*ticker' told

# Logs of one machine are not shifted, and nothing need be told. Descriptions,
# types and processes come along.
"$posixtrace" record -q -o o.ptl -- "$orders" 2> err
"$posixtrace" record -q -o t.ptl -- "$ticker" -n 20 2> err
merge 0 -q t.ptl o.ptl set.ptl
lines_are 0 err
is_as_shown t.ptl o.ptl set.ptl
has ' order_received +id=' shown

# The same bytes in, the same bytes out
mv all.ptl once.ptl
merge 0 t.ptl o.ptl set.ptl
cmp -s once.ptl all.ptl || fail 'another time it is another log'
merge 0 o.ptl t.ptl set.ptl
! cmp -s once.ptl all.ptl || fail 'another order is the same log'

# One alone, part of it, and what was merged once more
merge 0 o.ptl
is_as_shown o.ptl
merge 0 -e 'order_*' t.ptl o.ptl
is_as_shown -e 'order_*' t.ptl o.ptl
merge 1 -e nothing t.ptl o.ptl
[ ! -e all.ptl ] || fail 'a log of nothing was left'
merge 0 -q t.ptl o.ptl
"$posixtrace" info all.ptl > told
has '^  made of    2 logs of ' told
lacks ' a log of ' told
mv all.ptl two.ptl
merge 0 -q two.ptl set.ptl
is_as_shown t.ptl o.ptl set.ptl

#
# More parts than are open at once: nothing of what they tell gets lost. A tick
# takes a millisecond at least, and so there is a part for each.
#

# is_whole LOG WHAT [ARGUMENT]...: it shows, with names, functions and threads, what
# whole.ptl does
is_whole() {
	log=$1
	what=$2
	shift 2
	for form in csv plain; do
		columns=
		[ $form = plain ] ||
			columns='-f csv -O ts,pid,tid,comm,thread,name,func'
		# shellcheck disable=SC2086
		show 0 $columns "$@" whole.ptl
		mv shown wanted
		# shellcheck disable=SC2086
		show 0 $columns "$@" "$log"
		cmp -s wanted shown || fail "$what is another log" wanted shown
	done
	"$posixtrace" info whole.ptl | grep -E '^  (program|command) ' > wanted
	"$posixtrace" info "$log" | grep -E '^  (program|command) ' > told
	cmp -s wanted told || fail "$what has another program" wanted told
}

copy_ticker other
"$posixtrace" record -q -o whole.ptl -- sh -c '"$0" -n 45; exec ./other -n 45' \
	"$ticker" > out 2> err
status_is 0 $? 'recording two programs' err
show 0 -f csv -O comm,func whole.ptl
has '^other,[a-z_]' shown
"$posixtrace" split -q --time=500us -o 'piece.%n.ptl' whole.ptl 2> err
status_is 0 $? 'splitting into many' err
set -- piece.*.ptl
[ $# -gt 64 ] || fail "only $# parts" err
merge 0 -q "$@"
is_whole all.ptl 'what was merged of many parts'
"$posixtrace" cut -q -e '!none' -o cut.ptl "$@" 2> err
status_is 0 $? 'a cut of many parts' err
is_whole cut.ptl 'a cut of many parts'
"$posixtrace" convert -q -t ptl -o converted.ptl "$@" 2> err
status_is 0 $? 'a conversion of many parts' err
is_whole converted.ptl 'a conversion of many parts'
for by in process thread; do
	"$posixtrace" stat -g $by whole.ptl > wanted 2> err
	"$posixtrace" stat -g $by "$@" > told 2> err
	cmp -s wanted told || fail "counted by $by, many parts differ" wanted told
done

# A descriptor is one file after another, each in a part.
if ! has_sanitizer; then
	for file in a b c d e f; do
		echo > file.$file
	done
	"$posixtrace" record -q --wrap=io -o files.ptl -- sh -c \
		'for f in a b c d e f; do read x < file.$f; sleep 0.02; done' 2> err
	status_is 0 $? 'recording a descriptor of several files' err
	rm -f piece.*
	"$posixtrace" split -q --time=10ms -o 'piece.%n.ptl' files.ptl 2> err
	status_is 0 $? 'splitting by files' err
	opened() {
		"$posixtrace" show -e file_open --no-symbols "$@" 2> err |
			grep -o 'file_open.*file\.[a-f]' | sed 's/  */ /g'
	}
	opened files.ptl > wanted
	lines_are 6 wanted
	opened piece.*.ptl > told
	cmp -s wanted told || fail 'files of parts have other names' told wanted
fi

#
# Logs of one stream: what the last of them tells of a process is true of all.
#

if ! has_sanitizer; then
	"$posixtrace" record -q --wrap=all --rotate=100ms -o became.ptl -- \
		sh -c 'sh -c "\"\$0\" -n 500; exec ./other -n 5" "$0"; :' \
		"$ticker" > out 2> err
	status_is 0 $? 'recording a set of two programs' err
	merge 0 -q became.ptl
	show 0 -O comm,name all.ptl
	has '^other +tick$' shown
	has '^[a-z-]*ticker +tick$' shown
fi

#
# Several machines
#

# made_by ARGUMENT...: what hosts makes of these
made_by() {
	rm -f h?.ptl
	"$hosts" "$@" || fail "hosts $*"
}

# is_in_order: each message is received 4 to 13 us after it was sent, and that
# is how the log has it
is_in_order() {
	show 0 -f csv -O ts,host,name,id all.ptl
	awk -F, '
		$3 == "sent" { sent[$4] = $1 }
		$3 == "received" {
			n++
			took = substr($1, 10) - substr(sent[$4], 10)
			if (!($4 in sent) || took < 4000 || took > 13000)
				exit 1
		}
		END { if (n != 500) exit 1 }' shown ||
		fail 'messages are not where they should be' shown
}

made_by
show 0 h?.ptl
has ' h1:talker-h1/4243 +sent +id=0 bytes=64$' shown
show 0 -H h3 -p talker-h3 h?.ptl
show 1 -H h3 -p talker-h1 h?.ptl

# Nothing is known: nothing is shifted, and that is told.
merge 0 h?.ptl
for host in h2 h3 h4; do
	has "^$host: clock offset to h1 is not known: not shifted\$" err
done
is_as_shown h?.ptl

# A part of it lacks origins before others, and has all that is known of those.
"$posixtrace" cut -q -H h3 -o h3-only.ptl all.ptl
"$posixtrace" info h3-only.ptl > told
has '^  made of    a log of h3$' told
"$posixtrace" query -f tsv h3-only.ptl 'select origin, host from logs;
	select distinct origin, host, comm from events' > told 2> err
printf 'origin\thost\n2\th3\norigin\thost\tcomm\n2\th3\ttalker-h3\n' > wanted
sed 's/^[0-9]/2/' told | cmp -s - wanted || fail 'another origin' told
show 0 -H h3 -p talker-h3 h3-only.ptl h4.ptl
merge 2 h3-only.ptl h3.ptl
has ' h3-only.ptl: was made of h3.ptl, among others$' err
merge 0 h3-only.ptl h1.ptl
show 0 -H h3 -p talker-h3 all.ptl
merge 0 h?.ptl

# Messages tell. What came one way is a bound.
merge 0 --pair sent,received h?.ptl
has '^h2: clock offset to h1 \+1\.279 ms \+-0\.005 ms from 400 message pairs$' err
has '^h3: clock offset to h1 -7\.000 ms \+-0\.009 ms from 200 message pairs$' err
has '^h4: clock offset to h1 at least -0\.004 ms from 100 message pairs, none the other way: not shifted$' err
has '^all\.ptl .* 1,004 events  4 threads .* 7 lost$' err
is_in_order
show 0 all.ptl
has ' h2:talker-h2/4243 +7 events lost .*, over 92\.00us$' shown
sed '1,/ sent *id=994 /d' shown > behind
grep -q ' lost ' behind ||
	fail 'a loss is not where it ends' shown
[ "$(grep -c ' posix_trace_filter  filter: none -> received$' shown)" -eq 4 ] ||
	fail 'a filter tells of another type' shown
show 0 -H h2 -e posix_trace_filter -O ts,thread all.ptl
has '^1700000000050005000  h2:talker-h2/4243$' shown
merge 0 --pair sent,received --by id h?.ptl
is_in_order

"$posixtrace" info all.ptl > told
has '^  made of    a log of h1$' told
has '^  made of    a log of h2, its clock shifted by \+1\.279 ms \+-0\.005 ms$' told
lacks '^  (program|host) ' told
if "$posixtrace" info -f json all.ptl > told 2> err; then
	has '"origins":\[\{"uuid":"31313131-[-31]*","host":"h1","system":"Linux","offset_ns":0,"error_ns":0\},\{' told
	has '"host":"h2","system":"Linux","offset_ns":1279000,"error_ns":44[0-9][0-9]\}' told
fi

# Another one may be the first; the others are shifted to it.
merge 0 --pair sent,received h2.ptl h1.ptl h3.ptl
has '^h1: clock offset to h2 -1\.279 ms \+-0\.005 ms ' err
has '^h3: clock offset to h2 -8\.279 ms \+-0\.005 ms ' err

# By hand, of a host or a log
merge 0 --offset=h2=+1.279ms --offset=h3.ptl=-7ms --offset=h4=+0 h?.ptl
has '^h2: clock offset \+1\.279 ms \(by hand\)$' err
has '^h3\.ptl: clock offset -7\.000 ms \(by hand\)$' err
has '^h4: clock offset \+0\.000 ms \(by hand\)$' err
is_in_order

# A log by the last part of its path, and without a sign
merge 0 --offset=h3.ptl=7ms "$PWD/h1.ptl" "$PWD/h3.ptl"
has '^h3\.ptl: clock offset \+7\.000 ms \(by hand\)$' err
merge 2 --offset=3.ptl=7ms "$PWD/h1.ptl" "$PWD/h3.ptl"
has '3\.ptl: no such log or host$' err

# Far away, and as far as times go
merge 0 --offset=h2=-50d h1.ptl h2.ptl
show 0 -O host all.ptl
head -n 1 shown > first
has '^h2$' first
merge 0 --offset=h2=+106751d h1.ptl h2.ptl
show 0 -O host all.ptl
tail -n 1 shown > last
has '^h2$' last

# What was merged is on one time line already, and can be merged once more.
merge 0 -q --pair sent,received h1.ptl h2.ptl
mv all.ptl two.ptl
merge 0 --pair sent,received two.ptl h3.ptl h4.ptl
has '^h3: clock offset to h1 -7\.000 ms \+-0\.009 ms from 200 message pairs$' err
lacks '^h2: ' err
is_in_order
"$posixtrace" merge -q -o more.ptl all.ptl o.ptl 2> err
status_is 0 $? 'merging what was merged' err
show 0 -f csv -O ts,host,pid,comm,name,id -H 'h?' more.ptl
mv shown wanted
show 0 -f csv -O ts,host,pid,comm,name,id all.ptl
cmp -s wanted shown || fail 'merging once more changes something' wanted shown

# The kernels know, too; messages know better, if they went both ways.
made_by -s
merge 0 h?.ptl
has '^h2: clock offset to h1 \+1\.284 ms \+-0\.031 ms \(kernel NTP state\)$' err
has '^h3: clock offset to h1 is not known: not shifted$' err
show 0 -H h2 -e posix_trace_filter -O ts all.ptl
has '^1700000000050010000$' shown
merge 0 --pair sent,received h?.ptl
has '^h2: clock offset to h1 \+1\.284 ms \+-0\.031 ms \(kernel NTP state\), \+1\.279 ms \+-0\.005 ms from 400 message pairs: using the latter$' err
is_in_order

made_by -s -1
merge 0 --pair sent,received h1.ptl h2.ptl
has '^h2: clock offset to h1 \+1\.284 ms .*, at least \+1\.275 ms from 100 message pairs, none the other way: using the former$' err
made_by -1
merge 0 --pair sent,received h1.ptl h2.ptl
has '^h2: clock offset to h1 at least \+1\.275 ms from 100 message pairs, none the other way: not shifted, by which messages come before they were sent$' err

made_by -d
merge 0 --pair sent,received h1.ptl h2.ptl
has '^h2: clock offset to h1 .*from 200 message pairs, which contradict each other by 0\.000[0-9]* ms, as if a clock was set$' err

# A clock that drifts is less than the error away from where it belongs, which is
# some milliseconds in an hour: by messages with h1, and h3 by those with h2.

# is_exact HOST: stated, in all.ptl, no less than the true error, and not much
is_exact() {
	show 0 -f csv -O ts,host,name,id -H "$1" -e sent,received all.ptl
	stated=$(sed -n "s/^$1: clock offset .* +-\([0-9.]*\) ms from .*/\1/p" err)
	awk -F, -v stated="$stated" -v host="$1" '
		$2 == host && $3 ~ /^(sent|received)$/ {
			from = int($4 / 10)
			at = (5 * from + $4 % 10 + 1) * 7200000
			if ($3 == "received")
				at += 4 + from * 7919 % 997
			off = (substr($1, 5) / 1e3 - at) / 1e3
			off = off < 0 ? -off : off
			most = off > most ? off : most
			n++
		}
		END { exit !(n > 100 && stated < 4 && most <= stated) }' \
		shown || fail "$1 is not to +-$stated ms where it was" err
}

for ppm in 100 -100 -3 600; do
	made_by -r $ppm
	merge 0 --pair sent,received h?.ptl
	has '^h2: clock offset to h1 .* at first, drifting by [-+0-9.]+ ppm, ' err
	is_exact h2
	is_exact h3
	merge 0 --pair sent,received h2.ptl h1.ptl
	has '^h1: clock offset to h2 .* at first, drifting by [-+0-9.]+ ppm, ' err
done

# Merged once more, with another clock to drift from: h1 drifts like h3.
made_by -r 100
merge 0 -q --pair sent,received h2.ptl h1.ptl
mv all.ptl two.ptl
merge 0 -q --pair sent,received h3.ptl two.ptl
"$posixtrace" info all.ptl > told
has '^    drift +-[19][0-9]*\.[0-9]* ppm$' told
has '^    drift +[-+]0\.0[0-9]* ppm$' told

# What is sent once more before it arrives tells nothing, and spoils nothing.
made_by -a
merge 0 --pair sent,received h?.ptl
has '^h2: clock offset to h1 \+1\.279 ms \+-0\.005 ms from 390 message pairs$' err
has '^posixtrace: 10 messages are not compared: another one from there, or the same once more, had the same value at that time$' err

# One machine has one clock, whatever its containers are called.
made_by -t
merge 0 --offset=h2=+1ms --pair sent,received h?.ptl
has '^h5: clock offset to h1 is not known: not shifted$' err
lacks '^h6:' err
show 0 -H h6 all.ptl

# Of one time, they come as they were named.
show 0 -e sent -O thread h5.ptl h6.ptl
head -n 1 shown > first
has '^h5:' first
show 0 -e sent -O thread h6.ptl h5.ptl
head -n 1 shown > first
has '^h6:' first
merge 0 -q -e sent h6.ptl h5.ptl
is_as_shown -e sent h6.ptl h5.ptl

# An offset is that of the logs of the host that it names, and of no other one.
for logs in 'h5.ptl h6.ptl' 'h6.ptl h5.ptl'; do
	for host in h5 h6; do
		# shellcheck disable=SC2086
		merge 0 --offset=$host=+1s $logs
		has "^$host: clock offset \\+1000.000 ms \\(by hand\\)\$" err
		lines_are 2 err
		show 0 -O ts -H $host all.ptl
		sort shown > is
		"$posixtrace" show -O ts $host.ptl |
			awk '{ printf "%d%s\n", substr($1, 1, length($1) - 9) + 1, substr($1, length($1) - 8) }' |
			sort > wanted
		cmp -s wanted is || fail "$host of $logs: another time" wanted is
		show 0 -O ts -H "!$host" all.ptl
		sort shown > is
		other=h5
		[ $host != h5 ] || other=h6
		"$posixtrace" show -O ts $other.ptl | sort > wanted
		cmp -s wanted is || fail "$other was shifted, too" wanted is
	done
done

# Nothing in common
merge 0 --pair sent,nothing h1.ptl h2.ptl
has '^posixtrace: no message is in two of the logs$' err
merge 0 --pair sent,received --by price h1.ptl h2.ptl
has '^posixtrace: [0-9]+ events have no such field, and are in no pair$' err

#
# Damage: the rest is there
#

head -c $(($(stat -c %s h2.ptl) - 200)) h2.ptl > cut
mv cut h2.ptl
merge 3 h1.ptl h2.ptl
has '^posixtrace: h2\.ptl: at byte ' err
show 0 all.ptl
has ' h2:talker-h2/' shown
"$posixtrace" info --verify all.ptl > told
status_is 0 $? 'verifying what was merged' told

#
# Misuse
#

# misuse WHAT ARGUMENT...
misuse() {
	what=$1
	shift
	"$posixtrace" merge "$@" > out 2> err
	status_is 2 $? "merge $*" err
	has "^posixtrace( merge)?: $what" err
	lines_are 0 out
	[ ! -e new.ptl ] || fail "merge $* left a log"
}

made_by
cp h1.ptl copy.ptl
cp h1.ptl before.ptl
rm -f new.ptl
misuse 'name some logs' -o new.ptl
misuse '-o is missing' h1.ptl h2.ptl
misuse '-o -: ' -o - h1.ptl h2.ptl
misuse 'h1\.ptl: is named twice' -o new.ptl h1.ptl h1.ptl
misuse 'copy\.ptl: is the same log as h1\.ptl' -o new.ptl h1.ptl copy.ptl
misuse 'two\.ptl: was made of h1\.ptl, among others' -o new.ptl h1.ptl two.ptl
misuse 'two\.ptl: was made of h1\.ptl, among others' -o new.ptl two.ptl h1.ptl
misuse 'h1\.ptl: is the log itself' --force -o h1.ptl h2.ptl h1.ptl
misuse 'h1\.ptl: exists already' -o h1.ptl h2.ptl h3.ptl
misuse 'none\.ptl: No such file' -o new.ptl h1.ptl none.ptl
misuse '--offset h9: no such log or host' -o new.ptl --offset=h9=+1s h1.ptl
for offset in h2 h2= h2=ms h2=+ h2=+1x =+1ms h2=+-1ms; do
	misuse "--offset=[^ ]*: not as in" -o new.ptl --offset="$offset" h1.ptl
done
for pair in sent sent, ,received sent,received,more; do
	misuse "--pair=$pair: not two names" -o new.ptl --pair="$pair" h1.ptl
done
misuse '--pair=sent,sent: one event' -o new.ptl --pair=sent,sent h1.ptl
misuse '--by: needs a --pair' -o new.ptl --by=id h1.ptl
misuse "unrecognized option '--nonsense'" --nonsense -o new.ptl h1.ptl
cmp -s h1.ptl before.ptl || fail 'an input was changed'

"$posixtrace" merge -q --force -o t.ptl h1.ptl h2.ptl 2> err
status_is 0 $? 'replacing a log' err
show 0 -H h2 t.ptl

if [ -c /dev/full ]; then
	"$posixtrace" merge -o /dev/full --force h1.ptl h2.ptl > out 2> err
	status_is 2 $? 'what is no file' err
fi

finish
