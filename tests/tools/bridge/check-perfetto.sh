#!/bin/sh
#
# check-perfetto.sh - each event is in the file for Perfetto, once
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q 'with protobuf-c' || {
	"$posixtrace" convert --list | grep -qx \
		'  not built in: this needs protobuf-c' || fail 'not listed'
	"$posixtrace" convert x.ptl -t perfetto -o x.pftrace 2> err
	status_is 2 $? 'without protobuf-c' err
	grep -q 'built without protobuf-c' err && [ "$(wc -l < err)" -eq 1 ] ||
		fail 'no reason, in one line' err
	[ $failures -eq 0 ] || finish
	skip 'there is no protobuf-c'
}
command -v python3 > /dev/null || skip 'there is no python3'

drawing=$(tool tests/tools/bridge/drawing)
extremes=$(tool tests/tools/bridge/extremes)
hosts=$(tool tests/tools/hosts)

# convert LOG [ARGUMENT]...: to x.pftrace, with its lines in x
convert() {
	log=$1
	shift
	"$posixtrace" convert "$log" -t perfetto -o x.pftrace --force "$@" \
		> out 2> err
	status_is 0 $? "convert $log $*" err
	python3 "$top_srcdir/tests/tools/bridge/pftrace.py" x.pftrace > x ||
		fail "$log $*: what the viewer could not read" x
}

# has KIND LINE...: the file has these lines of that kind, and no others
has() {
	kind=$1
	shift
	printf '%s\n' "$@" | sort > expected
	sed -n "s/^$kind|//p" x | sort > got
	cmp -s expected got || fail "$kind: not what was expected" expected got
}

# total WHAT
total() {
	sed -n "s/^total|$1|//p" x | grep . || echo 0
}

# adds_up LOG [ARGUMENT]...: each event is there once
adds_up() {
	events=$("$posixtrace" show -f json "$@" 2> show.err |
		grep -c '"name":')
	sum=$(($(total instants) + 2 * $(total closed) + $(total open)))
	grep '^total' x > totals
	[ "$events" -gt 0 ] && [ "$sum" -eq "$events" ] ||
		fail "$*: $sum of $events events" totals show.err
}

told() {
	grep -qxF "posixtrace: x.pftrace: $1" err || fail "not told: $1" err
}

"$drawing" d.ptl || fail 'drawing failed'
convert d.ptl
told 'texts with bytes that are not UTF-8: 1 time'
adds_up d.ptl
s=1700000000
has slice "${s}000000000|12000000|4001|span|day|number=1|" \
	"${s}001000000|4000000|4001|span|serve|who=7|" \
	"${s}002000000|1000000|4001|span|ask|what=1|" \
	"${s}004000000|2000000|late|span|late|x=1|" \
	"${s}007000000|0|4001||stock|boxes=12|" \
	"${s}008000000|0|4001||stray_end|unmatched=true,x=1|" \
	"${s}009000000|0|4001||flush_end|x=1|" \
	"${s}010000000|0|4001||note|text=caf�|" \
	"${s}011000000|0|4001||raw|data=hex 0102|" \
	"${s}013000000|-1|4001|span|night|number=1|" \
	"${s}014000000|2000000|order|span|order|id=1|" \
	"${s}015000000|3000000|order|span|order|id=2|" \
	"${s}017000000|0|4002||take|mutex=mutex/till|" \
	"${s}017000000|2000000|mutex/till|hold|held by 4002||" \
	"${s}019000000|0|4002||give|mutex=mutex/till|" \
	"${s}020000000|0|4002||take|mutex=mutex/till|" \
	"${s}020000000|-1|mutex/till|hold|held by 4002||" \
	"${s}021000000|500000|lost 4002|lost|7 events lost|lost=7,reason=full|" \
	"${s}022000000|500000|lost|lost|events lost|reason=full|" \
	"${s}023000000|-1|order|span|order|id=3|"
has process '0|4000|shop'
has thread '0|4000|4001|desk' '0|4000|4002|shop'
has counter "${s}007000000|stock.boxes||12"
sed -n 's/^flow|[^|]*|//p' x > flows
printf '%s\n' "${s}014000000 ${s}016000000 ." \
	"${s}015000000 ${s}018000000 ." "${s}023000000" | cmp -s flows - ||
	fail 'flows are not what was expected' flows

