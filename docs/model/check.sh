#!/bin/sh
#
# check.sh - check the model of the ring, and that the check can fail
#
#	sh docs/model/check.sh [DIRECTORY TO WORK IN]
set -u

model=$(cd "$(dirname "$0")" && pwd)/ring.pml
CC=${CC:-cc}

if ! command -v spin >/dev/null; then
	echo "The model checker Spin (https://spinroot.com) is missing" \
		"(Debian: apt-get install spin): the model was not checked." >&2
	exit 1
fi

work=$(mktemp -d "${1:-${TMPDIR:-/tmp}}/model.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# Explore all of one configuration: says "errors: 0", or of 1.
search()
{
	spin -a "$@" "$model" >spin.out 2>&1 &&
		$CC -w -O2 -DSAFETY -DCOLLAPSE -DMEMLIM=3000 -o pan pan.c &&
		./pan -m100000 >pan.out 2>&1 || {
		cat spin.out
		echo "$*: the search could not be made" >&2
		exit 1
	}
	if grep -q 'Search not completed' pan.out &&
		grep -q 'errors: 0' pan.out; then
		echo "$*: the search did not come to its end" >&2
		exit 1
	fi
}

holds()
{
	search "$@"
	if ! grep -q 'errors: 0' pan.out; then
		cat pan.out
		echo "$*: the protocol does not hold" >&2
		exit 1
	fi
	echo "holds: $*"
}

# A mistake that was made on purpose.
fails()
{
	search "$@"
	if grep -q 'errors: 0' pan.out; then
		echo "$*: the mistake was not found" >&2
		exit 1
	fi
	echo "found: $*"
}

holds -DPASSES=1 -DFEWER=1
holds -DPASSES=1 -DFEWER=1 -DLOOP
holds -DPASSES=0 -DKILL
holds -DPASSES=0 -DKILL -DLOOP
holds -DSTOP
holds -DSTOP -DLOOP

fails -DPASSES=1 -DLOOP -DFAULT_OLD_SEQUENCE
fails -DPASSES=1 -DLOOP -DFAULT_BYTES_FIRST
fails -DPASSES=1 -DLOOP -DFAULT_NO_SEQUENCE
fails -DPASSES=1 -DLOOP -DFAULT_NO_SECOND_LOOK
fails -DPASSES=1 -DLOOP -DFAULT_NOT_CLOSED
fails -DPASSES=1 -DLOOP -DFAULT_TAKEN_FIRST
fails -DPASSES=1 -DLOOP -DFAULT_FREE_UNTAKEN
fails -DPASSES=1 -DFEWER=1 -DLOOP -DFAULT_NOT_AWAITED
fails -DPASSES=0 -DLOOP -DRECORDS=3 -DSLOTS=4 -DFAULT_OLDEST_SEQUENCE
fails -DPASSES=0 -DLOOP -DKILL -DFAULT_UNTOLD
fails -DPASSES=1 -DFAULT_TAIL_FIRST
fails -DPASSES=1 -DFAULT_FREE_EARLY
fails -DPASSES=0 -DFAULT_NO_CAS
fails -DPASSES=0 -DKILL -DFAULT_OWNER_LATER
fails -DSTOP -DFAULT_NO_BARRIER
fails -DSTOP -DFAULT_NO_WAIT
fails -DSTOP -DFAULT_GATE_ONCE
fails -DSTOP -DFAULT_FULL_ANYWAY
