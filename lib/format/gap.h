/*
 * gap.h - the bytes behind a loss
 *
 * An importer adds the bytes that it skips, and names them in the loss:
 *
 *	pxt_trace_loss(trace, item, from, to, 0, "no message%s",
 *		       pxt_gap_text(&gap, text));
 */
#ifndef PXT_FORMAT_GAP_H
#define PXT_FORMAT_GAP_H

#include <stdint.h>

/* Zero at first. */
struct pxt_gap {
	uint64_t offset; /* offset of the first byte in the trace */
	uint64_t end;	 /* end of the last place */
	uint64_t bytes;
	uint64_t places; /* 0: no object */
};

enum { PXT_GAP_TEXT = 96 };

/* Places are added from front to back; adjacent ones are merged. */
void pxt_gap_add(struct pxt_gap *gap, uint64_t offset, uint64_t bytes);

/* "; 25 bytes at 701", or "; 96 bytes in 2 places, from 698 on"; "" for no
 * bytes. Scripts read this: one byte is "1 bytes", too. Returns text. */
const char *pxt_gap_text(const struct pxt_gap *gap, char text[PXT_GAP_TEXT]);

#endif
