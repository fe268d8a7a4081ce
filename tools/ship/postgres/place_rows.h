/*
 * place_rows.h - rows of the functions and lines in which events were recorded
 *
 * A place is looked up when an address is met for the first time in a process, and
 * again behind a section that says that the process runs another program.
 */
#ifndef SHIP_POSTGRES_PLACE_ROWS_H
#define SHIP_POSTGRES_PLACE_ROWS_H

#include "base/map.h"
#include "query/event_cells.h"
#include "ship/postgres/json_rows.h"
#include "source/section.h"

/* An address of a process */
struct place_key {
	uint32_t origin, pid;
	uint64_t address;
};

/* A place, and what is known of it since an event there */
struct place_entry {
	struct place_key key;
	size_t programs; /* how many the process was told to have run by then */
	int64_t since_ns, ns;
	trace_event_id_t type;
	bool is_found;
};

/* Addresses that have rows. Zero at first. */
struct place_memory {
	struct place_entry *entry;
	size_t count, room;
	struct pxt_map addresses; /* values: index of the entry, + 1 */
	struct pxt_map
		programs; /* number of those that a process was told to run */
	size_t last;	  /* entry of the event before, + 1; 0: none */
	bool is_late;	  /* a program was told since entries were not found */
};

void place_memory_fini(struct place_memory *memory);

/* Notes what a section that names something says of a process. */
void place_memory_name(struct place_memory *memory,
		       const struct section *section,
		       const unsigned char *payload);

/* Adds a row, if the event's address needs one. ENOMEM. */
int place_rows_add(struct json_rows *rows, struct json_writer *writer,
		   struct place_memory *memory, struct event_cells *cells);

/* Adds rows for addresses that were not found before their program was told. */
int place_rows_renew(struct json_rows *rows, struct json_writer *writer,
		     struct place_memory *memory, struct event_cells *cells);

#endif
