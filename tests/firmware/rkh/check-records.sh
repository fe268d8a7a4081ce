#!/bin/sh
#
# check-records.sh - streams tell the same of a program's records as the bytes do
# that it sends, and are exported as those bytes
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/rkh/rkh.sh"

# compare WHAT [FLAG]...
compare() {
	compare_program records "$@"
	has '^hooked [1-9]' out
}

# compare_program PROGRAM WHAT [FLAG]...
compare_program() {
	program=$1
	what=$2
	shift 2
	build "$program" "$program.c" "$@"
	rm -f records.ptl
	record 0 "$what" -o records.ptl -- "./$program"
	lacks 'could not be read' err
	forms_of dump.rkh wanted -v
	forms_of records.ptl got -v
	same wanted got "the bytes and the log of $what"
	lacks 'lost|bad' wanted
	"$posixtrace" convert -q --force -t rkh -o back.rkh records.ptl 2> err ||
		fail "the log of $what was not written" err
	cmp dump.rkh back.rkh > err 2>&1 ||
		fail "the bytes and the export of $what differ" err
}

compare 'all records'
has '^FWK_TCFG id=172 off=1 len=15 version=3.4.00 hz=1000 ' got
has '^SMA_FIFO .*ao=ao/server sig=signal/TURN_ON snr="object/the client" pid=pool/small rc=1 nelem=1 nmin=7 nseq=1' got
has '^SMA_GET .* pid=pool/static rc=1 nelem=1 nmin=6 nseq=2 rt=10000000ns' got
has '^SM_TRN .*sst=state/off tst=target/internal' got
has '^SM_EXE_ACT .*type=action/effect .*act=function/turn' got
has '^TMR_START .*t=actor/ticker ao=ao/server ntick=100 per=50' got
has '^USR_0 .*i8_0=-1 u8_1=200 i16_2=-1000 u16_3=40000 i32_4=-100000 u32_5=3000000000 x32_6=0x7e7d7e7d str_7=~text} mem_8=7e7d00ff obj_9=ao/server fun_10=function/turn sig_11=signal/TURN_ON' got
has '^USR_31 ' got
lines_are 71 got

# Events of a form that was met before are composed in another way.
compare 'records that come again' -DROUNDS=4
lines_are 242 got
has '^SMA_GET .* nseq=8 rt=' got
compare 'wide values' -DWIDE
compare 'narrow stamps that come again' -DWIDE -DROUNDS=9 -DSTEP=311
compare 'records without headers that come again' -DHEADER=0 -DROUNDS=3
compare 'records without checksums that come again' -DSUM=0 -DROUNDS=3 -O2
compare 'records without marks' -DBARE -O2
compare 'records without headers' -DHEADER=0
compare 'records without checksums' -DSUM=0
compare 'records without filters' -DFILTERS=0
lines_are 71 got
compare 'one group' -DGROUP
lines_are 36 got
lacks '^(SM_INIT|QUE)' got
# Single records count where all groups are there, too.
compare 'all groups' -DSINGLES
lines_are 61 got
lacks '^(SM_TRN|SM_EVT_PROC|SM_EVT_NFOUND|SM_GRD_FALSE|SM_EX_TSEG|FWK_ASSERT)' got
has '^SM_INIT' got
compare 'a program in C++' -x c++

# The first name in a session is that of its earlier events, too.
compare_program late_names 'names that come late'
grep -E '^SMA_FIFO' got > posts
sed -n 1p posts | grep -q 'ao=ao/server sig=signal/TURN_ON snr="object/the client"' ||
	fail 'a post has no names that come behind it' posts
sed -n 3p posts | grep -q 'snr="object/another client"' ||
	fail 'a post has not the second name of its object' posts
sed -n 4p posts | grep -q 'sig=signal/0x3 snr="object/the next client"' ||
	fail 'a post has not the name that the next session gives' posts

# So is that of a number which others have had before.
compare_program same_numbers 'numbers that several kinds have'
has '^SMA_FIFO .* sig=signal/ALARM snr=address/null pid=pool/large ' got
grep -E '^SMA_FIFO' got > posts
[ "$(grep -c ' sig=signal/ALARM .* pid=pool/large ' posts)" = 3 ] ||
	fail 'a post of the first session has not the names behind it' posts
[ "$(grep -c ' sig=signal/ALARM .* pid=pool/larger ' posts)" = 3 ] ||
	fail 'a post of the second session has not the names behind it' posts

# Long names are cut, as those of a capture are, which have room for more.
build long_names long_names.c
rm -f records.ptl
record 0 'long names' -o records.ptl -- ./long_names
forms_of dump.rkh wanted -v
forms_of records.ptl got -v
has '^SMA_FIFO .*ao=ao/s{200} sig=0x1 snr=object/c{200} ' got
sed -i 's/s\{200\}s*/S/g; s/c\{200\}c*/C/g' wanted got
same wanted got 'the bytes and the log of long names'

# A ring that is too small loses its oldest bytes; the stream has each record.
build records records.c -DBYTES=254
rm -f records.ptl
record 0 'a small ring' -o records.ptl -- ./records
forms_of records.ptl got
lines_are 71 got
"$posixtrace" show --no-pager -O name,args dump.rkh > shown 2>&1
status_is 3 $? 'bytes of a small ring' shown
has 'lost' shown

# Names count whoever records.
build late_recording late_recording.c
run 0 ./late_recording late.ptl
forms_of late.ptl got
has '^SMA_FIFO ao=ao/server sig=signal/TURN_ON .* nseq=1$' got
has '^SMA_GET ao=ao/server sig=signal/TURN_ON .* nseq=1 rt=10000000ns$' got
lines_are 2 got

# A unit test gets its verdict when its bytes are read.
build verdicts verdicts.c
record 0 'a unit test' -o verdicts.ptl -- ./verdicts
forms_of verdicts.ptl got
has '^UT_EXPECT line=11 te=event/SM_EVT_PROC$' got
has '^SM_EVT_PROC ao=0x[0-9a-f]*$' got
has '^UT_VERIFY line=12$' got
"$posixtrace" convert -q --force -t rkh -o back.rkh verdicts.ptl 2> err
forms_of back.rkh got
has '^SM_EVT_PROC .* verdict=expected at=11$' got
has '^UT_VERIFY line=12 expected=1 came=1 outcome=passed$' got

# Nothing is there without the facility.
build records records.c -DTRACE=0
run 0 ./records
has '^hooked 0$' out
build records records.c -DTRACE=0 -x c++
run 0 ./records
finish
