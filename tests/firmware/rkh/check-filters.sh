#!/bin/sh
#
# check-filters.sh - what filters keep back is in no stream, unless the
# environment wants all
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/rkh/rkh.sh"

# Addresses and stamps stay the same.
build filters filters.c -no-pie -DSTEP=0
run 0 ./filters
has '^evaluated [1-9]$' out
cp out wanted
cp dump.rkh plain.rkh

record 0 'filters' -o filters.ptl -- ./filters
same wanted out 'what a stream executes'
cmp plain.rkh dump.rkh || fail 'a stream changed the bytes'
forms_of dump.rkh bytes -v
forms_of filters.ptl log -v --no-symbols
same bytes log 'the bytes and the log'

# The ring has what it should, the stream has the rest as well.
export POSIXTRACE_FIRMWARE=always
run 0 ./filters
same wanted out 'what nobody records'
record 0 'all' -o all.ptl -- ./filters
cmp plain.rkh dump.rkh || fail 'what is recorded always is in the ring'
lacks 'could not be read' err
forms_of all.ptl all
[ "$(wc -l < all)" -gt "$(wc -l < log)" ] || fail 'nothing more is there' all
has '^USR_2 ' all
# Numbers have no holes.
"$posixtrace" show --no-pager -v -e '!posix_trace_*,!FWK_TCFG' -O args all.ptl |
	sed -n 's/.* seq=\([0-9]*\) .*/\1/p' > numbers
awk '$1 != NR - 1 { exit 1 }' numbers || fail 'numbers have holes' numbers
finish
