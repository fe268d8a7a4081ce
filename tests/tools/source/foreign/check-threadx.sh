#!/bin/sh
#
# check-threadx.sh - traces of ThreadX, as one that has such a file types it
. "${top_srcdir:?}/tests/tools/lib.sh"

data=$top_srcdir/tests/data/threadx

# show ARGUMENT...: what it prints is in shown, what it says in err
show() {
	"$posixtrace" show "$@" > shown 2> err
	status=$?
}

# shows PATTERN WHAT
shows() {
	grep -q -- "$1" shown || fail "$2" shown
}

says() {
	grep -q -- "$1" err || fail "$2" err
}

# Names of threads, objects and values, in place of numbers
show "$data/demo_threadx.trx"
status_is 0 $status "showing a trace of ThreadX" err
shows 'demo_threadx/thread 2 .*TX_QUEUE_RECEIVE .*queue_ptr="queue/queue 0"' \
	"no names of a thread and a queue"
shows 'wait_option=wait_forever' "no name of a value"
grep -q 'raw_time_stamp' shown && fail "details are shown" shown
[ "$(grep -c ' demo_threadx/' shown)" = 974 ] || fail "not all events are shown" shown
says 'does not tell its tick rate.*-o hz=N' "nobody tells of the tick rate"
says 'seem to count down.*-o direction=up' "nobody tells of the direction"

# It is told once, however often the trace is read.
"$posixtrace" check --learn "$data/demo_threadx.trx" > shown 2> err
status_is 0 $? 'learning' err
lines_are 2 err

# poke OFFSET OCTAL...: bytes of damaged.trx, which is the same at first
poke() {
	offset=$1
	shift
	cp "$data/demo_threadx.trx" damaged.trx
	chmod u+w damaged.trx
	for byte; do
		printf "\\$byte"
	done | dd of=damaged.trx bs=1 seek="$offset" conv=notrunc 2> /dev/null
}

# What a header says against all else of it is damage, and costs nothing else
show -O time,event,queue_ptr,context_name "$data/demo_threadx.trx"
mv shown wanted
for wrong in '18 041:bytes 18 to 19: an object name size of 33' \
	'18 377 377:bytes 18 to 19: an object name size of 65535' \
	'20 344:bytes 20 to 23: registry end 0x72e4 does not fit' \
	'24 304:bytes 24 to 27: buffer start 0x72c4 does not fit' \
	'12 344:bytes 12 to 15: registry start 0x6ce4 does not fit'; do
	poke ${wrong%%:*}
	show -O time,event,queue_ptr,context_name damaged.trx
	status_is 3 $status "${wrong#*:}" err
	says "${wrong#*:}" "a header that is wrong is not told"
	cmp -s wanted shown || fail "${wrong#*:}: it costs more" wanted shown
done

# The event area: bytes that are no event, and one that ends before it starts
poke 28 230
show damaged.trx
status_is 3 $status "an event area of no whole events" err
says 'bytes 32752 to 32755: 4 bytes are no whole event' "no rest is told"
poke 28 0 0
show damaged.trx
status_is 3 $status "an event area that ends before it starts" err
says 'the event area ends before it starts' "it is told otherwise"

# As many as are lost are known
head -c 32000 "$data/demo_threadx.trx" > damaged.trx
"$posixtrace" info damaged.trx > shown 2> err
shows '^  lost  *24$' "a count that is known may be more"

show "$data/demo_threadx.trx"
# A rate that is known
show -o hz=1000000 --time=raw "$data/demo_threadx.trx"
status_is 0 $status "a tick rate" err
grep -q 'tick rate' err && fail "a rate that was given is guessed" err
shows '^0*63596000 .*TX_QUEUE_RECEIVE' "a microsecond is none"

# All of an event is in JSON
if show -f json "$data/ulong64-basic.trx" && [ -s shown ]; then
	shows '"queue_ptr":.*"context":.*"raw_priority":2148466703' "no details"
	shows '"i1":4301152,"i2":140311193525872' "no word of 64 bits"
	shows '"context_name":"consumer","priority":15,"threshold":15' \
		"no priority"
fi

# Both byte orders are one trace
show --time=raw "$data/sched-bigendian.trx"
status_is 0 $status "a big-endian trace" err
shows '/Interrupt .*TX_ISR_ENTER' "no interrupts"

# Selections go by names
"$posixtrace" info -f json "$data/registry-odd-names.trx" > shown 2> err
grep -Fq '"name":"tab\tand\"quote,comma"' shown || fail 'an odd name' shown
show -e TX_MUTEX_GET -t 'registry main' "$data/registry-odd-names.trx"
status_is 1 $status "what is not there" err
show -e TX_SEMAPHORE_CREATE -t 'registry main' "$data/registry-odd-names.trx"
status_is 0 $status "one thread" err
shows 'semaphore_ptr=semaphore/sem-01' "no semaphore"

