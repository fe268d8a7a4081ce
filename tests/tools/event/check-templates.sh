#!/bin/sh
#
# check-templates.sh - show --templates, and reports as AIX has them
. "${top_srcdir:?}/tests/tools/lib.sh"

speaker=$(tool tests/tools/speaker) || exit 99
carrier=$(tool tests/tools/event/carrier) || exit 99

# Nothing of the user or the machine has a say.
HOME=$work/home
XDG_CONFIG_HOME=
POSIXTRACE_FORMATS=$work/formats:$top_srcdir/data
export HOME XDG_CONFIG_HOME POSIXTRACE_FORMATS
mkdir formats

cat > say.trcfmt << 'END'
# The words of a speaker.
#!posix event "say" hook 7F01 kind=raw
7F01 1.0 L=KERN "said" W2 LOOP $HL { A0 } \n "in all " $HL%D4 "bytes"
END

"$posixtrace" record -q -o t.ptl -- "$speaker" hello 'two words' skip
status_is 0 $? 'recording a speaker'

# show ARGUMENT...
show() {
	"$posixtrace" show --no-symbols "$@" t.ptl > shown 2> err
	status_is 0 $? "show $*" err
	lines_are 0 err
}

# Without the option nothing changes; with it what has a template does.
show
has ' say +hello( |$)' shown
show --templates=say.trcfmt
has ' say +said hello$' shown
has '^ +in all 5 bytes$' shown
has ' posix_trace_stop +trace off, by request$' shown
has ' posix_trace_start +trace on, all events$' shown

# Further lines stand below the first.
[ "$(sed -n '/said hello/s/said.*//p' shown | wc -c)" -eq \
	"$(sed -n '/in all 5/s/in.*//p' shown | wc -c)" ] ||
	fail 'lines of an event are not aligned' shown

# They are found where they are expected, and what stands first counts most.
cp say.trcfmt formats/
show --templates
has 'said hello$' shown
mkdir -p home/.config/posixtrace/formats
echo '7F01 1.0 "" "of the home"' > home/.config/posixtrace/formats/a.trcfmt
show --templates
has 'said hello$' shown
lacks 'of the home' shown
POSIXTRACE_FORMATS='' "$posixtrace" show --templates --hook=say=7F01 t.ptl \
	> shown 2> err
has ' say +of the home' shown
echo '7F01 1.0 "" "a file of another name"' > formats/b.other
show --templates
lacks 'another name' shown
echo '7F01 1.0 "" "a later file"' > formats/t.trcfmt
show --templates
has ' say +a later file$' shown
rm formats/t.trcfmt

# Those of the system are built in, and files replace them only if they may.
POSIXTRACE_FORMATS=$work/none
show --templates
has ' posix_trace_start +trace on, all events$' shown
show -f report --hook=say=7F02
has 'UNDEFINED TRACE ID 7F02 say' shown
printf '%s\n' '001 1.0 "" "my start"' '007 1.0 "" "my own " $EVENT' \
	'008 1.0 "" "my default"' '7F01 1.0 "" $DEFAULT' > replaces
"$posixtrace" show --templates=replaces --hook=say=7F01 t.ptl > shown 2> err
status_is 0 $? 'show --templates of what is built in' err
has ' posix_trace_start +trace on, all events$' shown
has ' say +DEFAULT TEMPLATE' shown
lacks 'my ' shown
has '^posixtrace: replaces: 001 and 2 more are built in: these do not count without --replace-builtin$' err
lines_are 1 err
show --replace-builtin --templates=replaces --hook=say=7F01
has ' posix_trace_start +my start$' shown
has ' say +my default$' shown
show --replace-builtin --templates=replaces -f report --hook=say=7F02
has 'my own say$' shown
has 'my start$' shown
mkdir replaced
echo '001 1.0 "" "my start"' > replaced/s.trcfmt
POSIXTRACE_FORMATS=$work/replaced
"$posixtrace" show --templates t.ptl > shown 2> err
lacks 'my start' shown
has '/replaced/s.trcfmt: 001 is built in: this does not count ' err
show --replace-builtin
has ' posix_trace_start +my start$' shown
show
POSIXTRACE_FORMATS=$work/formats:$top_srcdir/data

# What a template says of an event as a whole
echo '7F01 1.0 "" G8 U8, 4 { $SKIP }, 9 { "end" $STOP }, \* "other"' > end
show --templates=end
has ' say +other$' shown
has ' say +end$' shown
lacks 'skip' shown
lacks 'posix_trace_stop' shown

