/* event_spool.c - the events of a ThreadX trace, until they are written */
#include "format/threadx/export/event_spool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/temporary.h"
#include "format/threadx/image.h"

enum { PIECE = 1 << 20, WORDS = PXT_THREADX_SLOT_WORDS };

_Static_assert(WORDS == sizeof(struct pxt_threadx_words) / sizeof(uint64_t),
	       "an event has the words of a slot");

void pxt_threadx_event_spool_fini(struct pxt_threadx_event_spool *spool)
{
	if (spool->has_file)
		close(spool->fd);
	free(spool->piece);
	*spool = (struct pxt_threadx_event_spool){ 0 };
}

/* An event in the piece: its stamp, and the other words in this machine's
 * order. */
static size_t size_of_event(const struct pxt_threadx_event_spool *spool)
{
	return sizeof(uint64_t) + (WORDS - 1) * (size_t)spool->width;
}

static size_t room(const struct pxt_threadx_event_spool *spool)
{
	return PIECE / size_of_event(spool);
}

static void pack(const struct pxt_threadx_event_spool *spool, uint8_t *at,
		 const struct pxt_threadx_words *words)
{
	memcpy(at, &words->word[PXT_THREADX_STAMP], sizeof(uint64_t));
	at += sizeof(uint64_t);
	for (int i = 0; i < WORDS; i++) {
		const uint32_t narrow = (uint32_t)words->word[i];

		if (i == PXT_THREADX_STAMP)
			continue;
		if (spool->width == sizeof(narrow))
			memcpy(at, &narrow, sizeof(narrow));
		else
			memcpy(at, &words->word[i], sizeof(uint64_t));
		at += spool->width;
	}
}

static void unpack(const struct pxt_threadx_event_spool *spool,
		   const uint8_t *at, struct pxt_threadx_words *words)
{
	memcpy(&words->word[PXT_THREADX_STAMP], at, sizeof(uint64_t));
	at += sizeof(uint64_t);
	for (int i = 0; i < WORDS; i++) {
		uint32_t narrow;

		if (i == PXT_THREADX_STAMP)
			continue;
		if (spool->width == sizeof(narrow)) {
			memcpy(&narrow, at, sizeof(narrow));
			words->word[i] = narrow;
		} else {
			memcpy(&words->word[i], at, sizeof(uint64_t));
		}
		at += spool->width;
	}
}

/* The file */

/* Puts the piece's last events into the file. */
static int save(struct pxt_threadx_event_spool *spool)
{
	const size_t size = size_of_event(spool);
	const size_t before = spool->count - spool->unsaved;

	if (!spool->unsaved)
		return 0;
	if (!spool->has_file && !spool->err) {
		spool->err = pxt_temporary_open(&spool->fd);
		spool->has_file = !spool->err;
	}
	if (!spool->err)
		spool->err = pxt_temporary_write(
			spool->fd, spool->piece + before * size,
			spool->unsaved * size, (spool->first + before) * size);
	if (!spool->err)
		spool->unsaved = 0;
	return spool->err;
}

/* Takes the events from an index on into the piece. */
static int load(struct pxt_threadx_event_spool *spool, uint64_t index)
{
	const size_t size = size_of_event(spool);
	const uint64_t behind = spool->events - index;
	const size_t count =
		behind < room(spool) ? (size_t)behind : room(spool);
	int err;

	err = save(spool);
	if (err)
		return err;
	spool->err = pxt_temporary_read(spool->fd, spool->piece, count * size,
					index * size);
	spool->first = index;
	spool->count = spool->err ? 0 : count;
	return spool->err;
}

/* Events */

/* Makes room for an event behind the last one. */
static int reserve(struct pxt_threadx_event_spool *spool)
{
	int err;

	if (!spool->piece)
		spool->piece = malloc(PIECE);
	if (!spool->piece)
		return ENOMEM;
	if (spool->first + spool->count == spool->events &&
	    spool->count < room(spool))
		return 0;
	err = save(spool);
	if (err)
		return err;
	spool->first = spool->events;
	spool->count = 0;
	return 0;
}

int pxt_threadx_event_spool_add(struct pxt_threadx_event_spool *spool,
				unsigned width,
				const struct pxt_threadx_words *words)
{
	int err;

	spool->width = width;
	err = reserve(spool);
	if (err)
		return err;
	pack(spool, spool->piece + spool->count * size_of_event(spool), words);
	spool->count++;
	spool->unsaved++;
	spool->events++;
	return 0;
}

int pxt_threadx_event_spool_get(struct pxt_threadx_event_spool *spool,
				uint64_t index, struct pxt_threadx_words *words)
{
	int err = 0;

	if (index < spool->first || index - spool->first >= spool->count)
		err = load(spool, index);
	if (!err)
		unpack(spool,
		       spool->piece +
			       (index - spool->first) * size_of_event(spool),
		       words);
	return err;
}
