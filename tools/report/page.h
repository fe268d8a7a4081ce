/*
 * page.h - the page into which a trace is put
 *
 * Its files are in data/report, and embedded in the command. The script is packed
 * as the blocks are: the page unpacks it.
 */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "report/packed_blocks.h"

/* Put what stands before the trace, and what follows it. ENOMEM. */
int page_put_begin(struct packed_blocks *blocks);
int page_put_end(struct packed_blocks *blocks);

#endif
