/*
 * foreign_facts.h - facts about a foreign trace
 */
#ifndef INFO_FOREIGN_FACTS_H
#define INFO_FOREIGN_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/namesakes.h"
#include "source/source_foreign.h"

enum { FOREIGN_FACTS_TYPES = 1 << 12 };

struct foreign_thread {
	pid_t pid, tid;
	unsigned long long events;
};

struct foreign_facts {
	struct source *source; /* borrowed */
	struct source_origin origin;
	uint64_t bytes; /* bytes read */
	unsigned long long events;
	unsigned long long losses;    /* number of gaps, */
	unsigned long long lost;      /* lost events in these, as far as
				       * known */
	unsigned long long uncounted; /* gaps of unknown size */
	struct timespec first, last;
	bool has_items;
	bool is_own_time; /* times count from an unknown start */
	struct namesakes alike;
	unsigned long long type[FOREIGN_FACTS_TYPES]; /* events by name */
	struct foreign_thread *thread;		      /* sorted by number */
	size_t threads, room;
};

/* Reads all of a source of source_foreign.h, from its position. Returns an
 * error number. */
int foreign_facts_gather(struct foreign_facts *facts, struct source *source);
void foreign_facts_fini(struct foreign_facts *facts);

/* Prints facts to stdout. all: otherwise long lists are cut. */
void foreign_facts_print(const struct foreign_facts *facts, const char *file,
			 bool all, bool utc);

/* Same as one JSON object on a line. ENOMEM; ENOTSUP: built without JSON. */
int foreign_facts_print_json(const struct foreign_facts *facts,
			     const char *file);

#endif
