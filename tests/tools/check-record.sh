#!/bin/sh
#
# check-record.sh - which events, which processes, for how long, and where to
. "${top_srcdir:?}/tests/tools/lib.sh"

# refuse WHAT PATTERN ARGUMENT...: called wrongly
refuse() {
	what=$1
	pattern=$2
	shift 2
	record 2 "$what" "$@"
	has "$pattern" err
}

show() {
	"$posixtrace" show "$@" > shown 2> err
	status_is 0 $? "showing $*" err
}

# user_events FILE: the names of all that programs recorded
user_events() {
	show "$1"
	grep -o ' wordcount_[a-z_]*' shown | tr -d ' ' | sort -u
}

mkdir words
for file in a b c; do
	echo 'some words and a few more' > words/$file
done

# Events: all names are opened after the stream was made.
record 0 'all events' -o all.ptl -- "$wordcount" words
user_events all.ptl > names
one=wordcount_file_begin
grep -qx $one names || fail "there is no $one" names

record 0 'one event' -e "$one" -o one.ptl -- "$wordcount" words
has "^posixtrace: tracing .*, $one, flush to one.ptl$" err
[ "$(user_events one.ptl)" = "$one" ] || fail 'not only that event' shown

record 0 'all but one' -e "!$one" -o but.ptl -- "$wordcount" words
user_events but.ptl > others
lacks "^$one\$" others
has '^wordcount_file_end$' others

record 0 'a pattern' -e '*_file_[!e]*,*_end' -o glob.ptl -- "$wordcount" words
printf '%s\n' $one wordcount_file_end > two
user_events glob.ptl | diff two - > difference ||
	fail 'the pattern chose others' difference

record 0 'several lists' -e "$one" -e "none-such,!*_end" -o lists.ptl \
	-- "$wordcount" words
[ "$(user_events lists.ptl)" = "$one" ] || fail 'lists are not one' shown

record 0 'nothing' -e no-such-event -o nothing.ptl -- "$wordcount" words
[ -z "$(user_events nothing.ptl)" ] || fail 'there are events' shown
"$posixtrace" show one.ptl | grep -c " $one " > some
"$posixtrace" show all.ptl | grep -c " $one " | diff - some > difference ||
	fail "not every $one was recorded" difference

refuse 'an empty name' "a name is empty" -e 'a,,b' -- true
refuse 'no name' "a name is empty" -e '' -- true
refuse 'nothing but !' "a name is empty" -e '!' -- true
refuse 'too many names' 'more than 1023 bytes' \
	-e "$(printf '%01024d' 0)" -- true

# Policies and sizes
record 0 'a stream that loops' --policy=loop --size=64K -o loop.ptl \
	-- "$ticker" -n 200000 -u 0
has '^loop.ptl  .* [1-9][0-9,]* lost$' err
show loop.ptl
has ' tick +[01] 200000( |$)' shown
lacks ' tick +0 1( |$)' shown
record 0 'a stream that is full' --policy=until-full --size=64K \
	-o until.ptl -- "$ticker" -n 200000 -u 0
has '^posixtrace: tracing .*, until full, then to until.ptl$' err
show until.ptl
has ' tick +[01] 1( |$)' shown
lacks ' tick +[01] 200000( |$)' shown
record 0 'a log that loops' --log-policy=loop --log-size=8M -o log.ptl \
	-- "$ticker" -n 20000 -u 20 -s 1000
[ "$(wc -c < log.ptl)" -lt 16777216 ] || fail 'the log is too long'
show log.ptl
has ' tick +[01] 20000\.' shown
lacks ' tick +0 1\.' shown

refuse 'no such policy' 'policy=never: expected flush, loop or until-full' \
	--policy=never -- true
refuse 'no such size' 'size=4X' --size=4X -- true
refuse 'a size of nothing' 'size=0' --size=0 -- true
refuse 'a size for nothing' '--log-size: not with --log-policy=append' \
	--log-size=1M -- true
refuse 'a log of no size' 'needs a --log-size' --log-policy=loop -- true
record 125 'more than there is' --size=1000T -o big.ptl -- true
[ ! -e big.ptl ] || fail 'a log of no stream is left behind'

# Time
record 3 'half a second' -d 500ms -o time.ptl -- sh -c '
	for _ in $(seq 1200); do
		"$0" info time.ptl | grep -Eq "complete +yes" && exit 3
		sleep 0.1
	done' "$posixtrace"
has '^time.ptl  ([5-9][0-9][0-9] ms|[0-9.]+ s)  ' err
refuse 'no such time' 'duration=5x' -d 5x -- true
refuse 'no time' 'duration=0' -d 0 -- true

