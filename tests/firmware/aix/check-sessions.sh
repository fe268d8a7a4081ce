#!/bin/sh
#
# check-sessions.sh - trcstart, trcon, trcoff, trcstop: sessions of a program, and
# the gate of a program that others trace
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/aix/compile.sh"
unset POSIXTRACE_AIX_DIR POSIXTRACE_FIRMWARE

compile "$top_srcdir/tests/firmware/aix/driver.c" driver -D_GNU_SOURCE

# drive ARGUMENT...: what the driver tells goes to out. A sanitizer that looks for
# leaks tells of threads that end meanwhile.
drive() {
	./driver "$@" > out 2> err
	status_is 0 $? "driver $*" err
	! has_sanitizer || sed -i '/was not suspended/d' err
	lines_are 0 err
}

# told WORD...: the results, in their order
told() {
	[ "$(sed 's/.*: //' out | tr '\n' ' ')" = "$* " ] ||
		fail "not '$*'" out
}

# As the sample of the manual does it.
drive 'start -ad' 'hook 01000000 0' 'on 0' 'hook 01000000 1' \
	'hook 01000000 2' 'gen 0 01100000 text' 'gen 1 01100000 text' \
	'off 0' 'hook 01000000 3' 'on 0' 'hook 01000000 4' 'stop 0' \
	'hook 01000000 5' 'stop 0'
told 0 0 0 0 0 -1 ENXIO
show trcfile
shown_is 'the sample' << 'END'
trc:010 subhook=0x0 d={0x1}
trc:010 subhook=0x0 d={0x2}
trc:011:chan0 subhook=0x0 d1=0x1 data={0x74,0x65,0x78,0x74}
trc:010 subhook=0x0 d={0x4}
END
[ "$(grep -c 'posix_trace_start' all)" -eq 2 ] || fail 'two starts' all

# Without a session, and with none that could be.
drive 'on 0' 'off 0' 'stop 0' 'on 1' 'on 8' 'off -1' 'stop 8' 'stop 0x40000008' \
	'hook 01000000 1' 'ishookon 0 01000000'
told -1 ENXIO -1 ENXIO -1 ENXIO -1 ENXIO -1 EINVAL -1 EINVAL -1 EINVAL \
	-1 EINVAL 0

# Channels have a session and a log each, and the end of the program ends them.
mkdir logs
POSIXTRACE_AIX_DIR=$work/logs
export POSIXTRACE_AIX_DIR
drive 'start -a' 'start -a' 'start -ag' 'start -ga' 'start -a -g' 'start -ag' \
	'start -ag' 'start -ag' 'start -ag' 'start -ag' 'gen 2 01100000 text' \
	'hook 01000000 1' 'stop 1' 'start -ag' 'ishookon 0 01000000' \
	'ishookon 2 01000000' 'off 2' 'ishookon 2 01000000' 'gen 2 01100000 off'
told 0 -1 EBUSY 1 2 3 4 5 6 7 -1 EAGAIN 0 1 1 1 0 0
show logs/trcfile
echo 'trc:010 subhook=0x0 d={0x1}' | shown_is 'channel 0'
show logs/trcfile.2
echo 'trc:011:chan2 subhook=0x0 d1=0x1 data={0x74,0x65,0x78,0x74}' |
	shown_is 'channel 2'
show logs/trcfile.3
lines_are 0 shown
unset POSIXTRACE_AIX_DIR

# hooks_of OPTION...: which of some hooks a session with these options records
hooks_of() {
	drive "start -a -o chosen $*" 'hook 01000000' 'hook 01100000' \
		'hook 7F000000' 'hook 7F010000' 'hook 7F100000' \
		'gen 0 01000000 x' 'gen 0 7F010000 x' 'gen 1 01000000 x' 'stop 0'
	told 0 0
	show chosen
	sed 's/^trc://; s/ .*//' shown | tr '\n' ' ' > names
}

# chosen NAMES OPTION...
chosen() {
	wanted=$1
	shift
	hooks_of "$@"
	[ "$(cat names)" = "${wanted:+$wanted }" ] ||
		fail "$* chose something else" names
}
chosen '010 011 7F0 7F01 7F1 010:chan0 7F01:chan0'
chosen '010 010:chan0' -j 010
chosen '010 010:chan0' -j0100
chosen '010 7F01 010:chan0 7F01:chan0' -j 010,7f01
chosen '7F0 7F1' -j 7F
chosen '010 011 7F01 010:chan0 7F01:chan0' -k 7F
chosen '011 7F0 7F1' '-k 010 -k 7F01'
chosen '7F0' "-j '7F0 222,333'"
drive "start -agj 010" 'hook 01000000' 'gen 1 01000000 x' 'gen 1 01100000 x'
show trcfile.1
lines_are 1 shown
drive "start -agk 010" 'hook 01000000' 'gen 1 01000000 x' 'gen 1 01100000 x'
show trcfile.1
echo 'trc:011:chan1 subhook=0x0 d1=0x1 data={0x78}' | shown_is 'all but one'

