#!/bin/sh
#
# check-templates.sh - each event of wrap has a template, which says what is
# shown without it
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"
. "$top_srcdir/tests/tools/event/views.sh"

make_templates=$(tool tests/format/make_templates) || exit 99

# One that has none is named.
sed -n 's/^EVENT([A-Z_0-9]*, *\([a-z_0-9]*\),.*/\1/p' \
	"$top_srcdir/wrap/event/event_list.h" | sort > events
"$posixtrace" fmt ls -f tsv -t "$top_srcdir/data/wrap.trcfmt" > shown 2> err
sed 1d shown | cut -f 5 | sort > templates
comm -23 events templates > missing
lines_are 0 missing
[ "$(wc -l < events)" -gt 100 ] || fail 'no list of events was found' events
made wrap

# What programs do, in both views
for each in waiter filer poller talker poster; do
	program=$(tool "tests/wrap/$each") || continue
	"$posixtrace" record -q --wrap=all -o "$each.ptl" -- "$program" \
		> out 2> err
	[ -s "$each.ptl" ] || fail "no log of $each" err
	agrees "$each.ptl" --no-pager
	has 'fields' count
done

# Events of that name that are described otherwise are others.
carrier=$(tool tests/tools/event/carrier) || exit 99
"$carrier" own.ptl event:mutex_lock '01 02 03 04 05 06 07 08'
"$posixtrace" show --templates own.ptl > shown 2> err
has ' mutex_lock +hex 01020304 05060708$' shown
sed 's/layout=[^ ]*/layout=0x1/' "$top_srcdir/data/wrap.trcfmt" > other
"$posixtrace" show --no-symbols -e '!posix_*' --templates=other waiter.ptl \
	> shown 2> err
"$posixtrace" show --no-symbols -e '!posix_*' waiter.ptl > plain 2> err
cmp -s shown plain || fail 'templates of other layouts are used' shown
sed 's/layout=[^ ]*/layout=wrong/' "$top_srcdir/data/wrap.trcfmt" > other
"$posixtrace" fmt check other > shown 2> err
status_is 2 $? 'a wrong mark' err
has "'layout=wrong': the mark of a description, eight hex digits, was" err

finish