# Names of logs
record 0 'a pattern for the log' -o '%c.%p.%h.%n.100%%.ptl' -- "$ticker" -n 1
set -- *ticker.[0-9]*."$(uname -n)".000001.100%.ptl
[ -s "$1" ] || fail "there is no log of such a name: $*" err
record 0 'a time for the log' -o 't.%t' -- "$posixtrace" --version
set -- t.20[0-9][0-9][01][0-9][0-3][0-9]-[0-2][0-9][0-5][0-9][0-6][0-9]
[ -s "$1" ] || fail "there is no log of such a time: $*" err
refuse 'no such part' '%x.ptl' -o '%x.ptl' -- true
refuse 'half a part' '100%' -o '100%' -- true

# A pipe
"$posixtrace" record -o - -- "$ticker" -n 20000 -u 0 2> err |
	cat > piped.ptl
has '^posixtrace: tracing .* flush to standard output$' err
show piped.ptl
[ "$(grep -c ' tick  *[01] ' shown)" -eq 40000 ] ||
	fail 'the pipe has not all' err

# ... that nobody reads any more: the program is not touched by that.
{
	"$posixtrace" record -o - -- sh -c "'$ticker' -n 20000 -u 0; sleep 1
		echo went on >&2" 2> err
	echo $? > status
} | head -c 10 > /dev/null
[ "$(cat status)" = 125 ] || fail "a broken pipe: $(cat status), not 125" err
has '^posixtrace: standard output: Broken pipe$' err
has '^went on$' err

# ... that is slow: then the log waits in a file.
"$posixtrace" record -o - -- "$ticker" -n 10000 -u 10 -s 100 2> err |
	{ sleep 2; cat; } > slow.ptl
has ' 0 lost$' err
show slow.ptl
[ "$(grep -c ' tick  *[01] ' shown)" -eq 20000 ] ||
	fail 'the slow pipe has not all' err
refuse 'a pipe and a log that loops' 'cannot be overwritten' \
	-o - --log-policy=loop --log-size=1M -- true

# Children
cat > family.sh << END
"$ticker" -n 3 &
wait
END
record 0 'a family' -o family.ptl -- sh family.sh
show family.ptl
[ "$(grep -c ' tick  *[01] ' shown)" -eq 6 ] || fail 'a child is missing' shown
record 6 'no family' --no-follow -o parent.ptl -- sh family.sh
show parent.ptl
lacks ' tick ' shown

# Processes by name
copy_ticker twin-ticker
./twin-ticker -c counts1 &
first=$!
remember $first
wait_for 'the first twin' both_tick counts1
record 0 'the only one of a name' -p twin-ticker -d 300ms
has "^posixtrace: tracing twin-ticker \($first\), all events" err
[ -s twin-ticker-$first.ptl ] || fail 'there is no log of the twin'
rm -f twin-ticker-$first.ptl

./twin-ticker -c counts2 &
second=$!
remember $second
wait_for 'the second twin' both_tick counts2
record 2 'one of two twins' -p twin-ticker
has '^posixtrace: twin-ticker: 2 processes have that name' err
has "^ *$first  .*twin-ticker -c counts1$" err
has "^ *$second  .*twin-ticker -c counts2$" err
record 6 'nobody' -p no-such-program
has '^posixtrace: no-such-program: no process has that name$' err

# Several, each with its log; they go on afterwards.
record 0 'both twins' -p $first -p $second -p $first -d 300ms
for twin in $first $second; do
	show "twin-ticker-$twin.ptl"
	has ' tick +0 ' shown
	has " twin-ticker/$twin " shown
	kill -0 "$twin" || fail "$twin did not live on"
done
refuse 'both into one' 'add %p' -p $first -p $second -o one-for-all.ptl
refuse 'both into a pipe' 'takes one log' -p $first -p $second -o -
rm -f ./*.ptl
record 6 'one, and nobody' -p $first -p 2147483647
set -- ./*.ptl
[ ! -e "$1" ] || fail "a log is left behind: $1"

# One of them ends: the other is recorded on.
rm -f err
"$posixtrace" record -p $first -p $second > out 2> err &
recorder=$!
remember $recorder
wait_for 'the recording' grep -q "tracing .*$second" err
kill -KILL $first
wait_for 'the first log' grep -q "^twin-ticker-$first.ptl " err
lacks "^twin-ticker-$second.ptl " err
kill -INT $recorder
wait $recorder
status_is 0 $? 'ending the second' err
has "^twin-ticker-$second.ptl .* 0 lost$" err

finish
