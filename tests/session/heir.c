/*
 * heir.c - a traced program that does what its arguments say, and ends so
 *
 * Its arguments are steps, done from left to right:
 *
 *	say			write a byte to descriptor 1
 *	await			read one from descriptor 0, or its end
 *	event NAME NUMBER	record it once
 *	attempt NAME NUMBER	the same, also where names cannot be had
 *	unnamed NUMBER		record the unnamed event
 *	nap MS			sleep so long
 *	lend			a child of vfork() records the unnamed event
 *	events NAME COUNT	record it so many times, numbered from 0
 *	names PREFIX		open PREFIX0, PREFIX1 ... until there are no
 *				more types, and record the last one
 *	storm NAME		record it for ever, and write each number to
 *				descriptor 1 when it is recorded
 *	threads COUNT NAME	that many threads record it once each, with
 *				their number
 *	inherit			streams made from now on trace children
 *	orphan runs|stops	and go on when this has ended, or do not
 *	lazy			and their logs are written when somebody asks,
 *				and at the end
 *	looping			the same, and they loop
 *	trace PID LOG		trace a process, 0: this one, with a log of
 *				that path, or "-" for none
 *	streams COUNT		make so many streams of this process
 *	linger			from now on a thread waits for an event of the
 *				stream made last, that never comes
 *	flush			write the log made last
 *	full			the log made last may not grow any more
 *	euid USER		go on only as that user
 *	fork STEP...		a child does the rest, and this waits for it
 *	spawn PROGRAM ARG...	posix_spawn() a child, and wait for it
 *	vfork PROGRAM ARG...	the same with vfork() and exec
 *
 * It ends by the last of these, or by
 *
 *	return, exit, _exit	with 0
 *	abort, segfault, kill	by a signal
 *	exec PROGRAM ARG...	by becoming another program
 *
 * A step that fails ends it at once, with 1.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <trace_np.h>

#include "sanitizers.h"

/* The arguments that are left. */
static char **next;
static const char *step;
static int inheritance = POSIX_TRACE_CLOSE_FOR_CHILD;
static int orphan = POSIX_TRACE_ORPHAN_STOP_NP;
static int policy = POSIX_TRACE_FLUSH;
static size_t stream_size = 1 << 20;
static trace_id_t trid;
static int log_fd = -1;

static _Noreturn void die(const char *what, int err)
{
	fprintf(stderr, "heir: %s: %s: %s\n", step, what, strerror(err));
	_exit(EXIT_FAILURE);
}

static void must(const char *what, int err)
{
	if (err)
		die(what, err);
}

static char *word(void)
{
	if (!*next)
		die("an argument is missing", EINVAL);
	return *next++;
}

static uint32_t number(void)
{
	return (uint32_t)strtoul(word(), NULL, 10);
}

/* A name of its own, not the type for those that found no room. */
static trace_event_id_t type_of(const char *name)
{
	trace_event_id_t type;

	must(name, posix_trace_eventid_open(name, &type));
	if (type == POSIX_TRACE_UNNAMED_USEREVENT)
		die(name, ENOSPC);
	return type;
}

static void record(trace_event_id_t type, uint32_t count)
{
	const uint32_t mark[2] = { 0, count };

	posix_trace_event(type, mark, sizeof(mark));
}

static void say(void)
{
	if (write(1, "s", 1) != 1)
		die("write", errno);
}

static void await(void)
{
	char byte;

	if (read(0, &byte, 1) < 0)
		die("read", errno);
}

static void event(void)
{
	const trace_event_id_t type = type_of(word());

	record(type, number());
}

static void attempt(void)
{
	trace_event_id_t type = POSIX_TRACE_UNNAMED_USEREVENT;

	posix_trace_eventid_open(word(), &type);
	record(type, number());
}

static void unnamed(void)
{
	record(POSIX_TRACE_UNNAMED_USEREVENT, number());
}

static void nap(void)
{
	usleep(number() * 1000);
}

