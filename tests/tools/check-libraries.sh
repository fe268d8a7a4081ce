#!/bin/sh
#
# check-libraries.sh - libraries of others are loaded when they are needed
. "${top_srcdir:?}/tests/tools/lib.sh"

program=$(dirname "$posixtrace")/.libs/posixtrace
[ -x "$program" ] || program=$posixtrace

# loads ARGUMENT...: the libraries that the command loads with these, in loaded
loads() {
	rm -f load.*
	LD_DEBUG=files LD_DEBUG_OUTPUT=$work/load "$posixtrace" "$@" > out 2> err
	grep -h 'calling init: ' load.* | sed 's,.*/,,' | sort -u > loaded
	grep -q '^libposixtrace\.so' loaded ||
		skip 'the loader does not tell what it loads'
}

# sonames: those that the command's notes have, FEATURE SONAME each
sonames() {
	grep -ao '{"soname":\["[^"]*"\],"feature":"[^"]*"' "$program" |
		sed 's/{"soname":\["\(.*\)"\],"feature":"\(.*\)"/\2 \1/'
}

# late LIBRARY: the name of its file, if the command is built with it
late() {
	"$posixtrace" --version | grep -q "^with $1 " || return 1
	soname=$(sonames | sed -n "s/^${1#lib} //p")
	[ -n "$soname" ] || fail "no note tells packagers of $1"
}

# Whatever needs none of them loads none of them, nor what they bring along.
heavy='^lib(curl|nats|pq|crypto|ssl|ldap|gssapi_krb5)\.'
loads --version
lacks "$heavy" loaded
loads record -o a.ptl -- "$ticker" -n 3
lacks "$heavy" loaded
for reader in show stat info; do
	loads $reader a.ptl
	lacks "$heavy" loaded
done
loads ls
lacks "$heavy" loaded

# missing LIBRARY ARGUMENT...: what needs a library that cannot be loaded says so in
# one line; all else is as before
missing() {
	library=$1
	shift
	late "$library" || {
		say "SKIPPED: $library: the command is built without"
		return
	}
	mkdir -p "broken-$library"
	: > "broken-$library/$soname"
	(
		LD_LIBRARY_PATH=$work/broken-$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
		export LD_LIBRARY_PATH
		"$posixtrace" "$@" > out 2> err
		status_is 2 $? "$1 without $library" err
		lines_are 1 err
		has "^posixtrace.*: [^ ]*$soname: " err
		"$posixtrace" --version > out 2> err
		status_is 0 $? "--version without $library" err
		has "^with $library " out
		finish
	) || failures=$((failures + 1))
}

missing libpq ship --to postgresql://localhost/x --once a.ptl
missing libpq gather --to postgresql://localhost/x nats://localhost
missing libnats ship --to nats://localhost/x --once a.ptl
missing libnats gather --to . nats://localhost
missing libnats record --together nats://localhost --flight 1s -- "$ticker" -n 3
missing libcurl ship --to otlp+http://localhost --once a.ptl
finish
