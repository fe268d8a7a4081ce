/* firmware_calls.c - a program that measures the tracing calls of a system */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "firmware_calls.h"
#include "measure.h"
#include "scene.h"

enum { CALL, OWN, EVENT, SUBJECTS };

static void must(int error, const char *what)
{
	if (error)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(error));
}

static __attribute__((noinline)) void do_nothing(unsigned i)
{
	__asm__ volatile("" : : "r"(i));
}

static void burst_of_nothing(void *arg, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		do_nothing(i);
	(void)arg;
}

static void (*own_of(const struct firmware_call *call))(void *, unsigned)
{
	return call->own ? call->own : burst_of_nothing;
}

/* The length of an event's data, of which one is recorded. */
static size_t find_length(const struct firmware_call *call, trace_id_t trid)
{
	struct posix_trace_event_info info;
	unsigned char data[SCENE_DATA_MAX];
	int unavailable;
	size_t len;

	must(posix_trace_clear(trid), "posix_trace_clear");
	call->burst(NULL, 1);
	do {
		must(posix_trace_trygetnext_event(trid, &info, data,
						  sizeof(data), &len,
						  &unavailable),
		     call->name);
		if (unavailable)
			errx(EXIT_FAILURE, "%s is not recorded", call->name);
	} while (info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT);
	return len;
}

static void add(struct measure_series *to, const struct measure_series *other,
		unsigned rounds)
{
	for (unsigned i = 0; i < rounds; i++) {
		to->wall[i] += other->wall[i];
		to->cpu[i] += other->cpu[i];
	}
}

static struct firmware_row measure_recorded(const struct firmware_call *call,
					    unsigned rounds, unsigned events)
{
	static struct measure_series series[SUBJECTS];
	struct scene_loop loop = { 0 };
	const struct measure_subject subject[SUBJECTS] = {
		[CALL] = { call->burst, NULL, 1 },
		[OWN] = { own_of(call), NULL, 1 },
		[EVENT] = { scene_burst_event, &loop, 1 },
	};
	struct firmware_row result = { .is_recorded = true };
	double cost[MEASURE_ROUNDS_MAX];
	trace_id_t trid;

	must(scene_event(&loop.event), "posix_trace_eventid_open");
	must(scene_open_loop(SCENE_STREAM_SIZE, &trid), "a stream");
	loop.len = find_length(call, trid);
	must(scene_compare(subject, SUBJECTS, rounds, events, series),
	     "measuring");
	must(posix_trace_shutdown(trid), "posix_trace_shutdown");

	for (unsigned i = 0; i < rounds; i++)
		cost[i] = (series[CALL].cpu[i] -
			   (call->own ? series[OWN].cpu[i] : 0)) /
			  series[EVENT].cpu[i];
	result.cost = measure_median(cost, rounds);
	result.row = result_row_make(call->name, 1, loop.len);
	if (call->own)
		add(&series[EVENT], &series[OWN], rounds);
	result_row_times(&result.row, &series[EVENT], &series[CALL], rounds);
	return result;
}

static struct firmware_row measure_unrecorded(const struct firmware_call *call,
					      unsigned rounds, unsigned events)
{
	static struct measure_series series[2];
	const struct measure_subject subject[] = {
		[CALL] = { call->burst, NULL, 1 },
		[OWN] = { own_of(call), NULL, 1 },
	};
	struct firmware_row result = { .is_recorded = false };
	char name[RESULT_SCENE_MAX];
	double cost[MEASURE_ROUNDS_MAX];

	must(scene_compare(subject, 2, rounds, events, series), "measuring");
	for (unsigned i = 0; i < rounds; i++)
		cost[i] = series[CALL].cpu[i] - series[OWN].cpu[i];
	result.cost = measure_median(cost, rounds);
	snprintf(name, sizeof(name), "%s, off", call->name);
	result.row = result_row_make(name, 1, 0);
	result_row_times(&result.row, &series[OWN], &series[CALL], rounds);
	return result;
}

int firmware_measure(const struct firmware_call *call, unsigned calls, int argc,
		     char **argv)
{
	struct firmware_row row;
	unsigned rounds, events, rows = 0;

	if (argc != 3)
		return EXIT_FAILURE;
	rounds = (unsigned)atoi(argv[1]);
	events = (unsigned)atoi(argv[2]);
	if (!rounds || rounds > MEASURE_ROUNDS_MAX || !events)
		return EXIT_FAILURE;
	for (unsigned i = 0; i < calls; i++)
		rows += call[i].is_off ? 1 : 2;
	line_send(STDOUT_FILENO, &rows, sizeof(rows));
	for (unsigned i = 0; i < calls; i++) {
		if (!call[i].is_off) {
			row = measure_recorded(&call[i], rounds, events);
			line_send(STDOUT_FILENO, &row, sizeof(row));
		}
		row = measure_unrecorded(&call[i], rounds, events);
		line_send(STDOUT_FILENO, &row, sizeof(row));
	}
	return EXIT_SUCCESS;
}
