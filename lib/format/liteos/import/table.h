/*
 * table.h - lines of LiteOS's dump as text
 *
 * Words separated by blanks. A title names the columns of the rows behind it.
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

/* Words of a line; borrowed. */
struct pxt_liteos_words {
	struct pxt_liteos_word {
		const char *at;
		size_t len;
	} word[PXT_LITEOS_COLUMNS];
	size_t count;	 /* may exceed the array */
	const char *end; /* end of the line, without blanks */
};

void pxt_liteos_words_split(struct pxt_liteos_words *words, const char *line,
			    size_t len);
bool pxt_liteos_words_is(const struct pxt_liteos_words *words, size_t index,
			 const char *text);

/* Parses a word as a number in C's notation: decimal, or 0x and hex. False: not
 * a number. */
bool pxt_liteos_words_number(const struct pxt_liteos_words *words, size_t index,
			     uint64_t *number);

/* Columns of events. */
struct pxt_liteos_columns {
	struct pxt_liteos_shape shape; /* params included once a row was read */
	bool has_params;
	bool known; /* number of params is known */
};

/* False: not a title of events. */
bool pxt_liteos_columns_read(const struct pxt_liteos_words *words,
			     struct pxt_liteos_columns *columns);

/* Parses a row. False: not a row. The first row determines the number of
 * params. */
bool pxt_liteos_columns_row(struct pxt_liteos_columns *columns,
			    const struct pxt_liteos_words *words,
			    uint32_t *slot, struct pxt_liteos_frame *frame);

/* "NAME = number" */
bool pxt_liteos_words_setting(const struct pxt_liteos_words *words,
			      const char *name, uint64_t *value);

#endif
