#!/bin/sh
#
# check-foreign.sh - commands read the traces of other systems as if they were
# logs
. "${top_srcdir:?}/tests/tools/lib.sh"

data=$top_srcdir/tests/data
cp "$data/threadx/cross-4gib.trx" board.trx
cp "$data/liteos/damaged-flipped.tlv" damaged.tlv
cp "$data/liteos/a32-default-partial.hex" partial.hex
cp "$data/liteos/a32-online-2sessions.tlv" online.tlv
"$posixtrace" record -q -o linux.ptl -- "$ticker" -n 20
status_is 0 $? 'recording'

# What a file is, is found out; what it does not tell is told.
"$posixtrace" board.trx > shown 2> err
status_is 0 $? 'showing a buffer of ThreadX' err
lines_are 218 shown
has '^ +\+0\.000000000 +board/producer  TX_THREAD_SUSPEND  ' shown
lines_are 1 err
has 'board\.trx: .*-o hz=N says better$' err
"$posixtrace" show -o hz=1000000 board.trx > shown 2> err
status_is 0 $? 'with its rate' err
lines_are 0 err
has '^ +\+7\.425506000 ' shown
"$posixtrace" show --time=raw -o hz=1000000000 -o epoch=1700000000.5 \
	board.trx > shown 2> err
status_is 0 $? 'with its day' err
has '^17000000[0-9]{11} ' shown
"$posixtrace" show --utc -o hz=1000000000 -o epoch=1700000000.5 \
	board.trx > shown 2> err
has '^-- 2023-11-14 UTC --$' shown

# A setting that nothing takes is not mistaken for a file, nor passed over.
"$posixtrace" show -o hzz=5 board.trx > shown 2> err
status_is 2 $? 'a setting that there is not' err
has 'show: -o hzz=5: no format that is read has such a setting' err
[ ! -e hzz=5 ] || fail 'a setting became a file'
"$posixtrace" show -o hz=5 -o layout=a32 board.trx > shown 2> err
status_is 0 $? 'a setting of another format' err
lines_are 1 err
has '^posixtrace: board\.trx: threadx has no use for -o layout=a32$' err
"$posixtrace" show --from=frob board.trx > shown 2> err
status_is 2 $? 'a format that there is not' err
has 'show: --from=frob: no time, and no format$' err

# Selection
"$posixtrace" show -o hz=1000000000 --range +1ms..+8ms -e 'TX_ISR_*' \
	board.trx > shown 2> err
status_is 0 $? 'a range of it' err
lines_are 2 shown
"$posixtrace" show -o hz=1000000000 -t consumer board.trx > shown 2> err
lines_are 72 shown
"$posixtrace" show -e NOTHING board.trx > shown 2> err
status_is 1 $? 'nothing of it' err

# Through a pipe; what takes reading twice is refused.
for command in 'show' 'stat' 'info'; do
	"$posixtrace" $command -o hz=1000000000 board.trx |
		sed '/file_bytes/d; s/threadx\//board\//; s/   */  /' > wanted
	"$posixtrace" $command -o hz=1000000000 - < board.trx |
		sed '/file_bytes/d; s/^-$/board.trx/; s/threadx\//board\//
			s/   */  /' > shown
	cmp -s wanted shown || fail "$command of standard input" wanted shown
	cat board.trx | "$posixtrace" $command -o hz=1000000000 - |
		sed '/file_bytes/d; s/^-$/board.trx/; s/threadx\//board\//
			s/   */  /' > shown
	cmp -s wanted shown || fail "$command of a pipe" wanted shown
done
cat board.trx | "$posixtrace" show --range +1ms.. - > shown 2> err
status_is 2 $? 'a range of a pipe' err
has 'a trace that can be read twice: record it first$' err
cat board.trx | "$posixtrace" show - linux.ptl > shown 2> err
status_is 2 $? 'a pipe and a log' err
has 'read alone: record it first$' err

# Information: of the whole, and of what is damaged
"$posixtrace" info -o hz=1000000000 board.trx > info 2> err
status_is 0 $? 'information of a buffer' err
has '^  format +threadx: ' info
has '^  first +0\.279695362 s of its own time$' info
has '^  duration +27 ms$' info
has '^  events +218$' info
has '^  damage +none$' info
has '^    TX_QUEUE_SEND +32$' info
has '^    and 1 more \(-v\)$' info
has '^    producer +5 +1 +71$' info
has '^    timer_valid_mask +0xffffffff$' info
"$posixtrace" info -o hz=100000000000 board.trx > info 2> err
has '^  duration +279 us$' info
"$posixtrace" convert -t ptl -o short.ptl -o hz=100000000000 board.trx \
	> out 2> err
has '^short\.ptl  279 us  218 events  ' err
"$posixtrace" info -v damaged.tlv > info 2> err
status_is 3 $? 'information of damage' err
has '^  damage +7 places$' info
has '^    bytes 698 to 745: no message$' info
lacks ' more \(-v\)' info
has 'bytes 698 to 745: no message \(and 6 more places\)$' err
"$posixtrace" show damaged.tlv > shown 2> err
status_is 3 $? 'showing what is damaged' err
has 'bytes 698 to 745: no message \(and 6 more places\)$' err
if "$posixtrace" info -f json damaged.tlv > info 2> err; [ $? -eq 3 ]; then
	has '^\{"file":"damaged.tlv","format":"liteos",.*"own_time":true,' info
	has '"places":\[\{"offset":698,"length":48,"what":"no message"\},' info
	has '"threads":\[\{"pid":1,"tid":1,"name":"IdleCore000","events":6\}' \
		info
	has '"notes":\[\{"key":"kind","value":"tlv"\}' info
	lines_are 1 info
