/*
 * table.h - a line of the dump of LiteOS as text, taken apart
 *
 * Words, with blanks between. A title tells the columns of what follows it.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_TABLE_H
#define PXT_FORMAT_LITEOS_IMPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/liteos/frame.h"

enum {
	PXT_LITEOS_COLUMNS = 64,
	PXT_LITEOS_LINE_MAX = 4096,
};

/* The words of a line; borrowed. */
struct pxt_liteos_words {
	struct pxt_liteos_word {
		const char *at;
		size_t len;
	} word[PXT_LITEOS_COLUMNS];
	size_t count; /* may be more than there is room for */
	const char *end; /* of the line, without blanks */
};

void pxt_liteos_words_split(struct pxt_liteos_words *words, const char *line,
			    size_t len);
bool pxt_liteos_words_is(const struct pxt_liteos_words *words, size_t index,
			 const char *text);

/* A word as a number, as in C: decimal, or 0x and hex. False: it is none. */
bool pxt_liteos_words_number(const struct pxt_liteos_words *words,
			     size_t index, uint64_t *number);

/* The columns of events. */
struct pxt_liteos_columns {
	struct pxt_liteos_shape shape; /* its params: once there is a row */
	bool has_params;
	bool known; /* how many params there are */
};

/* False: it is no title of events. */
bool pxt_liteos_columns_read(const struct pxt_liteos_words *words,
			     struct pxt_liteos_columns *columns);

/* A row of them. False: it is none. The first tells how many params there
 * are. */
bool pxt_liteos_columns_row(struct pxt_liteos_columns *columns,
			    const struct pxt_liteos_words *words,
			    uint32_t *slot, struct pxt_liteos_frame *frame);

/* "NAME = number" */
bool pxt_liteos_words_setting(const struct pxt_liteos_words *words,
			      const char *name, uint64_t *value);

#endif
