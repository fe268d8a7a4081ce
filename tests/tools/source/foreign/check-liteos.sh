#!/bin/sh
#
# check-liteos.sh - the traces of LiteOS, as the command reads and writes them
. "${top_srcdir:?}/tests/tools/lib.sh"

data=$top_srcdir/tests/data/liteos

# shows ARGUMENT...: its exit status is to be $want
want=0
shows() {
	"$posixtrace" show --time=raw "$@" > shown 2> err
	status_is $want $? "show $*" err
}

# What a newcomer types: names of tasks, interrupts and values
shows "$data/a32-online-2sessions.tlv"
lines_are 0 err
lines_are 121 shown
has '^0*22080680 .*2/ResourcesTask +TASK_SWITCH +taskId=task/app_Task ' shown
has '/interrupt 4[0-9] +HWI_RESPONSE_IN +hwiNum=4' shown
has 'oldTaskStatus=(pending|running|ready)' shown
lacks 'eventType=' shown
# The number of a mutex is not that of a task, and shown as it is
lacks '(muxId|semId)=task' shown
has "muxId=mutex/[0-9]" shown

# The layout of a buffer is guessed, which is told, or said
shows "$data/a32-ooo-wrapped.raw"
has 'looks like a32; layout= says it$' err
cp shown guessed
shows -o layout=a32 "$data/a32-ooo-wrapped.raw"
lines_are 0 err
cmp -s guessed shown || fail 'what is guessed is not what is said' shown
# ... and a session without an event has nothing to be shown, or written
"$posixtrace" convert -q --force -t liteos -o none.tlv \
	-e NOTHING "$data/a32-online-2sessions.tlv" 2> err
status_is 1 $? 'converting nothing' err
head -c 42 "$data/a32-online-2sessions.tlv" > none.tlv
tail -c 18 "$data/a32-online-2sessions.tlv" >> none.tlv
for none in none.tlv "$data/a32-empty.raw"; do
	want=1
	shows "$none"
	lines_are 0 shown
	lines_are 1 err
	has ': no event$' err
	for to in 'liteos -o kind=offline' liteos threadx rkh ptl; do
		rm -f none.out
		"$posixtrace" convert -q -t $to -o none.out "$none" 2> err
		status_is 1 $? "converting $none to $to" err
		has ': no event$' err
		[ ! -e none.out ] || fail "$none: to $to there is a file"
	done
	for command in cut merge; do
		"$posixtrace" $command -q -o none.out "$none" 2> err
		status_is 1 $? "$command of $none" err
		[ ! -e none.out ] || fail "$none: $command wrote a file"
	done
	"$posixtrace" stat "$none" > shown 2> err
	status_is 1 $? "stat of $none" err
done
want=2
shows -o layout=m32 "$data/a32-ooo-wrapped.raw"
has 'layout=m32 has frames of 32 bytes, these are of 40$' err
shows -o layout=z80 "$data/a32-ooo-wrapped.raw"
has 'layout=z80: no layout, ' err
shows -o mask=TASK,NOTHING "$data/a32-ooo-wrapped.raw"
has 'mask=TASK,NOTHING: neither modules' err
shows -o hz=fast "$data/a32-ooo-wrapped.raw"
has 'hz=fast: no frequency' err
want=0

# A mask is that of the system: user events pass each
shows -o layout=a32,core,count,p6 -o mask=TASK,SEM "$data/a32-ext-allmods.raw"
lacks ' (HWI|MEM|QUEUE|MUX|IPC|SWTMR|EVENT)_' shown
has ' TASK_SWITCH ' shown
has ' SEM_P' shown
has ' USER_1 ' shown
has ' USER_1 .* p1=0x' shown
shows -o mask=0x40 "$data/l64-ext-smp4.raw"
has ' TASK_SWITCH ' shown
lacks ' SEM_P' shown

# Where messages have no room for a process it may be liteos_a nevertheless
shows "$data/a64-online-nopid.tlv"
has 'it may be of liteos_a, ' err
has ' oldTaskStatus=x2_a_ready_l_suspended newPriority=0 newTaskStatus=x4_a_r' \
	shown