static void lend(void)
{
	const pid_t child = vfork();

	if (!child) {
		record(POSIX_TRACE_UNNAMED_USEREVENT, 0);
		_exit(EXIT_SUCCESS);
	}
	if (child < 0 || waitpid(child, NULL, 0) != child)
		die("vfork", errno);
}

static void events(void)
{
	const trace_event_id_t type = type_of(word());
	const uint32_t count = number();

	for (uint32_t i = 0; i < count; i++)
		record(type, i);
}

static void names(void)
{
	const char *prefix = word();
	trace_event_id_t last = POSIX_TRACE_UNNAMED_USEREVENT;

	for (uint32_t i = 0;; i++) {
		trace_event_id_t type;
		char name[100];

		snprintf(name, sizeof(name), "%s%u", prefix, i);
		must(name, posix_trace_eventid_open(name, &type));
		if (type == POSIX_TRACE_UNNAMED_USEREVENT) {
			record(last, i);
			return;
		}
		last = type;
	}
}

static void storm(void)
{
	const trace_event_id_t type = type_of(word());

	for (uint32_t i = 0;; i++) {
		record(type, i);
		if (write(1, &i, sizeof(i)) != sizeof(i))
			die("write", errno);
	}
}

static trace_event_id_t thread_type;

static void *record_in_thread(void *argument)
{
	record(thread_type, (uint32_t)(uintptr_t)argument);
	return NULL;
}

static void threads(void)
{
	const uint32_t count = number();

	thread_type = type_of(word());
	for (uint32_t i = 0; i < count; i++) {
		pthread_t thread;

		must("pthread_create",
		     pthread_create(&thread, NULL, record_in_thread,
				    (void *)(uintptr_t)i));
		pthread_join(thread, NULL);
	}
}

static void inherit(void)
{
	inheritance = POSIX_TRACE_INHERITED;
}

static void outlive(void)
{
	orphan = strcmp(word(), "runs") ? POSIX_TRACE_ORPHAN_STOP_NP :
					  POSIX_TRACE_ORPHAN_RUN_NP;
}

static void be_lazy(void)
{
	policy = POSIX_TRACE_UNTIL_FULL;
}

static void be_looping(void)
{
	policy = POSIX_TRACE_LOOP;
}

