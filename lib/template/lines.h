/*
 * lines.h - the text of an event, as its template prints it
 *
 * Lines with levels, in memory that is there once: nothing is allocated for an
 * event. What is longer than PXT_LINES_MOST is cut, and knows it.
 */
#ifndef PXT_TEMPLATE_LINES_H
#define PXT_TEMPLATE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PXT_LINES_MOST = 64 << 10, /* bytes of an event */
	PXT_LINES_NOTE = 256,	   /* bytes beyond, for why it ends */
};

struct pxt_lines {
	char text[PXT_LINES_MOST + PXT_LINES_NOTE];
	size_t len;
	size_t start;		/* of the line at hand */
	size_t counted, column; /* where it is known how wide that is */
	unsigned line;		/* its number, from 0 on */
	uint8_t level; /* of this line if it is empty, and those that come */
	bool is_cut;
	uint8_t levels[PXT_LINES_MOST + PXT_LINES_NOTE + 1]; /* of each line */
};

/* Empty them, at a level. */
void pxt_lines_begin(struct pxt_lines *lines, uint8_t level);

/* Add a text without controls. */
void pxt_lines_put(struct pxt_lines *lines, const char *text, size_t len);
void pxt_lines_blanks(struct pxt_lines *lines, uint64_t count);
void pxt_lines_newline(struct pxt_lines *lines);
void pxt_lines_tab(struct pxt_lines *lines);
void pxt_lines_level(struct pxt_lines *lines, uint8_t level);

/* Numbers. */
void pxt_lines_decimal(struct pxt_lines *lines, uint64_t number);
void pxt_lines_hex(struct pxt_lines *lines, uint64_t number, unsigned digits);

/* Add why it ends here, even where nothing else has room. */
void pxt_lines_note(struct pxt_lines *lines, const char *text);

/* Nothing is added any more: leave out blanks at the end, and a last line that
 * is empty. */
void pxt_lines_end(struct pxt_lines *lines);

/* One line after another. *at, *line: 0 at first. NULL: there are no more. An
 * event that printed nothing has one, which is empty. */
const char *pxt_lines_next(const struct pxt_lines *lines, size_t *at,
			   unsigned *line, size_t *len, uint8_t *level);

#endif