# What sizes and policies become.
drive 'start -a -l -T 300000 -L 5000000 -o loops -m "a message" -n -p' 'stop 0'
"$posixtrace" info loops > info
has 'loop' info
has 'a message' info
drive 'start -af -s -L4000000 -o full' 'stop 0'
"$posixtrace" info full > info
has 'until' info

# wrong RESULT OPTION...: nothing is started
wrong() {
	wanted=$1
	shift
	./driver "start $*" 'on 0' > out 2> err
	told -1 "$wanted" -1 ENXIO
}
rm -f trcfile
for options in '' -d -a-d '-a file' '-a -q' '-a -o' '-a -L x' '-a -T 0' \
	'-a -T 1k' '-a -L -1' '-afl' '-a -j 1' '-a -j 010 -k 011' '-a -j' \
	'-a -j ""' '-a -k ,' \
	'-a -o "x' '-a -o ""' '-a -' '-a -o /dev/null' '-a -o .'; do
	wrong EINVAL "$options"
	lines_are 0 err
done
for letter in J K A t x X P @ e; do
	wrong EINVAL "-a$letter 1"
	has "^posixtrace: trcstart: -$letter: AIX has this" err
	lines_are 1 err
done
wrong ENOENT '-a -o nowhere/at/all'
[ ! -e trcfile ] || fail 'a log was made of nothing'

# A file that was there is replaced.
seq 100000 > trcfile
drive 'start -a' 'hook 01000000 7' 'stop 0'
show trcfile
lines_are 1 shown

# ... by a session that begins, and by no other. Who writes to it goes on: the last
# session has the name, and its log is sound.
cp trcfile kept
drive 'start -a -T 99999999999999999 -o kept' 'start -a -T 99999999999999999 -o new' \
	'files 5' 'start -a -o kept' 'start -a -o new'
told -1 ENOMEM -1 ENOMEM -1 EMFILE -1 EMFILE
cmp trcfile kept > err || fail 'a log is gone' err
[ ! -e new ] || fail 'a file is left of no session' out
drive 'start -a' 'hook 01000000 1' child 'start -a' 'hook 01000000 2' 'stop 0'
told 0 0 0
show trcfile
echo 'trc:010 subhook=0x0 d={0x2}' | shown_is 'the log of a child'
ls -A | grep '~$' > err && fail 'something is left aside' err
ln -s trcfile link
drive 'start -a -o link' 'hook 01000000 3' 'stop 0'
[ -L link ] || fail 'a link is no link any more'
show trcfile
echo 'trc:010 subhook=0x0 d={0x3}' | shown_is 'a log behind a link'
rm link

# The log is of a process that runs another program now.
drive 'start -a' 'hook 01000000 1' exec 'off 0' 'stop 0' 'hook 01000000 2'
told 0 -1 ENXIO -1 ENXIO

# Bytes are read if somebody wants them.
for len in 8 240 241 4096; do
	drive "unreadable 1 01000000 $len" 'start -a' "unreadable 1 01000000 $len" \
		'stop 0' 'start -agj 011' "unreadable 1 01000000 $len" 'off 1' \
		"unreadable 1 01100000 $len"
	told 0 0 1 0
	drive 'start -a' 'gen 0 01000000 sixteen' 'off 0' \
		"unreadable 0 01000000 $len" 'stop 0' "unreadable 0 01000000 $len"
	record 0 'others' -q --force -e trc:011 -o others.ptl -- ./driver \
		"unreadable 1 01000000 $len" 'hook 01100000 1'
done

# Hooks behind the last name that there is are recorded, too.
drive 'start -a' 'many 1500' 'stop 0'
"$posixtrace" show -O name trcfile > all 2> err
[ "$(grep -c '^trc:' all)" -ge 1000 ] || fail 'named hooks' all
[ "$(grep -c '^trc:\|^posix_trace_unnamed' all)" -eq 1500 ] || fail 'hooks' all
drive 'start -a' 'files 3' 'many 5' 'stop 0'
"$posixtrace" show -O name trcfile > all 2> err
"$posixtrace" info trcfile > info 2> err
kept=$(grep -c '^trc:\|^posix_trace_unnamed' all)
lost=$(sed -n 's/^ *lost *\([0-9]*\).*/\1/p' info | head -n 1)
[ $((kept + lost)) -eq 5 ] || fail "$kept hooks, $lost lost" info all

