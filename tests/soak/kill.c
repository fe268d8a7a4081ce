/*
 * kill.c - kill programs and controllers, and see what is left of the trace
 *
 *	kill [-s SEED] MODE N
 *
 *	program		kill a traced program, N times, at any moment
 *	controller	kill a controller
 *	both		kill them at nearly the same time
 *	step		kill a program behind every N-th instruction of each
 *			way through posix_trace_event()
 *	calls		kill a controller at every N-th system call that it
 *			makes from its beginning to its end
 *
 * Whatever a killed one had recorded, it had told before; this is compared,
 * to the event, with what is read from the stream or from the log. Exits 1
 * if something is missing, invented, damaged or out of order, and tells how
 * to repeat that.
 */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "kill_stream.h"

struct ledger *ledger;

struct mode {
	const char *name;
	const char *what; /* is killed */
	void (*round)(void);
	unsigned (*sweep)(unsigned step); /* instead of rounds */
};

static const struct mode modes[] = {
	{ "program", "the program", lab_kill_program, NULL },
	{ "controller", "the controller", lab_kill_controller, NULL },
	{ "both", "both", lab_kill_both, NULL },
	{ "step", "the program between two instructions", NULL, lab_step },
	{ "calls", "the controller at a system call", NULL, lab_calls },
};

static _Noreturn void usage(void)
{
	fputs("usage: kill [-s SEED] "
	      "program|controller|both|step|calls N\n",
	      stderr);
	exit(2);
}

static void map_ledger(void)
{
	void *memory = mmap(NULL, sizeof(*ledger), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		err(EXIT_FAILURE, "mmap");
	ledger = memory;
}

static const struct mode *find_mode(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(modes); i++)
		if (!strcmp(modes[i].name, name))
			return &modes[i];
	usage();
}

static unsigned run(const struct mode *mode, unsigned number, uint64_t seed)
{
	if (mode->sweep) {
		lab_begin_round(seed, mode->name);
		return mode->sweep(number);
	}
	for (unsigned i = 0; i < number; i++) {
		lab_begin_round(seed + i, mode->name);
		mode->round();
	}
	return number;
}

int main(int argc, char **argv)
{
	const struct mode *mode;
	uint64_t seed = 1;
	unsigned count;
	int option;

	while ((option = getopt(argc, argv, "s:")) != -1) {
		if (option != 's')
			usage();
		seed = strtoull(optarg, NULL, 10);
	}
	if (argc - optind != 2)
		usage();
	mode = find_mode(argv[optind]);
	count = (unsigned)strtoul(argv[optind + 1], NULL, 10);
	if (!count)
		usage();

	map_ledger();
	/* Children of those who are killed are ours. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	stream_keep_logs();
	count = run(mode, count, seed);
	printf("%u kills of %s: %u misses (seed %" PRIu64 ")\n", count,
	       mode->what, lab_misses(), seed);
	return lab_misses() ? EXIT_FAILURE : EXIT_SUCCESS;
}
