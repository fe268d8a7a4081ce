#!/bin/sh
#
# check-diff.sh - what a change of a program changes in its logs, and no more
. "${top_srcdir:?}/tests/tools/lib.sh"

server=$(tool tests/tools/diff/server)

# serve LOG [CHANGES]
serve() {
	"$posixtrace" record -q -o "$1" -- "$server" ${2:+"$2"}
	status_is 0 $? "recording $1"
}

# compare STATUS ARGUMENT...: into out and err
compare() {
	wanted_status=$1
	shift
	"$posixtrace" diff "$@" > out 2> err
	status_is "$wanted_status" $? "diff $*" out err
}

# All that does not depend on how fast the machine is
same='--compare=events,orders,threads,errors,places'

mkdir before after
for i in 1 2 3 4 5; do
	serve before/$i.ptl
done
serve slow.ptl s
serve new.ptl n
serve gone.ptl t
serve errors.ptl e
serve order.ptl o

# The same run twice, with other numbers of processes and threads
compare 0 $same before/1.ptl before/2.ptl
lines_are 0 err
has '^0 of [0-9]+ measures differ: periods and counts of the runs, level 5 %$' out
compare 0 before/1.ptl before/1.ptl
compare 0 -a $same before/1.ptl before/2.ptl
has '^   thread  server/timer +1 +1 +\+0\.0 % ' out
has '^   order   request_begin -> check +12 +12 ' out
has '^   error   request_end error=ENOENT +1 +1 ' out

# A new event, and what follows from that
compare 1 $same before/1.ptl new.ptl
has '^\+  event  retry +0 +12 +new ' out
has '^\+  order  request_end -> retry +0 +12 +new +<0\.001$' out
has '^-  order  request_end -> request_begin +11 +0 +gone +<0\.001$' out
lacks 'tick|thread|error' out
compare 1 $same new.ptl before/1.ptl
has '^-  event  retry +12 +0 +gone ' out

# A thread that is missing
compare 1 $same before/1.ptl gone.ptl
has '^-  thread  server/cleaner +1 +0 +gone ' out
lacks 'timer' out

# More errors, and a new one
compare 1 $same before/1.ptl errors.ptl
has '^\+  error  request_end error=EIO +0 +4 +new ' out
lacks 'event|ENOENT' out

# Another order of the same events
compare 1 $same before/1.ptl order.ptl
has '^-  order  request_begin -> check +12 +0 +gone ' out
has '^\+  order  check -> request_begin +0 +12 +new ' out
lacks 'event|thread' out

# Longer spans
compare 1 --compare=spans before/1.ptl slow.ptl
has '^~  span p50  request +[0-9.]+ [num]*s +([1-9][0-9][0-9] ms|[0-9.]+ s) +x[0-9.]+ +(<0\.001|0\.00[0-9])$' out
compare 0 $same before/1.ptl slow.ptl

# Places have the names of functions, not lines.
if "$posixtrace" --version | grep -q 'libdw'; then
	compare 0 -a --compare=places before/1.ptl before/2.ptl
	"$posixtrace" show before/1.ptl > shown
	if grep -q 'server\.c:' shown; then
		has '^   place  tick in tick \(server\.c\) +24 +24 ' out
	fi
fi

# Several runs a side, as operands and as directories
for i in 1 2 3 4 5; do
	serve after/$i.ptl ne