# The offsets are those of the file: there, behind 20 bytes, is what was said.
echo '7F01 1.0 "" W2 "at " $LOGID0%D8 $LOGIDX%D8 $HL%D8' > at
show --templates=at
grep -o ' at [0-9]* [0-9]* [0-9]*' shown > places
lines_are 3 places
for word in hello 'two words' skip; do
	read -r at record data len
	: "$at"
	[ "$data" -eq $((record + 20)) ] || fail "$word: data at $data" places
	[ "$(dd if=t.ptl bs=1 skip="$data" count="$len" 2> dd)" = "$word" ] ||
		fail "at $data there is no $word"
done < places
echo '7F01 1.0 "" $ERROR' > error
show --templates=error
has "t.ptl, offset $(awk 'NR == 2 { print $2 }' places)([^0-9]|\$)" shown

# So it is with traces of other systems.
samples=$top_srcdir/tests/data
foreign() {
	file=$samples/$1
	printf '#!posix event "%s" hook 7F01\n7F01 1.0 "" %s' "$2" \
		'"at " $LOGID0%D8' > at
	"$posixtrace" show -e "$2" --templates=at "$file" > shown 2> err
	at=$(sed -n 's/.* at \([0-9]*\)$/\1/p' shown | head -n 1)
	[ "$(od -A n -t x1 -j "${at:-999999999}" -N "$4" "$file" 2> err |
		tr -d ' ')" = "$3" ] ||
		fail "$1: there is no $3 at ${at:-no place}" shown
}

foreign threadx/cross-4gib.trx TX_TIME_GET e0a74100000000807800 10
foreign liteos/l64-ext-smp4.raw SEM_PEND 0208000000000000c25d1e 11
foreign liteos/a64-online-nopid.tlv SWTMR_START ff035e0061e8 6
foreign liteos/m32-default-wrapped.txt HWI_RESPONSE_IN 31392020 4
foreign rkh/all-std.bin FWK_PSTATE b0030f00 4

# A report
show -f report -O exec=on,pid=on
has '^ID  PROCESS NAME   PID           ELAPSED_SEC     DELTA_MSEC   APPL    SYSCALL KERNEL  INTERRUPT$' shown
has '^001 [a-z-]*speaker +[0-9]+ +0\.000000000 +0\.000000   trace on, all' shown
has '^7F01[a-z-]*speaker +[0-9]+ +0\.[0-9]{9} +[0-9]+\.[0-9]{6}                   said hello$' shown
has '^ {78}in all 5 bytes$' shown
show -f report -O ids=off,timestamp=3 --no-titles --hooks=7f01
sed -n 1,2p shown > two
printf '%19ssaid hello\n%19sin all 5 bytes\n' '' '' > wanted
cmp -s two wanted || fail 'a report without columns' shown wanted
show -f report -O 2line=on --no-hooks=00,7F01
has '^ID    ELAPSED_SEC     DELTA_MSEC$' shown
has '^APPL    SYSCALL KERNEL  INTERRUPT$' shown
lines_are 2 shown
show -f report -O hist=on
has '^7F01 +3$' shown
show -f report -O pagesize=4
[ "$(grep -c ELAPSED_SEC shown)" -gt 1 ] || fail 'a report has one page' shown
show -f report -O starttime=1000
lines_are 1 shown
show -f report --hook=say=7F02
has '^7F02 .*UNDEFINED TRACE ID 7F02 say, 5 bytes$' shown
has '^ +68656C6C 6F$' shown

# What is wrong in the folders is told, and left out.
echo '7F01 1.0 "" D3' > formats/wrong.trcfmt
"$posixtrace" show --templates t.ptl > shown 2> err
status_is 0 $? 'a wrong file in a folder' err
has "formats/wrong.trcfmt:1:13: 'D3': 'D1', 'D2', 'D4', 'D8' or 'DW' was" err
has 'formats/wrong.trcfmt: left out$' err
has 'said hello' shown

# misuse STATUS WHAT ARGUMENT...
misuse() {
	wanted=$1
	what=$2
	shift 2
	"$posixtrace" show "$@" t.ptl > shown 2> err
	status_is "$wanted" $? "show $*" err
	has "$what" err
	lines_are 0 shown
}

misuse 2 'wrong.trcfmt:1:13: ' --templates=formats/wrong.trcfmt
misuse 2 '^posixtrace: none: No such file' --templates=none
misuse 2 '-O exec=maybe: .on. or .off. was expected' -f report -O exec=maybe
misuse 2 '-O colour=on: no such option' -f report -O colour=on
misuse 2 'this needs a report' -O exec=on
misuse 2 'this needs a report' --hooks=7F01
misuse 2 'templates and -f csv exclude each other' --replace-builtin -f csv
misuse 2 'a report has NAME=VALUE' -f report -O name
misuse 2 'templates and -f csv exclude each other' --templates -f csv
misuse 2 'templates and -O exclude each other' --templates -O ts
misuse 2 '--hook=say: NAME=ID was expected' --hook=say
misuse 2 '--hook=say=1: NAME=ID was expected' --hook=say=1
misuse 2 '--hooks=7F01,x: .x.: the id of a hook' -f report --hooks=7F01,x

