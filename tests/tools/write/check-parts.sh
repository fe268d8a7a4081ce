#!/bin/sh
#
# check-parts.sh - a part of a log has the objects that its events need, and no
# others; views show what the log shows
. "${top_srcdir:?}/tests/tools/lib.sh"
export TZ=UTC

"$(tool tests/tools/write/crowd)" crowd.ptl
printf '#!posix event "send" hook 7F01\n7F01 1.0 "" "to " P4' > send

# views LOG ARGUMENT...: all that is shown of it, into shown
views() {
	"$posixtrace" show --time=raw -v "$@"
	"$posixtrace" show -f json "$@"
	"$posixtrace" show -O ts,name,pid,tid,comm,hex,lost "$@"
	"$posixtrace" show --templates=send "$@"
} > shown 2>&1

# objects LOG: their number
objects() {
	"$posixtrace" info -f json "$1" | grep -o '"address"' | wc -l
}

# cut NUMBER ARGUMENT...: with so many objects
cut() {
	number=$1
	shift
	views crowd.ptl "$@"
	mv shown wanted
	"$posixtrace" cut --force -q "$@" -o part.ptl crowd.ptl 2> err
	status_is 0 $? "cut $*" err
	views part.ptl
	sed -i 's/part\.ptl/crowd.ptl/' shown
	cmp -s wanted shown || fail "cut $*: another view" wanted shown
	# Twice is once, whatever the second time asks for
	"$posixtrace" cut --force -q "$@" -o twice.ptl part.ptl
	[ "$(objects twice.ptl)" -eq "$(objects part.ptl)" ] ||
		fail "cut $* twice has $(objects twice.ptl) objects"
	[ "$(objects part.ptl)" -eq "$number" ] ||
		fail "cut $* has $(objects part.ptl) objects"
	"$posixtrace" stat -v part.ptl > figures 2>&1
	"$posixtrace" stat -v "$@" crowd.ptl 2>&1 |
		sed 's/crowd\.ptl/part.ptl/' > wanted
	cmp -s wanted figures || fail "stat of cut $*" wanted figures
}

all=$(objects crowd.ptl)
[ "$all" -eq 1500 ] || fail "the log has $all objects"

# Of one process: ten files, the one that it inherits, and two objects for each
# of the programs, its own, those of three processes that it is a copy of, as
# three more objects tell, and that of the process that it sends to.
cut 24 -t 4043
# After its programs began it sends to nobody.
cut 19 -p after42
# Nine of ten files are not named by this event; two are: its own, and the last
# one of that number.
cut 13 --from=2023-11-14T22:13:20.606 --to=2023-11-14T22:13:20.606
# Of all processes, without files
cut 300 -e use
cut 475 -e send
cut 1275 -e open

# Without a selection all is there.
"$posixtrace" cut -q -o whole.ptl crowd.ptl
[ "$(objects whole.ptl)" -eq "$all" ] || fail "$(objects whole.ptl) objects"
"$posixtrace" convert -q -o converted.ptl crowd.ptl
cmp -s whole.ptl converted.ptl || fail 'it is not as cut'

# So are parts of a split, each
"$posixtrace" split -q --by=process -o 'by%p.ptl' crowd.ptl
for part in by*.ptl; do
	[ "$(objects "$part")" -le 24 ] ||
		fail "$part has $(objects "$part") objects"
done
[ "$(find . -name 'by*.ptl' | wc -l)" -eq 100 ] || fail 'parts are missing'
"$posixtrace" show --time=raw -v by*.ptl > shown
"$posixtrace" show --time=raw -v crowd.ptl > wanted
cmp -s wanted shown || fail 'the parts show something else' wanted shown

# A board's objects are a table of its own, and exporters restore it.
"$posixtrace" cut -q -o board.ptl -e TX_QUEUE_SEND \
	"$top_srcdir/tests/data/threadx/demo_threadx.trx" 2> err
"$posixtrace" convert -q -t ptl -o board-whole.ptl \
	"$top_srcdir/tests/data/threadx/demo_threadx.trx" 2> err
[ "$(objects board.ptl)" -eq "$(objects board-whole.ptl)" ] ||
	fail 'the registry of a board is not whole'

finish
