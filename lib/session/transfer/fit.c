/* fit.c - cutting a look to the room of a log */
#include "session/transfer/fit.h"

#include <errno.h>
#include <stdlib.h>

#include "model/merge.h"

enum { ATTEMPTS = 64 }; /* more mean damaged memory */

/* A merge of the pieces as runs. */
struct fitting {
	struct pxt_source source;
	struct pxt_live *live;
	const struct pxt_live_piece *pieces;
	size_t count;
	bool added;
};

static struct fitting *fitting_of(struct pxt_source *source)
{
	return (struct fitting *)(void *)((char *)source -
					  offsetof(struct fitting, source));
}

static int add_pieces(struct pxt_source *source, struct pxt_merge *merge)
{
	struct fitting *fitting = fitting_of(source);
	int err = 0;

	for (size_t i = 0; !fitting->added && i < fitting->count && !err; i++) {
		const struct pxt_live_piece *piece = &fitting->pieces[i];
		const struct pxt_run run = {
			.cookie = { i },
			.context = piece->context,
			.context_ticks = piece->context_ticks,
		};

		err = pxt_merge_add(merge, &run);
	}
	fitting->added = true;
	pxt_merge_floor(merge, UINT64_MAX);
	return err ? err : ENODATA;
}

static int load_piece(struct pxt_source *source, struct pxt_merge *merge,
		      struct pxt_run *run)
{
	struct fitting *fitting = fitting_of(source);
	const struct pxt_live_piece *piece = &fitting->pieces[run->cookie[0]];

	(void)merge;
	run->len = piece->to - piece->from;
	run->buffer = malloc(run->len);
	if (!run->buffer)
		return ENOMEM;
	run->data = run->buffer;
	run->latest = pxt_live_latest(fitting->live);
	return pxt_live_copy(fitting->live, piece, run->buffer);
}

static void ignore_damage(struct pxt_source *source, struct pxt_run *run,
			  size_t offset)
{
	(void)source;
	(void)run;
	(void)offset;
}

static void free_piece(struct pxt_source *source, struct pxt_run *run)
{
	(void)source;
	free(run->buffer);
	run->buffer = NULL;
}

/* Bytes of the pieces' records up to some ticks. */
static size_t count_upto(const struct fitting *fitting, uint8_t *buffer,
			 uint64_t ticks)
{
	struct pxt_record_walk walk;
	struct pxt_event event;
	size_t sum = 0, end;

	for (size_t i = 0; i < fitting->count; i++) {
		const struct pxt_live_piece *piece = &fitting->pieces[i];

		if (pxt_live_copy(fitting->live, piece, buffer))
			continue;
		pxt_live_walk(fitting->live, piece, buffer, &walk);
		end = 0;
		while (!pxt_record_walk_next(&walk, &event) &&
		       event.ticks <= ticks)
			end = (size_t)(walk.in.at - buffer);
		sum += end;
	}
	return sum;
}

/* The ticks up to which events of this size fit. */
static int merge_upto(struct fitting *fitting, size_t room, uint64_t *ticks)
{
	struct pxt_merge *merge;
	struct pxt_event event;
	size_t sum = 0;
	int err;

	fitting->added = false;
	err = pxt_merge_create(&fitting->source, &merge);
	if (err)
		return err;
	*ticks = 0;
	while (!(err = pxt_merge_next(merge, &event))) {
		sum += pxt_record_span(event.len);
		if (sum > room)
			break;
		*ticks = event.ticks;
	}
	pxt_merge_close(merge);
	return err == ENODATA ? 0 : err;
}

/* Contexts, and events of the same ticks, count, too: the size is reduced until
 * everything fits. */
int pxt_fit_upto(struct pxt_live *live, const struct pxt_live_piece *pieces,
		 size_t count, size_t room, uint8_t *buffer, uint64_t *ticks)
{
	struct fitting fitting = {
		.source = { add_pieces, load_piece, ignore_damage, free_piece },
		.live = live,
		.pieces = pieces,
		.count = count,
	};
	size_t less = room, sum;
	int err;

	for (int i = 0; i < ATTEMPTS; i++) {
		err = merge_upto(&fitting, less, ticks);
		if (err || !*ticks)
			return err;
		sum = count_upto(&fitting, buffer, *ticks);
		if (sum <= room)
			return 0;
		if (less <= sum - room) {
			*ticks = 0;
			return 0;
		}
		less -= sum - room;
	}
	*ticks = 0;
	return 0;
}
