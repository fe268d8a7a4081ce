#!/bin/sh
#
# check-stat.sh - the numbers of a log are those of its events
. "${top_srcdir:?}/tests/tools/lib.sh"

opener=$(tool tests/tools/opener) || exit 99

requests=$(tool tests/tools/requests)
"$posixtrace" record -q -o r.ptl -- "$requests"
status_is 0 $? 'recording requests'

# count ARGUMENT...: what stat says of r.ptl
count() {
	"$posixtrace" stat "$@" r.ptl > counted 2> err
	status_is 0 $? "stat $*" err
	lines_are 0 err
}

# All types, in the order in which they came, and events of programs only
count
sed '/^SPAN/,$d' counted | awk '{ print $1, $2, $NF }' > events
cat > wanted <<'END'
EVENT COUNT NEARBY
request 1,000 0
reply 903 0
call 3 0
call_end 3 0
file_open 5 0
file_close 4 0
file_fail 1 0
lock 2 0
unlock 2 0
END
cmp -s wanted events || fail 'the events' counted

# Spans by themselves, and their keys
has '^SPAN call: call -> call_end by thread$' counted
has '^  n 3   unmatched 0   min [0-9.]+ [num]+s   p50 ' counted
has '^SPAN file: file_open -> file_close, file_fail by path$' counted
has '^  n 4   unmatched 2   min ' counted
has ' slowest: path=p{100,}\.\.\. at \+[0-9.]+ [um]?s \(show --range ' counted
has '^COUNTER +COUNT +MIN +AVG +MAX +LAST$' counted
has '^request\.depth +1,000 +1 +5\.5 +10 +10$' counted
lacks 'PAIR|LOST BY|INTERVAL' counted

# Pairs by a key, by another field, and of a thread. Types may differ.
count --pair request,reply --pair file_open,file_close --pair lock,unlock
sed -n '/^PAIR/{N; s/   min.*//; p}' counted > pairs
cat > wanted <<'END'
PAIR request -> reply by id
  n 900   unmatched 103
PAIR file_open -> file_close by path
  n 4   unmatched 1
PAIR lock -> unlock by thread
  n 1   unmatched 2
END
cmp -s wanted pairs || fail 'pairs' counted
lacks '^SPAN' counted
count --pair lock,unlock --by tid --pair request,reply --by half
has '^PAIR lock -> unlock by tid$' counted
has '^PAIR request -> reply by half$' counted

# Durations, compared with those of the events that show shows: the least, the
# greatest and the sum of all exactly, percentiles to a hundredth.
"$posixtrace" show -e request,reply -f csv -O ts,name,id r.ptl > shown 2> err
status_is 0 $? 'show' err
# Times have more digits than awk has: these differ in the last ones only.
sed 1d shown | tr -d '\r' | sed 's/^[0-9]*\([0-9]\{12\}\),/\1,/' | awk -F, '
	$2 == "request" { begin[$3] = $1 }
	$2 == "reply" && $3 in begin {
		ns = $1 - begin[$3]
		printf "%d\n", ns < 0 ? ns + 1000000000000 : ns
	}' | sort -n > durations
lines_are 900 durations
rank() {
	sed -n "$1p" durations
}
count --pair request,reply -f csv
sed -n '/^span,/,$p' counted | sed 1d | tr -d '\r' > pair
sed -n '/^span,/p' counted | tr -d '\r' > columns
echo 'span,begin,end,by,n,unmatched,min_ns,p50_ns,p99_ns,p999_ns,max_ns,slowest,slowest_from_ns,slowest_to_ns,at_once,not_ended,not_ended_max_ns' |
	cmp -s - columns || fail 'the columns of pairs' columns
awk -F, -v least="$(rank 1)" -v p50="$(rank 450)" -v p99="$(rank 891)" \
	-v p999="$(rank 900)" -v most="$(rank 900)" '
	function near(given, right) {
		return given >= right && given <= right * 1.01
	}
	NR == 1 {
		if (!($2 == "request" && $3 == "reply" && $4 == "id" &&
		      $5 == 900 && $6 == 103 && $7 == least && $11 == most &&
		      near($8, p50) && near($9, p99) && near($10, p999)))
			exit 1
	}' pair || fail "least $(rank 1), p50 $(rank 450), p99 $(rank 891), \
most $(rank 900)" pair

