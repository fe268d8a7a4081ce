/* event_sorter.c - events that came in any order, in order of time */
#include "format/event_sorter.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/temporary.h"

enum {
	WINDOW_LEAST = 8 << 10, /* bytes that are read of a run at a time */
	WINDOW_MOST = 256 << 10,
	ALIGN = 8,
};

struct pxt_event_place {
	int64_t ns;
	uint64_t rank, number;
	size_t at; /* offset of the event in bytes */
};

struct pxt_event_run {
	uint64_t from, to; /* extent in the file */
	uint64_t at;	   /* offset of what was not read yet */
	uint8_t *window;
	size_t room, begin, end; /* read, and not given yet */
};

static size_t span_of(size_t len)
{
	return (sizeof(struct pxt_sorted_event) + len + ALIGN - 1) &
	       ~(size_t)(ALIGN - 1);
}

void pxt_event_sorter_fini(struct pxt_event_sorter *sorter)
{
	for (size_t i = 0; i < sorter->runs; i++)
		free(sorter->run[i].window);
	if (sorter->runs)
		close(sorter->fd);
	free(sorter->run);
	free(sorter->heap);
	free(sorter->place);
	free(sorter->bytes);
	*sorter = (struct pxt_event_sorter){ .budget = sorter->budget,
					     .temporary = sorter->temporary };
}

/* In memory */

static int by_time(const void *a, const void *b)
{
	const struct pxt_event_place *left = a, *right = b;

	if (left->ns != right->ns)
		return left->ns < right->ns ? -1 : 1;
	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	return left->number < right->number ? -1 : left->number > right->number;
}

/* Traces are often in order of time already. */
static void sort(struct pxt_event_sorter *sorter)
{
	for (size_t i = 1; i < sorter->count; i++)
		if (by_time(&sorter->place[i - 1], &sorter->place[i]) > 0) {
			qsort(sorter->place, sorter->count,
			      sizeof(*sorter->place), by_time);
			return;
		}
}

static int add(struct pxt_event_sorter *sorter,
	       const struct pxt_sorted_event *event, const void *data)
{
	const size_t span = span_of(event->len);
	uint8_t *to;

	if (pxt_array_reserve(&sorter->bytes, &sorter->room, sorter->len + span,
			      1) ||
	    pxt_array_reserve(&sorter->place, &sorter->places,
			      sorter->count + 1, sizeof(*sorter->place)))
		return ENOMEM;
	to = sorter->bytes + sorter->len;
	memcpy(to, event, sizeof(*event));
	if (event->len)
		memcpy(to + sizeof(*event), data, event->len);
	memset(to + sizeof(*event) + event->len, 0,
	       span - sizeof(*event) - event->len);
	sorter->place[sorter->count++] = (struct pxt_event_place){
		.ns = event->ns,
		.rank = event->rank,
		.number = event->number,
		.at = sorter->len,
	};
	sorter->len += span;
	return 0;
}

static const struct pxt_sorted_event *event_at(const uint8_t *at)
{
	return (const struct pxt_sorted_event *)(const void *)at;
}

/* Runs */

static int append(struct pxt_event_sorter *sorter, const void *data, size_t len)
{
	const int err =
		pxt_temporary_write(sorter->fd, data, len, sorter->written);

	sorter->written += err ? 0 : len;
	return err;
}

static int write_sorted(struct pxt_event_sorter *sorter)
{
	uint8_t *piece = malloc(WINDOW_MOST);
	size_t used = 0;
	int err = piece ? 0 : ENOMEM;

	for (size_t i = 0; !err && i < sorter->count; i++) {
		const uint8_t *at = sorter->bytes + sorter->place[i].at;
		const size_t span = span_of(event_at(at)->len);

		if (used + span > WINDOW_MOST) {
			err = append(sorter, piece, used);
			used = 0;
		}
		if (!err && span > WINDOW_MOST) {
			err = append(sorter, at, span);
		} else if (!err) {
			memcpy(piece + used, at, span);
			used += span;
		}
	}
	if (!err)
		err = append(sorter, piece, used);
	free(piece);
	return err;
}

/* Writes what is in memory as a run. */
static int write_run(struct pxt_event_sorter *sorter)
{
	struct pxt_event_run run = { .from = sorter->written };
	int err;

	if (pxt_array_reserve(&sorter->run, &sorter->run_room, sorter->runs + 1,
			      sizeof(*sorter->run)))
		return ENOMEM;
	if (!sorter->runs) {
		err = sorter->temporary(&sorter->fd);
		if (err)
			return err;
	}
	sorter->run[sorter->runs++] = run;
	sort(sorter);
	err = write_sorted(sorter);
	sorter->run[sorter->runs - 1].to = sorter->written;
	sorter->count = sorter->len = 0;
	return err;
}

int pxt_event_sorter_put(struct pxt_event_sorter *sorter,
			 const struct pxt_sorted_event *event, const void *data)
{
	const size_t used =
		sorter->len + sorter->count * sizeof(*sorter->place);
	int err = 0;

	if (sorter->temporary && sorter->count &&
	    used + span_of(event->len) > sorter->budget)
		err = write_run(sorter);
	return err ? err : add(sorter, event, data);
}

