/*
 * firmware.c - what an event costs that a program makes by the tracing calls of
 * another system
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "child.h"
#include "firmware_calls.h"

enum { EVENTS = 10000, PATH = 5000 };

/* Programs of one system share its targets. */
static const struct system {
	const char *program;
	enum target recorded, unrecorded;
} systems[] = {
	{ "firmware-aix", TARGET_AIX_EVENT, TARGET_AIX_OFF },
	{ "firmware-liteos", TARGET_LITEOS_EVENT, TARGET_LITEOS_OFF },
	{ "firmware-liteos-online", TARGET_LITEOS_EVENT, TARGET_LITEOS_OFF },
	{ "firmware-rkh", TARGET_RKH_EVENT, TARGET_RKH_OFF },
	{ "firmware-threadx", TARGET_THREADX_EVENT, TARGET_THREADX_OFF },
	{ "firmware-threadx-stream", TARGET_THREADX_EVENT, TARGET_THREADX_OFF },
};

static void measure(struct bench *bench, const struct system *system)
{
	char path[PATH], rounds[16], events[16];
	char *argv[] = { path, rounds, events, NULL };
	struct firmware_row row;
	struct child child;
	unsigned rows;

	snprintf(path, sizeof(path), "%s/bench/%s", bench->build,
		 system->program);
	snprintf(rounds, sizeof(rounds), "%u", bench->rounds);
	snprintf(events, sizeof(events), "%u", bench_scaled(bench, EVENTS));
	must(child_spawn(&child, argv), argv[0]);
	line_receive(child.line, &rows, sizeof(rows));
	while (rows--) {
		line_receive(child.line, &row, sizeof(row));
		results_row(&bench->results, &row.row);
		targets_measured(&bench->targets,
				 row.is_recorded ? system->recorded :
						   system->unrecorded,
				 row.cost);
	}
	child_wait(&child, NULL);
}

static void run(struct bench *bench)
{
	for (size_t i = 0; i < sizeof(systems) / sizeof(*systems); i++)
		measure(bench, &systems[i]);
}

const struct section section_firmware = {
	.name = "firmware",
	.summary = "tracing calls of other systems, by events and their own",
	.run = run,
};
