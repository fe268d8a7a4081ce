#!/bin/sh
#
# check-wrap-proc.sh - processes: forked, executed, waited for and ended as
# ever, and each of them in the trace
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/wrap.sh"

parent=$(tool tests/tools/parent) || exit 99

record 42 'processes' -q --wrap=proc -o proc.ptl -- "$parent"
has '^fine$' out
names_of proc.ptl
while read -r line; do
	has "^$line\$" names
done << 'END'
1 proc_daemon
13 proc_exec
20 proc_fork
20 proc_start
2 proc_spawn
1 proc_popen
1 proc_pclose
1 proc_pclose_end
1 proc_system
1 proc_system_end
END
cp names counted
"$posixtrace" show --no-pager proc.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' proc_waited .* status=0x300 error=0( |$)' shown
has ' proc_waited +child=-1 status=0x0 error=ECANCELED( |$)' shown
has ' proc_exec .* path=/none/such( |$)' shown
has ' proc_fail +call=exec error=EFAULT( |$)' shown
has ' proc_fail +call=spawn error=ENOENT( |$)' shown
has ' proc_fail +call=popen error=EINVAL( |$)' shown
has ' proc_system .* command="?exit 9"?( |$)' shown
has ' proc_pclose_end +status=0xa00 error=0( |$)' shown
has ' proc_exit .* status=7( |$)' shown
begun=$(sed -n 's/ proc_wait$//p' names)
has "^$begun proc_waited\$" names
forked=$(sed -n 's/.* proc_fork  *child=\([0-9]*\).*/\1/p' shown | sort)
started=$(sed -n 's,.*/\([0-9]*\)  *proc_start .*,\1,p' shown | sort)
[ "$forked" = "$started" ] || fail 'other processes start than were forked' shown

"$posixtrace" stat --no-pager proc.ptl > stat 2> err
status_is 0 $? 'stat' err
has '^SPAN wait: proc_wait -> proc_waited' stat
has '^SPAN system: ' stat

# With everything else, the same; and a program that replaces itself
record 42 'everything' -q --wrap=all -o all.ptl -- "$parent"
has '^fine$' out
record 3 'a shell' -q --wrap=proc -o shell.ptl -- \
	sh -c 'true | cat; (exit 4); exec sh -c "exit 3"'
names_of shell.ptl
has '^[2-9] proc_fork$' names
has ' proc_exec$' names

# A program that throws the environment away is not followed.
record 0 'no environment' -q --wrap=proc -o env.ptl -- env -i true
names_of env.ptl
has '^1 proc_exec$' names
lacks ' proc_end$' names
finish
