#!/bin/sh
#
# check-chrome.sh - traces in Chrome's JSON, as one that has such a file types it
. "${top_srcdir:?}/tests/tools/lib.sh"

data=$top_srcdir/tests/data/chrome

"$posixtrace" show "$data/good-array.json" > shown 2> err
grep -q 'built without yajl' err && skip 'built without yajl'

# show NAME ARGUMENT...: a file of the data in shown, its words in err
show() {
	file=$data/$1.json
	shift
	"$posixtrace" show "$@" "$file" > shown 2> err
	status=$?
}

# Each phase is what it means, at the time of day that the file tells
show good-phases --utc
status_is 0 $status 'each phase' err
lines_are 26 shown
has '^-- 2026-09-21 UTC --$' shown
has '^14:13:20\.000010001 +shop/till +outer_begin$' shown
has '20\.000020500 .*shop/till +inner_begin +id=7 price=1\.25 ok=true who=Anna args="\{\\"nested\\":\{\\"a\\":\[1,2,\{\\"b\\":null\}\]\},\\"none\\":null\}"$' shown
has '20\.000030500 .*shop/till +inner_end$' shown
has '20\.000060001 .*shop/till +outer_end$' shown
has ' phase one_begin$' shown
has ' phase one_end +result=-1$' shown
has ' order_begin +id_2=10/0x1 id=81723$' shown
has ' order +id=10/0x1$' shown
has ' shop/12 +order_end +id=10/0x1$' shown
has ' old_begin +id=0xff$' shown
has ' old_end +id=0xff$' shown
has ' shop/till +mark$' shown
has ' worker/one +mark$' shown
has ' navigationStart$' shown
has ' queue.depth +value=3$' shown
has ' queue.depth +value=3.5$' shown
has ' id +id=81723 flow=start$' shown
has ' shop/12 +id +id=81723 flow=finish$' shown
has ' Thing +id=0x1000 phase=N$' shown
has ' f\(int, char\)$' shown
has '7 events lost \(overwritten\), over 1\.000us$' shown
lines_are 1 err
has 'metadata that gives no name is left out: 1, the first is "process_sort_index"$' err

"$posixtrace" stat "$data/good-phases.json" > shown 2> err
status_is 0 $? 'figures' err
has '^SPAN order: order_begin -> order_end by id' shown
has '^SPAN f\(int, char\): f\(int, char\) -> f\(int, char\) by thread' shown
has '^SPAN phase one: ' shown
has '^  n 0   unmatched 1   not ended 1,' shown
has '^queue\.depth\.value +3 +3 +3\.5 +4 +4$' shown

"$posixtrace" info "$data/good-phases.json" > shown 2> err
has '^  format +chrome: ' shown
has '^  events +24$' shown
has '^  lost +7$' shown
has '^    displayTimeUnit +ns$' shown
has '^    version +made by hand$' shown

# A log of it has the same
"$posixtrace" convert -q "$data/good-phases.json" -o made.ptl 2> err
status_is 0 $? 'a log' err
for file in "$data/good-phases.json" made.ptl; do
	"$posixtrace" show -f json "$file" 2> err | sed 's/,"addr"[^,}]*//'
done > both
[ "$(sort both | uniq -c | awk '{ print $1 }' | sort -u)" = 2 ] ||
	fail 'a log of it is another trace' both

# Events are in no order, ends of equal times inside out; the array is not closed
show good-array
status_is 0 $status 'an array' err
awk '{ printf "%s ", $NF }' shown > order
printf '%s' 'early outer_begin inner_begin exponent text inner_end outer_end next_begin instant_begin instant_end next_end late_begin late_end ' > wanted
cmp -s order wanted || fail 'another order' order shown
has 'times before 1970' err

# Arguments are fields, of any kind that a later event has
show good-arguments
status_is 0 $status 'arguments' err
has ' kinds +int_=-9223372036854775808 size_t_=18446744073709551615 real=0\.1 yes=true no=false text="two \\"words\\"\\n.*" a_b=1 a_b_2=2 _=3$' shown
has ' kinds +args="\{\\"int\\":18446744073709551616,\\"real\\":1e999,\\"nothing\\":null\}"$' shown
has ' level +n=1$' shown
has ' level +n=1\.5$' shown
has ' level +n=2$' shown
has ' level +n=much$' shown
has ' level +args="\{\\"args\\":\[1,\{\\"two\\":2\}\]\}"$' shown
has ' member +cat=tom id=5 args="\{\\"stack\\":\[1,2\]\}"$' shown
show good-arguments -e member -f json
has '"args":\{"cat_2":"a,b","cname":"good","cat":"tom","id":5,' shown
"$posixtrace" show -w 'n > 1' "$data/good-arguments.json" > shown 2> err
lines_are 2 shown

