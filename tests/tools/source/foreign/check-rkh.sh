#!/bin/sh
#
# check-rkh.sh - streams of RKH
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/source/foreign/rkh.sh"

data=$top_srcdir/tests/data/rkh

reads_all "$data"

# show CAPTURE [ARGUMENT]...: its exit status is to be $want
want=0
show() {
	"$posixtrace" show --time=raw "$@" > shown 2> err
	status_is $want $? "show $*" err
}

# tells TEXT FILE WHAT
tells() {
	grep -qF -- "$1" "$2" || fail "$3: no $1" "$2"
}

# count TEXT FILE
count() {
	grep -cF -- "$1" "$2"
}

# equals WANTED VALUE WHAT
equals() {
	[ "$1" = "$2" ] || fail "$3: $2, not $1"
}

# refuses WORDS ARGUMENT...
refuses() {
	words=$1
	shift
	"$posixtrace" show "$@" > shown 2> err
	status_is 2 $? "show $*" err
	tells "$words" err "show $*"
}

# It is known by what it holds
show "$data/all-std.bin"
equals '' "$(cat err)" 'what is said of a stream that tells all'
cp "$data/all-std.bin" noname
show noname
printf 'no stream of anything' > text
want=3 show text

# Damage is told with its place
want=3
show "$data/odd-frames.bin"
tells 'bytes 31 to 37: unknown-id: id 3, seq 1, ts 2 (and 11 more places)' err \
	damage
tells 'lost (unknown-id: id 3, seq 1, ts 2; 7 bytes at 31)' shown damage
tells '1 event lost (gap: number 12, expected 11)' shown 'a gap'
tells 'extra: id 105 SM_EVT_PROC, seq 5, ts 6, left 09; 12 bytes at 74' shown \
	'bytes left over'

# What has no flag is no frame
(printf 'abc'; cat "$data/all-std.bin"; printf 'xyz') > ends
show ends
tells 'bytes 0 to 2: head (and 1 more place)' err 'bytes before the first flag'
tells 'tail; 3 bytes at 4156' shown 'bytes behind the last flag'
want=0

# How long events lie in queues, and are worked on; nobody waits for anything
"$posixtrace" stat "$data/two-sessions.bin" > shown 2> err
status_is 0 $? 'stat of spans' err
tells 'SPAN queued: SMA_FIFO, SMA_LIFO -> SMA_GET by nseq' shown spans
tells 'SPAN dispatch: SM_DCH -> SM_EVT_PROC by ao' shown spans
lacks 'WAITED' shown

# Posts are matched to what is taken of a queue
"$posixtrace" stat -e SMA_FIFO,SMA_GET --pair SMA_FIFO,SMA_GET --by nseq \
	-f json "$data/two-sessions.bin" > shown 2> err
status_is 0 $? 'stat --pair' err
# An event of the user has what data it has: it counts by its name
{
	printf "$flag"
	frame 192 0 1 0 0 0 1 5
	frame 192 1 2 0 0 0 3 5 0
	frame 192 2 3 0 0 0 1 6
} > forms.bin
"$posixtrace" stat -f csv forms.bin > shown 2> err
status_is 0 $? 'stat of forms' err
equals 'USR_0,3,' "$(sed -n 's/^\(USR_0,[0-9]*,\).*/\1/p' shown)" 'rows of a name'
"$posixtrace" info forms.bin > shown 2> err
equals 1 "$(count USR_0 shown)" 'rows of a name in info'

# Who posts what to whom, also ahead of others; and how long it is queued
{
	printf "$flag"
	frame 174 0 0 0 0 0 0 16 64 0 97 0 # a
	frame 174 1 0 0 0 0 0 32 64 0 98 0 # b
	frame 167 2 0 0 0 0 5 71 79 0      # GO
	frame 67 3 1 0 0 0 0 16 64 0 5 0 32 64 0 0 0 1
	frame 67 4 2 0 0 0 0 16 64 0 5 0 32 64 0 0 0 2
	frame 68 5 3 0 0 0 0 16 64 0 5 0 32 64 0 0 0 3
	frame 66 6 5 0 0 0 0 16 64 0 5 0 0 2
	frame 66 7 7 0 0 0 0 16 64 0 5 0 0 1
	frame 67 8 8 0 0 0 0 32 64 0 9 0 64 64 0 0 0 1
	# The target begins anew, and calls others so
	frame 172 0 52 1 128 3 0 20 66 17 2 16 232 3
	frame 67 0 9 0 0 0 0 16 64 0 5 0 32 64 0 0 0 1
} > ways.bin
"$posixtrace" stat -o hz=1000 -o sender=1 -f csv ways.bin 2> err |
	tr -d '\r' | sed -n 's/^,ways,1,\(a[od].*\)/\1/p' > shown
