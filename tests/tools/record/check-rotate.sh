#!/bin/sh
#
# check-rotate.sh - a recording goes on in another log, and each event
# is in one of them
. "${top_srcdir:?}/tests/tools/lib.sh"

# show_all FILE...: one after the other, each of them whole
show_all() {
	: > all
	for log in "$@"; do
		"$posixtrace" show "$log" > shown 2> err
		status_is 0 $? "showing $log" err
		lines_are 0 err
		cat shown >> all
	done
}

# By size
record 0 'logs of a size' -v --rotate=100K -o 'set.ptl' \
	-- "$ticker" -c counts -n 20000 -u 100
logs=$(echo set.*.ptl | wc -w)
[ "$logs" -ge 3 ] || fail "only $logs logs" err
[ -s set.000001.ptl ] || fail 'there is no first log'
has "^posixtrace: recording goes on in set.000002.ptl$" err
has "^set.00000$logs.ptl  .* in $logs logs  0 lost$" err
show_all set.*.ptl
check_ticks all counts
[ "$(grep -c ' tick  *[01] ' all)" -eq 40000 ] || fail 'ticks are missing' err
rm -f set.*

# By time, and only the newest
record 0 'logs of a time' --rotate=300ms --keep=2 -o 'n%n.ptl' \
	-- "$ticker" -c counts -n 1500
set -- n*.ptl
[ $# -eq 2 ] || fail "$# logs are left" err
[ ! -e n000001.ptl ] || fail 'the first log was kept'
show_all "$@"
has ' tick +[01] 1500( |$)' all
lacks ' tick +0 1( |$)' all
ticks_follow all 0 || fail 'ticks are missing in between' all
rm -f n*.ptl

# The recorder is killed: the last log is completed, and repeats nothing.
"$posixtrace" record --rotate=200ms -o k.ptl \
	-- "$ticker" -c counts > out 2> err &
recorder=$!
remember $recorder
wait_for 'the third log' test -s k.000003.ptl
target=$(sed -n 's/^posixtrace: tracing [^ ]* (\([0-9]*\)),.*/\1/p' err)
remember "$target"
ticked=$(counts counts | head -n 1)
kill -KILL $recorder
kill -KILL "$target"
wait $recorder 2> /dev/null
show_all k.*.ptl
ticks_follow all 0 "$ticked" ||
	fail "$ticked ticks: some are missing, or there twice, after a kill" all

# A name that is taken is not overwritten.
echo precious > taken.000002.ptl
record 125 'a name that is taken' --rotate=100ms -o taken.ptl \
	-- "$ticker" -c counts -n 400
has '^posixtrace: taken.000002.ptl: exists already' err
has '^posixtrace: taken.000001.ptl: the next log cannot be made' err
[ "$(cat taken.000002.ptl)" = precious ] || fail 'it was overwritten'
show_all taken.000001.ptl
check_ticks all counts
record 0 'the same by force' --force --rotate=100ms -o taken.ptl \
	-- "$ticker" -c counts -n 400
show_all taken.*.ptl
check_ticks all counts

for wrong in --rotate=10m --rotate=0 --rotate=x --rotate=10 --keep=3 \
	'--rotate=1M --keep=0' '--rotate=1M --keep=x' '--rotate=1M -o -' \
	'--rotate=1M --policy=loop' \
	'--rotate=1M --log-policy=loop --log-size=1M'; do
	# shellcheck disable=SC2086 # words are wanted
	record 2 "$wrong" $wrong -- true
	has '^posixtrace record: --(rotate|keep)' err
done
record 2 'logs of a size that none has' --rotate=63K -- true
has '^posixtrace record: --rotate=63K: 64K is the least' err

finish
