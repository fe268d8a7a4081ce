#!/bin/sh
#
# check-input.sh - commands that judge a trace, or answer for it, take what runs:
# a process, a stream, a log that grows
. "${top_srcdir:?}/tests/tools/lib.sh"

talker=$(tool tests/tools/live/talker) || exit 99

# start_talker: a program that is told by say_lines; its number is $target
start_talker() {
	rm -f lines said
	mkfifo lines
	"$talker" < lines > said &
	target=$!
	spoken=0
	remember $target
	exec 3> lines
}

# has_said_all: also what was said before in the same words
has_said_all() {
	[ "$(wc -l < said)" -ge $spoken ]
}

# say_lines LINE...: they are events when it returns
say_lines() {
	for line; do
		echo "$line" >&3
		spoken=$((spoken + 1))
		wait_for "$line" has_said_all
	done
}

# The program ends by itself.
end_talker() {
	exec 3>&-
	wait $target
}

kill_talker() {
	kill -KILL $target
	wait $target 2> /dev/null
	exec 3>&-
}

# follow COMMAND...: in the background, into out and err; watching has begun
follow() {
	rm -f out err
	"$posixtrace" "$@" > out 2> err 3>&- &
	follower=$!
	remember $follower
	wait_for "a beginning of $1" grep -q '^posixtrace: watching' err
}

# has_event FILE: of a user, in a trace of RKH
has_event() {
	"$posixtrace" show --from=rkh "$1" | grep -q USR_
}

# ends STATUS WHAT: it does so by itself
ends() {
	wait $follower
	status_is "$1" $? "$2" out err
}

# is_interrupted STATUS WHAT: as by Ctrl-C
is_interrupted() {
	kill -INT $follower
	ends "$@"
}

# find_stream: the number of the only one
find_stream() {
	stream=$("$posixtrace" ls streams | sed -n 's/^ *\([0-9]\{1,\}\) .*/\1/p')
	[ -n "$stream" ]
}

# check: a broken rule is told when it is certain, while the program waits for
# more, and once; the end has all verdicts.
cat > talk.rules <<'END'
few: at most 1 of ask
equal: count(ask) == count(answer)
END
start_talker
follow check -F -p $target talk.rules
say_lines 'ask 1' 'ask 2'
wait_for 'a broken rule' grep -q '^broken ' out
has '^broken   few: at most 1 of ask$' out
lacks '^(ok|FAILED)' out
say_lines 'ask 3'
is_interrupted 1 'an interrupted check'
grep -c '^broken ' out | grep -qx 1 || fail 'told again' out
has '^FAILED   few: at most 1 of ask \(3\)$' out
has '^FAILED   equal: .* \(3 against 0\)$' out
has '^2 rules, 2 failed, 0 vacuous$' out
# Nothing is left that could be shown.
lacks 'posixtrace show' out
kill -0 $target || fail 'the program is gone'
[ -z "$(find "$POSIXTRACE_DIR" -name 'stream-*')" ] || fail 'a stream is left'

# An answer that is overdue, while nothing happens; and a rule that nothing
# breaks, when the program is killed
follow check -F -p $target -a 'soon: ask -> answer by id within 1ms'
say_lines 'ask 4'
wait_for 'an overdue answer' grep -q '^broken   soon: ' out
has ': ask, without answer in time$' out
is_interrupted 1 'a check of an overdue answer'
has '^FAILED   soon: .* \(1 of 1 time\)$' out
# So is a wait for a lock that goes on.
follow check -F -p $target -a 'no thread waits more than 1ms'
say_lines 'wait 7'
wait_for 'an overdue wait' grep -q '^broken   no thread waits ' out
has ' waits for mutex/0x7 since then$' out
is_interrupted 1 'a check of an overdue wait'
has '^FAILED   no thread waits ' out
follow check -F -p $target -a 'count(ask) == count(answer)'
say_lines 'ask 5' 'answer 5'
kill_talker
ends 0 'a check of a program that is killed'
has '^ok       count' out

# A log that is recorded now is quiet, but not without time.
"$posixtrace" record -q -o quiet.ptl -- "$talker" < lines > said &
recorder=$!
remember $recorder
exec 3> lines
spoken=0
say_lines 'wait 7'
check_quiet() {
	"$posixtrace" check "$@" quiet.ptl -a 'no thread waits more than 1ms' \
		> out 2> err 3>&-
	status_is 1 $? "check $*" out err
	has '^FAILED   no thread waits ' out
}
check_quiet
check_quiet -F --fail-fast
has '^broken   no thread waits ' out
# It is what shows events of its stream later.
find_stream
"$posixtrace" check -F --fail-fast $stream -a 'at most 0 of wait' \
	> out 2> err 3>&-
status_is 1 $? 'check -F of a stream' out err
has '^ *posixtrace show .* /.*/quiet.ptl$' out
exec 3>&-
wait $recorder

