/*
 * foreign_facts.h - what there is to know of a foreign trace as a whole
 */
#ifndef INFO_FOREIGN_FACTS_H
#define INFO_FOREIGN_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/alike.h"
#include "source/source_foreign.h"

enum { FOREIGN_FACTS_TYPES = 1 << 12 };

struct foreign_thread {
	pid_t pid, tid;
	unsigned long long events;
};

struct foreign_facts {
	struct source *source; /* borrowed */
	struct source_origin origin;
	uint64_t bytes; /* that were read */
	unsigned long long events;
	unsigned long long losses;    /* places where some are missing, ... */
	unsigned long long lost;      /* ... and how many, as far as known */
	unsigned long long uncounted; /* places that do not say how many */
	struct timespec first, last;
	bool has_items;
	bool is_own_time; /* counted from a start that nobody knows */
	struct alike alike;
	unsigned long long type[FOREIGN_FACTS_TYPES]; /* events of each name */
	struct foreign_thread *thread; /* sorted by their numbers */
	size_t threads, room;
};

/* Read all of a source of source_foreign.h, from where it is. An error number.
 */
int foreign_facts_gather(struct foreign_facts *facts, struct source *source);
void foreign_facts_fini(struct foreign_facts *facts);

/* Print them to stdout. all: or else some of what there are many of. */
void foreign_facts_print(const struct foreign_facts *facts, const char *file,
			 bool all, bool utc);

/* The same as one JSON object on a line. ENOMEM; ENOTSUP: there is no JSON in
 * this build. */
int foreign_facts_print_json(const struct foreign_facts *facts,
			     const char *file);

#endif
