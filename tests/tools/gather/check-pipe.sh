#!/bin/sh
#
# check-pipe.sh - a log that comes through a pipe is the log that was written
. "${top_srcdir:?}/tests/tools/lib.sh"

sender=$(tool tests/tools/gather/sender) || exit 99

mkdir there
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 2000 -s 400

# send STATUS WHAT ARGUMENT...: into out and err
send() {
	wanted_status=$1
	what=$2
	shift 2
	"$sender" "$@" a.ptl "$posixtrace" gather - --to there \
		--metrics metrics > out 2> err
	status_is "$wanted_status" $? "$what" err
}

uuid=$(od -An -v -t x1 -j 48 -N 16 a.ptl | tr -d ' \n')

same() {
	cmp -s a.ptl there/here/ticker/*Z-"$uuid".ptl ||
		fail "the log there is not the one that was sent: $1" out err
}

send 0 'a log'
same 'at once'
has '^has 1$' out
has '^confirmed [1-9]' out
has '^there: [1-9][0-9]* sections, [0-9,]* events, .* gathered; 0 messages behind$' \
	err
has '^posixtrace_gather_sections_total.name="there". [1-9]' metrics
number=$(sed -n '$s/confirmed //p' out)
ls there/here/ticker | grep -Eqx '[0-9]{8}T[0-9]{6}Z-[0-9a-f]{32}\.ptl' ||
	fail 'another name'

# Once more, and sections that are there already
send 0 'a log that is there'
has "^has $number\$" out
send 0 'sections that are there' -o 2
has '^posixtrace_gather_duplicate_sections_total.* [1-9]' metrics
same 'with duplicates'

# Sections that are not sound stop it, and harm nothing.
rm -r there/here
for fault in uuid checksum size number place; do
	send 97 "a wrong $fault" -f $fault
	has '^error 5 ' out
	has '^posixtrace: here/ticker: section [0-9]* is not sound: ' err
	[ "$fault" != uuid ] || has ': not a section of this log$' err
	[ "$fault" != checksum ] || has ': checksum$' err
	cmp -s -n "$(stat -c %s there/here/ticker/*)" a.ptl \
		there/here/ticker/* || fail "there is something else: $fault"
done
send 98 'a frame that is too long' -f frame
has '^posixtrace: standard input: not what posixtrace ship sends$' err
send 0 'the same log without fault'
same 'after faults'

# Beginnings and names that are not sound
rm -r there/here
send 97 'a version that is not known' -f version
has '^error 5 a log of a version not known here$' out
send 97 'a long name' -f name
has '^error 5 no names of a host and a program$' out
for host in .. ../x /x '' a/b 'a.b' '%2e' '%41' 'a%' "$(printf 'a\033')"; do
	send 97 "a host named $host" -h "$host"
	has '^error 5 no names of a host and a program$' out
done
send 98 'another greeting' -f greeting
[ -z "$(ls -A there)" ] || fail 'something is there'
send 0 'a host without a name' -h %
cmp -s a.ptl there/%/ticker/*.ptl || fail 'the log of no host is another'

# Killed at any instant, it goes on.
rm -r there/%
kills=0
while [ $kills -lt 25 ]; do
	"$sender" -c 3 a.ptl sh -c 'exec "$0" gather - -q --to there' \
		"$posixtrace" > out 2> err &
	sending=$!
	sleep "0.0$(od -An -N1 -t u1 /dev/urandom | awk '{ printf "%02d", $1 % 30 }')"
	for pid in $(cat /proc/$sending/task/$sending/children 2> /dev/null); do
		kill -KILL "$pid" 2> /dev/null
	done
	wait $sending
	kills=$((kills + 1))
	[ -d there/here/ticker ] || continue
	for log in there/here/ticker/*.ptl; do
		[ ! -e "$log" ] ||
			cmp -s -n "$(stat -c %s "$log")" a.ptl "$log" ||
			fail "after $kills kills there is something else"
	done
done
send 0 'the rest'
same 'after kills'
ls -A there/here/ticker > names
lines_are 1 names

# Another log of this name is being written.
mkfifo hold
sh -c 'exec 3< hold; read line <&3' &
remember $!
flock there/here/ticker/*.ptl cat hold &
holder=$!
remember $holder
exec 4> hold
wait_for 'the lock' sh -c '! flock -n there/here/ticker/*.ptl true'
send 97 'a log that another writes'
has '^error 3 ' out
exec 4>&-
wait $holder
send 0 'a log that nobody else writes any more'

# Misuse
for arguments in '' '- ' '--to there' '- - --to there' 'x --to there' \
	'- --to nats://x'; do
	"$posixtrace" gather $arguments < /dev/null > out 2> err
	status_is 2 $? "gather $arguments" err
done

finish
