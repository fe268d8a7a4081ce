/* system_names.c - the system's names of errors and signals */
#include "model/system_names.h"

#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

const char *pxt_errno_name(long long number)
{
	return number > 0 && number <= INT_MAX ? strerrorname_np((int)number) :
						 NULL;
}

/* The C library reserves two real-time signals. */
enum { FIRST_REAL_TIME = 34 };

const char *pxt_signal_name(long long number)
{
	static const char *const names[] = {
		[SIGHUP] = "SIGHUP",   [SIGINT] = "SIGINT",
		[SIGQUIT] = "SIGQUIT", [SIGILL] = "SIGILL",
		[SIGTRAP] = "SIGTRAP", [SIGABRT] = "SIGABRT",
		[SIGBUS] = "SIGBUS",   [SIGFPE] = "SIGFPE",
		[SIGKILL] = "SIGKILL", [SIGUSR1] = "SIGUSR1",
		[SIGSEGV] = "SIGSEGV", [SIGUSR2] = "SIGUSR2",
		[SIGPIPE] = "SIGPIPE", [SIGALRM] = "SIGALRM",
		[SIGTERM] = "SIGTERM", [SIGSTKFLT] = "SIGSTKFLT",
		[SIGCHLD] = "SIGCHLD", [SIGCONT] = "SIGCONT",
		[SIGSTOP] = "SIGSTOP", [SIGTSTP] = "SIGTSTP",
		[SIGTTIN] = "SIGTTIN", [SIGTTOU] = "SIGTTOU",
		[SIGURG] = "SIGURG",   [SIGXCPU] = "SIGXCPU",
		[SIGXFSZ] = "SIGXFSZ", [SIGVTALRM] = "SIGVTALRM",
		[SIGPROF] = "SIGPROF", [SIGWINCH] = "SIGWINCH",
		[SIGIO] = "SIGIO",     [SIGPWR] = "SIGPWR",
		[SIGSYS] = "SIGSYS",
	};
	static const char *const real_time[] = {
		"SIGRTMIN",    "SIGRTMIN+1",  "SIGRTMIN+2",  "SIGRTMIN+3",
		"SIGRTMIN+4",  "SIGRTMIN+5",  "SIGRTMIN+6",  "SIGRTMIN+7",
		"SIGRTMIN+8",  "SIGRTMIN+9",  "SIGRTMIN+10", "SIGRTMIN+11",
		"SIGRTMIN+12", "SIGRTMIN+13", "SIGRTMIN+14", "SIGRTMIN+15",
		"SIGRTMIN+16", "SIGRTMIN+17", "SIGRTMIN+18", "SIGRTMIN+19",
		"SIGRTMIN+20", "SIGRTMIN+21", "SIGRTMIN+22", "SIGRTMIN+23",
		"SIGRTMIN+24", "SIGRTMIN+25", "SIGRTMIN+26", "SIGRTMIN+27",
		"SIGRTMIN+28", "SIGRTMIN+29", "SIGRTMIN+30",
	};
	const long long count = sizeof(names) / sizeof(names[0]);
	const long long last =
		FIRST_REAL_TIME - 1 + sizeof(real_time) / sizeof(real_time[0]);

	if (number > 0 && number < count)
		return names[number];
	return number >= FIRST_REAL_TIME && number <= last ?
		       real_time[number - FIRST_REAL_TIME] :
		       NULL;
}