# Damage: what is there is shown, what is not is told in its place
show "$data/truncated-events.trx"
status_is 3 $status "a trace that was cut" err
says 'bytes 8176 to 12271: file ends inside the event area: 218 of 346' \
	"the cut is not told"
sed -n 197,200p shown > around
grep -q '128 events lost' around || fail "no loss where the cut is" around
show "$data/bad-current-misaligned.trx"
status_is 3 $status "a current pointer that fits nothing" err
shows 'TX_QUEUE_RECEIVE' "its events are not shown"

# What is none of it
for bad in magic empty truncated-header; do
	show --from threadx "$data/bad-$bad.trx"
	status_is 3 $status "bad-$bad.trx" err
	[ -s shown ] && fail "bad-$bad.trx shows something" shown
	[ "$(wc -l < err)" = 1 ] || fail "not one line about bad-$bad.trx" err
done

# A name that is none, as USBX registers them
cp "$data/demo_threadx.trx" garbage.trx
chmod u+w garbage.trx
at=$(grep -abo 'queue 0' garbage.trx | cut -d: -f1)
printf '\377q\001' | dd of=garbage.trx bs=1 seek="$at" conv=notrunc 2> dd.err
show garbage.trx
status_is 0 $status "a name that is no text" err
grep -Fq 'queue_ptr="queue/\xffq\u{1}ue 0"' shown ||
	fail "not what it is called" shown
"$posixtrace" info -f json garbage.trx > shown 2> err
if [ -s shown ]; then
	shows '"name":{"text":"[^"]*","b64":"/3EBdWUgMA=="}' "its bytes are lost"
fi

# Settings that are wrong
for bad in hz=0 direction=left modulus=1 ticks_per_us=x generation=new \
	events=nowhere.trxc start=-1; do
	show -o "$bad" "$data/one-entry.trx"
	status_is 2 $status "$bad" err
	says "${bad%%=*}" "the line about $bad does not name it"
done

# Events that an application defines
cat > board.trxc << 'END'
Start
4195,Motor stopped,MS,(0,0,0),(255,255,255),motor,speed,,
End
END
show -o events=board.trxc "$data/one-entry.trx"
status_is 0 $status "a file of definitions" err
shows 'Motor stopped  *motor=0xdead speed=0xbeef$' "nobody calls it by its name"

# Sent as a text
for text in intelhex.hex srecord.mot asciihex.txt; do
	cp "$data/filter-changes-$text" filter-changes.text
	show filter-changes.text
	status_is 0 $status "$text" err
	mv shown unpacked
	show "$data/filter-changes.trx"
	cmp -s unpacked shown || fail "$text shows something else" unpacked shown
done
sed '200s/0000/0001/' "$data/filter-changes-intelhex.hex" > bad.hex
show bad.hex
status_is 3 $status "a bad line" err
says 'line 200: bad checksum' "the bad line is not told"
shows 'TX_RUNNING' "nothing before the bad line"

# Half of an event is none
"$posixtrace" show "$data/filter-changes.trx" 2> err | grep -c '/' > all
sed '110s/..\(.\)$/00\1/' "$data/filter-changes-intelhex.hex" > bad.hex
show bad.hex
status_is 3 $status "half an event" err
shows '1 event lost.*the text does not tell all of it' "no loss in its place"
[ "$(grep -c '/' shown)" = $(($(cat all) - 1)) ] || fail "half an event" shown

# Copies of a full buffer, one behind the other
cat "$data/one-entry.trx" "$data/one-entry.trx" > two.trx
show two.trx
status_is 0 $status "two buffers" err
[ "$(grep -c USER_4195 shown)" = 2 ] || fail "not two events" shown

# With a log of this machine
"$posixtrace" record -q -o here.ptl -- "$wordcount" > /dev/null < /dev/null
status_is 0 $? "recording"
show here.ptl -o hz=1000000000 "$data/init-only.trx"
status_is 0 $status "a log and a trace" err
shows '/Initialize .*TX_RUNNING' "nothing of the trace"
shows 'wordcount' "nothing of the log"

# From a pipe
"$posixtrace" show - < "$data/init-only.trx" > piped 2> err
status_is 0 $? "a trace from a pipe" err
"$posixtrace" show "$data/init-only.trx" 2> /dev/null |
	sed 's|init-only/|threadx/|' > shown
sed 's|  *| |g' piped > a
sed 's|  *| |g' shown > b
cmp -s a b || fail "a pipe shows something else" a b

# Figures and facts
"$posixtrace" stat "$data/demo_threadx.trx" > shown 2> err
status_is 0 $? "stat" err
shows 'TX_QUEUE_RECEIVE' "nothing is counted"

finish
