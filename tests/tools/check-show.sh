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

# A part of it, by times in all the forms. Lines are compared whole, but for
# the first difference, which has no line before it, and the columns.
"$posixtrace" show --utc --color=never t.ptl > utc
head -n 1 utc | sed 's/^-- \([0-9-]*\).*/\1/' > day
day=$(cat day)
sed 1d utc > lines
line() {
	sed -n "$1p" "${2:-lines}" | awk '{ print $1 }'
}

# tied END LINE: the first (head) or last (tail) line of the same time as LINE;
# two threads may do something in one nanosecond.
tied() {
	awk -v time="$(line "$2")" '$1 == time { print NR }' lines |
		"$1" -n 1
}

# part_is FIRST LAST ARGUMENT...: show gives these lines, and those of the same
# times
part_is() {
	first=$(tied head "$1") last=$(tied tail "$2")
	shift 2
	show --utc "$@"
	sed -n "$first,${last}p" lines | sed '1s/ +[^ ]*s / /; s/  */ /g' > wanted
	sed '1d; s/  */ /g' shown | cmp -s - wanted ||
		fail "show $*: not $first to $last" shown
}

all=$(wc -l < lines)
part_is 10 "$all" --from="$(line 10)"
part_is 10 20 --from="$(line 10)" --to="$(line 20)"
part_is 1 20 --to="$(line 20)"
part_is 10 10 --from="$(line 10)" --to="$(line 10)"
part_is 10 20 --from="$day $(line 10)" --to="${day}T$(line 20)Z"
part_is 1 "$all" --from="$day" --to=+1h
"$posixtrace" show --time=raw t.ptl > raw
"$posixtrace" show --time=elapsed t.ptl > elapsed
part_is 10 20 --from="@$(line 10 raw | sed 's/.\{9\}$/.&/')" \
	--to="$(line 20 elapsed)"
part_is 10 20 --from="$(line 10 elapsed)s" \
	--to="+$(line 20 elapsed | tr -d '+.' | sed 's/^0*//')ns"

# Local time, in a zone where it is another one
TZ=JST-9 "$posixtrace" show t.ptl > local
line 11 local > first
TZ=JST-9 show --from="$(cat first)"
[ "$(line 2 shown)" = "$(cat first)" ] || fail 'local time is not taken' shown

# Times elapse from the first event of the log, shown or not.
show --time=elapsed --from="$(line 10 elapsed)"
[ "$(line 1 shown)" = "$(line 10 elapsed)" ] ||
	fail 'times elapse from elsewhere' shown

# Nothing there is no error, but told.
for range in --from=+1h --to=@1 "--from=+1ms --to=+1000ns"; do
	# shellcheck disable=SC2086
	"$posixtrace" show $range t.ptl > shown 2> err
	status_is 1 $? "show $range" err
	lines_are 0 shown
	lines_are 1 err
	has '^posixtrace: t\.ptl: no event is in that time$' err
done

for time in '' 25:00 14:60 14:03:61 1:2 14:03:07.x 2026-02-30 2026-13-01 \
	2026-9-1 '2026-09-21 ' +1x +s + - -2x @ @x @:3 @event: @event:0 @event:x 14:03:07z now \
	+99999999999h +9999999999999999999s; do
	"$posixtrace" show --from="$time" t.ptl > shown 2> err
	status_is 2 $? "--from=$time" err
	grep -qF "posixtrace show: --from=$time: no time" err ||
		fail "--from=$time is not what it is about" err
	lines_are 0 shown
done

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

	# typed [NAME=VALUE]...: what a pager gets of a colourful terminal
	typed() {
		script -qec "env $* POSIXTRACE_PAGER='$pager' \
			'$posixtrace' show $option t.ptl" /dev/null > tty \
			< /dev/null
	}
	coloured() {
		typed "$@"
		grep -q "$escape" paged || fail "no colour: $pager $*" paged
		rm -f paged
	}
	plain() {
		typed "$@"
		[ -s paged ] || fail "nothing: $pager $*" tty
		! grep -q "$escape" paged || fail "colour: $pager $*" paged
		rm -f paged
	}
	export TERM=xterm
	escape=$(printf '\033\\[')
	mkdir bin
	printf '#!/bin/sh\nprintenv LESS LV > told\ncat > paged\n' > bin/less
	chmod +x bin/less
	option=
	pager='cat > paged'
	coloured
	coloured LESS=-i
	plain NO_COLOR=1
	plain TERM=dumb
	pager=$work/bin/less
	coloured -u LESS
	has '^FRX$' told
	has '^-c$' told
	for less in FRX -R '-iR' '--RAW-CONTROL-CHARS' '-r'; do
		coloured "LESS=$less"
	done
	for less in '' -i '-PR' FX '--RETAIN'; do
		plain "LESS=$less"
	done
	pager="$work/bin/less -R"
	coloured LESS=-i
	option=--color=never
	plain
	option=--color=always
	pager=$work/bin/less
	coloured LESS=-i NO_COLOR=1
else
	say 'SKIPPED: the pager: no pseudo-terminal to be had'
fi

finish