# Numbers of processes and threads may be texts; other texts are names
cat > texts.json << 'EOF'
[{"name":"process_name","ph":"M","pid":12,"args":{"name":"shop"}},
{"name":"thread_name","ph":"M","pid":12,"tid":0,"args":{"name":"till"}},
{"name":"same","ph":"i","ts":1,"pid":"12","tid":"0"},
{"name":"other","ph":"i","ts":2,"pid":"012","tid":"4294967296"}]
EOF
"$posixtrace" show -f json texts.json > shown 2> err
status_is 0 $? 'numbers as texts' err
has '"name":"same","pid":12,' shown
has '"name":"other",.*"comm":"012","tname":"4294967296"' shown

# What node writes: every event is one, or two
show good-node
status_is 0 $status 'a trace of node' err
lines_are 175 shown
has ' node/JavaScriptMainThread +V8\.DeserializeIsolate_begin$' shown
"$posixtrace" stat "$data/good-node.json" > shown 2> err
has '^SPAN fs\.sync\.lstat: ' shown

# Whatever its name; from a pipe; said to be one
cp "$data/good-array.json" board.trx
"$posixtrace" show board.trx > shown 2> err
lines_are 13 shown
"$posixtrace" show - < "$data/good-array.json" > shown 2> err
lines_are 13 shown
printf '\357\273\277 \n[]' > empty.json
"$posixtrace" show empty.json > shown 2> err
status_is 3 $? 'an array without events' err
"$posixtrace" show --from chrome empty.json > shown 2> err
status_is 1 $? 'an array without events, said to be a trace' err
has 'no event' err
echo '{"traceEvent":[]}' > empty.json
"$posixtrace" show --from chrome empty.json > shown 2> err
has 'there are no "traceEvents"' err
"$posixtrace" show --from chrome "$posixtrace" > shown 2> err
status_is 3 $? 'a program' err
has 'no JSON of Chrome' err

# damage NAME LINES REGEX: what is good beside it is there, and one line tells it
damage() {
	show "$1"
	status_is 3 $status "$1" err
	lines_are "$2" shown
	lines_are 1 err
	has "$1.json: $3" err
}
damage bad-places 10 'bytes 67 to 143: lexical error: invalid char in json text \(and 6 more places\)$'
has ' first$' shown
has 'events lost \(lexical error: invalid char in json text; 77 bytes at 67\)$' shown
has ' second$' shown
has '1 event lost \(an event without a phase; 49 bytes at 195\)$' shown
has '1 event lost \(an event without a time of 64 bits; ' shown
has '1 event lost \(an event without a duration of 64 bits; ' shown
has '1 event lost \(a value that is no event; ' shown
has ' third$' shown
damage bad-utf8 3 'bytes 1 to 49: a text with a null, or bytes that are no UTF-8: they became U\+FFFD \(and 1 more place\)$'
damage bad-deep 3 'bytes 67 to 4129: nested more than 100 deep$'
has ' second$' shown
damage bad-cut 2 'bytes 67 to 131: the file ends inside the JSON$'
has ' first$' shown

# One text of 20 MiB, and an event of 2: what is behind them is read
{
	echo '[{"ph":"i","ts":1,"name":"first"},'
	printf '{"ph":"i","ts":2,"name":"'
	head -c 2000000 /dev/zero | tr '\0' a
	printf '"},\n{"ph":"i","ts":3,"name":"'
	head -c 20000000 /dev/zero | tr '\0' b
	printf '"},\n{"ph":"i","ts":4,"name":"last"}]'
} > long.json
"$posixtrace" show long.json > shown 2> err
status_is 3 $? 'long texts' err
lines_are 4 shown
has 'an event of more than 1 MiB' shown
has 'a text of more than 16 MiB' shown
has ' last$' shown

