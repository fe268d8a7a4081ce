#!/bin/sh
#
# check-folded.sh - folded stacks have the time of each span itself
. "${top_srcdir:?}/tests/tools/lib.sh"

drawing=$(tool tests/tools/bridge/drawing)
"$drawing" d.ptl || fail 'drawing failed'

# convert ARGUMENT...: d.ptl as d.folded
convert() {
	"$posixtrace" convert d.ptl -t folded -o d.folded --force "$@" \
		> out 2> err
	status_is 0 $? "convert $*" err
}

# has LINE...: the file has these lines, and no others
has() {
	printf '%s\n' "$@" > expected
	sort expected -o expected
	sort d.folded | cmp -s expected - ||
		fail "stacks are not what was expected" d.folded expected
}

# told LINE: so stderr says
told() {
	grep -qxF "posixtrace: d.folded: $1" err || fail "not told: $1" err
}

# Time in a span itself: "late" sticks out of "serve", so it is no frame.
convert
has 'shop/desk:4001;day 8000000' \
	'shop/desk:4001;day;serve 3000000' \
	'shop/desk:4001;day;serve;ask 1000000' \
	'shop/4002;[7 events lost] 500000' \
	'shop/-;[events lost] 500000'
told 'spans that end after the span around them: 1 time'
told 'spans with a key, which do not nest: 3 times'
told 'ends of spans without a beginning: 1 time'
told 'spans without an end, counted until the last event of their thread: 1 time'
told 'events lost before: 7 times'
told 'losses of an unknown number of events: 1 time'

# A part of the trace, in the words of all commands.
convert -e 'day_*,serve_*' --to +12ms
has 'shop/desk:4001;day 8000000' 'shop/desk:4001;day;serve 4000000'

# Events, each in its stack.
convert -o by=count -e '!order_*'
grep -qx 'shop/desk:4001;day;stock 1' d.folded || fail 'no stock' d.folded
grep -qx 'shop/desk:4001;day;serve;ask 1' d.folded || fail 'no ask' d.folded
grep -qx 'shop/4002;take 2' d.folded || fail 'not taken twice' d.folded

# The sum of a field.
convert -o by=boxes
has 'shop/desk:4001;day;stock 12'
convert -o by=id
has 'shop/4002;order_in 6' 'shop/4002;order_out 3'

# The function that waits, or where it is.
convert -o stack=caller -e 'day_*' --to +12ms
has 'shop/desk:4001;0x0;day 12000000'

# A function without symbols is the place in the file that stat shows, too.
"$drawing" m.ptl more || fail 'drawing failed'
"$posixtrace" convert m.ptl -t folded -o d.folded --force -o stack=caller \
	> out 2> err
status_is 0 $? 'callers without symbols' err
has 'mill/5001;mill+0xbc0;work 8000000' 'mill/5002;mill+0xbc0;work 8000000' \
	'mill/5003;mill+0xbc0;work 8000000'
"$posixtrace" stat m.ptl > out
grep -q 'mill+0xbc0' out || fail 'stat shows another place' out

# Names of events are texts in UTF-8, like all others.
opener=$(tool tests/tools/opener) || exit 99
"$posixtrace" record -q -o n.ptl -- "$opener" "$(printf 'a\377;b')" 2> err
status_is 0 $? 'record opener' err
"$posixtrace" convert n.ptl -t folded -o n.folded -o by=count > out 2> err
status_is 0 $? 'convert n.ptl' err
grep -q ";$(printf 'a\357\277\275'),b 1\$" n.folded ||
	fail 'bytes that are no text' n.folded
grep -q 'texts with bytes that are not UTF-8: ' err || fail 'not counted' err

# Settings are checked.
refused() {
	"$posixtrace" convert d.ptl -t folded -o d.folded --force "$@" \
		> out 2> err
	status_is 2 $? "$*" err
	[ "$(wc -l < err)" -eq 1 ] || fail "$*: not one line" err
}

refused -o stack=upwards
refused -o by=

# What can be read once only is refused, and so is the trace itself.
"$posixtrace" convert - -t folded -o p.folded < d.ptl > out 2> err
status_is 0 $? 'a file on standard input' err

finish
