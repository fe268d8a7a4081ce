#!/bin/sh
#
# check-probe.sh - every event passes a static probe, which is one instruction
# that does nothing
. "${top_srcdir:?}/tests/tools/lib.sh"

library=$top_builddir/.libs/libposixtrace.so
tool tests/base/probe_events > /dev/null || exit 99
# The program itself: a debugger has no use for a script around it.
probe_events=$top_builddir/tests/base/.libs/probe_events
[ -x "$probe_events" ] || probe_events=$top_builddir/tests/base/probe_events

grep -q '^#define HAVE_USDT 1' "$top_builddir/config.h" ||
	skip 'built without the probe'
command -v readelf > /dev/null || skip 'there is no readelf'
has_sanitizer && skip 'sanitizers make other code'

# What the notes say: one name, without a semaphore, in each of the functions.
readelf -n "$library" > notes 2> err
status_is 0 $? readelf err
has '^ *Provider: posixtrace$' notes
has '^ *Name: event$' notes
has '^ *Arguments: 4@[^ ]+ 8@[^ ]+ 8@[^ ]+$' notes
lacks '^ *Name: [^e]' notes
sed -n 's/.*Location: 0x0*\([0-9a-f]*\),.*Semaphore: 0x0*$/\1/p' notes > places
lines_are 3 places
if command -v objdump > /dev/null; then
	objdump -d --no-show-raw-insn "$library" > code
	while read -r place; do
		has "^ *$place:[[:space:]]+nop\$" code
	done < places
fi

# hits: what a debugger finds in a program that nobody traces
cat > look << END
set breakpoint pending on
set debuginfod enabled off
set environment LD_LIBRARY_PATH $top_builddir/.libs
break -probe-stap posixtrace:event
commands
silent
printf "hit %d %d\\n", \$_probe_argc, \$_probe_arg2
continue
end
run
END
hits() {
	gdb -batch -nx -x look "$probe_events" < /dev/null > hits 2> err
}

if ! command -v gdb > /dev/null || ! gdb -batch -nx -ex run "$(command -v true)" \
	> out 2>&1 < /dev/null ||
	! grep -q 'exited normally' out; then
	say 'SKIPPED: no debugger can be had here'
	finish
fi
POSIXTRACE_PROBE=1 hits
sed -n 's/^hit //p' hits > found
printf '3 %d\n' 0 1 2 3 > wanted
diff wanted found > difference || fail 'other events are there' difference

# Without it a program that is not traced does not even call the function that
# has the probe; what has no macro is a call.
hits
sed -n 's/^hit //p' hits > found
lines_are 1 found
finish
