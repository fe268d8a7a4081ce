#!/bin/sh
#
# check-convert.sh - a trace in another format: what all formats have in common
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" record -q -o t.ptl -- "$ticker" -n 200 2> err
status_is 0 $? 'recording' err

# A log is copied as it is cut.
"$posixtrace" cut -q -o cut.ptl t.ptl
"$posixtrace" convert -q -t ptl -o converted.ptl t.ptl 2> err
status_is 0 $? 'converting to a log' err
lines_are 0 err
cmp cut.ptl converted.ptl || fail 'it is not as cut'
"$posixtrace" convert -e tick -o tick.ptl t.ptl 2> err
status_is 0 $? 'by its name a log' err
has '^tick\.ptl  .*  400 events  2 threads  .*  0 lost$' err
lines_are 1 err

# All formats are listed, with their settings, and help fits a screen.
"$posixtrace" convert --list > out 2> err
status_is 0 $? 'listing' err
has '^ptl  ' out
has ' -o epoch=TIME ' out
"$posixtrace" help formats > list 2> err
status_is 0 $? 'help formats' err
cmp -s out list || fail 'help tells of other formats' list
"$posixtrace" convert --help > out
[ "$(wc -L < list)" -le 80 ] || fail 'the list is wide' list
[ "$(wc -L < out)" -le 80 ] || fail 'help is wide' out

# refused STATUS PATTERN ARGUMENT...: and nothing is left behind
refused() {
	wanted=$1 pattern=$2
	shift 2
	ls > before
	"$posixtrace" convert "$@" > out 2> err
	status_is "$wanted" $? "convert $*" err
	has "$pattern" err
	ls > after
	cmp -s before after || fail "convert $* leaves something" after
	lines_are 0 out
}
: > out > err > before > after
refused 2 'name a trace$' -t ptl -o new.ptl
refused 2 '-o is missing' -t ptl t.ptl
refused 2 '-t nothing: no such format; --list' -t nothing -o new t.ptl
refused 2 '-t json: .posixtrace show -f json. writes that$' -t json -o x t.ptl
refused 2 '-t is missing: ' -o new t.ptl
refused 2 '-t is missing: ' -o new.hex t.ptl
refused 2 '-o none=1: no format that is read, or written, has' \
	-o none=1 -o new.ptl t.ptl
refused 2 'name a file' -t ptl -o - t.ptl
refused 2 'is the log itself$' --force -o t.ptl t.ptl
refused 2 'exists already; --force replaces it$' -o cut.ptl t.ptl
refused 2 'No such file' -o new.ptl nowhere.ptl
refused 1 'no event matches$' -e nothing -o new.ptl t.ptl
echo no log > text
refused 3 'not a posixtrace log' -o new.ptl text
refused 7 'No such file' -o nowhere/new.ptl t.ptl
refused 2 'no time' --from=never -o new.ptl t.ptl
set --
while [ $# -lt 130 ]; do
	set -- "$@" -o epoch=1
done
refused 2 'too many settings$' "$@" -o new.ptl t.ptl

# What is a detail of one system is no argument to another.
"$posixtrace" convert -q -t liteos "$top_srcdir/tests/data/rkh/all-std.bin" -o r.tlv 2> err
status_is 0 $? 'a stream of RKH for LiteOS' err
has '^0x[0-9a-f]+	SM_TRN	ao(:[a-z]+)?	sst(:[a-z]+)?	tst(:[a-z]+)?$' \
	r.tlv.events

finish
