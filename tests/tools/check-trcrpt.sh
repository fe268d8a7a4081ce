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

trcrpt 2 -s 1 t.ptl
has 'trcrpt: -s: MMDDhhmmssYY was expected$' err
trcrpt 2 -r t.ptl
has 'trcrpt: -r: AIX has this' err
trcrpt 2 -Z
has '^usage: trcrpt ' err
trcrpt 2 -O colour=on t.ptl
has '-O colour=on: no such option' err
trcrpt 2 -d zzz t.ptl

finish
