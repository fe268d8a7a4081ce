#!/bin/sh
#
# check-interrupts.sh - hooks of threads, handlers and children are all recorded,
# each once, in their order
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/aix/compile.sh"
unset POSIXTRACE_AIX_DIR POSIXTRACE_FIRMWARE

compile "$top_srcdir/tests/firmware/aix/interrupts.c" interrupts -pthread

./interrupts > out
status_is 0 $? 'interrupts, untraced' out

record 0 'interrupts' -q --size=16M -o i.ptl -- ./interrupts
has '^100 interrupts$' out
"$posixtrace" show -f tsv -O name,subhook,d i.ptl > hooks 2> err
status_is 0 $? show err
lacks lost hooks
awk -F '\t' '
	$1 == "trc:010" {
		split($3, d, /[{,}]/)
		subhook = $2
		if (d[2] != sprintf("0x%x", seen[subhook]++) || d[3] != subhook)
			wrong = 1
	}
	$1 == "trc:011:chan0" { generic++ }
	$1 == "trc:011:chan4" { interrupts++ }
	$1 ~ /^trc:4/ { types += !($1 in known); known[$1] }
	END {
		for (i = 0; i < 3; i++)
			wrong += seen["0x" i] != 3000
		if (wrong || generic != 9000 || interrupts != 100 ||
		    types != 100) {
			print "rows " wrong ", generic " generic ", interrupts " \
				interrupts ", types " types
			exit 1
		}
	}' hooks > wrong || fail 'hooks are missing' wrong

# More types than a process can have: the rest are unnamed, and none is lost.
cat > many.c << 'END'
#include <sys/trcmacros.h>

int main(void)
{
	for (long id = 0x100; id < 0x4000; id++)
		TRCHKL1(id << 16, id);
	return 0;
}
END
compile many.c many
record 0 'many types' -q --size=16M -o many.ptl -- ./many
"$posixtrace" show -f tsv -O name many.ptl > names
lines_are 16131 names
[ "$(grep -c '^trc:' names)" -ge 1023 ] || fail 'types are missing' names
has '^posix_trace_unnamed_userevent' names
finish
