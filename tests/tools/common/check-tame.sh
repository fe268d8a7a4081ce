#!/bin/sh
#
# check-tame.sh - arguments in messages do not control the terminal
. "${top_srcdir:?}/tests/tools/lib.sh"

orders=$(tool tests/tools/orders)
"$posixtrace" record -q -o o.ptl -- "$orders"
status_is 0 $? 'recording orders'

# ESC and CSI, the latter as UTF-8, and a line that would be another message
nasty=$(printf 'a\033[31m\302\233b\nposixtrace: forged')

# is_tame STATUS ARGUMENT...: the message has the argument, and no control
is_tame() {
	wanted=$1
	shift
	"$posixtrace" "$@" > out 2> err < /dev/null
	status_is "$wanted" $? "posixtrace $*" err
	has 'a[?]\[31m' err
	lacks '^posixtrace: forged' err
	LC_ALL=C tr -d '\n' < err > joined
	if LC_ALL=C grep -q "$(printf '[\001-\037\177]\|\302[\200-\237]')" \
		joined; then
		fail "posixtrace $1 writes controls" err
	fi
}

is_tame 2 "$nasty"
is_tame 2 show "--no-$nasty" o.ptl
is_tame 2 show "--range=$nasty" o.ptl
is_tame 2 show "--from=$nasty" o.ptl
is_tame 2 show "--color=$nasty" o.ptl
is_tame 2 show "-f$nasty" o.ptl
is_tame 2 show "-O$nasty" o.ptl
is_tame 2 show "-w$nasty" o.ptl
is_tame 2 show "-j$nasty" o.ptl
is_tame 2 stat "--every=$nasty" o.ptl
is_tame 2 stat "--pair=$nasty" o.ptl
is_tame 2 record "--policy=$nasty" -- true
is_tame 2 record "--wrap=$nasty" -- true
is_tame 2 record "--size=$nasty" -- true
is_tame 2 convert "-t$nasty" o.ptl
is_tame 2 cut "--range=$nasty" o.ptl -o cut.ptl
is_tame 2 ship o.ptl "--to=$nasty://host"
is_tame 2 help "$nasty"
is_tame 2 check o.ptl "$nasty.rules"
is_tame 2 show "$nasty.ptl"

# No subcommand goes around that.
grep -rl --include='*.c' 'argp_error(' "$top_srcdir/tools" |
	grep -v '/common/misuse\.c$' > calls
[ ! -s calls ] || fail 'argp_error() prints arguments as they are' calls

finish