# One of another system is not for these events, and has words of its own.
rm formats/wrong.trcfmt
cat > other << 'END'
#!posix event "say" hook 7F01 system=ThreadX
#!posix event "TX_MUTEX_GET" hook 7F02 system=ThreadX
#!posix event "TX_MUTEX_PUT" hook 7F02 system=Thread
7F01 1.0 "" "of another system"
7F02 1.0 "" "bits=" $HOOKENV%D4 "mutex=" $D1%XW
END
show --templates=other
lacks 'another system' shown
has ' say +hello( |$)' shown
for each in 'ulong64-basic 64 mutex=[0-9A-F]{16}' \
	'cross-4gib 32 mutex=[0-9A-F]{8}'; do
	set -- $each
	"$posixtrace" show --templates=other \
		"$top_srcdir/tests/data/threadx/$1.trx" > shown 2> err
	has " TX_MUTEX_GET +bits=$2 $3\$" shown
	has ' TX_MUTEX_PUT +mutex_ptr=' shown
done

# No template drives a terminal.
printf '7F01 1.0 "" "\342\200\256" $EVENT\n' > turn
show --templates=turn
lacks "$(printf '\342\200\256')" shown
has ' say +\?say$' shown

# A template that fails is told, and the rest is shown.
echo '7F01 1.0 "" "a" $EFFF "b"' > fails
"$posixtrace" show --templates=fails t.ptl > shown 2> err
status_is 2 $? 'a template that fails' err
has ' say +a\[error: no template EFFF\]' shown
has ' posix_trace_stop ' shown
has '^posixtrace: 3 events ended early as a template failed' err

