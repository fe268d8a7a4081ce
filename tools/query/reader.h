/*
 * reader.h - readers of the trace that is queried
 *
 * Each table that a statement reads has a reader of its own, so that a table
 * can be joined with itself. A reader that is given back is used again. The
 * selection of the command narrows what all of them deliver.
 */
#ifndef QUERY_READER_H
#define QUERY_READER_H

#include <signal.h>

#include "query/event_cells.h"
#include "query/input.h"
#include "query/schema.h"

struct reader {
	struct reader *next;   /* in the list of all */
	struct source *source; /* owned */
	struct selection selection;
	struct event_cells cells;
	struct posix_trace_item_np item;
	const struct source_as *as; /* borrowed */
	bool is_taken;
	bool reads_ahead;
	bool utc;
	bool was_whole;	 /* the whole selection was read */
	bool is_bounded; /* reading has begun within the trace */
	uint64_t number; /* events so far */
};

/* A trace, its readers, and its tables. */
struct query {
	struct query_input input;
	struct reader *readers;
	struct schema schema;
	int64_t base_ns; /* beginning; 0 without items */
	int64_t last_ns;
	uint64_t events; /* about so many */
	bool is_empty;	 /* no items at the beginning */
	int status;	 /* exit status of a failed opening */
	int damage;	 /* exit status, if damage was told before the end */
	volatile sig_atomic_t is_interrupted;
	char why[160]; /* the last error */
};

/* Opens the trace, and finds its types. Returns the exit status, after
 * reporting errors; query_close() is required nevertheless. */
int query_begin(struct query *query, const struct query_input *input);

/* Tells what was damaged, and whether anything was selected. Returns the exit
 * status. */
int query_tell(struct query *query);
void query_close(struct query *query);

/* Takes a reader, at no particular place. Returns an error number, with a
 * reason in query->why. */
int reader_take(struct query *query, struct reader **reader);
void reader_give(struct reader *reader);

/* Begins at the first item that is selected, or at a time, if that is later.
 * Error numbers. */
int reader_begin(struct reader *reader, bool has_from, int64_t from_ns);

/* Reads the next selected item into reader->item, and sets it in cells. */
int reader_next(struct reader *reader, bool *is_over);

/* The number of selected events before a time. */
int query_count_before(struct query *query, int64_t ns, uint64_t *count);

#endif
