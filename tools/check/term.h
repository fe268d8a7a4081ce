/*
 * term.h - the events that a rule is about: a selection within its text
 *
 *	order_sent	'order_*,!order_retry'	order_sent -w 'price > 100'
 *
 * Names of events come first, as those of option -e; behind them, or in their
 * place, the options -e, -p, -t, -H and -w of any command. System events are
 * meant only where a name says so.
 */
#ifndef CHECK_TERM_H
#define CHECK_TERM_H

#include "check/scan.h"
#include "select/selection.h"

struct term {
	char *text;	 /* text as written */
	bool is_more;	 /* more than names decides */
	bool has_system; /* includes system events */
	struct selection selection;
};

/* NULL: error. */
struct term *term_parse(struct scan *scan);
void term_free(struct term *term);

/* Borrows the source until the term is freed. Error numbers of
 * selection_begin(). */
int term_begin(struct term *term, struct source *source);

bool term_wants_type(struct term *term, trace_event_id_t type);

/* The verdict on an event of a type that the term wants. */
static inline bool term_wants(struct term *term,
			      const struct posix_trace_item_np *item)
{
	return !term->is_more || selection_has(&term->selection, item);
}

#endif