done
compare 1 $same before/*.ptl -- after/*.ptl
has 'permutations of the runs, level 5 %$' out
has '^before +5 +' out
has '^\+  event  retry +0 +12 +new +0\.008$' out
has '^\+  error  request_end error=EIO +0 +4 +new +0\.008$' out
cp out operands
compare 1 $same before after
cmp -s operands out || fail 'directories have other runs' operands out
compare 0 $same before/[123].ptl -- before/[45].ptl
has 'periods and counts of the runs' out
# What happens in one run of five is noise.
cp before/1.ptl before/2.ptl before/3.ptl before/4.ptl .
mkdir mixed
cp 1.ptl 2.ptl 3.ptl 4.ptl new.ptl mixed
compare 0 $same before mixed

# Rotated sets are runs, too.
mkdir set set/a.ptl.d
for i in 1 2 3 4 5; do
	cp before/$i.ptl set/part.00000$i.ptl
	cp before/$i.ptl set/a.ptl.d
done
compare 0 $same set/part.ptl set/a.ptl.d
has '^before +1 +' out
compare 0 $same set set/part.%n.ptl
has '^before +1 +' out
compare 1 $same before/1.ptl set/part.ptl
has '^~  event +check +12 +60 .*x5\.0 +<0\.001$' out

# A selection is for both sides.
compare 0 $same -e 'request_*,check' before/1.ptl gone.ptl
compare 1 $same -t cleaner before/1.ptl gone.ptl
compare 1 $same -e nothing before/1.ptl gone.ptl
has '^posixtrace: no event matches, on neither side$' err
compare 0 --compare=spans --least=99% --pair request_begin,check --by tid before/1.ptl before/1.ptl
has '0 of 4 measures' out
compare 0 -a --compare=spans --least=99% --pair request_begin,check --by tid before/1.ptl before/1.ptl
has '^   span +request_begin -> check +12 +12 ' out
compare 2 --pair request_begin,check --by size before/1.ptl gone.ptl
has 'request_begin has no field size$' err

# Names that neither side has are told, once for all runs; those of one side are
# new, or gone.
compare 0 $same -e check,retri -w 'erorr == 1 || len >= 0' \
	before/1.ptl before/2.ptl -- new.ptl
has '^posixtrace: both sides: no event is called retri; did you mean retry\?$' err
has '^posixtrace: both sides: no event has a field erorr; did you mean error\?$' err
lines_are 2 err
compare 1 $same -e retry,check before/1.ptl new.ptl
lines_are 0 err
compare 1 --compare=spans --pair request_begin,chek before/1.ptl before/1.ptl
has '^posixtrace: both sides: there is no event chek; did you mean check\?$' err
compare 1 --compare=spans --pair retry,check before/1.ptl new.ptl
lines_are 0 err

# Formats for programs have all measures.
compare 1 $same -f csv before/1.ptl new.ptl
has '^kind,measure,name,before,after,unit,change,p,verdict' out
has '^event,count,retry,0,12,,,[0-9.e-]+,new' out
has '^event,count,check,12,12,,0\.000000,1,same' out
has '^side,runs,events,lost,seconds' out
cp out csv
compare 1 $same -f csv before/1.ptl new.ptl
cmp -s csv out || fail 'the same logs give another output' csv out
if "$posixtrace" stat -f json before/1.ptl > /dev/null 2>&1; then
	compare 1 $same -f json before/1.ptl new.ptl
	lines_are 1 out
	has '"kind":"event","measure":"count","name":"retry","before":0,"after":12,"unit":"","change":null,"p":[0-9.e-]+,"verdict":"new"' out
	has '"test":\[\{"method":"periods","level":0.05,"least":0.05,"tested":[0-9]+,"differing":[0-9]+,"lost_exceeds":false\}\]' out
fi
compare 1 $same -o text before/1.ptl new.ptl
lines_are 0 out
has '^\+  event  retry ' text

# A page, whole, and without what a browser would take for its own
awk 'BEGIN {
	print "[{\"name\":\"<b>&\\\"x\",\"ph\":\"i\",\"ts\":1,\"pid\":1,\"tid\":1}]"
}' > odd.json
compare 1 $same -o page.html before/1.ptl odd.json
lines_are 0 out
has '^<!DOCTYPE html>$' page.html
has "content=\"default-src 'none'; style-src 'unsafe-inline'\"" page.html
has '<td>\+</td><td>event</td><td>&lt;b&gt;&amp;&quot;x</td><td class=number>0</td><td class=number>1</td><td class=number>new</td>' page.html
lacks '<b>|<script|https?:' page.html
has '^</html>$' page.html
compare 1 $same -f html before/1.ptl odd.json
cmp -s out page.html || fail 'another page on standard output' out
compare 1 $same -f text -o text.html before/1.ptl odd.json
lacks '<td' text.html

compare 2 -o before/1.ptl --force before/1.ptl new.ptl
has '^posixtrace: before/1.ptl: is a log that is compared$' err

# A damaged log: what is readable is compared.
size=$(wc -c < before/1.ptl)
head -c $((size * 2 / 3)) before/1.ptl > cut.ptl
compare 3 $same cut.ptl before/2.ptl
has '^before +1 +' out
has '^posixtrace: .*cut\.ptl: ' err
compare 3 $same before/2.ptl cut.ptl

# The trace of a board, under another name
board=$top_srcdir/tests/data/threadx/demo_threadx.trx
cp "$board" again.trx
compare 0 "$board" again.trx
"$posixtrace" convert -q -o board.ptl again.trx 2> err
compare 0 "$board" board.ptl
compare 0 -a --compare=threads "$board" board.ptl
has '^   thread  System Timer Thread +1 +1 ' out

# Misuse
for wrong in '' before/1.ptl 'before/1.ptl before/2.ptl before/3.ptl' \
	'-- before/1.ptl before/2.ptl' '--compare=size before/1.ptl new.ptl' \
	'--level=2 before/1.ptl new.ptl' '--least=x before/1.ptl new.ptl' \
	'before/1.ptl none.ptl' 'before/1.ptl set/none.%n.ptl'; do
	# shellcheck disable=SC2086
	compare 2 $wrong
	has '^posixtrace' err
done
compare 2 before/1.ptl "--least$(printf '\033\ns')=1" new.ptl
has "^posixtrace diff: unrecognized option '--least\?\?s'; did you mean --least\?\$" err
finish
