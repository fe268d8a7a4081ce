/*
 * lines.h - the text of an event
 *
 * Lines with levels, in memory that is allocated once for all events. Text
 * longer than PXT_LINES_MOST is cut and marked as such.
 */
#ifndef PXT_TEMPLATE_LINES_H
#define PXT_TEMPLATE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PXT_LINES_MOST = 64 << 10, /* bytes per event */
	PXT_LINES_NOTE = 256,	   /* more bytes, for the reason of an end */
};

struct pxt_lines {
	char text[PXT_LINES_MOST + PXT_LINES_NOTE];
	size_t len;
	size_t start;		/* start of the current line */
	size_t counted, column; /* the column up to which the width is
				 * counted */
	unsigned line;		/* number of the current line, from 0 */
	uint8_t level; /* the current line's if empty, and that of later
		        * lines */
	bool is_cut;
	uint8_t levels[PXT_LINES_MOST + PXT_LINES_NOTE + 1]; /* lines' levels */
};

/* Empties the text, and sets the level. */
void pxt_lines_begin(struct pxt_lines *lines, uint8_t level);

/* Adds a text without controls. */
void pxt_lines_put(struct pxt_lines *lines, const char *text, size_t len);
void pxt_lines_blanks(struct pxt_lines *lines, uint64_t count);
void pxt_lines_newline(struct pxt_lines *lines);
void pxt_lines_tab(struct pxt_lines *lines);
void pxt_lines_level(struct pxt_lines *lines, uint8_t level);

/* Numbers. */
void pxt_lines_decimal(struct pxt_lines *lines, uint64_t number);
void pxt_lines_hex(struct pxt_lines *lines, uint64_t number, unsigned digits);

/* Adds the reason of an early end, for which there is always room. */
void pxt_lines_note(struct pxt_lines *lines, const char *text);

/* Finishes the text: removes blanks at the end, and an empty last line. */
void pxt_lines_end(struct pxt_lines *lines);

/* Returns one line after another. *at, *line: 0 at first. NULL: no more. An
 * event that printed nothing has one empty line. */
const char *pxt_lines_next(const struct pxt_lines *lines, size_t *at,
			   unsigned *line, size_t *len, uint8_t *level);

#endif
