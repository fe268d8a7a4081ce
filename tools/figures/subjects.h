/*
 * subjects.h - numbers of threads, processes and event types
 *
 * Members that are not distinguished are 0. Numbers count from 0 in order of
 * appearance, up to a limit: all later ones share the last number.
 */
#ifndef SUBJECTS_H
#define SUBJECTS_H

#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "base/map.h"

enum { SUBJECTS_MOST = 1 << 18 };

struct subject {
	unsigned origin;
	pid_t pid, tid;
	trace_event_id_t type;
	int64_t program; /* when it ran, see programs_which() */
};

struct subjects {
	struct pxt_map numbers; /* + 1 */
	struct subject *subject;
	size_t room;
	uint32_t count, most;
};

void subjects_init(struct subjects *subjects, uint32_t most);
void subjects_fini(struct subjects *subjects);

/* Finds or adds a number. ENOMEM. */
int subjects_find(struct subjects *subjects, const struct subject *subject,
		  uint32_t *number);

/* Let an array, whose pointer is at rows, have a row of `size` bytes for each
 * number, zero at first. ENOMEM. */
int subjects_reserve(const struct subjects *subjects, void *rows, size_t *room,
		     size_t size);

/* True for the shared number. */
static inline int subjects_is_rest(const struct subjects *subjects,
				   uint32_t number)
{
	return number == subjects->most - 1;
}

#endif