/* Reads until the window of a run has len bytes. EIO: the file is shorter. */
static int fill(struct pxt_event_sorter *sorter, struct pxt_event_run *run,
		size_t len)
{
	size_t room;
	int err;

	if (run->end - run->begin >= len)
		return 0;
	memmove(run->window, run->window + run->begin, run->end - run->begin);
	run->end -= run->begin;
	run->begin = 0;
	if (pxt_array_reserve(&run->window, &run->room, len, 1))
		return ENOMEM;
	room = run->room - run->end;
	if (run->to - run->at < room)
		room = (size_t)(run->to - run->at);
	if (run->end + room < len)
		return EIO;
	err = pxt_temporary_read(sorter->fd, run->window + run->end, room,
				 run->at);
	if (err)
		return err;
	run->end += room;
	run->at += room;
	return 0;
}

static bool has_more(const struct pxt_event_run *run)
{
	return run->begin < run->end || run->at < run->to;
}

/* Reads the next event of a run. */
static int fetch(struct pxt_event_sorter *sorter, struct pxt_event_run *run)
{
	int err;

	err = fill(sorter, run, sizeof(struct pxt_sorted_event));
	if (err)
		return err;
	return fill(sorter, run,
		    span_of(event_at(run->window + run->begin)->len));
}

/* The heap */

static const struct pxt_sorted_event *first_of(const struct pxt_event_run *run)
{
	return event_at(run->window + run->begin);
}

static bool is_before(const struct pxt_event_sorter *sorter, uint32_t a,
		      uint32_t b)
{
	const struct pxt_sorted_event *left = first_of(&sorter->run[a]);
	const struct pxt_sorted_event *right = first_of(&sorter->run[b]);

	if (left->ns != right->ns)
		return left->ns < right->ns;
	if (left->rank != right->rank)
		return left->rank < right->rank;
	return left->number < right->number;
}

static void sift_down(struct pxt_event_sorter *sorter, size_t at)
{
	uint32_t *heap = sorter->heap;

	for (;;) {
		size_t child = 2 * at + 1;
		uint32_t moved = heap[at];

		if (child + 1 < sorter->heaped &&
		    is_before(sorter, heap[child + 1], heap[child]))
			child++;
		if (child >= sorter->heaped ||
		    !is_before(sorter, heap[child], moved))
			return;
		heap[at] = heap[child];
		heap[child] = moved;
		at = child;
	}
}

static int open_run(struct pxt_event_sorter *sorter, struct pxt_event_run *run)
{
	size_t window = sorter->budget / sorter->runs;

	if (window < WINDOW_LEAST)
		window = WINDOW_LEAST;
	if (window > WINDOW_MOST)
		window = WINDOW_MOST;
	if (pxt_array_reserve(&run->window, &run->room, window, 1))
		return ENOMEM;
	run->at = run->from;
	run->begin = run->end = 0;
	return fetch(sorter, run);
}

static int begin_merge(struct pxt_event_sorter *sorter)
{
	int err = 0;

	if (sorter->count)
		err = write_run(sorter);
	free(sorter->bytes);
	free(sorter->place);
	sorter->bytes = NULL;
	sorter->place = NULL;
	sorter->room = sorter->places = 0;
	if (!err && !sorter->heap) {
		sorter->heap = calloc(sorter->runs, sizeof(*sorter->heap));
		err = sorter->heap ? 0 : ENOMEM;
	}
	for (size_t i = 0; !err && i < sorter->runs; i++) {
		err = open_run(sorter, &sorter->run[i]);
		sorter->heap[i] = (uint32_t)i;
	}
	if (err)
		return err;
	sorter->heaped = sorter->runs;
	for (size_t i = sorter->heaped / 2; i--;)
		sift_down(sorter, i);
	return 0;
}

int pxt_event_sorter_begin(struct pxt_event_sorter *sorter)
{
	sorter->given = 0;
	if (sorter->runs)
		return begin_merge(sorter);
	sort(sorter);
	return 0;
}

static int next_merged(struct pxt_event_sorter *sorter,
		       const struct pxt_sorted_event **event)
{
	struct pxt_event_run *run;
	int err = 0;

	/* The event that was given last stood in the window until now. */
	if (sorter->given++) {
		run = &sorter->run[sorter->heap[0]];
		run->begin += span_of(first_of(run)->len);
		if (has_more(run))
			err = fetch(sorter, run);
		else
			sorter->heap[0] = sorter->heap[--sorter->heaped];
		if (!err && sorter->heaped)
			sift_down(sorter, 0);
	}
	if (err || !sorter->heaped) {
		sorter->given = 0;
		return err ? err : ENODATA;
	}
	*event = first_of(&sorter->run[sorter->heap[0]]);
	return 0;
}

int pxt_event_sorter_next(struct pxt_event_sorter *sorter,
			  const struct pxt_sorted_event **event,
			  const void **data)
{
	int err = 0;

	if (sorter->runs)
		err = next_merged(sorter, event);
	else if (sorter->given == sorter->count)
		err = ENODATA;
	else
		*event = event_at(sorter->bytes +
				  sorter->place[sorter->given++].at);
	if (!err)
		*data = *event + 1;
	return err;
}