# The range of the slowest can be pasted, and is that of the pair.
count --pair request,reply
range=$(sed -n 's/.*(show \(--range [^)]*\)).*/\1/p' counted)
key=$(sed -n 's/.*slowest: \(id=[0-9]*\) .*/\1/p' counted)
# shellcheck disable=SC2086
"$posixtrace" show -e request,reply $range r.ptl > shown 2> err
status_is 0 $? "show $range" err
[ "$(grep -c "re[a-z]*  *$key " shown)" -eq 2 ] ||
	fail "$range is not the slowest, $key" shown

# Intervals
count -i -e request
has '^INTERVAL +COUNT +MIN +P50 +P99 +MAX$' counted
has '^request +999 ' counted
count -e request
lacks '^INTERVAL' counted
"$posixtrace" show -e request -f csv -O ts r.ptl | sed 1d | tr -d '\r' |
	sed 's/^[0-9]*\([0-9]\{12\}\)$/\1/' | awk '
	NR > 1 {
		ns = $1 - before < 0 ? $1 - before + 1e12 : $1 - before
		if (NR == 2 || ns < least) least = ns
		if (ns > most) most = ns
	}
	{ before = $1 }
	END { printf "%d %d\n", least, most }' > wanted
count -i -e request -f tsv
sed -n '/^name.count.min_ns/,$p' counted |
	awk -F '\t' 'NR == 2 { print $3, $6 }' > intervals
cmp -s wanted intervals || fail 'intervals' counted

# By thread and by process, for people and for programs
count -g thread -e call,lock
has '^THREAD +EVENT +COUNT ' counted
has '^requests/[0-9]+ +call +3 ' counted
count -g process -e call,lock
has '^requests \([0-9]+\) +lock +2 ' counted
count -g thread -e lock -f csv
has '^host,comm,pid,tid,name,count,' counted
has '^[^,]*,requests,[0-9]+,[0-9]+,lock,2,' counted
count -g process -e lock -f csv
has '^host,comm,pid,name,count,' counted

# In order
names() {
	sed '1d; /^SPAN/,$d' counted | awk '{ print $1 }' | tr '\n' ' '
}
count -s name -e 'call*,lock,request'
[ "$(names)" = 'call call_end lock request ' ] || fail 'not by name' counted
count -s count -e 'call*,lock,request'
[ "$(names)" = 'request call call_end lock ' ] || fail 'not by count' counted

# The system's events, if they are asked for
count -e 'posix_trace_*'
has '^posix_trace_start +1 ' counted

# JSON, with all of its parts
if "$posixtrace" stat -f json r.ptl > counted 2> err; then
	has '^\{"events":\[\{"name":"request","count":1000,"rate_per_s":[0-9.]+,"first_ns":[0-9]{19},"last_ns":[0-9]{19},"lost_nearby":0\}' counted
	has '"losses":\[\],"pairs":\[\{"span":"call","begin":"call","end":"call_end","by":"thread","n":3,"unmatched":0,"min_ns":[0-9]+,' counted
	has '"intervals":\[\],"counters":\[\{"name":"request","field":"depth","unit":"","count":1000,"min":1,"avg":5.5,"max":10,"last":10\}\],"deadlocks":\[\],"locks":\[\],"holders":\[\],"waits":\[\],"waiters":\[\],"unended":\[\{"span":"file",.*\]\}$' counted
	lines_are 1 counted
	"$posixtrace" stat -f json --pair none,nothing r.ptl > counted 2> err
	has '"n":0,"unmatched":0,"min_ns":null,.*"slowest":"","slowest_from_ns":null' counted
else
	has 'built without yajl' err
	say 'SKIPPED: JSON: built without yajl'
fi

# A histogram for every terminal: blocks, or plain ones
count --pair request,reply
has '^  [0-9]+[num]s [ .:|#]+ [0-9]+[num]+s        slowest: ' counted
if locale -a 2> /dev/null | grep -qi '^C\.utf-*8$'; then
	LC_ALL=C.UTF-8 count --pair request,reply
	has '^  [0-9]+[num]s [^.:|#]*█[^.:|#]* [0-9]+[num]+s  ' counted
else
	say 'SKIPPED: blocks: no locale for them'
fi

