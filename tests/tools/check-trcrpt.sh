#!/bin/sh
#
# check-trcrpt.sh - the command by the name and with the letters of AIX
. "${top_srcdir:?}/tests/tools/lib.sh"

speaker=$(tool tests/tools/speaker) || exit 99

# The program itself, whatever libtool has put in front of it.
program=$top_builddir/tools/.libs/posixtrace
[ -x "$program" ] || program=$top_builddir/tools/posixtrace
ln -s "$program" trcrpt
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
HOME=$work
XDG_CONFIG_HOME=
POSIXTRACE_FORMATS=$top_srcdir/data
export LD_LIBRARY_PATH HOME XDG_CONFIG_HOME POSIXTRACE_FORMATS

cat > say.trcfmt << 'END'
#!posix event "say" hook 7F01 kind=raw
7F01 1.0 L=KERN "" W2 LOOP $HL { A0 }
7F02 1.0 L=APPL "other" $HL%D4 "bytes"
END
"$posixtrace" record -q -o t.ptl -- "$speaker" hello world
status_is 0 $? 'recording a speaker'

# trcrpt STATUS ARGUMENT...
trcrpt() {
	wanted=$1
	shift
	./trcrpt "$@" > shown 2> err
	status_is "$wanted" $? "trcrpt $*" err
}

trcrpt 0 -t say.trcfmt t.ptl
has '^ID    ELAPSED_SEC     DELTA_MSEC   APPL    SYSCALL KERNEL  INTERRUPT$' shown
has '^001   0\.000000000       0\.000000   trace on, ' shown
has '^7F01  0\.[0-9]{9} +[0-9]+\.[0-9]{6}                   hello$' shown
trcrpt 0 -t say.trcfmt -h -d 7F01 t.ptl
lines_are 2 shown
trcrpt 0 -h -k 00,7F01 -t say.trcfmt t.ptl
lines_are 0 shown
trcrpt 0 -x -t say.trcfmt
has '^ID  PROCESS NAME ' shown
has '^7F01[a-z-]*speaker ' shown
trcrpt 0 -O pid=on,timestamp=3 -O ids=off -t say.trcfmt t.ptl
has '^PID +APPL' shown
trcrpt 0 -h -E say=7F02 -t say.trcfmt -d 7F02 t.ptl
has 'other 5 bytes$' shown
trcrpt 0 -m -v -o out.txt t.ptl
has '^ID ' out.txt
has '^t.ptl$' err
trcrpt 1 -s 010100000050 t.ptl
lacks 7F01 shown
trcrpt 0 -e 010100000050 -h -d 7F01 -t say.trcfmt t.ptl
lines_are 2 shown
trcrpt 1 -p nobody t.ptl

trcrpt 0 -c -t say.trcfmt
has '^say.trcfmt: 2 templates, 1 event by name$' shown
echo '7F01 1.0 "' > wrong
trcrpt 2 -c -t wrong
trcrpt 2 -c
has 'trcrpt: -c: -t with a file' err
trcrpt 0 -j -t say.trcfmt
has '^7F02 +1\.0 +APPL +other' shown
trcrpt 0 -j
has '^002 ' shown

# What is built in is replaced by another letter.
echo '001 1.0 "" "my start"' > start.trcfmt
trcrpt 0 -t start.trcfmt t.ptl
has 'trace on, ' shown
has '^posixtrace: start.trcfmt: 001 is built in: ' err
trcrpt 0 -R -t start.trcfmt t.ptl
has '^001 .* my start$' shown
lines_are 0 err
mkdir starts
cp start.trcfmt starts/
POSIXTRACE_FORMATS=$work/starts
trcrpt 0 -j
has '^001 .* built in$' shown
trcrpt 0 -Rj
has '^001 .*/starts/start.trcfmt$' shown
POSIXTRACE_FORMATS=$top_srcdir/data

# What is wrong is told by AIX's letters, not by our options.
mistake() {
	what=$1
	shift
	trcrpt 2 "$@" t.ptl
	has "^posixtrace: trcrpt: $what" err
	lacks 'show|--[a-z]' err
	lines_are 1 err
	lines_are 0 shown
}

for date in 1 130100000026 000100000026 023026000026 022900000026 \
	010124000026 010100600026 010100006026 01010000002x '' \
	'0101000000-1'; do
	mistake "-s $date: MMDDhhmmssYY was expected$" -s "$date"
	mistake "-e $date: MMDDhhmmssYY was expected$" -e "$date"
done
trcrpt 1 -s 022900000028 t.ptl
mistake '-O colour=on: no such option' -O colour=on
for option in component filename PURR removedups reportedcpus svc wparcid \
	wparname; do
	mistake "-O $option=on: an option of AIX, which means nothing here$" \
		-O $option=on
	has "(^| )$option(,| |$)" "$top_srcdir/docs/man/man1/trcrpt.1"
done
mistake '-O exec=maybe: .on. or .off. was expected' -O exec=maybe
mistake '-O pid=on: hist=on goes with no other option' -O hist=on,pid=on
mistake '-O hist=on: hist=on goes with no other option' -O pid=on -O hist=on
mistake '-x exec=on: hist=on goes' -O hist=on -x
trcrpt 0 -O hist=on t.ptl
trcrpt 0 -O hist=off,pid=on t.ptl
mistake '-d zzz: the id of a hook' -d 7F01,zzz
mistake '-k 7: the id of a hook' -k 7
mistake '-E say: NAME=ID was expected' -E say
mistake '-E =7F01: NAME=ID was expected' -E =7F01
mistake '-E say=1: NAME=ID was expected' -E say=1
mistake '-p : a list of names or numbers' -p ''
mistake '-T a,,b: a list of names or numbers' -T a,,b
trcrpt 2 -r t.ptl
has 'trcrpt: -r: this option of AIX is not supported' err
trcrpt 2 -Z
has '^usage: trcrpt ' err

# Their long names are in the page of the command that has them.
for option in hook hooks no-hooks no-titles; do
	has "^\.(It )?Fl -$option( |$)" "$top_srcdir/docs/man/man1/posixtrace-show.1"
done

finish
