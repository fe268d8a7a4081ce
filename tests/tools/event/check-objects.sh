#!/bin/sh
#
# check-objects.sh - what fields name is shown by its name, wherever the log
# goes; and threads of other systems by theirs
. "${top_srcdir:?}/tests/tools/lib.sh"

board=$(tool tests/tools/event/board)
"$board" b.ptl
status_is 0 $? 'a log of a board'

# shown_is NAME FILE...: what is shown of these, from the thread on, is as the
# file NAME says
shown_is() {
	wanted=$1
	shift
	"$posixtrace" show --no-symbols --utc "$@" > shown 2> err
	status_is 0 $? "show $*" err
	sed -n 's/^[0-9].\{29\}//p' shown | sed 's/  */ /g' > these
	cmp -s "$wanted" these || fail "show $*" these
}

cat > plain <<'END'
board/thread 0 queue_send queue_ptr=queue/jobs id=1
board/inter?rupt queue_receive queue_ptr=queue/jobs id=1
board/thread 0 queue_send queue_ptr=queue/0x20002000 id=2
board/inter?rupt queue_receive queue_ptr=0x20009999 id=2
board/thread 0 queue_send queue_ptr="queue/late jobs" id=3
board/inter?rupt queue_receive queue_ptr="queue/late jobs" id=3
board/12 resume thread_ptr="thread/thread 0" timers={"timer/tick\e",8,-1}
board/12 hidden
END
shown_is plain b.ptl
lacks ' $' shown

# Details are for who wants everything.
"$posixtrace" show -v b.ptl > shown
has ' queue_ptr=queue/jobs depth=1 id=1$' shown
has '  hidden  *a=1 b=2$' shown
"$posixtrace" show -f csv -O thread,queue_ptr,depth,args b.ptl |
	tr -d '\r' > table
cat > wanted <<'END'
thread,queue_ptr,depth,args
board/thread 0,queue/jobs,1,queue_ptr=queue/jobs depth=1 id=1
board/inter?rupt,queue/jobs,0,queue_ptr=queue/jobs depth=0 id=1
board/thread 0,queue/0x20002000,9,queue_ptr=queue/0x20002000 depth=9 id=2
board/inter?rupt,0x20009999,0,queue_ptr=0x20009999 depth=0 id=2
board/thread 0,queue/late jobs,3,"queue_ptr=""queue/late jobs"" depth=3 id=3"
board/inter?rupt,queue/late jobs,2,"queue_ptr=""queue/late jobs"" depth=2 id=3"
END
head -n 7 table | cmp -s wanted - || fail 'columns' table

if "$posixtrace" show -f json b.ptl > shown 2> err; then
	sed -n 's/.*"args"/"args"/p' shown > table
	cat > wanted <<'END'
"args":{"queue_ptr":536875572,"depth":1,"id":1},"objects":{"queue_ptr":"queue/jobs"}}
"args":{"queue_ptr":536875572,"depth":0,"id":1},"objects":{"queue_ptr":"queue/jobs"}}
"args":{"queue_ptr":536879104,"depth":9,"id":2},"objects":{"queue_ptr":"queue/0x20002000"}}
"args":{"queue_ptr":536910233,"depth":0,"id":2}}
"args":{"queue_ptr":536875572,"depth":3,"id":3},"objects":{"queue_ptr":"queue/late jobs"}}
"args":{"queue_ptr":536875572,"depth":2,"id":3},"objects":{"queue_ptr":"queue/late jobs"}}
"args":{"thread_ptr":18446744071562072064,"timers":[7,8,-1]},"objects":{"thread_ptr":"thread/thread 0","timers":["timer/tick\u001B","",""]}}
"args":{"a":1,"b":2}}
END
	cmp -s wanted table || fail 'JSON' table
	has '"tid":10,"comm":"board","tname":"thread 0"' shown
else
	has 'built without yajl' err
	say 'SKIPPED: JSON: built without yajl'
fi

# Conditions: chosen CONDITION SECONDS: the events of these seconds
chosen() {
	"$posixtrace" show --utc -O time -w "$1" b.ptl > shown 2> err
	status_is "$([ -n "$2" ] && echo 0 || echo 1)" $? "-w $1" err
	sed 's/22:13:2\([0-9]\).*/\1/' shown | tr -d '\n ' > seconds
	[ "$(cat seconds)" = "$2" ] || fail "-w $1" shown seconds
}

chosen 'queue_ptr == "queue/jobs"' 01
chosen 'queue_ptr == "jobs"' 01
chosen 'queue_ptr != "jobs"' 2345
chosen 'queue_ptr =~ "*jobs"' 0145
chosen 'queue_ptr =~ "late*"' 45
chosen 'queue_ptr !~ "queue/*"' 3
chosen 'queue_ptr == 0x20001234' 0145
chosen '"jobs" == queue_ptr && depth == 1' 0
chosen 'thread_ptr == "thread 0"' 6
chosen 'tname == "thread 0"' 024
chosen 'queue_ptr == "guard"' ''
chosen 'queue_ptr == "mutex/jobs" || queue_ptr == ""' ''
chosen 'timers == "tick"' ''