# The same trace gives the same bytes, also on standard output.
cp x.pftrace first.pftrace
"$posixtrace" convert d.ptl -t perfetto -o - 2> err | cmp - first.pftrace ||
	fail 'other bytes'

# Parts of the trace, in the words of all commands; settings.
convert d.ptl -e '!order_*' -o flows=no
adds_up d.ptl -e '!order_*'
! grep -q '^flow' x || fail 'flows without a key' x
convert d.ptl -o flows=no
! grep -q '^flow' x || fail 'flows that were not wanted' x

# Each kind of field.
"$extremes" fields f.ptl || fail 'extremes failed'
convert f.ptl
adds_up f.ptl
a='big=18446744073709551615,half=1.5,hex=0xab,is=true,letter=x,list[0]=1,'
a=${a}'list[1]=-2,list[2]=3,low=-5,mode=READ|WRITE,real=0.1,side=BUY'
has slice "${s}000000000|0|5000||all|$a|" \
	"${s}000000000|0|5000||said|text=hello|" \
	"${s}000000000|0|5000||said|text=hello|" \
	"${s}000000000|0|5000||said|text=hello|" \
	"${s}000000000|0|5000||said|text=caf�|" \
	"${s}000000000|-1|l�ne|span|l�ne|id=1|" \
	"${s}000000000|0|5000||more|one=1,rest=hex 0203|" \
	"${s}000000000|0|5000||cut|cut=true,data=hex 0102|" \
	"${s}000000000|0|process||nobodys||" \
	"${s}000000000|0|5000||placed|addr=0x1234|"
has counter "${s}000000000|all.big|�s|1.8446744073709552e+19" \
	"${s}000000000|all.real|ms|0.1" "${s}000000000|all.low||-5"
convert f.ptl -o places=no
! grep -q 'addr=' x || fail 'places that were not wanted' x

# A place with symbols is a source location.
if "$posixtrace" --version | grep -q 'with libdw'; then
	"$posixtrace" record -q -o w.ptl -- "$wordcount" err > out 2> rec.err ||
		fail 'not recorded' rec.err
	convert w.ptl
	adds_up w.ptl
	grep -q '^slice.*|[a-z_]*:wordcount\.c:[0-9]*$' x || fail 'no place' x
fi

# A clock that was set back: slices nest nevertheless.
"$extremes" back b.ptl || fail 'extremes failed'
convert b.ptl
adds_up b.ptl
told 'ends that were put off, as the clock was set back: 1 time'
new='after the clock was set back'
has slice "${s}010000000|2000000|5000|span|outer|x=false|" \
	"${s}011000000|0|5000|span|inner|x=false|" \
	"${s}003000000|0|5000||note|x=false|" \
	"${s}006000000|1000000|$new|span|second|x=false|" \
	"${s}013000000|1000000|$new|span|third|x=false|"

# Where all was damaged up to the second state, the rest needs nothing of it.
"$extremes" much m.ptl || fail 'extremes failed'
convert m.ptl
adds_up m.ptl
[ "$(total states)" -eq 2 ] || fail 'not two states'
grep -q '^slice|[0-9]*|5001000|5000|span|all|' x || fail 'not one span'
python3 "$top_srcdir/tests/tools/bridge/pftrace.py" --from-state 2 x.pftrace \
	> x || fail 'the second state is not whole' x
has thread '0|5000|5000|odd'

# Two small integers take little room.
"$extremes" plain 10000 p.ptl || fail 'extremes failed'
convert p.ptl
size=$(stat -c %s x.pftrace)
[ "$size" -le 260000 ] || fail "10,000 events take $size bytes"

# Machines are kept apart.
"$hosts" || fail 'hosts failed'
"$posixtrace" merge -q h1.ptl h2.ptl h3.ptl -o h.ptl 2> err || fail merge err
convert h.ptl
adds_up h.ptl
[ "$(grep -c '^process|[012]|4242|h[123]:' x)" -eq 3 ] || fail 'processes' x
[ "$(sed -n 's/^process|\([0-9]*\)|.*/\1/p' x | sort -u | wc -l)" -eq 3 ] ||
	fail 'machines' x

# Settings are checked.
"$posixtrace" convert d.ptl -t perfetto -o x.pftrace --force -o flows=some \
	2> err
status_is 2 $? 'flows=some' err
[ "$(wc -l < err)" -eq 1 ] || fail 'not one line' err

finish
