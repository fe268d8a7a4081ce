/*
 * vocabulary.h - the names that runs have in common: event types with their fields,
 * spans, and kinds of objects
 *
 * The memory grows with the names and the runs, and not with their length.
 */
#ifndef LEARN_VOCABULARY_H
#define LEARN_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "figures/figures.h"

enum vocabulary_kind {
	VOCABULARY_TYPE,
	VOCABULARY_SPAN,
	VOCABULARY_OBJECT,
	VOCABULARY_KINDS
};

/* A field that may connect events. */
struct vocabulary_key {
	char *name;
	bool is_marked; /* marked as [[key]] */
};

/* The events of a type, or the spans of a name, in a run. */
struct vocabulary_run {
	uint64_t count;
	int64_t first_ns, last_ns;
};

struct vocabulary_name {
	enum vocabulary_kind kind;
	char *name;
	uint64_t count; /* in all runs */
	struct vocabulary_run *run;
	size_t runs; /* runs that have room; others have none of that name */
	struct vocabulary_key *key;
	size_t keys, key_room;
};

/* Zero at first. */
struct vocabulary {
	struct pxt_map numbers; /* + 1 */
	struct vocabulary_name *name;
	size_t names, room;
	size_t of[VOCABULARY_KINDS + 1]; /* settled: first name of each kind */
	size_t runs, lossy_runs;
	uint64_t lost;	    /* losses of unknown number count as one */
	uint64_t unsaid;    /* names that no rule can say */
	uint64_t uncounted; /* events of types beyond the limit of figures */
};

void vocabulary_fini(struct vocabulary *vocabulary);

/* Adds a run by its figures. ENOMEM. */
int vocabulary_add(struct vocabulary *vocabulary, const struct figures *figures,
		   uint64_t lost);

/* Sorts the names, by kind. No run can be added any more. */
void vocabulary_settle(struct vocabulary *vocabulary);

/* A name in a run. */
static inline struct vocabulary_run
vocabulary_run_of(const struct vocabulary_name *name, size_t run)
{
	return run < name->runs ? name->run[run] : (struct vocabulary_run){ 0 };
}

#endif
