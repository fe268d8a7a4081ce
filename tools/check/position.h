/*
 * position.h - where the walk over a trace is: the present item, in words
 */
#ifndef CHECK_POSITION_H
#define CHECK_POSITION_H

#include "check/examples.h"
#include "common/stamp.h"
#include "event/fields.h"
#include "event/labels.h"

enum { POSITION_WORDS = 160 }; /* bytes of an event in words */

struct position {
	struct source *source; /* borrowed */
	const struct posix_trace_item_np *item;
	uint64_t line; /* the item's number, counted from 1 */
	int64_t ns;
	bool is_decoded;
	struct fields fields;
	struct labels labels;
	struct out out;
	char words[POSITION_WORDS];
};

void position_init(struct position *position, struct source *source,
		   bool ascii);
void position_fini(struct position *position);

/* Goes on to the next item of the trace. */
void position_move(struct position *position,
		   const struct posix_trace_item_np *item);

/* Decodes the fields of the present event, once. */
static inline void position_decode(struct position *position)
{
	if (!position->is_decoded)
		fields_decode(&position->fields, position->item);
	position->is_decoded = true;
}

static inline struct place position_place(const struct position *position)
{
	return (struct place){ position->line, position->ns };
}

/* Describes the present event, "matcher/4243 order_sent id=81723", with a remark behind a comma unless that is
 * empty. To be freed; NULL: no memory. */
char *position_describe(struct position *position, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The present event breaks a rule, which is counted; with a place where that
 * began, and in words that are made as needed. */
int position_note(struct position *position, struct examples *examples,
		  int64_t weight, const struct place *from, const char *format,
		  ...) __attribute__((format(printf, 5, 6)));

#endif
