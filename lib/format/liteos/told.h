/*
 * told.h - the tasks that a stream of LiteOS told of between two events
 *
 * A task may be told again, with another priority or just because a session
 * begins. So that a stream can be written as it was, the event behind has them
 * as a text: a line for each, "3 31 shell", number, priority and name.
 */
#ifndef PXT_FORMAT_LITEOS_TOLD_H
#define PXT_FORMAT_LITEOS_TOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PXT_LITEOS_TOLD_MAX = 16 << 10 }; /* bytes with one event */

/* Those that wait for an event. Zeroes at first. */
struct pxt_liteos_told {
	char *text;
	size_t len, room;
	size_t given; /* of it, with the last event */
};

/* name: up to len bytes, or a null; an end of
 * line in it becomes a question mark. Nothing is kept of what no event comes
 * behind for too long. ENOMEM. */
int pxt_liteos_told_add(struct pxt_liteos_told *told, uint32_t id,
			uint32_t priority, const void *name, size_t len);

/* As many whole lines as go with an event, at most PXT_LITEOS_TOLD_MAX bytes,
 * good until the next call. Those of the call before are dropped with
 * pxt_liteos_told_drop(). */
const char *pxt_liteos_told_give(struct pxt_liteos_told *told, size_t *len);
void pxt_liteos_told_drop(struct pxt_liteos_told *told);

void pxt_liteos_told_fini(struct pxt_liteos_told *told);

/* A line of such a text. *text and *len: moved behind it. name: borrowed,
 * *name_len bytes of it. False: there is none more. */
bool pxt_liteos_told_next(const char **text, size_t *len, uint32_t *id,
			  uint32_t *priority, const char **name,
			  size_t *name_len);

#endif