# A stream without a log has nothing that could be shown later.
"$ticker" -t &
ticking=$!
remember $ticking
wait_for 'a stream' find_stream
"$posixtrace" check -F --fail-fast $stream -a 'at most 0 of tick' > out 2> err
status_is 1 $? 'check -F of a stream without a log' out err
has '^broken ' out
lacks 'posixtrace show' out
kill -KILL $ticking
wait $ticking 2> /dev/null

# The first broken rule is the end, for which nobody has to wait.
start_talker
follow check -F --fail-fast --tap -p $target talk.rules
say_lines 'ask 1' 'ask 2'
ends 1 'a watchdog'
has '^not ok 1 - few \(2\)$' out
kill -0 $target || fail 'the program is gone'
follow check -F --fail-fast --junit -p $target \
	-a 'ask -> answer by id within 1ms'
say_lines 'ask 3'
ends 1 'a watchdog for an overdue answer'
has '<failure ' out

# So long and no longer
follow check -F -d 10ms -p $target -a 'no losses'
ends 0 'a check for some time'
has '^ok ' out
follow show -F -d 10ms -p $target
ends 0 'show for some time'
follow stat -F -d 10ms --every 10s -p $target
kill_talker
wait $follower

# Rules are learned of what a program did.
start_talker
follow check --learn -F -p $target
say_lines 'ask 1' 'answer 1'
is_interrupted 0 'learning of a program'
has '^some-ask: at least 1 of ask$' out

# query answers when it is over, and nothing is lost.
if "$posixtrace" --version | grep -q '^with sqlite'; then
	follow query -F -p $target "select count(*), (select count(*) from losses) from events where name = 'ask'"
	say_lines 'ask 1' 'ask 2' 'ask 3'
	is_interrupted 0 'an interrupted query'
	has '^ *3 +0 *$' out
fi

# So do others: an event that comes after the beginning is there.
follow redact -F -p $target -a 'drop field id' -o redacted.ptl
say_lines 'ask 1'
is_interrupted 0 'redacting a program'
"$posixtrace" show redacted.ptl > shown
has ' ask ' shown
lacks 'id=1' shown
follow convert -F -p $target -o copy.ptl
say_lines 'ask 1' 'ask 2'
is_interrupted 0 'a log of a program'
"$posixtrace" stat copy.ptl > counted
has '^ask +2 ' counted
if ! "$posixtrace" --version | grep -Eq '^without (yajl|zlib)'; then
	follow report -F -p $target -o page.html
	say_lines 'ask 1'
	is_interrupted 0 'a report of a program'
	has ask page.html
	follow convert -F -p $target -o chrome.json -t chrome
	say_lines 'ask 1'
	is_interrupted 0 'a survey of a program'
	has '"name":"ask"' chrome.json
fi

# A format that needs no survey is written as it comes.
follow convert -F -p $target -t rkh -o -
say_lines 'ask 1'
wait_for 'an event' has_event out
is_interrupted 0 'writing what comes'

# diff: the process is the run after.
follow diff -F -p $target copy.ptl
say_lines 'ask 1' 'ask 2'
is_interrupted 0 'a process as before'
follow diff -F -p $target copy.ptl
for i in 1 2 3 4 5 6 7 8 9; do
	say_lines "ask $i" "answer $i"
done
is_interrupted 1 'a process not as before'
follow diff -F -p $target copy.ptl copy.ptl --
say_lines 'ask 1' 'ask 2'
is_interrupted 0 'a process as several times before'
end_talker

# A log that grows is waited for: all of them have all of it.
for command in 'check -a at\ least\ 1\ of\ tick' 'convert -o all.ptl' \
	'redact -a drop\ hosts -o red.ptl' 'diff --compare=none copy.ptl'; do
	rm -f log.ptl ticks
	"$posixtrace" record -q -o log.ptl -- "$ticker" -c ticks &
	recorder=$!
	remember $recorder
	wait_for 'ticks' both_tick ticks
	wait_for 'a log' test -s log.ptl
	eval "\"\$posixtrace\" $command -F log.ptl" > out 2> err &
	follower=$!
	remember $follower
	counts ticks > before
	wait_for 'more ticks' sh -c '! cmp -s before ticks'
	kill $recorder
	wait $recorder 2> /dev/null
	ends 0 "$command -F"
done
for log in all.ptl red.ptl; do
	[ -s $log ] || fail "$log was not written"
done

# Damage is told, whether what is damaged is followed or not.
record 0 'a log' -q -o whole.ptl -- "$ticker" -n 20000 -u 0
size=$(wc -c < whole.ptl)
cp whole.ptl damaged.ptl
printf 'damage damage damage' |
	dd of=damaged.ptl bs=1 seek=$((size / 2)) conv=notrunc 2> /dev/null
for command in 'check -a at\ least\ 1\ of\ tick' 'convert -q -o c.ptl' \
	'redact -q -a drop\ hosts -o r.ptl'; do
	eval "\"\$posixtrace\" $command -F damaged.ptl" > out 2> err
	status_is 3 $? "$command of a damaged log" err
done

finish
