#!/bin/sh
#
# check-redact.sh - what a rule is about is not in the copy any more, anywhere,
# and all else is
. "${top_srcdir:?}/tests/tools/lib.sh"

orders=$(tool tests/tools/orders) || exit 99
requests=$(tool tests/tools/requests) || exit 99
service=$(tool tests/tools/query/service) || exit 99
oddities=$(tool tests/tools/ship/oddities) || exit 99
page=$top_srcdir/docs/man/man1/posixtrace-redact.1

record 0 orders -q -o o.ptl -- "$orders"
printf 'a key that is long enough' > key

# redact STATUS ARGUMENT...: o.ptl to copy.ptl
redact() {
	wanted_status=$1
	shift
	rm -f copy.ptl
	"$posixtrace" redact "$@" -o copy.ptl > out 2> err
	status_is "$wanted_status" $? "redact $*" err
}

# values FILE EVENT FIELD: in their order
values() {
	"$posixtrace" show -f csv -e "$2" -O "$3" "$1" | sed 1d | tr -d '\r'
}

# is_gone_from FILE TEXT
is_gone_from() {
	! grep -aqF -e "$2" "$1" || fail "$2 is still in $1"
}

# has_text FILE TEXT
has_text() {
	grep -aqF -e "$2" "$1" || fail "$2 is not in $1"
}

"$posixtrace" redact --help | grep -q key-file || fail 'the help'
redact 2 o.ptl -a 'hash field id'
has '^posixtrace: hash: ' err
if grep -q 'built without' err; then
	hashes=
else
	hashes=yes
fi

# Fields: texts, numbers, of some events only
has_text o.ptl ACME
redact 0 o.ptl -a 'drop field symbol' -a 'mask field price of order_*' -a 'drop field bytes of values'
values copy.ptl order_received symbol > found
printf '\n\n\n\n' | cmp -s - found || fail 'symbols' found
values copy.ptl order_received price | sort -u > found
echo 0 | cmp -s - found || fail 'prices' found
for field in id side; do
	values o.ptl order_received $field > before
	values copy.ptl order_received $field > found
	cmp -s before found || fail "$field has changed" found
done
values copy.ptl order_sent bytes | grep -qx 64 || fail 'bytes are gone'
is_gone_from copy.ptl ACME
is_gone_from copy.ptl 'two words'
"$posixtrace" show -f csv -O ts,pid,tid,name o.ptl > before
"$posixtrace" show -f csv -O ts,pid,tid,name copy.ptl > found
cmp -s before found || fail 'the events are others' found
redact 0 o.ptl -a 'mask field symbol'
values copy.ptl order_received symbol > found
grep -qx '\*\*\*\*' found || fail 'no mask' found
# One that fills its array has a star for its last byte, too.
"$oddities" odd.ptl
redact 0 odd.ptl -e odd -a 'mask field text of odd'
values copy.ptl odd text > found
[ "$(tail -n 1 found)" = '********' ] || fail 'a shorter mask' found

# A misspelt rule is told, with -q as well: what it is about is still there.
redact 0 o.ptl -q -a 'drop field id,symbl of order_received,order_snt' \
	-a 'drop events odt,o*x' -a 'keep field nothing of nobody'
has '^posixtrace: o.ptl: no event has a field symbl; did you mean symbol\?$' err
has '^posixtrace: o.ptl: no event is called order_snt; did you mean order_sent\?$' err
has '^posixtrace: o.ptl: no event is called odt; did you mean odd\?$' err
lines_are 3 err

# Hashes: equal values are equal, in all events, and with one key
if [ -n "$hashes" ]; then
	redact 0 o.ptl --key-file key -a 'hash field id,symbol'
	id=$(values copy.ptl order_received id | head -n 1)
	[ "$id" = "$(values copy.ptl order_sent id)" ] || fail "$id has no partner"
	[ "$id" != 81723 ] || fail 'the number is the same'
	[ "$(values copy.ptl order_received id | sort -u | wc -l)" -eq 4 ] ||
		fail 'numbers that differed are equal'
	values copy.ptl order_received symbol | grep -qE '^h[0-9a-f]{16}$' ||
		fail 'no hash of a text'
	"$posixtrace" stat --no-pager copy.ptl > counted 2> err
	has '^  n 1   unmatched 3 ' counted
	mv copy.ptl first.ptl
	redact 0 o.ptl --key-file key -a 'hash field id,symbol'
	cmp -s first.ptl copy.ptl || fail 'the same is not the same'
	printf 'another key, long enough' > other
	redact 0 o.ptl --key-file other -a 'hash field id,symbol'
	[ "$id" != "$(values copy.ptl order_received id | head -n 1)" ] ||
		fail 'another key makes the same'
	printf short > other
	redact 2 o.ptl --key-file other -a 'hash field id'
	redact 2 o.ptl --key-file nothing -a 'hash field id'
	is_gone_from first.ptl 'a key that is'
fi

# The last rule holds.
redact 0 o.ptl -a 'drop field *' -a 'keep field id of order_sent'
values copy.ptl order_sent id,bytes | grep -qx '81723,0' || fail 'id is not kept'

