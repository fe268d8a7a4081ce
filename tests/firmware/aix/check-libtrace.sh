#!/bin/sh
#
# check-libtrace.sh - programs read logs by the functions of libtrace
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/aix/compile.sh"
unset POSIXTRACE_AIX_DIR POSIXTRACE_FIRMWARE

compile "$top_srcdir/tests/firmware/aix/reader.c" reader
compile "$top_srcdir/tests/firmware/aix/reader.c" strict -std=c99 -pedantic
compile "$top_srcdir/tests/firmware/aix/driver.c" driver -D_GNU_SOURCE
./driver 'start -a' 'hook 01000005 1' 'hook 7F010000 2' 'hook 7F000000 3' \
	'gen 0 01100000 text' 'hook 01200000 4' 'stop 0' > out

# reads STATUS ARGUMENT...: into out
reads() {
	wanted=$1
	shift
	./reader "$@" > out 2> err
	status_is "$wanted" $? "reader $*" err
	lacks '^wrong' out
}

reads 0 raw trcfile
sed '/posix_trace/d' out > shown
shown_is 'raw entries' << 'END'
010 trc:010 5 00800800000105000100000000000000
7F01 trc:7F01 0 00800800017f00000200000000000000
7F0 trc:7F0 0 00800800007f00000300000000000000
011 trc:011:chan0 0 00c00c0010010000010000000000000074657874
012 trc:012 0 00800800200100000400000000000000
END
has '^001 posix_trace_start' out
has '^002 posix_trace_stop' out
mv out raw
reads 0 raw < trcfile -
diff raw out > difference || fail 'another log on standard input' difference
reads 0 raw ''
diff raw out > difference || fail 'another log by default' difference

cat > t.trcfmt << 'END'
010 1.0 L=APPL "first" W1 "i=" D8 \n "and a line"
011 1.0 L=KERN "bytes" W2 LOOP $HL { A0 }
7F01 1.0 L=SVC "" "four" W1 D8
END
reads 0 proc trcfile t.trcfmt
has "^010 trc:010 'first i=1$" out
has "^ *and a line'$" out
has "^7F01 trc:7F01 'four2'$" out
has "^011 trc:011:chan0 'bytes text'$" out
has "^012 trc:012 'UNDEFINED TRACE ID 012 " out
reads 0 proc trcfile
has "^010 trc:010 'UNDEFINED TRACE ID 010 " out

reads 0 names trcfile t.trcfmt
printf '%s\n' "010 'first'" "011 'bytes'" "7F01 ''" |
	diff - out > difference || fail 'other names' difference

reads 0 seek trcfile
lines=$(wc -l < raw)
has "^$lines entries\$" out
{
	cat raw
	echo "$lines entries"
	tac raw
	cat raw
} | diff - out > difference || fail 'other entries elsewhere' difference

reads 0 find trcfile 010 011 7F01
grep -E '^(010|011|7F01) ' raw | diff - out > difference ||
	fail 'other entries found' difference
reads 0 info trcfile
has "^trcfile of trace on $(uname -n) $(uname -m): 010 011 012 7F0 7F01\$" out
reads 1 info nowhere

reads 0 misuse trcfile
has '^none: the file is no log$' err
reads 1 raw nowhere
has '^nowhere: No such file' err
reads 0 path
has '^\./trcfile$' out

# A log of the recorder, with other events, and one that was cut
record 0 'another program' -q -o words.ptl -- "$wordcount" "$top_srcdir/examples"
reads 0 proc words.ptl
has "^007 wordcount_file_begin 'UNDEFINED TRACE ID 007 wordcount_file_begin, " out
reads 0 threads words.ptl
has '^[1-9][0-9]* entries$' out
reads 0 close words.ptl

head -c 3000 trcfile > cut
./reader raw cut > out 2> err
lacks '^wrong' out
finish