cat > wanted << 'END'
ao/b,ao/a,signal/GO,3,1,2,4000000,6000000
address/0x404000,ao/b,signal/0x9,1,0,0,,
ao/0x402000,ao/0x401000,signal/0x5,1,0,0,,
END
cmp -s shown wanted || fail 'who posts what to whom' shown wanted

# Nobody posts anything: for programs there are tables all the same.
{
	printf "$flag"
	frame 174 0 0 0 0 0 0 16 64 0 97 0 # a
} > idle.bin
"$posixtrace" stat -o hz=1000 -f json idle.bin > shown 2> err
has '"posts":\[\]' shown

# Without the sender, and without marks: that is so until a record says more.
{
	printf "$flag"
	frame 67 0 1 0 0 0 0 16 64 0 1 0 0 1 # posted: 1
	frame 68 1 2 0 0 0 0 16 64 0 2 0 0 2 # posted first: 2
	frame 66 2 3 0 0 0 0 16 64 0 2 0 0 1 # taken: 2
	frame 66 3 6 0 0 0 0 16 64 0 1 0 0 0 # taken: 1
	frame 66 4 7 0 0 0 0 16 64 0 5 0 0 0 # taken: never posted
} > posts.bin
show -o hz=1000 -f json posts.bin
equals '2 1000000,1 5000000,0 -1,' "$(sed -n \
	's/.*"name":"SMA_GET".*"nseq":\([0-9]*\),"rt":\([-0-9]*\).*/\1 \2/p' \
	shown | tr '\n' ',')" 'what was taken, and how long it lay'

# A number is an object of its own in each space, whichever is told first.
{
	printf "$flag"
	frame 67 0 1 0 0 0 0 16 64 0 0 0 1 0
} > same.bin
show same.bin
has 'sig=signal/0x0 pid=pool/static' shown

# A name that comes later is that of what came before it, in a file as in a log;
# what is read as it comes has the names that it told so far.
{
	printf "$flag"
	frame 69 0 1 0 0 0 0 16 64 0 7
	frame 174 1 2 0 0 0 0 16 64 0 98 97 107 101 114 0
	frame 69 2 3 0 0 0 0 16 64 0 7
} > later.bin
show -O name,thread later.bin
equals 'SMA_REG later/baker,FWK_AO later/framework,SMA_REG later/baker,' \
	"$(tr -s ' ' < shown | sed 's/ $//' | tr '\n' ',')" 'names in a file'
cat later.bin | "$posixtrace" show --from rkh -O name,tname - > shown 2> err
equals 'SMA_REG 0x00401000,FWK_AO framework,SMA_REG baker,' \
	"$(tr -s ' ' < shown | sed 's/ $//' | tr '\n' ',')" 'names as they come'
show -o ao=baker later.bin
equals 2 "$(count SMA_REG shown)" 'a filter by a name that comes later'
cat later.bin | "$posixtrace" convert -q --from rkh -o piped.ptl - 2> err
"$posixtrace" convert -q -o filed.ptl later.bin 2> err
show -O name,tname,args piped.ptl
cp shown plain
show -O name,tname,args filed.ptl
cmp -s plain shown || fail 'a log of a pipe has other names' plain shown
"$posixtrace" convert -q -t ptl -o later.ptl -o hz=1000 later.bin 2> err
status_is 0 $? 'a log of a stream' err
show -O name,tname later.ptl
equals 'SMA_REG baker,FWK_AO framework,SMA_REG baker,' \
	"$(tr -s ' ' < shown | sed 's/ $//' | tr '\n' ',')" 'names in a log'

# Many items are one text, which is JSON whatever bytes they have.
many='1 9'
while [ "${#many}" -lt 200 ]; do
	many="$many 1 9"
