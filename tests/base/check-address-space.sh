#!/bin/sh
#
# check-address-space.sh - where address space is limited a stream takes a part
# of it: the program gets the rest, and each event is recorded or counted
. "${top_srcdir:?}/tests/tools/lib.sh"

address_limit=$(tool tests/base/address_limit) || exit 99
address_limit="$(dirname "$address_limit")/.libs/address_limit"
[ -x "$address_limit" ] || address_limit=$top_builddir/tests/base/address_limit
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
has_sanitizer && skip 'a sanitizer needs address space of its own'

# within KIB COMMAND...: with so much address space
within() {
	(ulimit -v "$1" || exit 99; shift; exec "$@")
}

# The MiB that the program got
got() {
	sed -n 's/^\([0-9]*\) MiB$/\1/p' "$1"
}

# count NAME: what the log says of it
count() {
	"$posixtrace" info log.ptl | sed -n "s/^ *$1  *\([0-9,]*\)\$/\1/p" |
		tr -d ,
}

# kept_its_promise WHAT KIB SENT: of what is left without a stream the program
# has got the most part, and no event was lost silently
kept_its_promise() {
	mine=$(got said)
	[ "${mine:-0}" -ge $((free * 3 / 4 - slabs)) ] ||
		fail "$1, $2 KiB: the program got ${mine:-nothing} of $free MiB" \
			said err
	there=$("$posixtrace" show -e work -O name log.ptl 2> show_err |
		grep -c work)
	[ $((there + $(count lost))) -eq "$3" ] ||
		fail "$1: $there and $(count lost) lost are not $3" err
	[ "$there" -gt 0 ] || fail "$1: nothing was recorded" err
	[ "$wants_all" = no ] || [ "$there" -eq "$3" ] ||
		fail "$1, $2 KiB: $there of $3 events" err
}

# record_it WHAT KIB THREADS EVENTS OPTION...: in each way
record_it() {
	what=$1
	kib=$2
	threads=$3
	events=$4
	shift 4
	sent=$((threads * events))
	# What a thread needs to record, in MiB
	slabs=$((threads * 54 / 1024 + 1))
	within "$kib" "$address_limit" "$threads" "$events" > said
	free=$(got said)

	within "$kib" "$posixtrace" record "$@" --force \
		-o log.ptl -- "$address_limit" "$threads" "$events" > said 2> err
	status_is 0 $? "$what: all of it within $kib KiB" err
	kept_its_promise "$what, recorder and program" "$kib" $sent

	# The recorder does not know what the program will be left with.
	"$posixtrace" record "$@" --force -o log.ptl -- sh -c "ulimit -v $kib
		exec '$address_limit' $threads $events" > said 2> err
	status_is 0 $? "$what: a program within $kib KiB" err
	kept_its_promise "$what, program" "$kib" $sent

	rm -f in said
	mkfifo in
	(ulimit -v "$kib"; exec "$address_limit" -w "$threads" "$events") \
		< in > said &
	target=$!
	remember $target
	exec 3> in
	wait_for 'the program' grep -q ready said
	"$posixtrace" record "$@" --force -o log.ptl -p $target > out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'the recording' is_traced
	"$posixtrace" doctor -p $target > doctor
	has 'address space: .* of .* used; a stream takes .* of it at most' doctor
	echo go >&3
	exec 3>&-
	wait $target
	wait $recorder
	status_is 0 $? "$what: a process within $kib KiB" err
	kept_its_promise "$what, process" "$kib" $sent
}

has_said_more() {
	[ "$(wc -l < said)" -gt 1 ]
}

is_traced() {
	"$posixtrace" ls streams -p $target | grep -q running
}

# What a process has mapped of a stream is told
shortage=$(tool tests/session/shortage) || exit 99
shortage="$(dirname "$shortage")/.libs/shortage"
[ -x "$shortage" ] || shortage=$top_builddir/tests/session/shortage
mkfifo in
(ulimit -v 60000; exec "$shortage") < in > said &
target=$!
remember $target
exec 3> in
wait_for 'the program' grep -q ok said
"$posixtrace" record --size=32M -o log.ptl -p $target > out 2> err &
recorder=$!
remember $recorder
wait_for 'the recording' is_traced
echo tick >&3
wait_for 'its events' has_said_more
"$posixtrace" doctor -p $target > doctor
has 'stream-[0-9]*: .* of .* mapped, for want of address space' doctor
kill -INT $recorder
wait $recorder
status_is 0 $? 'the recording of a program without means' err
exec 3>&-
wait $target
rm in log.ptl

# Room for all that is recorded, and for each thread
wants_all=yes
for kib in 45000 70000 150000 400000; do
	for policy in flush loop until-full; do
		record_it $policy $kib 4 500 --policy=$policy
	done
done

# A stream larger than its share, where it could not be mapped at all
wants_all=no
record_it 'a large stream' 150000 4 2000 --size=24M
# A family, of which one member is limited: both are as they would be alone
for policy in flush loop until-full; do
	record 0 "a family, $policy" --policy=$policy --force -o log.ptl -- \
		sh -c "(ulimit -v 150000; '$address_limit' 20 500) &
		'$address_limit' 20 500; wait"
	there=$("$posixtrace" show -e work -O name log.ptl 2> show_err |
		grep -c work)
	[ $((there + $(count lost))) -eq 20000 ] ||
		fail "a family, $policy: $there and $(count lost) lost" err
	[ "$there" -ge 10000 ] || fail "a family, $policy: $there only" err
done

# More threads than there can be chunks for
for policy in flush loop until-full; do
	record_it "$policy, many threads" 150000 150 500 --policy=$policy
done
has 'events were lost because the program could not map the stream' err
"$posixtrace" show log.ptl > listing 2> show_err
has 'the process had no address space left for more of the stream' listing
finish