# Numbers
"$posixtrace" stat b.ptl --pair queue_send,queue_receive --by queue_ptr > shown
has 'slowest: queue_ptr=queue/jobs at' shown
has '  n 2   unmatched 2 ' shown
"$posixtrace" stat b.ptl --group thread > shown 2> err
status_is 0 $? 'stat of threads' err
has '^board/thread 0 ' shown

# They go along into other logs, those that nobody names, too, and notes.
sed -n 7p plain > resumed
"$posixtrace" cut -q b.ptl -e resume -o cut.ptl
shown_is resumed cut.ptl
"$posixtrace" cut -q b.ptl --range +0s..+0s -o early.ptl
"$posixtrace" cut -q b.ptl -o whole.ptl
shown_is plain whole.ptl
"$posixtrace" split -q b.ptl --by event -o '%e.ptl'
status_is 0 $? 'split'
shown_is resumed resume.ptl
sed -n '1p;3p;5p' plain > sent
shown_is sent queue_send.ptl

# They know all of it: registry FILE LOG
registry() {
	"$posixtrace" info "$2" > told 2> err
	status_is 0 $? "info $2" err
	sed -n '/^  notes/,$p' told > these
	cmp -s "$1" these || fail "info $2" these
}

cat > notes <<'END'
  notes
    KEY               VALUE
    ticks_per_second  100
    port              "X"? 7
END
cat > all <<'END'
  objects
    KIND       NAME       ADDRESS             DETAILS
    queue      jobs       0x20001234          message_size=4 capacity=100
    queue      late jobs  0x20001234
    mutex      guard      0x20001234
    queue                 0x20002000
    thread     thread 0   0xffffffff80001000  priority=3
    timer      tick?      0x7
    semaphore  unused     0x30000000
END
cat notes all > wanted
registry wanted b.ptl
registry wanted early.ptl
{
	cat notes
	sed -n '1,2p' all
	sed -n '7,8p' all
	sed -n '3,6p' all
	sed -n 9p all
} > wanted
registry wanted cut.ptl
"$board" -m more.ptl
"$posixtrace" info more.ptl > told
has '^    and 27 more \(-v\)$' told
"$posixtrace" info -v more.ptl > told
lacks 'more \(-v\)' told
has '^    block +more 39 +0x40000027$' told
if "$posixtrace" info -f json b.ptl > told 2> err; then
	has '"notes":\[\{"key":"ticks_per_second","value":"100"\},' told
	has '"objects":\[\{"pid":1,"kind":"queue","name":"jobs","address":"0x20001234","details":"message_size=4 capacity=100","since":1700000000000000000\},' told
	has '\{"pid":1,"kind":"semaphore","name":"unused","address":"0x30000000","details":""\}\]\}$' told
fi

# A system may have no host that is known.
"$board" -n '' nameless.ptl
"$posixtrace" info nameless.ptl > told
has '^  system +RTOS 7, 32 bits, little-endian$' told

# Of several logs each has its own, at its own times.
"$board" -n other o.ptl
"$posixtrace" merge -q b.ptl o.ptl --offset o.ptl=+100s -o m.ptl 2> err
status_is 0 $? 'merge' err
sed 's|^|board:|; /./!d' plain > wanted
sed 's|^|other:other|; s|otherboard|other|' plain >> wanted
shown_is wanted m.ptl
"$posixtrace" cut -q m.ptl -H other -o other.ptl
sed 's|^board|other|' plain > wanted
"$posixtrace" show --no-symbols --utc other.ptl |
	sed -n 's/^[0-9].\{29\}//p' | sed 's/  */ /g; s/^other://' > these
cmp -s wanted these || fail 'one of two hosts' these
"$posixtrace" show --utc b.ptl o.ptl > shown 2> err
status_is 0 $? 'two logs' err
has ' other:other/thread 0  *queue_send  *queue_ptr=queue/jobs id=1$' shown

"$posixtrace" info m.ptl > told
has '^  notes of board$' told
has '^  notes of other$' told
has '^  objects of other$' told

# A log without its end has what stands before its events.
size=$(wc -c < b.ptl)
head -c $((size - 8)) b.ptl > short.ptl
"$posixtrace" show --no-symbols --utc short.ptl > shown 2> err
status_is 3 $? 'show of a log that was cut' err
has ' queue_ptr="queue/late jobs" id=3$' shown

# A section that is damaged costs itself, and END has it anyway.
at=$(grep -abo 'message_size=4' b.ptl | sed -n '1s/:.*//p')
cp b.ptl bad.ptl
printf X | dd of=bad.ptl bs=1 seek="$at" conv=notrunc 2> /dev/null
"$posixtrace" show --no-symbols --utc bad.ptl > shown 2> err
status_is 3 $? 'show of a damaged log' err
has '\(object\) at byte [0-9]+ is damaged' err
has ' queue_ptr=queue/jobs id=1$' shown
head -c $((size - 8)) bad.ptl > short.ptl
"$posixtrace" show --no-symbols --utc short.ptl > shown 2> err
status_is 3 $? 'show of a log without that object' err
has ' queue_ptr="queue/late jobs" id=1$' shown

finish