done
{
	printf "$flag"
	frame 192 0 1 0 0 0 $many 7 97 255 34 127 0
} > many.bin
show -o hz=1000 -f json many.bin
tells '"items":"[[\"u8\",0,9],' shown 'many items'
tells ',[\"str\",0,\"a\\u00ff\\\"\\u007f\"]]"' shown 'bytes of a text'

# Without a record of the configuration it is a guess, and told; with one, or
# settings, it is not.
show later.bin
tells 'later.bin: no configuration record so far: widths' err 'a guess'
show -o sender=0 later.bin
equals 0 "$(count 'no configuration' err)" 'what is told with settings'
show -o symbols="$data/split-symbols.bin" "$data/split-events.bin"
equals 0 "$(count 'no configuration' err)" 'what is told with symbols'

# After a record of the configuration a target begins anew, or goes on
config='172 0 52 94 254 3 0 20 66 17 2 20 232 3'

# Who ends one session and begins the next is a thread in both.
{
	printf "$flag"
	frame $config
	frame 174 0 1 0 0 0 0 16 64 0 98 97 107 101 114 0
	frame 69 1 2 0 0 0 0 16 64 0 7
	frame $config
	frame 69 0 3 0 0 0 0 16 64 0 7
} > both.bin
show -e SMA_REG -O name,thread both.bin
equals 'SMA_REG both/baker,SMA_REG both/0x00401000,' \
	"$(tr -s ' ' < shown | sed 's/ $//' | tr '\n' ',')" \
	'an active object of two sessions'
{
	printf "$flag"
	frame $config
	frame 160 0 1 0 0 0
	frame 160 1 2 0 0 0
	frame $config
	frame 160 2 3 0 0 0 # goes on
	frame $config
	frame 160 0 4 0 0 0 # begins
	frame $config
	frame 160 3 5 0 0 0 # goes on, and two are missing
	frame 160 50 5 0 0 0
	frame $config
	frame 160 1 5 0 0 0 # begins, and one is missing
} > anew.bin
show -f json anew.bin
equals 'number 3, expected 1;number 50, expected 4;number 1, expected 0;' \
	"$(sed -n 's/.*"gap: \([^"]*\)".*/\1/p' shown | tr '\n' ';')" \
	'gaps behind records of the configuration'

# A name holds in its session, from its beginning on, and until it is changed.
# What is the number of a signal, and of a pool, and an address, has the name of
# each, whichever is told first.
{
	printf "$flag"
	frame $config
	frame 69 0 1 0 0 0 0 16 64 0 7          # of what is named below
	frame 106 1 1 0 0 0 0 16 64 0 3         # a signal 3 without a name
	frame 174 2 1 0 0 0 0 16 64 0 97 0      # a
	frame 178 3 1 0 0 0 2 112 0             # pool p: 3
	frame 37 4 2 0 0 0 3 0 0 0              # a queue at 3
	frame 180 5 2 0 0 0 3 0 0 0 113 0       # which is called q
	frame 180 6 2 0 0 0 0 16 64 0 98 0      # a is an actor, b
	frame 69 7 3 0 0 0 0 16 64 0 7
	frame $config
	frame 69 0 0 0 0 0 0 16 64 0 7          # another target, at once
	frame 179 1 9 0 0 0 0 16 64 0 99 0      # where c is a queue
	frame 37 2 9 0 0 0 3 0 0 0
} > twice.bin
show -e '!FWK_TCFG' -O name,args twice.bin
sed -n 's/ .*\(ao=[^ ]*\) prio.*/ \1/p; s/ .*\(sig=[^ ]*\).*/ \1/p
	s/QUE_DPT .* / /p' shown > short
cat > wanted << 'END'
SMA_REG ao=ao/a
SM_EVT_NFOUND sig=signal/0x3
 q=address/q
SMA_REG ao=actor/b
SMA_REG ao=queue/c
 q=address/0x3
END
cmp -s wanted short || fail 'names of two sessions' wanted short
same_by_log twice.bin

# A frame that is bad tells what it holds: a record of the configuration has no
# number in the sequence, and no stamp.
{
	printf "$flag"
	frame $config
	frame 160 0 1 0 0 0
	frame 172 9 9 9 9 9 9 9
	frame 160 1 2 0 0 0
} > tcfg.bin
want=3 show tcfg.bin
want=0
tells 'lost (tcfg: id 172 FWK_TCFG; 9 bytes at' shown 'what a bad record tells'

# What came late is missing for no less than no time.
{
	printf "$flag"
	frame $config
	frame 160 0 16 0 0 0
	frame 160 2 32 0 0 0
	frame 160 1 24 0 0 0
} > late.bin
show -f json late.bin
lacks '"over_ns":-' shown
same_by_log late.bin

# Names that no log has room for are cut, which is told.
show "$data/long-frames.bin"
tells 'names of more than 255 bytes are cut there' err 'a name that is cut'

# Filters let through what those of a target would
show -o group=SMA "$data/all-std.bin"
equals 0 "$(count '  SM_' shown)" 'another group'
equals 1 "$(count ' FWK_TCFG ' shown)" 'what no filter keeps back'
[ "$(count ' SMA_' shown)" -gt 5 ] || fail 'the group itself' shown
show -o 'group=!SMA,!SM' "$data/all-std.bin"
equals 0 "$(count '  SM' shown)" 'groups that are not wanted'
show -o group=QUE -o event=SM_TRN "$data/all-std.bin"
equals 0 "$(grep -c ' QUE_\| SM_STATE' shown)" 'events that are not wanted'
[ "$(count ' SM_TRN ' shown)" -gt 0 ] || fail 'an event of any group' shown
show -o event=DISCONN_USRT "$data/all-std.bin"
equals 0 "$(count ' USR_0 ' shown)" "another of the user's events"
[ "$(count ' USR_1 ' shown)" -gt 0 ] || fail "the user's name of it" shown
show -o ao=aoA -f json "$data/all-std.bin"
equals 0 "$(grep '"name":"SM' shown | grep -vc '"ao":4235552\|SMA_DEFER\|SMA_RCALL')" \
	'another active object'
show -o signal=KEY_SIG -f json "$data/all-std.bin"
equals 0 "$(grep '"name":"SM_DCH\|"name":"SMA_FIFO' shown |
	grep -vc '"sig":1,\|"sig":254,')" 'another signal'
refuses 'group: there is no NOSUCH' -o group=NOSUCH "$data/all-std.bin"

# A capture of names goes before one of events
show -o symbols="$data/split-symbols.bin" -f json "$data/split-events.bin"
tells '"tname":"aoA"' shown 'a name from another capture'
"$compare" "$data/split-events.expected.jsonl" shown > differs ||
	fail 'with the symbols it is not as expected' differs
refuses nosuch -o symbols=nosuch "$data/split-events.bin"

# What is said goes before what the stream tells; misuse is told
refuses 'ptr: no stream has that' -o ptr=3 "$data/all-std.bin"
refuses 'sig: not a number that may be' -o sig=x "$data/all-std.bin"
refuses 'dialect: no such release' -o dialect=9.9 "$data/all-std.bin"
refuses 'hz: not a number that may be' -o hz=0 "$data/all-std.bin"
refuses nosuch -o config=nosuch "$data/all-std.bin"
printf '{"ptr": 77}' > wrong.json
refuses 'ptr: no stream has that' -o config=wrong.json "$data/all-std.bin"
echo '{"pointer": 4}' > wrong.json
refuses 'pointer: no such setting' -o config=wrong.json "$data/all-std.bin"
echo 'TRAZER_SIZEOF_POINTERS=4' > wrong.cfg
refuses 'TRAZER_SIZEOF_POINTERS: no such setting' -o config=wrong.cfg \
	"$data/all-std.bin"
echo '{"chk": "on"}' > wrong.json
refuses 'chk: not a number that may be' -o config=wrong.json "$data/all-std.bin"
echo '{"sender": true, "que_lwmark": true, "mp_lwm": true, "chk": true}' > true.json
show -o config=true.json -o symbols="$data/split-symbols.bin" \
	"$data/split-events.bin"
cat > trazer.cfg << 'END'
# as Trazer has it
TRAZER_SIZEOF_TSTAMP=4# bytes
TRAZER_EN_SENDER=1
TRAZER_EN_FWK=1
END
show -o config=trazer.cfg "$data/all-std.bin"
show -o hz=1000000 -O ts "$data/all-std.bin"
tells 5000 shown 'a stamp of another rate'

# A stream of QP/Spy is none
i=0
printf "$flag" > qs
while [ $i -lt 8 ]; do
	# One's complement: all bytes of a frame add up to 255.
	printf "\\$(printf %03o $i)\\001\\002$(
		printf '\\%03o' $((255 - i - 3)))$flag" >> qs
	i=$((i + 1))