shows -o layout=a64 "$data/a64-online-nopid.tlv"
lines_are 0 err
has ' oldTaskStatus=ready newPriority=0 newTaskStatus=running' shown
shows -o layout=l64 "$data/a64-online-nopid.tlv"
lines_are 0 err
has ' oldTaskStatus=suspended newPriority=0 newTaskStatus=ready' shown

# Another frequency is another time
shows -o hz=1000000000 "$data/a32-ooo-wrapped.raw"
has '^0*3249558 ' shown
shows "$data/a32-ooo-wrapped.raw"
has '^0*64991160 .* 2/task 2 ' shown
has ' 1/task 6 ' shown

# What is only printed, shifted by a column
shows "$data/m32-default-wrapped.txt"
has 'the columns are shifted' err
has ' HWI_RESPONSE_OUT +hwiNum=52' shown
want=0
sed 's/^3 .*/3 garbage/' "$data/m32-default-wrapped.txt" > garbled.txt
want=3
shows garbled.txt
has 'no line of a dump$' err
lines_are 63 shown

# What a program printed of the device, as a console has it
{
	printf 'login: root\r\n# cat_trace\r\n'
	cat "$data/a32-default-partial.hex"
	printf '\r\n# ls\r\nbin dev etc\r\n'
} > hex.log
want=3
shows hex.log
has 'hex.log: a hexadecimal dump, of 1,600 bytes' err
has 'bytes 1600 to 9999: missing' err
[ "$(grep -cv lost shown)" -eq 39 ] || fail 'events are missing' shown

# Damage is told with its place, and does not keep the rest from being read
shows "$data/damaged-flipped.tlv"
has 'bytes 698 to 745: no message .and 6 more places.$' err
has 'lost' shown
[ "$(grep -cv lost shown)" -eq 128 ] || fail 'events are missing' shown
shows "$data/damaged-short.raw"
has 'bytes 3001 to 6999: missing: the head tells 7000 bytes$' err

# A hole among frames is a loss in its place, and a full ring is still full
{
	head -c 664 "$data/m32-default-wrapped.raw"
	head -c 96 /dev/zero
	tail -c +761 "$data/m32-default-wrapped.raw"
} > hole.raw
shows hole.raw
has 'bytes 664 to 759: no frame where there was one$' err
[ "$(grep -cv lost shown)" -eq 60 ] || fail 'events are missing' shown
sed -n 4p shown > fourth
has ' 3 events lost ' fourth
has '1820972250 ' shown

# ... and so is what no kernel has written: the order of the others stays
{
	head -c 1240 "$data/a32-ooo-wrapped.raw"
	printf 'uart: 3 overruns, 14 bytes dropped    \r\n'
	tail -c +1281 "$data/a32-ooo-wrapped.raw"
} > garbage.raw
shows -f json garbage.raw
has 'bytes 1224 to 1303: nothing that a kernel writes$' err
has '"lost":2,.*"why":"nothing that a kernel writes; 80 bytes at 1224"' shown
[ "$(grep -cv '"lost"' shown)" -eq 97 ] || fail 'events are missing' shown
sed -n '1p' shown > first
has '"slot":44' first

# What cannot be read is refused
shows "$data/damaged-framesize0.raw"
has 'a size of frames that none has$' err
head -c 20 "$data/a32-ooo-wrapped.raw" > short.raw
shows short.raw
has 'these are 20$' err
printf 'nothing of that kind' > other
shows --from=liteos other
has 'no trace of LiteOS: .*OpenHarmony 1.x' err
want=0

# Commands of a client
shows --from=liteos "$data/client-commands.bin"
has ' SET_EVENT_MASK +cmd=3 accepted=true mask=0x3ff7 maskInEffect=0x3ff0' \
	shown
has ' START +cmd=1 accepted=false' shown

# converts FILE ARGUMENT...: to out
converts() {
	file=$1
	shift
	"$posixtrace" convert -q --force -t liteos "$@" -o out "$file" \
		2> err
	status_is 0 $? "convert $file" err
}

# What LiteOS gave goes back as it was
converts "$data/a64-online-nopid.tlv"
cmp "$data/a64-online-nopid.tlv" out || fail 'a stream is another one'
converts "$data/a32-ooo-wrapped.raw" -o kind=offline
cmp "$data/a32-ooo-wrapped.raw" out || fail 'a buffer is another one'