# Part of it
count --from=@request:501 --pair request,reply
has '^request +500 ' counted
has '^  n 450   unmatched 53 ' counted
count -w 'id == 7' --pair request,reply
has '^  n 1   unmatched 0 ' counted

# To a file, which is no log
count -o numbers
lines_are 0 counted
"$posixtrace" stat r.ptl | cmp -s - numbers || fail '-o is another text' numbers
cp r.ptl other.ptl
"$posixtrace" stat -o r.ptl r.ptl > out 2> err
status_is 2 $? 'writing over the log itself' err
has '^posixtrace: r.ptl: is the log itself$' err
"$posixtrace" stat -o other.ptl r.ptl > out 2> err
status_is 2 $? 'writing over a log' err
cmp -s r.ptl other.ptl || fail 'a log was written over'

# The newest log by no name
touch -d '1 hour ago' other.ptl
"$posixtrace" stat > counted 2> err
status_is 0 $? 'no name' err
has '^posixtrace: counting in r.ptl, the newest log here$' err
cmp -s counted numbers || fail 'the newest log has other numbers' counted

# What is lost is seen: by whom, and near what
"$posixtrace" record -q --policy=until-full --size=64K -o l.ptl -- \
	"$ticker" -n 20000 -u 0 2> err
"$posixtrace" stat l.ptl > counted 2> err
status_is 0 $? 'losses' err
"$posixtrace" show -f csv -O name,lost l.ptl > shown
seen=$(grep -c '^tick,' shown)
lost=$(tr -d '\r' < shown | awk -F, '$2 { sum += $2 } END { print sum + 0 }')
[ $((seen + lost)) -eq 40000 ] || fail "$seen and $lost are not 40000" shown
[ "$lost" -gt 0 ] || fail 'nothing was lost'
[ "$(awk '$1 == "tick" { gsub(",", ""); print $2, $NF }' counted)" = \
	"$seen $lost" ] || fail "$lost of $seen are lost" counted
[ "$(sed '1,/^LOST BY/d' counted | tr -d , |
	awk '{ sum += $2 } END { print sum }')" -eq "$lost" ] ||
	fail "not $lost by threads" counted
has '^ticker/[0-9]+ +[0-9,]+ +1 +\+' counted
"$posixtrace" stat --strict l.ptl > out 2> err
status_is 4 $? '--strict' err
has "^posixtrace: l.ptl: $lost events are lost$" err
cmp -s out counted || fail '--strict prints something else' out
"$posixtrace" stat --strict r.ptl > out 2> err
status_is 0 $? '--strict of a log without losses' err

# A log that is cut: what it has, and that it is cut
size=$(wc -c < r.ptl)
head -c $((size - 8)) r.ptl > cut.ptl
"$posixtrace" stat cut.ptl > counted 2> err
status_is 3 $? 'a log that is cut' err
has '^request ' counted
has '^posixtrace: cut.ptl: at byte [0-9]+: ' err

# misuse STATUS MESSAGE ARGUMENT...
misuse() {
	wanted=$1 message=$2
	shift 2
	"$posixtrace" stat "$@" > out 2> err
	status_is "$wanted" $? "stat $*" err
	has "$message" err
}
misuse 2 '^posixtrace: r.ptl: request has no field nothing$' \
	--pair request,reply --by nothing r.ptl
lines_are 0 out
misuse 2 '^posixtrace: r.ptl: reply has no field depth$' \
	--pair request,reply --by depth r.ptl
"$posixtrace" record -q -o one.ptl -- "$ticker" -n 1
misuse 2 '^posixtrace: r.ptl and one.ptl: request has no field nothing$' \
	--pair request,reply --by nothing r.ptl one.ptl
misuse 2 ' --by=id: needs a pair' --by id r.ptl
misuse 2 ' --by=: no field$' --pair request,reply --by= r.ptl
misuse 2 ' --pair=request: expected two events' --pair request r.ptl
misuse 2 ' --pair=a,b,c: expected two events' --pair a,b,c r.ptl
misuse 2 ' --pair=,reply: expected two events' --pair ,reply r.ptl
misuse 2 ' --pair=a,a: this is one event' --pair a,a r.ptl
misuse 2 ' -g cpu: expected event, thread or process$' -g cpu r.ptl
misuse 2 ' -s size: expected first, count, name or lost$' -s size r.ptl
misuse 2 ' -f xml: expected text, json, csv or tsv$' -f xml r.ptl
misuse 2 '^posixtrace: r.ptl: is named twice$' r.ptl r.ptl
misuse 2 '^posixtrace: none.ptl: No such file' none.ptl
echo no log > text
misuse 3 '^posixtrace: text: not a posixtrace log, nor another trace that is known$' text
misuse 1 '^posixtrace: r.ptl: there is no event nobody$' \
	--pair nobody,reply r.ptl
