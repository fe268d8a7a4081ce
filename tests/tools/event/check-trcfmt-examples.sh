#!/bin/sh
#
# check-trcfmt-examples.sh - what trcfmt(5) and the README tell of templates is so
. "${top_srcdir:?}/tests/tools/lib.sh"

carrier=$(tool tests/tools/event/carrier) || exit 99

HOME=$work/home
XDG_CONFIG_HOME=
POSIXTRACE_FORMATS=$top_srcdir/data
export HOME XDG_CONFIG_HOME POSIXTRACE_FORMATS

page=$top_srcdir/docs/man/man5/trcfmt.5
readme=$top_srcdir/README
case $(printf '\1\0' | od -A n -d) in
*256*)
	skip 'the bytes of the examples are of other machines'
	;;
esac

# plain: what a page's literal lines say
plain() {
	sed -e 's/^\\&//' -e 's/\\e/\\/g' -e 's/\\(dq/"/g'
}

# made_of FILE: the event's bytes, as the view without templates shows them
made_of() {
	sed -n 's/.*order_received  hex \([0-9a-f ]*\)$/\1/p' "$1" | head -n 1
}

# shows TEMPLATES: the event's text, into shown
shows() {
	"$posixtrace" show --no-symbols --utc -e order_received \
		--templates="$1" o.ptl 2> err > lines
	status_is "$2" $? "show --templates=$1" err
	sed -n 's/.* order_received  //p' lines > shown
}

# The first template, from bytes to a line
hex=$(made_of "$page")
"$carrier" o.ptl event:order_received "$hex"
status_is 0 $? "an order of '$hex'"
"$posixtrace" show -e order_received o.ptl > lines 2> err
has " order_received +hex $hex\$" lines
sed -n '/^# Orders, as/,/^\.Ed/p' "$page" | sed '$d' | plain > orders.trcfmt
"$posixtrace" fmt check orders.trcfmt > shown 2> err
status_is 0 $? 'fmt check of the first template' err
lines_are 0 err
shows orders.trcfmt 0
sed -n 's/.*order_received  \(id=.*\)/\1/p' "$page" > wanted
cmp -s shown wanted || fail 'the first template prints otherwise' shown wanted

# The README's
[ "$(made_of "$readme")" = "$hex" ] || fail 'the README has another order'
sed -n '/^ *#!posix/,/^$/p' "$readme" | sed 's/^       //' > readme.trcfmt
"$posixtrace" fmt check readme.trcfmt > shown 2> err
status_is 0 $? "fmt check of the README's" err
shows readme.trcfmt 0
sed -n 's/^ *order_received  \(id=.*\)/\1/p' "$readme" > wanted
cmp -s shown wanted || fail "the README's prints otherwise" shown wanted

# All that the page lists: items, and indented what they print
sed -n '/^\.Sh EXAMPLES/,/^\.Ed/p' "$page" | sed -e '1,/^\.Bd/d' -e '$d' |
	plain > examples
examples=0
while IFS= read -r items <&3 && IFS= read -r printed <&3; do
	printf '#!posix event "order_received" hook 7F01\n7F01 1.0 "" %s\n' \
		"$items" > one.trcfmt
	"$posixtrace" fmt check one.trcfmt > lines 2> err
	status_is 0 $? "fmt check of $items" err
	lines_are 0 err
	shows one.trcfmt 0
	[ "    $(cat shown)" = "$printed" ] ||
		fail "$items: '$printed' is not what it prints" shown
	examples=$((examples + 1))
done 3< examples
[ "$examples" -gt 10 ] || fail "only $examples examples were found" examples

# The update of the page is one
sed -n '/^\* \/etc\/trcfmt/,/^\.Ed/p' "$page" | sed '$d' | plain > up.trc
"$posixtrace" fmt check up.trc > shown 2> err
status_is 0 $? 'fmt check of the update' err
has '^up.trc: an update of 1 template, 1 deletion$' shown

finish
