/*
 * code.h - names of code addresses in tables
 */
#ifndef CODE_H
#define CODE_H

#include "base/map.h"
#include "event/symbols.h"
#include "figures/figures_tables.h"
#include "figures/key.h"

/* A code address of a process. */
struct code {
	unsigned origin;
	pid_t pid;
	uint64_t address;
	int64_t when_ns;       /* time at which it ran; 0: recently */
	trace_event_id_t type; /* type of events there; 0: whichever */
};

/* "queue.c:41", "queue_put+0x1c", "sort+0xae4d", or the address: for people, in
 * CODE_TEXT bytes. symbols: may be NULL. */
enum { CODE_TEXT = 256 };

void code_name(struct source *source, struct symbols *symbols,
	       const struct code *code, char name[CODE_TEXT]);

/* Calls of one line are one place for people: *first is the number of the first
 * call of that owner at that place, of those that the map has by now. ENOMEM. */
int code_first(struct pxt_map *places, const struct figures *figures,
	       struct symbols *symbols, const struct key *owner,
	       const struct code *code, uint32_t number, uint32_t *first);

/* Columns: one for people; address, function and place for programs. */
void code_add_columns(struct figures_table *made, const char *title,
		      bool for_people);
void code_put(const struct figures *figures, struct symbols *symbols,
	      const struct code *code, struct table *table, bool for_people);

/* The last column of such a table, for programs: the mangled function. */
void code_add_last_column(struct figures_table *made, bool for_people);
void code_put_last(struct symbols *symbols, const struct code *code,
		   struct table *table, bool for_people);

#endif
