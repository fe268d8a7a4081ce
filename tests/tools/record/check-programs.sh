#!/bin/sh
#
# check-programs.sh - events of a process that executes other programs are of
# the one that made them
. "${top_srcdir:?}/tests/tools/lib.sh"

executor=$(tool tests/tools/record/executor) || exit 99
for name in zeroth first second third; do
	ln -s "$executor" $name
done

# are_named FILE...: each event says itself of which program it is
are_named() {
	"$posixtrace" show -f tsv -O comm,data -e step "$@" > shown 2> err
	status_is 0 $? "showing $*" err
	sed 1d shown > steps
	awk -F '\t' '{ name = $2; sub(/.* /, "", name) } name != $1' steps > odd
	[ ! -s odd ] || fail "$*: events of other programs" odd steps
}

# What is gone before anybody looks, and what is there for longer
record 42 'one after the other' -q -o quick.ptl -- ./zeroth ./first ./second \
	./third < /dev/null
are_named quick.ptl
lines_are 8 steps
for name in zeroth first second third; do
	[ "$(grep -c "^$name	" steps)" -eq 2 ] ||
		fail "not two events of $name" steps
done
"$posixtrace" info --verify quick.ptl > info
has '^  damage +none' info

"$posixtrace" show -e step quick.ptl > shown
has ' first/[0-9]+ +step +first' shown
has ' first/[0-9]+ +step +child of first' shown
has ' third/[0-9]+ +step +third' shown
"$posixtrace" show -e step -p second quick.ptl > shown
lines_are 3 shown
lacks ' (first|third)/' shown
"$posixtrace" show -e step -w 'comm == "first"' quick.ptl > shown
lines_are 3 shown
"$posixtrace" show -e step -t second quick.ptl > shown
lines_are 3 shown
if "$posixtrace" show -f json -e step quick.ptl > shown 2> err; then
	has '"comm":"second".*"data":"second"' shown
else
	has 'built without yajl' err
fi
"$posixtrace" stat -g process -e step quick.ptl > stat
for name in zeroth first second third; do
	has "^$name \([0-9]+\) +step +1 " stat
done
"$posixtrace" stat -g thread -e step quick.ptl > stat
has '^second/[0-9]+ +step +1 ' stat
"$posixtrace" show -f report -O exec=on quick.ptl > shown 2> err
status_is 0 $? 'a report' err
has '^[0-9]+ +first ' shown
has '^[0-9]+ +second ' shown
has '^[0-9]+ +third ' shown

# Addresses of one program are none of the next.
"$posixtrace" show -f tsv -O func,data -e step quick.ptl | sed 1d > shown
has '^	first$' shown
has '^	second$' shown

# What is made of it
"$posixtrace" convert -q -t ptl -o converted.ptl quick.ptl > out 2> err
status_is 0 $? 'convert' err
are_named converted.ptl
lines_are 8 steps
"$posixtrace" cut -q --from @step:3 -o end.ptl quick.ptl > out 2> err
status_is 0 $? 'cut' err
are_named end.ptl
lines_are 6 steps
"$posixtrace" cut -q --to @step:3 -o begin.ptl quick.ptl > out 2> err
are_named begin.ptl
are_named begin.ptl end.ptl
"$posixtrace" merge -q -o merged.ptl begin.ptl end.ptl > out 2> err
status_is 0 $? 'merge' err
are_named merged.ptl
"$posixtrace" split -q --by process -o 'part.%n.ptl' quick.ptl > out 2> err
status_is 0 $? 'split' err
for part in part.*.ptl; do
	are_named "$part"
done
are_named part.*.ptl

# A process that runs, and is recorded from then on
mkfifo to
./zeroth ./first ./second ./third < to &
target=$!
remember $target
exec 8> to
wait_for 'the program' "$posixtrace" ls events -p $target
"$posixtrace" record -q -p $target -o there.ptl > out 2>&1 8>&- &
recorder=$!
remember $recorder
has_begun() {
	"$posixtrace" show there.ptl 2> err | grep -q ' posix_trace_start '
}
wait_for 'the recorder' has_begun
"$posixtrace" show -F -e step there.ptl > followed 2> err 8>&- &
viewer=$!
remember $viewer
for name in first second; do
	echo >&8
	wait_for "an event of $name" grep -q " child of $name" followed
done
echo >&8
exec 8>&-
wait $recorder
wait $viewer
for name in first second third; do
	has " $name/$target +step +$name" followed
done
are_named there.ptl
lines_are 6 steps
has '^third	third' steps

# By itself: each program into a log of its own
POSIXTRACE=record,o=own-%c.ptl ./zeroth ./first ./second < /dev/null 2> err
for log in own-*.ptl; do
	are_named "$log"
done
are_named own-*.ptl
lines_are 3 steps

# Programs that know nothing of tracing
if ! has_sanitizer; then
	record 0 'a shell' -q --wrap=proc -o shell.ptl -- sh -c \
		'/bin/true; exec sleep 0'
	"$posixtrace" show -f tsv -O comm,name,fields shell.ptl > shown 2> err ||
		"$posixtrace" show -f tsv -O comm,name shell.ptl > shown
	has '^sh	proc_exec' shown
	has '^sleep	proc_end' shown
	lacks '^sleep	proc_exec' shown

	record 0 'two that allocate' -q --wrap=mem -o leaks.ptl -- \
		sh -c 'a=b; exec sort /dev/null'
	"$posixtrace" stat -f csv leaks.ptl > stat 2> err
	status_is 0 $? 'leaks' err
	has ',sh,' stat
	has ',sort,' stat
fi
finish