# So does a long file: its notes are as many as it takes, and the last byte
# counts, wherever the limit of a note is.
rm formats/*
rm -rf home/.config
for length in 4094 4095 4096 8190 20000; do
	{
		echo '#!posix event "say" hook 7F01'
		echo '7F01 1.0 "" "a long file, " $7F02'
		awk -v n="$((length - 100))" 'BEGIN {
			for (i = 0; i < n / 50; i++)
				printf "#%48d\n", i }'
	} > long.trcfmt
	last='7F02 1.0 "" "to its end"'
	left=$((length - $(wc -c < long.trcfmt) - ${#last} - 2))
	printf '#%*s\n%s' "$((left))" '' "$last" >> long.trcfmt
	[ "$(wc -c < long.trcfmt)" -eq "$length" ] || fail 'not so long'
	rm -f l.ptl
	"$posixtrace" cut -q -o l.ptl --templates=long.trcfmt t.ptl 2> err
	status_is 0 $? "carrying $length bytes" err
	"$posixtrace" show --no-symbols --templates l.ptl > shown 2> err
	has ' say +a long file, to its end$' shown
	lines_are 0 err
done
"$posixtrace" cut -q -o m.ptl --templates=say.trcfmt l.ptl 2> err
mv say.trcfmt long.trcfmt
"$posixtrace" cut -q -o n.ptl --templates=long.trcfmt l.ptl 2> err
"$posixtrace" show --no-symbols --templates n.ptl > shown 2> err
has ' say +said hello$' shown
lines_are 0 err
mv long.trcfmt say.trcfmt
"$posixtrace" cut -q -o o.ptl --templates="$top_srcdir/data/threadx.trcfmt" \
	t.ptl 2> err
status_is 0 $? 'carrying the largest file that ships' err
POSIXTRACE_FORMATS='' "$posixtrace" fmt ls -f csv \
	"$top_srcdir/data/threadx.trcfmt" > listed
"$posixtrace" info -f json o.ptl > told
has 'trcfmt.threadx\+28"' told

echo '7F01 1.0 "" D3' > wrong

# A recording carries them from its beginning on, whether it has an end or not,
# and each of its logs.
"$posixtrace" record -q -o p.ptl --templates=say.trcfmt \
	--templates="$top_srcdir/data/threadx.trcfmt" -- "$speaker" hello 2> err
status_is 0 $? 'record --templates' err
POSIXTRACE_FORMATS='' "$posixtrace" show --no-symbols --templates p.ptl \
	> shown 2> err
has ' say +said hello$' shown
lines_are 0 err
size=$(($(wc -c < p.ptl) / 2))
head -c "$size" p.ptl > q.ptl
"$posixtrace" info -f json q.ptl > told 2> err
has 'said' told
"$posixtrace" record -q -o 'r.%n.ptl' --rotate=64K --templates=say.trcfmt -- \
	"$ticker" -c counts -n 20000 -u 100 2> err
for each in r.*.ptl; do
	"$posixtrace" info -f json "$each" > told 2> err
	has 'trcfmt.say' told
done
"$posixtrace" record -q -o s.ptl --templates=wrong -- "$speaker" hello 2> err
status_is 2 $? 'recording with a wrong template' err
has '^wrong:1:' err
[ ! -e s.ptl ] || fail 'recorded though a template is wrong'
cp "$samples/rkh/all-std.bin" grows
"$posixtrace" record -q --from rkh -d 100ms -o t2.ptl \
	--templates=say.trcfmt grows > shown 2> err
status_is 0 $? 'record --templates of a device' err
"$posixtrace" info -f json t2.ptl > told 2> err
has 'trcfmt.say' told

# A log carries templates, which count more than those in folders, and less than
# those that are named.
echo '7F09 1.0 "" "of the folder"' > formats/o.trcfmt
# Entries that came from a system of the other byte order
cat > aix.trcfmt << 'END'
#!posix event "aix" hook 0C1 kind=hook word=4 order=big
#!posix event "power" hook 7F01 word=8 order=big
#!posix event "raw" hook 7F02 kind=raw word=4 order=big
#!posix event "intel" hook 0C1 kind=hook word=4 order=little
0C1 1.0 L=APPL "" X2 $D1%D4 $D2%X4
7F01 1.0 L=APPL "" $HD $D1%D8
7F02 1.0 L=APPL "" $D1%D4 X4 X4
END
"$carrier" order.ptl event:aix 0c1e0042ffffffd60000beef \
	event:power 0000000000000102 event:raw 01020304 \
	event:intel 1e0c4200d6ffffffefbe0000
"$posixtrace" show --no-symbols --templates=aix.trcfmt order.ptl > shown 2> err
status_is 0 $? 'entries of the other order' err
for line in 'aix +0042 -42 0000BEEF' 'power +0000 258' 'raw +4 00000004 01020304' \
	'intel +0042 -42 0000BEEF'; do
	has "$line" shown
done
"$posixtrace" fmt show -t aix.trcfmt 7F01 > shown 2> err
has 'event "power" hook 7F01 kind=words word=8 order=big' shown

"$carrier" c.ptl trcfmt '#!posix event "order" hook 7F09' \
	trcfmt.1 '7F09 1.0 "" "id=" W1 D8 "price=" D8' \
	trcfmts '7F09 1.0 "" "of another note"' \
	trcfmt.2 '7F09 1.0 D3'
status_is 0 $? 'writing a log that carries templates'
"$posixtrace" show --templates c.ptl > shown 2> err
status_is 0 $? 'a log that carries templates' err
has ' order +id=7 price=42$' shown
has "^c.ptl, note trcfmt.2:1:10: 'D3': " err
has '^posixtrace: c.ptl, note trcfmt.2: left out$' err
echo '7F09 1.0 "" "named"' > named
"$posixtrace" show --templates=named c.ptl > shown 2> err
has ' order +named$' shown
"$posixtrace" show c.ptl > shown 2> err
lacks 'price' shown
"$posixtrace" cut -q -o d.ptl c.ptl 2> err
"$posixtrace" show --templates d.ptl > shown 2> err
has ' order +id=7 price=42$' shown

# Cutting puts them there, as they are then, and they are checked.
"$posixtrace" cut -q -o e.ptl --templates=say.trcfmt t.ptl 2> err
status_is 0 $? 'cut --templates' err
"$posixtrace" show --no-symbols --templates e.ptl > shown 2> err
has ' say +said hello$' shown
"$posixtrace" cut -q -o f.ptl --templates=say.trcfmt t.ptl 2> err
cmp -s e.ptl f.ptl || fail 'the same part, with templates, is another log'
{ echo '#!posix event "say" hook 7F01'; cat fails; } > say.other
"$posixtrace" cut -q -o g.ptl --templates=say.other e.ptl 2> err
"$posixtrace" show --templates g.ptl > shown 2> err
status_is 2 $? 'templates that replace those of a log' err
for each in wrong none; do
	"$posixtrace" cut -q -o h.ptl --templates="$each" t.ptl 2> err
	status_is 2 $? "cut --templates=$each" err
	[ ! -e h.ptl ] || fail "cut --templates=$each leaves a log"
done
board=$top_srcdir/tests/data/threadx/cross-4gib.trx
echo '#!posix event "TX_MUTEX_GET" hook 7F01
7F01 1.0 "" "carried"' > mutex.trcfmt
"$posixtrace" convert -q -o b.ptl --templates=mutex.trcfmt "$board" 2> err
status_is 0 $? 'convert --templates' err
"$posixtrace" show --templates b.ptl > shown 2> err
has ' TX_MUTEX_GET +carried$' shown
"$posixtrace" convert -q -t threadx -o b.trx --templates=mutex.trcfmt b.ptl \
	2> err
status_is 2 $? 'convert --templates to what is no log' err
has '--templates is for a log: -t ptl$' err

finish
