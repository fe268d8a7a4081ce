/*
 * runs.h - runs of events that are made up, for tests of merging
 */
#ifndef TESTS_MODEL_RUNS_H
#define TESTS_MODEL_RUNS_H

#include <check.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/merge.h"

enum { RUNS = 64, STEPS = 64, ROOM = 8192 };

static const struct pxt_context writer = {
	.pid = 10,
	.tid = 11,
	.rate = UINT64_C(1) << 32, /* a tick is a nanosecond */
};

/* What the source will hand out: records, and what load() says of them. */
struct script_run {
	struct pxt_run run;
	uint8_t data[ROOM];
	size_t len;
	int fate[4]; /* of the first calls to load() */
	unsigned loads;
	unsigned dones;
	unsigned bads;
	size_t bad_at;
};

/* What one call to more() does. */
struct step {
	unsigned runs;
	uint64_t floor;
	int err;
};

static struct script_run runs[RUNS];
static unsigned nruns, added;
static struct step steps[STEPS];
static unsigned nsteps, taken, asked;
static unsigned in_memory, most_in_memory;

static struct pxt_merge *merge;
static struct pxt_event event;

static inline int more(struct pxt_source *source, struct pxt_merge *into)
{
	struct step *step;

	(void)source;
	asked++;
	if (taken == nsteps)
		return ENODATA;

	step = &steps[taken++];
	for (unsigned i = 0; i < step->runs; i++)
		ck_assert_int_eq(pxt_merge_add(into, &runs[added++].run), 0);
	if (step->floor)
		pxt_merge_floor(into, step->floor);
	return step->err;
}

/* The buffer ends where its memory ends, and is gone after done(). */
static inline int load(struct pxt_source *source, struct pxt_merge *into,
		       struct pxt_run *run)
{
	struct script_run *from = &runs[run->cookie[0]];
	int fate = 0;

	(void)source;
	(void)into;
	ck_assert_int_eq(run->loaded, 0);
	if (from->loads < 4)
		fate = from->fate[from->loads];
	from->loads++;
	run->buffer = NULL;
	if (fate)
		return fate;

	run->buffer = malloc(from->len ? from->len : 1);
	memcpy(run->buffer, from->data, from->len);
	run->data = run->buffer;
	run->len = from->len;
	if (++in_memory > most_in_memory)
		most_in_memory = in_memory;
	return 0;
}

static inline void bad(struct pxt_source *source, struct pxt_run *run,
		       size_t offset)
{
	struct script_run *from = &runs[run->cookie[0]];

	(void)source;
	ck_assert_uint_eq(from->dones, 0);
	from->bads++;
	from->bad_at = offset;
}

static inline void done(struct pxt_source *source, struct pxt_run *run)
{
	(void)source;
	runs[run->cookie[0]].dones++;
	if (run->buffer) {
		in_memory--;
		memset(run->buffer, 0xee, run->len);
		free(run->buffer);
	}
}

static struct pxt_source source = {
	.more = more,
	.load = load,
	.bad = bad,
	.done = done,
};

static inline void setup(void)
{
	memset(runs, 0, sizeof(runs));
	nruns = added = nsteps = taken = asked = 0;
	in_memory = most_in_memory = 0;
	ck_assert_int_eq(pxt_merge_create(&source, &merge), 0);
}

static inline void teardown(void)
{
	pxt_merge_close(merge);
	ck_assert_uint_eq(in_memory, 0);
}

/* A new run, in force the writer's context. */
static inline struct script_run *add_run(uint64_t first, uint64_t order)
{
	struct script_run *run = &runs[nruns];

	run->run.first = first;
	run->run.order = order;
	run->run.cookie[0] = nruns++;
	run->run.context = writer;
	return run;
}

static inline void put(struct script_run *run, uint64_t ticks, uint32_t type,
		       const void *data, uint32_t len)
{
	ck_assert_uint_le(run->len + pxt_record_span(len), ROOM);
	pxt_record_head(run->data + run->len, ticks, type, 0, len);
	if (len)
		memcpy(run->data + run->len + PXT_RECORD_HEAD, data, len);
	run->len += pxt_record_span(len);
}

/* A run of events without data: their types tell them apart. */
static inline struct script_run *add_events(uint64_t order, uint32_t type,
					    const uint64_t *ticks)
{
	struct script_run *run = add_run(*ticks, order);

	for (; *ticks; ticks++)
		put(run, *ticks, type++, NULL, 0);
	return run;
}

#define TICKS(...) ((const uint64_t[]){ __VA_ARGS__, 0 })

static inline void add_step(unsigned count, uint64_t floor, int err)
{
	ck_assert_uint_lt(nsteps, STEPS);
	steps[nsteps++] = (struct step){ count, floor, err };
}

static inline void assert_next(uint64_t ticks, uint32_t type)
{
	ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
	ck_assert_uint_eq(event.ticks, ticks);
	ck_assert_uint_eq(event.type, type);
}

static inline void assert_no_more(void)
{
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
}

#endif
