/*
 * words.h - what is shown of an event, as a text
 *
 * Texts are UTF-8, as `show' has them, and complete.
 */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include <stddef.h>

#include "bridge/values.h"
#include "common/out.h"
#include "event/rendering.h"

struct report_words {
	struct bridge_values values;
	struct rendering *rendering; /* borrowed; NULL: no templates */
	char *text;		     /* text beyond the block of out */
	size_t room, len;
	struct out out;
};

/* bridge: borrowed until fini. */
void report_words_init(struct report_words *words, struct bridge *bridge,
		       struct rendering *rendering);
void report_words_fini(struct report_words *words);

/* The text of a field of the present event; its unit follows, if it has one.
 * Borrowed until the next call, as all are. ENOMEM. */
int report_words_field(struct report_words *words,
		       const struct posix_trace_value_np *field,
		       const char **text, size_t *len);

/* Data that is in no field, and a mark if it was cut. ENODATA: none. ENOMEM. */
int report_words_rest(struct report_words *words, const char **text,
		      size_t *len);

/* The text that a template makes of the present event. ENODATA: none.
 * ENOMEM. */
int report_words_template(struct report_words *words, const char **text,
			  size_t *len);

#endif
