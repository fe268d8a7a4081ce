/*
 * code.h - names of code addresses in tables
 */
#ifndef CODE_H
#define CODE_H

#include "event/symbols.h"
#include "figures/figures_tables.h"

/* A code address of a process. */
struct code {
	unsigned origin;
	pid_t pid;
	uint64_t address;
	int64_t when_ns; /* time at which it ran; 0: recently */
};

/* "queue.c:41", "queue_put+0x1c", "sort+0xae4d", or the address: for people, in
 * CODE_TEXT bytes. symbols: may be NULL. */
enum { CODE_TEXT = 256 };

void code_name(const struct figures *figures, struct symbols *symbols,
	       const struct code *code, char name[CODE_TEXT]);

/* Equal texts have equal numbers, different texts different ones. */
uint64_t code_number(const struct figures *figures, struct symbols *symbols,
		     const struct code *code);

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
