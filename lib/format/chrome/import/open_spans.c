/* open_spans.c - the spans that each thread has begun, so far */
#include "format/chrome/import/open_spans.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum {
	SPANS_MAX = 1 << 20,
	THREADS_MAX = 1 << 20,
	NAMES_MAX = 16 << 20, /* bytes */
	NAME_MAX_BYTES = 256, /* limit of an event's name */
};

/* A span, or the bottom of a thread's spans, whose name is empty. */
struct pxt_chrome_open_span {
	size_t below; /* index + 1 of the one that began before; 0: none */
	uint32_t at, len;
};

void pxt_chrome_open_spans_fini(struct pxt_chrome_open_spans *spans)
{
	pxt_map_fini(&spans->threads);
	pxt_map_fini(&spans->names);
	free(spans->span);
	free(spans->text);
}

/* Finds, or keeps, a name. False: there is no room for it. */
static int keep_name(struct pxt_chrome_open_spans *spans, struct pxt_text name,
		     uint32_t *at)
{
	size_t *found;

	if (spans->len + name.len > NAMES_MAX &&
	    !pxt_map_get(&spans->names, name.at, name.len))
		return ENOSPC;
	if (pxt_array_reserve(&spans->text, &spans->text_room,
			      spans->len + name.len, 1))
		return ENOMEM;
	found = pxt_map_at(&spans->names, name.at, name.len);
	if (!found)
		return ENOMEM;
	if (!*found) {
		*found = spans->len + 1;
		memcpy(spans->text + spans->len, name.at, name.len);
		spans->len += name.len;
	}
	*at = (uint32_t)(*found - 1);
	return 0;
}

static int take_span(struct pxt_chrome_open_spans *spans, size_t *taken)
{
	if (spans->free) {
		*taken = spans->free;
		spans->free = spans->span[*taken - 1].below;
		return 0;
	}
	if (spans->count == SPANS_MAX)
		return ENOSPC;
	if (pxt_array_reserve(&spans->span, &spans->room, spans->count + 1,
			      sizeof(*spans->span)))
		return ENOMEM;
	*taken = ++spans->count;
	return 0;
}

static uint64_t thread_key(pid_t pid, pid_t tid)
{
	return (uint64_t)(uint32_t)pid << 32 | (uint32_t)tid;
}

/* A thread without spans has an index beyond all of them. */
static int push(struct pxt_chrome_open_spans *spans, pid_t pid, pid_t tid,
		struct pxt_text name)
{
	const uint64_t key = thread_key(pid, tid);
	struct pxt_chrome_open_span span = { .len = (uint32_t)name.len };
	size_t taken = 0, *thread;
	int err;

	if (spans->threads.count == THREADS_MAX &&
	    !pxt_map_get_number(&spans->threads, key))
		return ENOSPC;
	err = keep_name(spans, name, &span.at);
	if (!err)
		err = take_span(spans, &taken);
	if (err)
		return err;
	thread = pxt_map_at_number(&spans->threads, key);
	if (!thread)
		return ENOMEM;
	if (*thread && *thread != SIZE_MAX)
		span.below = *thread;
	spans->span[taken - 1] = span;
	*thread = taken;
	return 0;
}

int pxt_chrome_open_spans_begin(struct pxt_chrome_open_spans *spans, pid_t pid,
				pid_t tid, struct pxt_text name)
{
	int err;

	if (name.len > NAME_MAX_BYTES)
		name.len = NAME_MAX_BYTES;
	err = push(spans, pid, tid, name);
	return err == ENOSPC ? 0 : err;
}

struct pxt_text pxt_chrome_open_spans_end(struct pxt_chrome_open_spans *spans,
					  pid_t pid, pid_t tid)
{
	const uint64_t key = thread_key(pid, tid);
	size_t found = pxt_map_get_number(&spans->threads, key), *thread;
	struct pxt_chrome_open_span *span;
	struct pxt_text name;

	if (!found || found == SIZE_MAX)
		return (struct pxt_text){ "", 0 };
	span = &spans->span[found - 1];
	name = (struct pxt_text){ spans->text + span->at, span->len };
	thread = pxt_map_at_number(&spans->threads, key);
	*thread = span->below ? span->below : SIZE_MAX;
	span->below = spans->free;
	spans->free = found;
	return name;
}
