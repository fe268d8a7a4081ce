#!/bin/sh
#
# check-show.sh - the forms in which show prints a log
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" record -q -o t.ptl -- "$ticker" -n 20
status_is 0 $? 'recording a ticker'

# show ARGUMENT...
show() {
	"$posixtrace" show "$@" t.ptl > shown 2> err
	status_is 0 $? "show $*" err
}

# Local time is that of TZ, and UTC is UTC.
TZ=UTC0 show
cp shown local
TZ=JST-9 show --utc
sed 's/ UTC --$/ --/' shown | cmp -s - local ||
	fail '--utc is not local time where that is UTC' shown
head -n 1 shown > first
has '^-- [0-9-]+ UTC --$' first
TZ=JST-9 show
! cmp -s shown local || fail 'TZ makes no difference' shown

# A day that ends: to the east of UTC by as much as is missing to midnight
now=$(sed -n '2s/\..*//p' local)
hours=${now%%:*}
rest=${now#*:}
offset=$(printf '%d:%02d:%02d' $((23 - ${hours#0})) \
	$((59 - $(expr "${rest%%:*}" + 0))) $((59 - $(expr "${rest#*:}" + 0))))
TZ="XXX-$offset" show
head -n 2 shown | tail -n 1 > first
has '^23:59:59\.' first

show --time=raw
has '^[0-9]{19}  .{8}  [a-z-]*ticker/[0-9]+ ' shown
lacks '^--' shown
show --time=elapsed
head -n 1 shown > first
has '^      \+0\.000000000 {12}[a-z-]*ticker/' first
show --time=delta
head -n 1 shown > first
has '^ {10}[a-z-]*ticker/' first
sed 1d shown > rest
lines_are "$(grep -Ec '^[ +][ 0-9.+]+[um]?s  [a-z-]*ticker/[0-9]+ ' rest)" rest

# The differences are those of the times.
"$posixtrace" show --time=raw t.ptl | awk '
	NR > 1 && $2 ~ /us$/ {
		given = substr($2, 2) * 1000
		real = substr($1, 9) - before
		if (given > real + 0.5 || given < real * 0.98 - 1) {
			print $0 ", " real
			exit 1
		}
	}
	{ before = substr($1, 9) }' || fail 'a difference is wrong'

# Colour only where it is wanted, and a terminal may be driven by us alone
show
lacks "$(printf '\033')" shown
show --color=always
has "$(printf '\033')\[" shown
sed "s/$(printf '\033')\[[0-9;]*m//g" shown > plain
show
cmp -s plain shown || fail 'colour changes more than colours' plain

# Who reads no further ends show without a word.
"$posixtrace" record -q -o long.ptl -- "$ticker" -n 4000 -u 10
("$posixtrace" show long.ptl 2> err; echo $? > status) | head -n 1 > first
lines_are 0 err
[ "$(cat status)" -eq 141 ] || [ "$(cat status)" -eq 0 ] ||
	fail "a closed pipe gives status $(cat status)"

# A pager, if there is a terminal to be had
if script -qec true /dev/null > /dev/null 2>&1 < /dev/null; then
	script -qec "POSIXTRACE_PAGER='cat > paged' '$posixtrace' show t.ptl" \
		/dev/null > tty < /dev/null
	show --color=always
	[ -s paged ] || fail 'on a terminal there was no pager' tty
	lines_are "$(wc -l < paged)" shown
	rm -f paged
	script -qec "POSIXTRACE_PAGER='cat > paged' '$posixtrace' show --no-pager t.ptl" \
		/dev/null > tty < /dev/null
	[ ! -e paged ] || fail '--no-pager: there was one'
else
	say 'SKIPPED: the pager: no pseudo-terminal to be had'
fi

finish
