/* event_sequence.c - the events of a conversion, in their order */
#include "format/threadx/export/event_sequence.h"

enum {
	SUSPEND = 2,
	RUNNING = 6,

	CONTEXT = 0,
	PRIORITY,
	ID,
	INFORMATION = PXT_THREADX_STAMP + 1,

	STARTS = 2, /* events that the kernel begins with */
};

/* The next thread is that of the next event; none, if that is an interrupt or
 * the same thread. */
static void tell_next(struct pxt_threadx_words *words,
		      const struct pxt_threadx_words *behind)
{
	const uint64_t next = behind->word[CONTEXT];
	const bool is_suspension =
		words->word[ID] == SUSPEND &&
		words->word[CONTEXT] == words->word[INFORMATION];

	if (is_suspension && !pxt_threadx_is_special(next) &&
	    next != words->word[CONTEXT] && !words->word[INFORMATION + 3])
		words->word[INFORMATION + 3] = next;
}

static int put_starts(struct pxt_threadx_buffer *buffer,
		      const struct pxt_threadx_words *first)
{
	const uint64_t ns = first->word[PXT_THREADX_STAMP];
	const struct pxt_threadx_words words = {
		{ first->word[CONTEXT], first->word[PRIORITY], RUNNING, ns }
	};
	int err = 0;

	for (int i = 0; i < STARTS && !err; i++)
		err = pxt_threadx_buffer_add(buffer, &words);
	return err;
}

int pxt_threadx_event_sequence_add(struct pxt_threadx_event_sequence *sequence,
				   struct pxt_threadx_buffer *buffer,
				   const struct pxt_threadx_words *words)
{
	int err;

	if (sequence->has_last) {
		tell_next(&sequence->last, words);
		err = pxt_threadx_buffer_add(buffer, &sequence->last);
	} else {
		err = put_starts(buffer, words);
	}
	if (err)
		return err;
	pxt_threadx_ticks_note(&buffer->ticks, words->word[PXT_THREADX_STAMP]);
	sequence->last = *words;
	sequence->has_last = true;
	return 0;
}

/* Reports what ticks do to the times, once their rate is known. */
static int tell_times(struct pxt_threadx_buffer *buffer,
		      struct pxt_export *export)
{
	const struct pxt_threadx_ticks *ticks = &buffer->ticks;
	uint64_t before = ticks->start;
	struct pxt_threadx_words words;
	int err;

	pxt_threadx_ticks_tell_start(ticks, export);
	for (uint64_t i = STARTS; i < buffer->events; i++) {
		err = pxt_threadx_event_spool_get(&buffer->spool, i, &words);
		if (err)
			return err;
		pxt_threadx_ticks_tell(ticks, export, before,
				       words.word[PXT_THREADX_STAMP]);
		before = words.word[PXT_THREADX_STAMP];
	}
	return 0;
}

int pxt_threadx_event_sequence_end(struct pxt_threadx_event_sequence *sequence,
				   struct pxt_threadx_buffer *buffer,
				   struct pxt_export *export, uint64_t hz)
{
	int err;

	if (!sequence->has_last)
		return 0;
	err = pxt_threadx_buffer_add(buffer, &sequence->last);
	if (err)
		return err;
	sequence->has_last = false;
	pxt_threadx_ticks_choose(&buffer->ticks, hz);
	return tell_times(buffer, export);
}
