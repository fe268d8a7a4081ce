/*
 * gap.h - the bytes that a loss stands for
 *
 * An importer adds what it passes over, and says so where it gives the loss:
 *
 *	pxt_trace_loss(trace, item, from, to, 0, "no message%s",
 *		       pxt_gap_text(&gap, text));
 */
#ifndef PXT_FORMAT_GAP_H
#define PXT_FORMAT_GAP_H

#include <stdint.h>

/* Zeroes at first. */
struct pxt_gap {
	uint64_t offset; /* of the first byte, in the trace */
	uint64_t end;	 /* of the last place */
	uint64_t bytes;
	uint64_t places; /* 0: none */
};

enum { PXT_GAP_TEXT = 96 };

/* Places are added from front to back; one right behind another is the same. */
void pxt_gap_add(struct pxt_gap *gap, uint64_t offset, uint64_t bytes);

/* "; 25 bytes at 701", or "; 96 bytes in 2 places, from 698 on"; "" if it is
 * none. Scripts read it: one byte is "1 bytes", too. Gives text. */
const char *pxt_gap_text(const struct pxt_gap *gap, char text[PXT_GAP_TEXT]);

#endif