else
	has 'built without yajl' err
fi

# A text is unpacked, and its damage is told by its own places.
"$posixtrace" show partial.hex > shown 2> err
status_is 3 $? 'hexadecimal text' err
has 'bytes 1600 to 9999: missing: ' err
has 'partial\.hex: hexadecimal text, of [0-9,]+ bytes: ' err
[ "$(wc -l < shown)" -gt 10 ] || fail 'next to nothing is in the text' shown
"$posixtrace" show --from liteos - < partial.hex > piped 2> err
status_is 3 $? 'hexadecimal text through a pipe' err
[ "$(wc -l < shown)" -eq "$(wc -l < piped)" ] ||
	fail 'through a pipe it is something else'

# A log has all of it, as JSON shows.
for file in board.trx online.tlv; do
	"$posixtrace" convert -q --force -o copy.ptl $file 2> err
	status_is 0 $? "converting $file" err
	for form in '-f json' '--details' '-f csv -O ts,pid,tid,name,args'; do
		"$posixtrace" show $form $file > wanted 2> err || continue
		"$posixtrace" show $form copy.ptl > shown 2> err
		cmp -s wanted shown ||
			fail "show $form of a log of $file" wanted shown
	done
done
"$posixtrace" convert -q -o lossy.ptl damaged.tlv 2> err
status_is 3 $? 'converting what is damaged' err
"$posixtrace" show lossy.ptl > shown
has '~ .* lost' shown

# Back again it is what it was.
"$posixtrace" convert -q -o again.trx -o hz=1000000000 board.trx 2> err
status_is 0 $? 'back to its own format' err
has 'again\.trx: written for threadx, by its name' err
cmp board.trx again.trx || fail 'it is another buffer'
"$posixtrace" convert -q -t threadx -o - board.trx > piped.trx 2> err
status_is 0 $? 'to standard output' err
cmp board.trx piped.trx || fail 'it is another one in a pipe'
"$posixtrace" convert -t threadx -o linux.trx linux.ptl 2> err
status_is 0 $? 'a log of Linux' err
has '^linux\.trx  .* [0-9]+ events  [0-9]+ threads  .* lost$' err
has '^linux\.trxc  [0-9]+ B$' err
has '^posixtrace: linux\.trx: .*: [0-9,]+ times?$' err
"$posixtrace" show -o events=linux.trxc linux.trx > shown 2> err
[ "$(grep -Ec ' tick( |$)' shown)" -eq 40 ] || fail 'not all ticks are there' shown
"$posixtrace" convert -t threadx -o linux.trx linux.ptl 2> err
status_is 2 $? 'what is there already' err
rm linux.trx
"$posixtrace" convert -t threadx -o linux.trx linux.ptl 2> err
status_is 2 $? 'where the names of events are there already' err
has '^posixtrace: linux\.trxc: exists already' err
for name in linux.bin linux.trxc; do
	"$posixtrace" convert -q --force -t threadx -o $name linux.ptl 2> err
	[ -s $name.trxc ] || fail "no names of events beside $name" err
done

# On one time line with a log
"$posixtrace" merge -q -o all.ptl board.trx linux.ptl 2> err
status_is 0 $? 'merging a board with a log' err
has '^board\.trx: has no time of day: put at the start of ' err
"$posixtrace" show --time=elapsed all.ptl > shown
has '^ +\+0\.000000000 +board/producer +TX_THREAD_SUSPEND ' shown
has ' ticker/[0-9]+ +tick ' shown
"$posixtrace" merge -q -o moved.ptl linux.ptl board.trx --offset board.trx=+5ms \
	2> err
status_is 0 $? 'merging it later' err
"$posixtrace" show --time=elapsed moved.ptl > shown
has '^ +\+0\.005000000 .* board/producer +TX_THREAD_SUSPEND ' shown
"$posixtrace" show --time=elapsed -o hz=1000000000 board.trx linux.ptl > shown \
	2> err
status_is 0 $? "showing both" err
has "^posixtrace: board.trx: has no time of day: put at the start of linux.ptl" \
	err
has "^ +\+0\.000000000 +board/producer +TX_THREAD_SUSPEND " shown
lacks "\+[1-9][0-9]{4}" shown
"$posixtrace" merge -q -o two.ptl board.trx online.tlv 2> err
status_is 0 $? 'merging two boards' err
has '^online.tlv: has no time of day, nor has board.trx: mixed as if they had started together; --offset moves it$' err
"$posixtrace" show -f csv -O ts two.ptl | tr -d '\r' | sed 1d | sort -nc ||
	fail 'they are not in the order of their times'
"$posixtrace" merge -q --force -o two.ptl board.trx online.tlv \
	--offset online.tlv=+1s 2> err
status_is 0 $? 'merging two boards by hand' err
has '^online.tlv: clock offset \+1000\.000 ms \(by hand\)$' err
lacks 'does not know' err
"$posixtrace" show -o hz=1000000000 board.trx online.tlv > shown 2> err
status_is 0 $? 'showing two boards' err
has '^posixtrace: board.trx and online.tlv: have no time of day: mixed as if they had started together; merge --offset moves one$' err
"$posixtrace" show -o hz=1000000000 board.trx linux.ptl > shown 2> err
lacks 'mixed' err

# Misuse
for wrong in '--from none' '-o none=1' '-o hz=fast' '-o direction=left' \
	'-o epoch=never'; do
	# shellcheck disable=SC2086
	"$posixtrace" info $wrong board.trx > out 2> err
	status_is 2 $? "info $wrong" err
	lines_are 0 out
done
head -c 20 board.trx > cut.trx
"$posixtrace" show cut.trx > out 2> err
status_is 3 $? 'a head that is cut' err

finish