has '^  n 0   unmatched 903$' out
misuse 1 '^posixtrace: r.ptl: no event matches$' -e nobody r.ptl
misuse 1 '^posixtrace: r.ptl: no event is at that time' --from=@call:9 r.ptl
many=
for i in $(seq 65); do
	many="$many --pair a,b"
done
# shellcheck disable=SC2086
misuse 2 ' --pair=a,b: these are too many pairs$' $many r.ptl
mkdir empty
(cd empty && "$posixtrace" stat > out 2> err)
status_is 2 $? 'no log at all' empty/err

# A pager, if there is a terminal to be had
if script -qec true /dev/null > /dev/null 2>&1 < /dev/null; then
	# fits COLUMNS OPTION LOCALE: what a terminal of that width gets
	fits() {
		LC_ALL=$3 script -qec "stty cols $1; '$posixtrace' stat $2 w.ptl" \
			/dev/null < /dev/null | tr -d '\r' > typed
		longest=$(LC_ALL=C.UTF-8 awk '/long_|name/ && length > max {
			max = length } END { print max + 0 }' typed)
	}
	long=long_$(printf '%0120d' 0 | tr 0 x)
	"$posixtrace" record -q -o w.ptl -- "$opener" "${long}_one" \
		"${long}_other"
	status_is 0 $? 'recording long names'
	fits 80 --no-pager C.UTF-8
	[ "$longest" -le 80 ] || fail "$longest characters in 80 columns" typed
	has '^ *long_x+…x+_other' typed
	fits 80 --no-pager C
	[ "$longest" -le 80 ] || fail "$longest characters in 80 columns" typed
	has '^ *long_x+\.\.\.x+_one' typed
	fits 300 --no-pager C
	has "^ *${long}_one" typed
	POSIXTRACE_PAGER='cat > paged' fits 80 '' C
	has '^ *long_x+\.\.\.x+_one' paged
	rm -f paged
	COLUMNS=60 fits 200 --no-pager C
	[ "$longest" -le 60 ] || fail "$longest characters in 60 columns" typed
	for columns in 80 300; do
		LC_ALL=C script -qec "stty cols $columns
			'$posixtrace' stat --no-pager r.ptl" /dev/null \
			< /dev/null | tr -d '\r' > typed.$columns
	done
	lacks '^  n .{78}' typed.80
	has '^    slowest: ' typed.80
	tr -s ' \n' '  ' < typed.80 > narrow
	tr -s ' \n' '  ' < typed.300 | cmp -s - narrow ||
		fail 'narrow lines say something else' typed.80
	COLUMNS=60 "$posixtrace" stat w.ptl > out
	has "^ *${long}_one" out
	script -qec "POSIXTRACE_PAGER='cat > paged' '$posixtrace' stat r.ptl" \
		/dev/null > tty < /dev/null
	cmp -s paged numbers || fail 'on a terminal there was no pager' tty
	rm -f paged
	script -qec "POSIXTRACE_PAGER='cat > paged' '$posixtrace' stat --no-pager r.ptl" \
		/dev/null > tty < /dev/null
	[ ! -e paged ] || fail '--no-pager: there was one'
else
	say 'SKIPPED: the pager: no pseudo-terminal to be had'
fi

# An average of infinities is no number, the last period has no end, and a clock
# that was set back makes no negative time.
"$(tool tests/tools/farthest)" far.ptl || fail 'no log'
if "$posixtrace" stat -f json far.ptl > out 2> err; then
	has '"avg":null' out
else
	has 'built without yajl' err
fi
"$posixtrace" stat --every 1000000h -f csv far.ptl > out 2> err
status_is 0 $? 'a period at the end of time' err
has ',9223372036854775807,event,level,' out
"$posixtrace" cut -w 'level != 1' -o back.ptl far.ptl > out 2> err
has '^back.ptl  2 us  2 events' err

finish