# Names, programs, machines: every section
host=$(uname -n)
redact 0 o.ptl -a 'mask programs' -a 'drop commands' -a 'drop modules' -a 'drop hosts' \
	-a 'drop addresses' -a 'drop objects' -a 'drop threads' -a 'drop events values' -a 'drop undescribed'
is_gone_from copy.ptl 'orders.c'
is_gone_from copy.ptl "$orders"
is_gone_from copy.ptl libposixtrace
is_gone_from copy.ptl values
[ ${#host} -lt 4 ] || is_gone_from copy.ptl "$host"
has '^drop events values: 1 time$' err
has 'of which there is none$' err
"$posixtrace" show copy.ptl > found
lacks ' values | orders/|orders\.c' found
"$posixtrace" info copy.ptl > found
has '^    redacted\.1 +mask programs: [0-9]+ times?$' found
has '^    redacted\.8 +drop events: 1 time$' found
"$posixtrace" info --verify copy.ptl > found 2>&1
status_is 0 $? 'the copy is sound' found

# A value that is elsewhere, too, is found, and not told.
redact 1 o.ptl -a 'drop programs'
has 'at byte [0-9]+, in PROCESS, is a value of a program that was to be gone$' err
[ ! -e copy.ptl ] || fail 'the copy is there'
redact 1 o.ptl -a 'drop programs' --keep
[ -e copy.ptl ] || fail 'the copy is not there'
# An older copy is there until a safe one replaces it.
cp copy.ptl older.ptl
"$posixtrace" redact --force -o copy.ptl -a 'drop programs' o.ptl 2> err
status_is 1 $? 'a copy that is not safe' err
cmp copy.ptl older.ptl || fail 'the older copy is another'
ls copy.ptl* > found
lines_are 1 found

# The name of a constant is the program's, and not a value: it remains. So does not
# what is like one elsewhere.
cp "$(dirname "$orders")/.libs/orders" sell 2> /dev/null || cp "$orders" sell
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
	"$posixtrace" record -q -o sell.ptl -- ./sell
redact 0 sell.ptl -a 'drop programs' -a 'drop commands' -a 'drop modules' -a 'drop threads' \
	-a 'drop addresses'
has '^posixtrace: copy\.ptl: values .* are names of constants, 2 times: descriptions remain$' err
[ "$(values copy.ptl order_received side | grep -cx sell)" -eq 1 ] ||
	fail 'the constant has no name'
# The file of a program that was called by its path is in its command.
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
	"$posixtrace" record -q -o path.ptl -- "$(realpath sell)"
redact 1 path.ptl -a 'drop modules'
has ', in PROCESS, is a value of a module that was to be gone$' err
redact 0 path.ptl -a 'drop modules' -a 'drop commands'
if "$posixtrace" --version | grep -q '^without yajl'; then
	say 'SKIPPED: what is like a constant: built without yajl'
else
	printf '[{"ph":"i","name":"a","ts":1,"pid":1,"tid":1,"args":{"x":"word"}},
		{"ph":"i","name":"b","ts":2,"pid":1,"tid":1,"args":{"y":"{word}"}}]' \
		> like.json
	redact 1 like.json -a 'drop field x'
	has ', in CHUNK, is a value of a field ' err
fi

# Objects with the paths of files, and what other threads are called
echo "$work/a-secret-path" > /dev/null
echo secret > "$work/a-secret-path"
if ! has_sanitizer; then
	record 0 'a path' -q --wrap=io -o p.ptl -- cat "$work/a-secret-path"
	has_text p.ptl a-secret-path
	redact 0 p.ptl -a 'mask objects' -a 'drop field path' -a 'drop commands'
	is_gone_from copy.ptl a-secret-path
fi

# Notes and templates
"$posixtrace" cut --templates="$top_srcdir/data/posix.trcfmt" -o t.ptl o.ptl 2> err
"$posixtrace" info t.ptl > found
has 'trcfmt' found
redact 0 t.ptl -a 'drop templates'
"$posixtrace" info copy.ptl > found
lacks '^    trcfmt' found

# Long logs, compressed ones, several, losses, traces of boards, damaged ones
"$posixtrace" --version | grep -q '^with libzstd' && compress=--compress ||
	compress=
# shellcheck disable=SC2086 # no word if it is empty
record 0 requests -q $compress -o r.ptl -- "$requests" -n 20000
redact 0 r.ptl o.ptl -a 'drop field path'
is_gone_from copy.ptl pppppppp
[ "$(values copy.ptl request id | wc -l)" -eq 20000 ] || fail 'requests are missing'
# The names of a board's threads are also in a field of each event.
redact 1 "$top_srcdir/tests/data/threadx/sched-bigendian.trx" -a 'drop objects' -a 'mask threads'
has 'a value of a thread that was to be gone$' err
redact 0 "$top_srcdir/tests/data/threadx/sched-bigendian.trx" -a 'drop objects' -a 'mask threads' -a 'drop field *_name'
head -c $(($(wc -c < o.ptl) - 100)) o.ptl > cut.ptl
redact 3 cut.ptl -a 'drop field symbol'
is_gone_from copy.ptl ACME
redact 3 "$top_srcdir/tests/data/threadx/bad-magic.trx" -a 'drop objects'

# A part, selected by values as they were; the rest is not even named
rows() {
	"$posixtrace" show -f csv -O ts,pid,tid,name "$@" | sed 1d
}
redact 0 o.ptl -a 'mask field symbol' -e order_received -w 'symbol == "ACME"'
rows o.ptl -e order_received -w 'symbol == "ACME"' > before
rows copy.ptl > found
[ -s before ] && cmp -s before found || fail 'another selection' before found
is_gone_from copy.ptl ACME
is_gone_from copy.ptl order_sent
redact 0 o.ptl -a 'mask threads' -p orders --from +0s
rows o.ptl -p orders > before
rows copy.ptl > found
cmp -s before found || fail 'a process' found
redact 1 o.ptl -a 'mask threads' -e order_snt
has "no event is called order_snt; did you mean order_sent" err
[ ! -e copy.ptl ] || fail 'a copy of nothing'
redact 1 o.ptl -a 'drop events order_sent' -e order_sent
[ ! -e copy.ptl ] || fail 'a copy of what is dropped'
redact 2 o.ptl -a 'mask threads' --from never

# Losses, numbers of processes and threads, and times remain.
"$service" lossy.ptl
redact 0 lossy.ptl -a 'mask field *' -a 'drop undescribed' -a 'drop hosts' -a 'mask threads' \
	-a 'mask programs' -a 'drop commands'
has 'numbers of processes and threads, times and losses are as they were$' err
for made in copy.ptl lossy.ptl; do
	"$posixtrace" show -f json $made | sed 's/"lost"/\
&/' | sed -En 's/^("lost":[0-9]+).*/\1/p; s/.*("ts":[0-9]+),.*("pid":[0-9]+,"tid":[0-9]+).*/\1 \2/p' \
		> $made.left
done
cmp -s copy.ptl.left lossy.ptl.left || fail 'losses or numbers differ' copy.ptl.left lossy.ptl.left
[ "$(grep -c lost copy.ptl.left)" -eq 2 ] || fail 'not two losses' copy.ptl.left
redact 0 lossy.ptl -a 'drop field bytes' --range +11ms..+12ms
"$posixtrace" stat copy.ptl > out 2> err
has ' 7 ' out

# Values that begin alike are found, wherever their mark is.
{
	printf '['
	for i in 1 2 3 4 5 6 7 8 9; do
		printf '{"ph":"i","name":"buy","ts":%s,"pid":1,"tid":1,"args":{"who":"customer-%s","also":"%s"}},' \
			$i $i "$([ $i = 7 ] && echo "see customer-4.")"
	done
	printf '{"ph":"i","name":"end","ts":99,"pid":1,"tid":1}]'
} > alike.json
redact 1 alike.json -a 'drop field who'
[ "$(grep -c 'that was to be gone$' err)" -eq 1 ] || fail 'another number' err
redact 0 alike.json -a 'drop field who' -a 'mask field also'
is_gone_from copy.ptl customer

# What is wrong with a rule, and where
bad() {
	redact 2 o.ptl -a "$1"
	has "column $2: $3" err
	printf '\n%s # why\n' "$1" > bad.rules
	redact 2 o.ptl -r bad.rules
	has "bad\\.rules:2:$2: $3" err
	[ ! -e copy.ptl ] || fail 'a copy by a bad rule'
}
bad 'shred field id' 1 'here should be keep'
bad 'drop fields id' 6 'here should be field'
bad 'drop field' 11 'here should be names'
bad 'hash events x' 13 'this can only be dropped'
redact 2 o.ptl
redact 2 o.ptl -r nothing
redact 2 o.ptl -a 'drop notes' --compress

# No room, wherever the copy of a log with objects meets its limit
"$service" o2.ptl || fail 'no log'
finds_races || (
	for blocks in 1 8 12 16 20; do
		ulimit -S -f $blocks
		rm -f copy.ptl
		redact 7 o2.ptl -a 'drop field *'
		has '^posixtrace: copy\.ptl: File too large$' err
		[ ! -e copy.ptl ] || fail 'half a copy is left'
		ulimit -S -f unlimited
	done
	[ "$failures" -eq 0 ]
) || failures=$((failures + 1))

# The rules and the commands of the manual page
sed -n '/^\.Bd -literal$/,/^\.Ed$/p' "$page" | grep -v '^\.' > page.rules
[ "$(grep -c . page.rules)" -ge 16 ] || fail 'the page has few rules' page.rules
if [ -n "$hashes" ]; then
	redact 0 o.ptl --key-file key -r page.rules
	values copy.ptl order_sent id | grep -qx 81723 || fail 'the last rule'
	cp o.ptl orders.ptl
	sed -n '/^\.Bd -literal -offset indent$/,/^\.Ed$/p' "$page" | grep -v '^\.' |
		sed 's/\\e$/\\/; s/^\$ //; s/^posixtrace/"$posixtrace"/' > commands
	. ./commands > out 2> err
	status_is 0 $? 'the commands of the page' err
	is_gone_from out.ptl ACME
fi

finish
