#!/bin/sh
#
# check-interrupts.sh - records of threads, of handlers that interrupt these, and
# of a child are whole and in order; a port of the program's own is used
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/rkh/rkh.sh"

# in_order NAME FIELD: numbers from 1 on, of each thread
in_order() {
	sed -n "s/^$1 .*$2=\\([0-9]*\\).*/\\1/p" log > numbers
	[ -s numbers ] || fail "no $1 is there" log
	awk '$1 != NR { print NR ": " $1; exit 1 }' numbers > err ||
		fail "$1 is not in order" err
}

build interrupts interrupts.c -O2
for round in 1 2 3; do
	rm -f interrupts.ptl
	record 0 'interrupts' -o interrupts.ptl --size 4M -- ./interrupts 2000
	has ' 0 lost$' err
	cp out told
	forms_of interrupts.ptl all
	lacks 'lost|bad' all
	grep '^USR_2' all > log
	in_order USR_2 u32_0
	lines_are 2000 log
	grep '^USR_0 .*u8_0=1 ' all > log
	in_order USR_0 u32_1
	lines_are 2000 log
	grep '^USR_1' all | sort -t = -k 3n > log
	in_order USR_1 u32_0
	lacks '^USR_1 .*str_1=[^~]' all
	has "^interrupts $(grep -c '^USR_1' all)$" told
done

for macros in '' -DMACROS; do
	rm -f port.ptl
	# shellcheck disable=SC2086
	build port port.c -O2 $macros
	record 0 'a port' -o port.ptl -- ./port
	has ' 0 lost$' err
	forms_of port.ptl all
	grep '^USR_0 .*i32_0=1 ' all > users
	lines_are 3 users
	grep '^QUE_FIFO .*nelem=1' all > posts
	lines_are 3 posts
done
finish
