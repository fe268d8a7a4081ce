#!/bin/sh
#
# check-always.sh - POSIXTRACE_FIRMWARE is known before constructors of programs
# run, and a word that it cannot be is told
. "${top_srcdir:?}/tests/tools/lib.sh"

environment=$(tool tests/firmware/common/environment) || exit 99

# is WANTED: what the program told
is() {
	[ "$(cat out)" = "$1" ] || fail "'$1' was expected" out
}

for value in unset '' always Always; do
	if [ "$value" = unset ]; then
		unset POSIXTRACE_FIRMWARE
	else
		POSIXTRACE_FIRMWARE=$value
		export POSIXTRACE_FIRMWARE
	fi
	"$environment" > out 2> err
	case $value in
	always) is always ;;
	*) is 'as enabled' ;;
	esac
	case $value in
	Always) has "POSIXTRACE_FIRMWARE=Always: 'always' was expected" err ;;
	*) [ ! -s err ] || fail "nothing was expected" err ;;
	esac
done
finish
