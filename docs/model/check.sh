#!/bin/sh
#
# check.sh - check the models, and that the check can fail
#
#	sh docs/model/check.sh [-s] [DIRECTORY TO WORK IN]
#
# -s: only a few that take no more than seconds.
set -u

models=$(cd "$(dirname "$0")" && pwd)
CC=${CC:-cc}
order=
store='-DCOLLAPSE -DMEMLIM=3000'
table=
small=
optimize=-O2
if [ "${1-}" = -s ]; then
	small=yes
	optimize=-O0
	shift
fi

if ! command -v spin >/dev/null; then
	echo "The model checker Spin (https://spinroot.com) is missing" \
		"(Debian: apt-get install spin): the models were not checked." >&2
	exit 1
fi

work=$(mktemp -d "${1:-${TMPDIR:-/tmp}}/model.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# Explore all of one configuration: says "errors: 0", or of 1.
search()
{
	model=$1
	shift
	spin -a "$@" "$models/$model.pml" >spin.out 2>&1 &&
		$CC -w $optimize $order -DSAFETY $store -o pan pan.c &&
		./pan -m100000 $table >pan.out 2>&1 || {
		cat spin.out
		echo "$model $*: the search could not be made" >&2
		exit 1
	}
	if grep -q 'Search not completed' pan.out &&
		grep -q 'errors: 0' pan.out; then
		echo "$model $*: the search did not come to its end" >&2
		exit 1
	fi
	grep -q 'errors: [01]$' pan.out || {
		echo "$model $*: the search says nothing" >&2
		exit 1
	}
}

# What it took.
figures()
{
	awk '/states, stored/ && !states { states = $1 }
	     /elapsed time/ { seconds = $4 }
	     /total actual memory/ { memory = $1 }
	     END { printf "%d states, %.1f s, %.0f MB\n", states, seconds,
		   memory }' pan.out
}

holds()
{
	search "$@"
	if ! grep -q 'errors: 0' pan.out; then
		cat pan.out
		echo "$*: the protocol does not hold" >&2
		exit 1
	fi
	echo "holds: $*: $(figures)"
}

# One with so many states that no more than a number of 12 bytes is kept of
# each: two that have the same would be taken for one.
holds_in_numbers()
{
	store='-DHC4 -DMEMLIM=3500'
	table=-w26
	holds "$@"
	store='-DCOLLAPSE -DMEMLIM=3000'
	table=
}

# A mistake that was made on purpose.
fails()
{
	search "$@"
	if grep -q 'errors: 0' pan.out; then
		echo "$*: the mistake was not found" >&2
		exit 1
	fi
	echo "found: $*: $(figures)"
}

# One that is found sooner when the last process goes first.
fails_backwards()
{
	order=-DREVERSE
	fails "$@"
	order=
}

holds objects -DKILL -DOTHERS=0
fails objects -DFAULT_END_STORED
holds choice
fails choice -DFAULT_LATE
holds index
fails index -DFAULT_TAKEN_IF_EMPTY
holds attach -DOWN
fails attach -DFAULT_DROPPED_BLINDLY
holds homeless -DEVENTS=1
fails homeless -DEVENTS=1 -DFAULT_NOT_AGAIN
holds leave
fails leave -DFAULT_NOT_HELD
holds unreached -DKILL
fails unreached -DFAULT_STORED
holds tagged
fails tagged -DFAULT_NONCE_FIRST
holds favourite -DEVENTS=1
fails favourite -DFAULT_OWNER_AT_ONCE
holds places
fails places -DFAULT_NO_CAS
holds ring -DPASSES=1 -DFLOOR -DFEWER=2
fails ring -DPASSES=0 -DCAP=2 -DFAULT_OWNED_COUNT
[ -z "$small" ] || exit 0

holds objects
holds objects -DSLOTS=2

fails objects -DFAULT_BIT_FIRST
fails objects -DFAULT_BUSY_TAKEN
fails objects -DFAULT_COUNTED_FIRST
fails objects -DFAULT_EVENT_FIRST
fails objects -DFAULT_LIVE_FIRST
fails objects -DFAULT_LIVE_TAKEN
fails objects -DFAULT_NOT_HELPED
fails objects -DFAULT_NO_SECOND_LOOK
fails objects -DFAULT_RENAME_NUMBERED
fails objects -DFAULT_SERIAL_KEPT
fails objects -DFAULT_TAKEN_BLINDLY
fails objects -DKILL -DFAULT_BUSY_FOR_EVER

fails choice -DFAULT_IN_FORCE_FIRST
fails choice -DFAULT_NAMED_LATE
fails choice -DFAULT_NO_FENCE
fails choice -DFAULT_NO_LOOK
fails choice -DFAULT_NO_SECOND_LOOK

holds choice -DCHANGES=3
holds index -DENTRIES=2

fails index -DFAULT_ANY_DECISION
fails index -DFAULT_HANDLE_OF_ANY
fails index -DFAULT_LEFT_BLINDLY

holds homeless
holds homeless -DEVENTS=3
fails homeless -DFAULT_FORGOTTEN_LATE
fails homeless -DFAULT_RECENT_FIRST
fails homeless -DFAULT_STREAMS_FIRST
fails homeless -DFAULT_WORD_FIRST

holds leave -DEVENTS=4
holds leave -DKILL
fails leave -DFAULT_NO_LOCK
fails leave -DFAULT_NO_LOOK
fails leave -DFAULT_NO_STREAMS
fails leave -DFAULT_STORED
fails leave -DFAULT_STREAMS_FIRST

holds unreached
holds unreached -DEVENTS=3
fails unreached -DFAULT_TOGETHER
fails unreached -DKILL -DFAULT_TAKEN_FIRST

holds tagged -DEVENTS=2
fails tagged -DFAULT_ANY_TAG
fails tagged -DFAULT_CLEARED

holds favourite
fails favourite -DFAULT_CLOSED_ALREADY
fails favourite -DFAULT_FAVOURITE_STAYS
fails favourite -DFAULT_NOT_AWAITED
fails favourite -DFAULT_NOT_BACK
fails favourite -DFAULT_NO_BARRIER
fails favourite -DFAULT_OPEN_FIRST
fails favourite -DFAULT_PLACE_AGAIN
fails favourite -DFAULT_TAKEN_BACK

holds places -DFRAMES=3
holds places -DSLOTS=1
holds places -DSLOTS=3 -DFRAMES=3
holds places -DSLOTS=4
holds places -DWRITERS=3 -DFRAMES=1
holds places -DWRITERS=3 -DFRAMES=1 -DSLOTS=3
fails places -DFAULT_BUSY_TAKEN
fails places -DSLOTS=4 -DFAULT_ANY_LAP
fails places -DSLOTS=4 -DFAULT_NEXT_ONLY

holds attach
holds attach -DSTARVED=1
holds attach -DKILL -DSTARVED=1
fails attach -DSTARVED=1 -DFAULT_NOT_COUNTED
holds attach -DOWN -DHANDLERS=1
holds attach -DHANDLERS=1
holds attach -DKILL

fails attach -DFAULT_WORD_EARLY
fails attach -DFAULT_LEFT_EARLY
fails attach -DFAULT_NO_BARRIER
fails attach -DFAULT_NO_LOOK
fails attach -DKILL -DMORE=1 -DFAULT_WORD_BEHIND
fails attach -DKILL -DMORE=1 -DFAULT_REST_FORGOTTEN
fails attach -DFAULT_KNOWN_LATE
fails attach -DFAULT_WORD_FIRST
fails attach -DKILL -DFAULT_SLOT_LATER
fails attach -DKILL -DFAULT_COUNT_LEFT
fails attach -DFAULT_ANY_FILE
fails attach -DFAULT_NO_SETTLE
fails attach -DHANDLERS=1 -DFAULT_NOT_BLOCKED
fails attach -DKILL -DFAULT_NUMBER_ASKED

holds ring -DPASSES=1 -DFEWER=1
holds ring -DPASSES=1 -DFEWER=1 -DLOOP
holds ring -DPASSES=0 -DCAP=2 -DRECORDS=3 -DFEWER=1 -DLIVES=1
holds ring -DPASSES=0 -DCAP=2 -DRECORDS=3 -DFEWER=1 -DLIVES=1 -DLOOP
holds ring -DPASSES=0 -DCAP=2 -DRECORDS=3 -DFEWER=1 -DSHORT
holds ring -DPASSES=0 -DCAP=2 -DRECORDS=3 -DFEWER=1 -DSHORT -DLOOP
holds_in_numbers ring -DPASSES=1 -DSLOTS=4 -DFEWER=1 -DSLOWLY
holds ring -DPASSES=0 -DKILL -DHEIR=0
holds ring -DPASSES=0 -DKILL -DHEIR=0 -DLOOP
holds ring -DPASSES=0 -DKILL -DRECORDS=1
holds ring -DPASSES=0 -DKILL -DRECORDS=1 -DLOOP
holds ring -DSTOP
holds ring -DSTOP -DLOOP

fails ring -DPASSES=1 -DLOOP -DFAULT_OLD_SEQUENCE
fails ring -DPASSES=1 -DLOOP -DFAULT_BYTES_FIRST
fails ring -DPASSES=1 -DLOOP -DFAULT_NO_SEQUENCE
fails ring -DPASSES=1 -DLOOP -DFAULT_NO_SECOND_LOOK
fails ring -DPASSES=1 -DLOOP -DFAULT_NOT_CLOSED
fails ring -DPASSES=1 -DLOOP -DFAULT_TAKEN_FIRST
fails ring -DPASSES=1 -DLOOP -DFAULT_FREE_UNTAKEN
fails ring -DPASSES=1 -DFEWER=1 -DLOOP -DFAULT_NOT_AWAITED
fails ring -DPASSES=0 -DLOOP -DRECORDS=3 -DSLOTS=4 -DFAULT_OLDEST_SEQUENCE
fails ring -DPASSES=0 -DLOOP -DRECORDS=3 -DSLOTS=4 -DFAULT_OWNED_COUNT
fails ring -DPASSES=0 -DCAP=2 -DRECORDS=3 -DLIVES=1 -DFAULT_NOT_ADOPTED
fails ring -DPASSES=0 -DLOOP -DKILL -DFAULT_UNTOLD
fails ring -DPASSES=0 -DLOOP -DKILL -DFAULT_CLOSED_TOLD
fails ring -DPASSES=1 -DFAULT_TAIL_FIRST
fails ring -DPASSES=1 -DFAULT_FREE_EARLY
fails ring -DPASSES=1 -DCAP=2 -DFAULT_FREE_UNREAD
fails ring -DPASSES=0 -DFAULT_NO_CAS
fails ring -DPASSES=0 -DKILL -DFAULT_OWNER_LATER
fails ring -DPASSES=0 -DKILL -DFAULT_LEAKED
fails_backwards ring -DPASSES=1 -DSLOTS=4 -DFEWER=1 -DSLOWLY \
	-DFAULT_COUNTED_LATE
fails ring -DPASSES=1 -DFLOOR -DFEWER=2 -DFAULT_NOT_PATIENT
fails ring -DPASSES=1 -DFLOOR -DFEWER=2 -DFAULT_UNSEEN
fails ring -DPASSES=1 -DFLOOR -DFEWER=2 -DFAULT_CLOCK_KEPT
fails ring -DSTOP -DFAULT_NO_BARRIER
fails ring -DSTOP -DFAULT_NO_WAIT
fails ring -DSTOP -DFAULT_GATE_ONCE
fails ring -DSTOP -DFAULT_FULL_ANYWAY