# A program that closes all descriptors closes the log's, too, and has what it
# recorded before and behind that, by names: if it ends the session, and if not.
for end in 'stop 0' 'off 0' exit; do
	[ "$end" = exit ] && set -- || set -- "$end"
	drive 'start -a' 'hook 01000000 1' 'daemon /' 'hook 01100000 2' "$@"
	told 0 ${1:+0}
	show trcfile
	shown_is "$end, all descriptors closed" << 'END'
trc:010 subhook=0x0 d={0x1}
trc:011 subhook=0x0 d={0x2}
END
	"$posixtrace" info trcfile > info 2> err
	has 'complete +yes' info
	has '^ *lost +0$' info
done

# What is not written yet can be thrown away; the rest is kept.
# A log that has a size may keep those of the last moment.
for options in -a -al -af -alL5000000 -as -aL5000000; do
	drive "start $options" 'hook 01000000 1' 'stop 0x20000000' 'stop 0'
	told 0 0 -1 ENXIO
	"$posixtrace" info trcfile > info 2> err
	has 'complete +yes' info
	"$posixtrace" show trcfile > all 2> err
	case $options in
	*s | -aL*) ;;
	*) lacks 'trc:010' all ;;
	esac
done
drive 'start -a' 'hook 01000000 1' 'stop 0x40000000'
show trcfile
lines_are 1 shown

# A child has its parent's gate, and none of its sessions. Its hooks go to them.
drive 'start -a' 'hook 01000000 1' child 'stop 1' 'hook 01000000 2' 'off 0' \
	'hook 01000000 3' 'on 0' 'hook 01000000 4'
told 0 -1 ENXIO 0 0
show trcfile
sed 's/.*{//' shown | tr -d '\n' > hooks
[ "$(cat hooks)" = '0x1}0x2}0x4}' ] || fail 'hooks of parent and child' hooks

# Others trace: the gate is the process's own, and theirs goes on.
record 0 'a gate' -q -o gate.ptl -- ./driver 'hook 01000000 1' 'off 0' \
	'hook 01000000 2' 'gen 0 01000000 x' 'gen 1 01000000 y' \
	'ishookon 0 01000000' 'on 0' 'ishookon 0 01000000' 'hook 01000000 3' \
	'stop 0' 'hook 01000000 4' 'on 0' 'hook 01000000 5' 'off 0' 'stop 0' \
	'on 1' 'ishookon 1 01000000'
told 0 0 0 1 0 -1 ENXIO -1 ENXIO -1 ENXIO -1 ENXIO 1
show gate.ptl
shown_is 'a gate' << 'END'
trc:010 subhook=0x0 d={0x1}
trc:010:chan1 subhook=0x0 d1=0x1 data={0x79}
trc:010 subhook=0x0 d={0x3}
END
[ "$(grep -c 'posix_trace_sto' all)" -eq 1 ] || fail 'a stream was stopped' all

# ... without a descriptor, too.
record 0 'a gate' -q -o few.ptl -- ./driver 'hook 01000000 1' 'files 3' 'off 0' \
	'ishookon 0 01000000' 'hook 01000000 2'
told 0 0
show few.ptl
lines_are 1 shown

# Both: the session of one's own is steered, and the others have all.
record 0 'both' -q -o both.ptl -- ./driver 'off 0' 'start -a -j 010' \
	'hook 01000000 1' 'hook 01100000 2' 'off 0' 'hook 01000000 3' 'stop 0' \
	'hook 01000000 4' 'on 0' 'hook 01000000 5'
told 0 0 0 0 0
show both.ptl
lines_are 4 shown
show trcfile
echo 'trc:010 subhook=0x0 d={0x1}' | shown_is 'a session beside others'

# What a program shuts is open where the environment says so.
export POSIXTRACE_FIRMWARE=always
record 0 'always' -q -o always.ptl -- ./driver 'off 0' 'hook 01000000 1' \
	'stop 0' 'hook 01000000 2' 'ishookon 0 01000000'
told 0 0 1
show always.ptl
lines_are 2 shown
unset POSIXTRACE_FIRMWARE

# A program that is killed, or leaves without a word, has its log.
drive 'start -a' 'hook 01000000 1' exit
show trcfile
lines_are 1 shown
finish