done
"$posixtrace" show --from rkh qs > shown 2> err
status_is 3 $? 'a stream of QP/Spy' err
tells 'QP/Spy' err 'a stream of QP/Spy'

# What came from such a stream is written as it was, also by way of a log
# again CAPTURE [ARGUMENT]...
again() {
	capture=$1
	shift
	rm -f again.rkh again.ptl
	"$posixtrace" convert -q --from rkh "$@" "$capture" -t rkh \
		-o again.rkh 2> err
	status_is 0 $? "convert $*" err
	cmp -s "$capture" again.rkh || fail "$(basename "$capture"): other bytes"
	"$posixtrace" convert -q --from rkh "$@" "$capture" -o again.ptl 2> err
	"$posixtrace" convert -q --force again.ptl -t rkh -o again.rkh 2> err
	status_is 0 $? "convert $*, by way of a log" err
	cmp -s "$capture" again.rkh ||
		fail "$(basename "$capture"): other bytes by way of a log"
}
for capture in all-std long-frames split-symbols two-sessions; do
	again "$data/$capture.bin"
done

# A part of a log has the widths, the rate and the names of the whole, whose
# records it lacks; those of names are made where they are needed.
"$posixtrace" convert -q --force "$data/all-std.bin" -o again.ptl 2> err
"$posixtrace" cut -q --force --from=@SMA_GET:1 -o part.ptl again.ptl 2> err
"$posixtrace" convert -q --force part.ptl -t rkh -o part.rkh 2> err
status_is 0 $? 'a part of a log' err
tells 'a configuration record, which is made of what events tell: 1 time' err \
	'a part of a log'
