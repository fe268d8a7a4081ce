#!/bin/sh
#
# check-environment.sh - a program records itself as POSIXTRACE says
. "${top_srcdir:?}/tests/tools/lib.sh"

# order VALUE COMMAND...: it succeeds, whatever the order
order() {
	POSIXTRACE=$1
	export POSIXTRACE
	shift
	"$@" > out 2> err
	status=$?
	unset POSIXTRACE
}

show() {
	"$posixtrace" show "$1" > shown 2> err.show
	status_is 0 $? "showing $1" err.show
	lines_are 0 err.show
}

no_log() {
	set -- ./*.ptl*
	[ ! -e "$1" ] || fail "there is a log: $1" err
}

# All of it, under the name that it has by default
order record "$ticker" -c counts -n 500
status_is 0 $status 'a program that records itself' err
lines_are 0 err
set -- *ticker-[0-9]*.ptl
show "$1"
check_ticks shown counts
[ "$(grep -c ' tick  *[01] ' shown)" -eq 1000 ] || fail 'not all ticks' shown
rm -f ./*.ptl

# What is there stays.
for n in 1 2 3; do
	order 'record,o=same.ptl' "$ticker" -n $n
done
for n in 1 2 3; do
	[ $n -eq 1 ] && log=same.ptl || log=same.ptl.$n
	show $log
	[ "$(grep -c ' tick  *0 ' shown)" -eq $n ] ||
		fail "not what belongs into $log" shown
done
rm -f same*

# Names, policies, events
order "record,o=%h-%%.ptl,policy=until-full,size=64K,e=t*:!no" \
	"$ticker" -n 100000 -u 0
show "$(uname -n)-%.ptl"
has ' tick +[01] 1( |$)' shown
lacks ' tick +[01] 100000( |$)' shown
rm -f ./*.ptl
order 'record,o=none.ptl,e=!tick' "$ticker" -n 10
show none.ptl
lacks ' tick ' shown
rm -f ./*.ptl

# Compressed, if that is possible; if not, the program is told, and runs.
order 'record,o=packed.ptl,compress=zstd' "$ticker" -c counts -n 500
status_is 0 $status 'a program that compresses' err
if "$posixtrace" --version | grep -q 'with libzstd'; then
	lines_are 0 err
	show packed.ptl
	check_ticks shown counts
	"$posixtrace" info packed.ptl > info
	has '^  compressed by zstd, ' info
else
	has '^posixtrace: POSIXTRACE: compress=zstd: libzstd is not there' err
	no_log
fi
rm -f ./*.ptl
order 'record,o=packed.ptl,compress=lzma' "$ticker" -n 1
status_is 0 $status 'another compression' err
has '^posixtrace: POSIXTRACE: compress=lzma: not understood' err
no_log
order "record,$(printf 'a\033[31mb')" "$ticker" -n 1
has '^posixtrace: POSIXTRACE: a[?]\[31mb: not understood' err
no_log

# For a crash: what came last is in memory, and goes to the log when somebody
# reads it. Of an ordinary end nothing is left.
crash='record,o=crash.ptl,policy=loop,size=4M,save=crash'
order "$crash" "$ticker" -n 100
status_is 0 $status 'a program that does not crash' err
no_log
rm -f counts
POSIXTRACE=$crash "$ticker" -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
later() { [ "$(counts counts | head -n 1)" -gt 100 ]; }
wait_for 'some ticks' later
kill -SEGV $target
wait $target 2> /dev/null
show crash.ptl
check_ticks shown counts
rm -f crash.ptl

rm -f counts
POSIXTRACE=$crash "$ticker" -c counts &
target=$!
remember $target
wait_for 'another ticker' both_tick counts
kill -KILL $target
wait $target 2> /dev/null
"$posixtrace" recover crash.ptl > out 2> err
status_is 0 $? 'recovering what was killed' err
show crash.ptl
check_ticks shown counts
rm -f crash.ptl

# Children that execute a program record themselves; the command does not.
order record sh -c "'$ticker' -n 1; '$ticker' -n 2"
set -- *ticker-*.ptl
[ $# -eq 2 ] || fail "$# logs of two programs" err
for log in "$@"; do
	show "$log"
	has ' tick +0 1( |$)' shown
	rm -f "$log"
done
order record "$posixtrace" --version
no_log

# What is wrong is said in one line, and the program runs on.
echo precious > there
for wrong in foo record,x=1 record, record,o= 'record,o=%x' record,size=0 \
	record,size=-1 record,size=1X record,size=99999999999999999999 \
	record,policy=never record,save=never record,e= record,e=a::b \
	'record,save=crash,policy=flush' record,o=no/such.ptl \
	record,o=there/log.ptl record,o=/ record,size=1000G,o=big.ptl \
	"record,o=$(printf '%04000d' 0),o=$(printf '%0200d' 0)"; do
	order "$wrong" "$ticker" -c counts -n 3
	status_is 0 $status "POSIXTRACE=$wrong" err
	[ "$(wc -l < err)" -eq 1 ] || fail "$wrong: not one line" err
	has '^posixtrace: POSIXTRACE: ' err
	[ "$(counts counts | head -n 1)" = 3 ] || fail "$wrong: it stopped" err
	no_log
done
[ "$(cat there)" = precious ] || fail 'a file was overwritten'

# Nobody asked, or somebody asked for nothing at all.
order '' "$ticker" -n 1
lines_are 0 err
POSIXTRACE_DISABLE=1
export POSIXTRACE_DISABLE
order record "$ticker" -n 1
unset POSIXTRACE_DISABLE
lines_are 0 err
no_log

finish
