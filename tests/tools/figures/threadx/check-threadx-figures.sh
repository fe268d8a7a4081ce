#!/bin/sh
#
# check-threadx-figures.sh - stat of ThreadX traces, and those that go back
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/source/foreign/threadx.sh"

data=$top_srcdir/tests/data/threadx

# figure NAME VALUE: what stat says for people
figure() {
	awk -v name="$1" 'index($0, name) == 1 { print $NF; exit }' \
		shown > value
	[ "$(cat value)" = "$2" ] || fail "$1 is not $2" shown
}

figures_agree "$data"
goes_back "$data"

# For people: our figures, and where TraceX has others
"$posixtrace" stat "$data/sched-bigendian.trx" > shown 2> err
status_is 0 $? 'stat of a trace' err
has '^THREADX  *COUNT$' shown
figure events 474
figure 'context switches' 419
figure preemptions 5
figure 'time slices' 2
figure interrupts 4
has '^CONTEXT  *EVENTS  *TICKS  *TIME%  *SUSPENDED  *RESUMED  *STACK' shown
has '^interrupt  *[0-9]+  *[0-9,]+  *[0-9.]+  *-  *-  *-  *-$' shown
has '^System Timer Thread  *16 ' shown
has '^all  *TX_' shown
has '^rel A  *TX_THREAD_RELINQUISH  *200  *96.2$' shown
has '^TraceX shows other figures:$' shown
has '^  11 preemptions: ' shown
has '^  0 time slices: ' shown

# A buffer without an event: programs find all tables, people none
printf 'BTXT\377\377\377\377\0\020\0\0\060\020\0\0\0\0\040\0' > none.trx
for address in 060 060 120 060; do
	printf "\\$address\\020\\0\\0"
done >> none.trx
head -c 44 /dev/zero >> none.trx
"$posixtrace" stat -f json none.trx > shown 2> err
status_is 1 $? 'a buffer without an event' err
has '"threadx":\[\{"group":"trace","figure":"events","value":0' shown
has '"threadx_contexts":\[\{"context":"idle"' shown
has '"threadx_services":\[\]' shown
"$posixtrace" stat none.trx > shown 2> err
lacks . shown

# A component that did nothing is not there
"$posixtrace" stat "$data/sched-bigendian.trx" > shown 2> err
lacks 'media opens|pings sent' shown

# Not where events are left out: who ran cannot be told
"$posixtrace" stat -e 'TX_QUEUE*' "$data/sched-bigendian.trx" > shown 2> err
lacks '^THREADX|TraceX' shown
"$posixtrace" stat --range +0s..+1s "$data/sched-bigendian.trx" > shown 2> err
has '^THREADX' shown

# Nor of what is no ThreadX
"$posixtrace" record -q -o r.ptl -- "$(tool tests/tools/requests)"
"$posixtrace" stat r.ptl > shown
lacks '^THREADX' shown
"$posixtrace" stat -f json r.ptl > shown
lacks '"threadx"' shown

# A log that was made of one has the same figures
"$posixtrace" convert -q -t ptl -o made.ptl "$data/sched-bigendian.trx" 2> err
status_is 0 $? 'a log of a trace' err
"$posixtrace" stat made.ptl > shown 2> err
figure preemptions 5
has '^System Timer Thread  *16 ' shown

# All tables in other forms, too
"$posixtrace" stat -f csv "$data/sched-bigendian.trx" > shown 2> err
has '^group,figure,value,tracex' shown
has '^performance,thread_preemptions,5,11' shown
has '^context,address,id,service,count,percent' shown

finish