# What gzip has packed, in one part or two, from a pipe, too
if "$posixtrace" --version | grep -q "^with zlib "; then
	gzip -c "$data/good-node.json" > node.json.gz
	"$posixtrace" show node.json.gz > shown 2> err
	status_is 0 $? 'a packed trace' err
	lines_are 175 shown
	"$posixtrace" show "$data/good-node.json" | cmp -s - shown ||
		fail 'a packed trace is another one' shown
	"$posixtrace" show - < node.json.gz > piped 2> err
	sed 's/ node\// -\//' shown | cmp -s - piped || lines_are 175 piped
	head -c 700 "$data/good-array.json" > first
	tail -c +701 "$data/good-array.json" | gzip -c > rest.gz
	gzip -c first | cat - rest.gz > parts.json.gz
	"$posixtrace" show parts.json.gz > shown 2> err
	lines_are 13 shown

	# One that is cut, or damaged, is read as far as it can be
	head -c 2000 node.json.gz > cut.json.gz
	"$posixtrace" show cut.json.gz > shown 2> err
	status_is 3 $? 'a packed trace that is cut' err
	lines_are 1 err
	has 'cut\.json\.gz: byte [0-9,]+: the packed file is cut \(and 1 more place\)$' err
	has ' V8\.DeserializeIsolate_begin$' shown
	{
		head -c 1500 node.json.gz
		printf '\377\377\377\377\377\377\377\377'
		tail -c +1509 node.json.gz
	} > damaged.json.gz
	"$posixtrace" show damaged.json.gz > shown 2> err
	status_is 3 $? 'a packed trace that is damaged' err
	lines_are 1 err

	# A few bytes that would become a gigabyte
	{
		cat "$data/good-array.json"
		head -c 300000000 /dev/zero | tr '\0' ' '
	} | gzip -c > bomb.json.gz
	"$posixtrace" show bomb.json.gz > shown 2> err
	status_is 3 $? 'a bomb' err
	lines_are 14 shown
	has 'a text of more than 16 MiB|unpacks to more than 200 times' err
else
	gzip -c "$data/good-node.json" > node.json.gz
	"$posixtrace" show node.json.gz > shown 2> err
	status_is 2 $? 'a packed trace without zlib' err
fi

# More names than a log has types: all events are there, with their names
awk 'BEGIN {
	print "["
	for (i = 0; i < 6000; i++)
		printf "{\"ph\":\"%s\",\"name\":\"n%d\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":1},\n",
			i % 2 ? "i" : "X", i, 2 * i
}' > names.json
"$posixtrace" convert -q names.json -o names.ptl --force 2> err
status_is 0 $? 'many names' err
has 'events of more than 4040 types' err
"$posixtrace" show names.ptl > shown 2> err
lines_are 9000 shown
has ' instant +name=n5999 args=\{\}$' shown
has ' slice_begin +name=n5998 args=\{\}$' shown
has ' slice_end +name=n5998 args=\{\}$' shown
"$posixtrace" stat names.ptl > shown 2> err
has '^SPAN slice: slice_begin -> slice_end by thread' shown

# A log's own system events come back as events of the trace: a log has these names
# for the system's. A log is written of them, and redacted.
"$posixtrace" record -q -o own.ptl -- "$ticker" -n 3
"$posixtrace" convert -q -o own.json own.ptl
for command in 'convert -q' "redact -q -a 'drop hosts'"; do
	eval "\"\$posixtrace\" $command --force -o back.ptl own.json" 2> err
	status_is 0 $? "$command of a trace with system events" err
	has '^posixtrace: own.json: posix_trace_start is .* called _posix_trace_start$' err
	"$posixtrace" show back.ptl > shown
	has ' _posix_trace_start +.*filter: none' shown
	[ "$(grep -c ' tick ' shown)" -eq 6 ] || fail 'events are missing' shown
done

# More than memory is to hold goes to a file; where there is none, nothing is lost
# without a word
awk 'BEGIN {
	print "["
	for (i = 300000; i; i--)
		printf "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":1,\"args\":{\"i\":%d}},\n", 2 * i, i
}' > many.json
"$posixtrace" show many.json -e n_begin -O i > shown 2> err
status_is 0 $? 'a file for what memory does not hold' err
awk '$1 != NR { exit 1 }' shown || fail 'they are in another order' shown
TMPDIR=$work/missing "$posixtrace" show many.json > shown 2> err
status_is 7 $? 'no place for the file' err
has 'many\.json: No such file or directory$' err

finish