# What came as messages or text is the same as a buffer, whose layout is told
# beside, or guessed
columns=time,name,eventType,curTask,curPid,identity,params,eventCount,cpuid
frames() {
	"$posixtrace" show -f csv --time=raw -O $columns "$@" 2> err |
		grep -v lost
}
for file in a32-online-2sessions.tlv m32-objs-partial.dump.tlv \
	a64-online-nopid.tlv m32-default-wrapped.txt damaged-flipped.tlv; do
	frames "$data/$file" > want
	"$posixtrace" convert -q --force -t liteos -o kind=offline \
		-o out.raw "$data/$file" 2> err
	for beside in '' '-o events='; do
		"$posixtrace" show $beside out.raw > shown 2> err
		status_is 0 $? "$file as a buffer $beside" err
		frames $beside out.raw > got
		cmp -s want got ||
			fail "$file is another one as a buffer $beside" got
	done
done

# ... also by way of a log: slots of the table of tasks, and where a stream told
# of tasks
"$posixtrace" convert -q --force -o by.ptl "$data/a32-ext-allmods.raw" 2> err
converts by.ptl -o kind=offline
cmp "$data/a32-ext-allmods.raw" out || fail 'a buffer is another one by a log'
"$posixtrace" convert -q --force -o by.ptl "$data/a32-online-2sessions.tlv"
converts by.ptl
cmp "$data/a32-online-2sessions.tlv" out ||
	fail 'a stream is another one by a log'
