#!/bin/sh
#
# check-readme.sh - the steps of README run as they stand, in their order
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

# What ./setup demo, the first step, leaves behind in a checkout.
ln -s "$top_srcdir/lib" "$top_srcdir/tests" .
mkdir build
ln -s "$top_builddir/tools" "$top_builddir/examples" \
	"$top_builddir/posixtrace-uninstalled.pc" build
seq 400000 | awk '{ print ($1 * 7919) % 1000003 }' > build/numbers

# section TITLE: what stands below it
section() {
	awk -v title="$1" '
	$0 == title { inside = 1; next }
	/^---/ { next }
	inside && /^[^ ]/ && seen_blank > 1 { exit }
	inside { print; seen_blank = /^$/ ? seen_blank + 1 : 0 }' \
		"$top_srcdir/README"
}

# Commands are indented by seven blanks, what they print as well.
commands() {
	section "$1" | sed -n 's/^       //p' | awk '
	/^(export|posixtrace|cc) / || goes_on { print; goes_on = /\\$/ }'
}

# The program stands there, too.
section 'Your own program' | sed -n '/hello\.c \*\//,/^       }$/s/^       //p' \
	> hello.c
{
	commands 'From nothing to an answer'
	commands 'Your own program'
} > steps

for step in 'export PATH' 'record -o wc.ptl' 'stat wc.ptl' 'show wc.ptl' \
	'record --wrap=' 'stat sort.ptl' 'cc hello.c' '-- ./hello' \
	'posixtrace hello.ptl'; do
	grep -q -e "$step" steps || fail "README has no step '$step'" steps
done
POSIXTRACE_PAGER= sh -e -x ./steps > out 2> err || fail 'a step fails' err
has 'SPAN file: wordcount_file_begin -> wordcount_file_end by path' out
has ' wordcount_file_end .*bytes=' out
has '^LOCK ' out
grep greeting out > hello.txt
[ "$(grep -c ' greeting .*to=world' hello.txt)" -eq 3 ] ||
	fail 'the program of README does not greet thrice' hello.txt

finish
