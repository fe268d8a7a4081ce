/*
 * losses.h - the losses of a page
 */
#ifndef REPORT_LOSSES_H
#define REPORT_LOSSES_H

#include <stddef.h>
#include <stdint.h>

#include "bridge/bridge.h"
#include "report/packed_blocks.h"
#include "report/table.h"

struct losses {
	struct bridge *bridge; /* borrowed, as is blocks */
	struct packed_blocks *blocks;
	int64_t start_ns;
	struct texts reasons;
	uint64_t lost;	  /* number of lost events */
	uint64_t unknown; /* number of losses without a number */
	struct report_table table;
};

void losses_init(struct losses *losses, struct bridge *bridge,
		 struct packed_blocks *blocks);
void losses_fini(struct losses *losses);

/* ENOMEM. */
int losses_begin(struct losses *losses, int64_t start_ns);

/* Meets the present item of the bridge, which is a loss. ENOMEM. */
int losses_meet(struct losses *losses);

/* ENOMEM. */
int losses_end(struct losses *losses);

#endif