"$posixtrace" show -f json by.ptl > shown
[ "$(grep -c '"told":"[0-9]' shown)" -eq 5 ] ||
	fail 'tasks are told elsewhere' shown
# ... and without the start of a session names are told when they are needed
"$posixtrace" cut -q --force -o cut.ptl --range +3ms..+8ms by.ptl 2> err
converts cut.ptl
shows out
has '/SerialEntryTask +TASK_SWITCH +taskId=task/worker0 ' shown

# Waits, and who owns what, mean something to TraceX
"$posixtrace" convert -q --force -t threadx -o out.trx \
	"$data/a32-online-2sessions.tlv" 2> err
status_is 0 $? 'converting to ThreadX' err
shows out.trx
has ' TX_MUTEX_GET .*mutex_ptr=mutex/0x40300[0-9a-f]* wait_option=wait_forever' \
	shown
has ' TX_SEMAPHORE_GET .*semaphore_ptr=semaphore/[0-9]' shown
has ' TX_BYTE_ALLOCATE .*pool_ptr=byte_pool/0x' shown
has ' TX_MUTEX_PUT .* owning_thread=0x0 ' shown
lacks '4294967295' shown

# ... and a task with words of several generations is one thread there
for from in "$data/a32-ext-allmods.raw" by.ptl; do
	"$posixtrace" convert -q --force -o by.ptl "$data/a32-ext-allmods.raw" \
		2> err
	"$posixtrace" convert -q --force -t threadx -o out.trx "$from" 2> err
	status_is 0 $? "converting $from to ThreadX" err
	"$posixtrace" info -v out.trx > info 2> err
	[ "$(grep -c '^ *thread  *init .* priority=25 ' info)" -eq 1 ] ||
		fail "$from: there is one task init, of priority 25" info
	[ "$(grep -c '^ *thread .* slot=' info)" -eq 11 ] ||
		fail "$from: there are 11 tasks" info
done

# What others gave gets there, and what does not is counted
"$posixtrace" record -q -o t.ptl -- "$ticker" -n 20 2> err
status_is 0 $? 'recording' err
"$posixtrace" convert --force -t liteos -o out t.ptl 2> err
status_is 0 $? 'converting a log' err
has '^0x4[0-9a-f]*	tick$' out.events
shows --from=liteos out
has 'out: names of events are those of out.events; ' err
[ "$(grep -c ' tick ' shown)" -ge 40 ] || fail 'events are missing' shown
shows --from=liteos -o events= out
lines_are 0 err
[ "$(grep -c TYPE_0x4 shown)" -ge 40 ] || fail 'events are missing' shown
"$posixtrace" convert -q --force -t liteos -o kind=offline -o out t.ptl
shows -o events= out
has 'looks like a32; layout= says it$' err
# Frames of another size begin with the oldest: a full ring may have room then
stamps_of() {
	"$posixtrace" show -f csv -O time --time=raw "$@"
}
stamps_of "$data/m32-default-wrapped.raw" > want 2> err
for layout in m32,p0 m32,p6 l64 m32,p0,al4; do
	"$posixtrace" convert -q --force -t liteos -o kind=offline \
		-o layout=$layout -o again.raw "$data/m32-default-wrapped.raw"
	stamps_of again.raw > got
	cmp -s want got || fail "$layout: other events, or in another order" got
done
# What is beside says how it is laid out, and what the values are
"$posixtrace" convert -q --force -t liteos -o kind=offline -o layout=l64,p5 \
	-o out t.ptl
shows out
lacks 'looks like' err
has ' tick ' shown
cat > values.events << 'EOF'
# tabs or blanks
0x40000001 tick number:signed identity:hex int slot
0xfffffff1	motor started	speed
EOF
shows -o events=values.events -o layout=l64,p5 out
has ' tick +number=' shown
has ' identity_=0x' shown
has ' int_=' shown
has ' slot_=' shown
# Nothing is beside what comes by a pipe
echo wrong > ./-.events
shows -o layout=l64,p5 - < out
lines_are 0 err
want=2
for line in 'tick number' '0 none' '0x4001' '0x4001 tick a a a' \
	'0x4001 tick a:colour' '0x4001 tick :hex' 'layout=z80' \
	'0x100000000 tick'; do
	echo "$line" > wrong.events
	shows -o events=wrong.events out
	has 'events: line 1: ' err
done
printf '1 one\n0x1 two\n' > wrong.events
shows -o events=wrong.events out
has 'events: the type 0x1 is there twice' err
shows -o events=nowhere out
has 'events: nowhere: ' err
want=0
# Beside tasks of LiteOS the threads of others have numbers of their own
"$posixtrace" merge -q -o both.ptl t.ptl "$data/a32-online-2sessions.tlv" 2> err
status_is 0 $? 'merging' err
"$posixtrace" convert -q --force -t liteos -o both.tlv both.ptl 2> err
status_is 0 $? 'converting both' err
"$posixtrace" info -v both.tlv > info 2> err
has '^ *system_wq +3 +2 ' info
has '^ *ticker +16384 ' info
"$posixtrace" convert -q --force -t liteos -o kind=offline -o both.raw both.ptl \
	2> err
status_is 0 $? 'converting both to a buffer' err
"$posixtrace" info -v both.raw > info 2> err
has '^ *system_wq +3 +2 ' info
has '^ *ticker +16384 ' info
# Two boards have the same numbers of tasks, which is told
"$posixtrace" merge -q -o boards.ptl "$data/a32-online-2sessions.tlv" \
	"$data/a64-online-nopid.tlv" 2> err
status_is 0 $? 'merging two boards' err
"$posixtrace" convert -q -t liteos -o boards.tlv boards.ptl 2> err
status_is 0 $? 'converting two boards' err
has 'events of a second board: .* [0-9]+ times$' err
"$posixtrace" convert -q --force -t liteos -o kind=both -o out t.ptl 2> err
status_is 2 $? 'a wrong kind' err
has 'kind=both: neither tlv nor offline' err

# Fractions are rounded, and what else is lost is told
orders=$(tool tests/tools/orders) || exit 99
"$posixtrace" record -q -o orders.ptl -- "$orders" > /dev/null
"$posixtrace" convert -q -t liteos -e 'order_received' -o orders.tlv orders.ptl \
	2> err
status_is 0 $? 'orders' err
has 'places in programs: 4 times$' err
has 'names of values: 3 times$' err
has 'fractions of numbers: 2 times$' err
has 'numbers out of range: 1 time$' err
has 'texts: 4 times$' err
lacks 'cut to 32 bits' err
"$posixtrace" show orders.tlv > shown 2> err
has 'order_received  id=81723 side=0 price=101$' shown
has 'order_received  id=81724 side=1 price=0$' shown
"$posixtrace" convert -q -t liteos -e values -o values.tlv orders.ptl 2> err
has 'numbers cut to 32 bits: 2 times$' err
"$posixtrace" convert -q -t liteos -o board.tlv \
	"$top_srcdir/tests/data/threadx/cross-4gib.trx" 2> err
has 'names of objects: 11 times$' err

finish
