#!/bin/sh
#
# check-proc.sh - processes: forked, executed, waited for and ended as
# ever, and each of them in the trace
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

parent=$(tool tests/wrap/parent) || exit 99

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

# What a status means
if [ -n "${CC-}" ]; then
	cat > statuses.c << 'END'
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int look(pid_t child, int options)
{
	int status;

	return waitpid(child, &status, options) == child ? status : -1;
}

int main(void)
{
	siginfo_t info;
	pid_t child = fork();

	if (!child)
		_exit(255);
	if (WEXITSTATUS(look(child, 0)) != 255)
		return 1;
	child = fork();
	if (!child)
		for (;;)
			pause();
	kill(child, SIGSTOP);
	if (!WIFSTOPPED(look(child, WUNTRACED)))
		return 2;
	kill(child, SIGCONT);
	if (!WIFCONTINUED(look(child, WCONTINUED)))
		return 3;
	if (waitpid(child, NULL, WNOHANG))
		return 4;
	kill(child, SIGTERM);
	if (waitid(P_PID, (id_t)child, &info, WEXITED) ||
	    info.si_status != SIGTERM)
		return 5;
	return system("kill -9 $$") == SIGKILL ? 42 : 6;
}
END
	$CC -o statuses statuses.c > out 2>&1 || fail 'statuses.c' out
	record 42 'statuses' -q --wrap=proc -o statuses.ptl -- ./statuses
	"$posixtrace" show -O name,args --no-pager statuses.ptl > shown 2> err
	has '^proc_waited .* status=0xff00 error=0 how=exited code=255$' shown
	has '^proc_waited .* how=stopped code=none signal=SIGSTOP$' shown
	has '^proc_waited .* status=0xffff error=0 how=continued$' shown
	has '^proc_waited +child=0 status=0x0 error=0$' shown
	has '^proc_waited .* how=killed code=none signal=SIGTERM$' shown
	has '^proc_system_end +status=0x9 error=0 how=killed code=none signal=SIGKILL$' \
		shown
	"$posixtrace" show -O name -w 'code == 255' statuses.ptl > shown 2> err
	has '^proc_waited' shown
	"$posixtrace" show proc.ptl --no-pager > shown 2> err
fi

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
