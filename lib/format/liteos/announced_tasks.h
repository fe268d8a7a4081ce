/*
 * announced_tasks.h - tasks announced in a stream between two events
 *
 * A task may be announced again, with another priority or because a session
 * begins. For an export, the next event carries these announcements as text: a
 * line for each, "3 31 shell", number, priority and name.
 */
#ifndef PXT_FORMAT_LITEOS_ANNOUNCED_TASKS_H
#define PXT_FORMAT_LITEOS_ANNOUNCED_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PXT_LITEOS_ANNOUNCED_TASKS_MAX = 16 << 10 }; /* bytes per event */

/* Announcements that wait for an event. Zero at first. */
struct pxt_liteos_announced_tasks {
	char *text;
	size_t len, room;
	size_t given_len; /* bytes given with the last event */
};

/* name: up to len bytes, or a null; newlines in it become question marks. Old
 * announcements are dropped if no event follows for too long. ENOMEM. */
int pxt_liteos_announced_tasks_add(struct pxt_liteos_announced_tasks *tasks,
				   uint32_t id, uint32_t priority,
				   const void *name, size_t len);

/* Returns whole lines for an event, at most PXT_LITEOS_ANNOUNCED_TASKS_MAX
 * bytes, valid until the next call. pxt_liteos_announced_tasks_drop() drops
 * those of the previous call. */
const char *
pxt_liteos_announced_tasks_give(struct pxt_liteos_announced_tasks *tasks,
				size_t *len);
void pxt_liteos_announced_tasks_drop(struct pxt_liteos_announced_tasks *tasks);

void pxt_liteos_announced_tasks_fini(struct pxt_liteos_announced_tasks *tasks);

/* Parses a line of such a text. *text and *len move behind it. name: borrowed,
 * *name_len bytes. False: no more. */
bool pxt_liteos_announced_tasks_next(const char **text, size_t *len,
				     uint32_t *id, uint32_t *priority,
				     const char **name, size_t *name_len);

#endif