static void make_stream(pid_t pid, int fd)
{
	trace_attr_t attr;

	must("attributes", posix_trace_attr_init(&attr));
	must("attributes", posix_trace_attr_setinherited(&attr, inheritance));
	must("attributes", posix_trace_attr_setorphan_np(&attr, orphan));
	if (getenv("PACKED_LOGS"))
		must("attributes", posix_trace_attr_setlogcompression_np(
					   &attr, POSIX_TRACE_LOG_ZSTD_NP));
	must("attributes",
	     posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	must("attributes", posix_trace_attr_setstreamsize(&attr, stream_size));
	if (fd < 0) {
		must("create", posix_trace_create(pid, &attr, &trid));
		return;
	}
	must("attributes", posix_trace_attr_setstreamfullpolicy(&attr, policy));
	must("create", posix_trace_create_withlog(pid, &attr, fd, &trid));
}

static void trace(void)
{
	const pid_t pid = (pid_t)number();
	const char *path = word();

	log_fd = -1;
	if (strcmp(path, "-")) {
		log_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (log_fd < 0)
			die(path, errno);
	}
	make_stream(pid, log_fd);
	must("start", posix_trace_start(trid));
}

static void streams(void)
{
	const uint32_t count = number();

	stream_size = 0;
	for (uint32_t i = 0; i < count; i++)
		make_stream(0, -1);
}

static void flush(void)
{
	must("flush", posix_trace_flush(trid));
}

static void *wait_for_events(void *argument)
{
	struct posix_trace_event_info info;
	char data[100];
	size_t len;
	int unavailable;

	(void)argument;
	while (!posix_trace_getnext_event(trid, &info, data, sizeof(data), &len,
					  &unavailable))
		;
	return NULL;
}

static void linger(void)
{
	pthread_t thread;

	must("pthread_create",
	     pthread_create(&thread, NULL, wait_for_events, NULL));
	pthread_detach(thread);
}

static void forbid_growth(void)
{
	struct rlimit limit;
	struct stat st;

	if (fstat(log_fd, &st) || getrlimit(RLIMIT_FSIZE, &limit))
		die("limit", errno);
	limit.rlim_cur = (rlim_t)st.st_size;
	signal(SIGXFSZ, SIG_IGN);
	if (setrlimit(RLIMIT_FSIZE, &limit))
		die("limit", errno);
}

static void be_user(void)
{
	if (geteuid() != (uid_t)number())
		die("another user", EPERM);
}

static void wait_for(pid_t child)
{
	int status;

	if (waitpid(child, &status, 0) != child)
		die("waitpid", errno);
	if (status)
		die("the child failed", ECHILD);
}

static bool is_copy; /* a child that runs its parent's program */

static void be_forked(void)
{
	const pid_t child = fork();

	if (child < 0)
		die("fork", errno);
	if (!child) {
		is_copy = true;
		return;
	}
	wait_for(child);
	exit(EXIT_SUCCESS);
}

static void be_spawned(void)
{
	pid_t child;

	must(*next, posix_spawn(&child, *next, NULL, NULL, next, environ));
	wait_for(child);
	exit(EXIT_SUCCESS);
}

static void be_vforked(void)
{
	const pid_t child = vfork();

	if (!child) {
		execv(*next, next);
		_exit(127);
	}
	if (child < 0)
		die("vfork", errno);
	wait_for(child);
	exit(EXIT_SUCCESS);
}

static void be_replaced(void)
{
	execv(*next, next);
	die(*next, errno);
}

/* Sanitizers catch some signals, and there shall be no core dumps. */
static void be_mortal(int signal_number)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	signal(signal_number, SIG_DFL);
}

static void be_aborted(void)
{
	be_mortal(SIGABRT);
	abort();
}

static void fault(void)
{
	volatile char *forbidden =
		mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	be_mortal(SIGSEGV);
	*forbidden = 1;
}

static void be_killed(void)
{
	kill(getpid(), SIGKILL);
}

/* Whoever watches for leaks at the end of a process may wait for ever for
 * threads that only the parent of a copy had. */
static void leave(void)
{
	while (SANITIZED && is_copy)
		syscall(SYS_exit_group, EXIT_SUCCESS);
	exit(EXIT_SUCCESS);
}

static void leave_at_once(void)
{
	_exit(EXIT_SUCCESS);
}

static const struct {
	const char *name;
	void (*run)(void);
} known[] = {
	{ "_exit", leave_at_once }, { "abort", be_aborted },
	{ "attempt", attempt },	    { "await", await },
	{ "euid", be_user },	    { "event", event },
	{ "events", events },	    { "exec", be_replaced },
	{ "exit", leave },	    { "flush", flush },
	{ "fork", be_forked },	    { "full", forbid_growth },
	{ "inherit", inherit },	    { "kill", be_killed },
	{ "lazy", be_lazy },	    { "lend", lend },
	{ "linger", linger },	    { "looping", be_looping },
	{ "names", names },	    { "nap", nap },
	{ "orphan", outlive },	    { "say", say },
	{ "segfault", fault },	    { "spawn", be_spawned },
	{ "storm", storm },	    { "streams", streams },
	{ "threads", threads },	    { "trace", trace },
	{ "unnamed", unnamed },	    { "vfork", be_vforked },
};

static void run(void)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(known[i].name, step)) {
			known[i].run();
			return;
		}
	die("no such step", EINVAL);
}

int main(int argc, char **argv)
{
	(void)argc;
	step = argv[0];
	for (next = argv + 1; *next;) {
		step = word();
		if (!strcmp(step, "return"))
			break;
		run();
	}
	return EXIT_SUCCESS;
}