show -O name,args part.ptl
sed 's/  */ /g' shown > plain
show -O name,args part.rkh
sed 's/  */ /g' shown > made
tells 'FWK_TCFG version=3.4.00 hz=1000 te_id=1 sender=1 que_lwmark=1 ' made \
	'what is made'
equals '' "$(diff plain made | grep -v '^> FWK_[A-Z]* ' | grep '^[<>]')" \
	'events of a part'
equals 1 "$(count ' nm=KEY_SIG' made)" 'records of a name'

# In a log a number is called as it was when it was met, and a thread, too: what
# a later event, or session, calls so is something else.
"$posixtrace" convert -q --force "$data/all-std.bin" -o again.ptl 2> err
show -f json "$data/all-std.bin"
cp shown plain
show -f json again.ptl
cmp -s plain shown || fail 'a log has other names' plain shown
"$posixtrace" convert -q --force "$data/two-sessions.bin" -o again.ptl 2> err
show -f csv -O ts,name,tname -t aoA "$data/two-sessions.bin"
tells ',FWK_STATE,aoA' shown 'a thread of the first session'
cp shown plain
show -f csv -O ts,name,tname -t aoA again.ptl
cmp -s plain shown || fail 'a log has other threads' plain shown
for capture in ptr64-lie split-events; do
	again "$data/$capture.bin" -o config="$data/$capture.cfg.json"
done
again "$data/ptr64-lie.bin"

# Pointers are as long as frames say, where the record does not tell the truth
show -f json "$data/ptr64-lie.bin"
tells 'pointers are taken for 4 bytes, not 8' err 'a guess'
"$compare" "$data/ptr64-lie.expected.jsonl" shown > differs ||
	fail 'pointers were guessed wrong' differs
want=3
show -o ptr=8 "$data/ptr64-lie.bin"
want=0

# With other widths it is equal but for these
rm -f again.rkh
"$posixtrace" convert -q --from rkh -t rkh -o te_id=2 -o ptr=8 -o chk=0 \
	"$data/all-std.bin" -o again.rkh 2> err
status_is 0 $? 'other widths' err
show -f json again.rkh
tells '"id":1283,' shown 'a wider number of an event'
drop='s/"\(id\|off\|len\|te_id\|ptr\|chk\)":[0-9]*,//g; s/"comm":"[a-z-]*"//'
sed "$drop" shown > wide
show -f json "$data/all-std.bin"
sed "$drop" shown > usual
grep -v UT_ usual > usual.rest
grep -v UT_ wide | cmp -s - usual.rest || {
	diff usual wide > differs
	fail 'other widths make another trace' differs
}

# Events of others are those of the user, with names
orders=$(tool tests/tools/orders) || exit 99
"$posixtrace" record -q -o orders.ptl -- "$orders" > /dev/null 2> err
status_is 0 $? 'record orders' err
"$posixtrace" convert orders.ptl -t rkh -o orders.rkh > /dev/null 2> err
status_is 0 $? 'a log as a stream' err
tells 'events whose fields have no names' err 'what is lost'
show -f json orders.rkh
"$posixtrace" show -f json orders.ptl > logged
equals "$(count '"name":"order_received"' logged)" \
	"$(count '"name":"USR_0"' shown)" \
	'events of the user, and their name'
tells '"tname":"orders/' shown 'a thread'
tells '"str_3":"-0.1"' shown 'a fraction'
tells '"str_3":"1e+100"' shown 'a large number'
grep -o '"len":[0-9]*' shown | tr -dc '0-9\n' | while read -r len; do
	[ "$len" -lt 512 ] || echo "$len"
done > tall
[ ! -s tall ] || fail 'frames that Trazer cannot read' tall
for wrong in users=0 users=33 frame=1 ptr=3 hz=0; do
	"$posixtrace" convert -q -t rkh -o "$wrong" orders.ptl -o wrong.rkh \
		> /dev/null 2> err
	status_is 2 $? "convert -o $wrong" err
	tells "${wrong%=*}" err "convert -o $wrong"
done
rm -f few.rkh
"$posixtrace" convert -q -t rkh -o users=1 orders.ptl -o few.rkh 2> err
show few.rkh
tells 'order_sent' shown 'the name of one that shares its number'
lacks USR_1 shown

rm -f few.rkh
"$posixtrace" convert -q -t rkh -o frame=32 -o few.rkh \
	"$top_srcdir/tests/data/liteos/m32-objs-partial.dump.tlv" 2> err
tells 'ends of names: ' err 'names that do not fit'

# Losses are numbers that are left out, also those before the first event
"$posixtrace" convert -q -t rkh "$top_srcdir/tests/data/liteos/l64-ext-smp4.raw" \
	-o lossy.rkh 2> err
status_is 0 $? 'a loss at first' err
show -f json lossy.rkh
tells '"lost":109,' shown 'a loss at first'
"$posixtrace" convert -q --force -t rkh -o lossy.rkh \
	"$top_srcdir/tests/data/liteos/damaged-flipped.tlv" 2> err
status_is 3 $? 'losses of unknown numbers' err
tells 'shown as one: 7 times' err 'losses of unknown numbers'
show -f json lossy.rkh
equals "$(count '"lost":1,' shown)" 7 'losses of unknown numbers'
head -c 4000 "$top_srcdir/tests/data/liteos/m32-objs-partial.dump.tlv" > cut.tlv
"$posixtrace" convert -q --force -t rkh -o lossy.rkh cut.tlv 2> err
status_is 3 $? 'a loss in the end' err
tells 'losses behind the last event: 1 time' err 'a loss in the end'

# A frame may come in pieces, and a stream may have no end
(
	head -c 500 "$data/all-std.bin"
	sleep 0.2
	tail -c +501 "$data/all-std.bin"
) | "$posixtrace" show --from rkh -f json - > shown 2> err
status_is 0 $? 'a stream in pieces' err
"$compare" "$data/all-std.expected.jsonl" shown > differs ||
	fail 'in pieces it is not as expected' differs
head -c 3000000 /dev/zero | tr '\0' x > long
{ cat long; cat "$data/all-std.bin"; cat long; printf "$flag"; } |
	"$posixtrace" show --from rkh -f json - > shown 2> err
status_is 3 $? 'frames that are too long' err
tells 'head; 3000000 bytes at 0' shown 'a long head'
tells 'too long; 3000000 bytes at 3004153' shown 'a long frame'

finish
