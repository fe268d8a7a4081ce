/*
 * removals.h - logs that recorders removed before all of them was shipped
 *
 * The ledgers of the logs' folders tell of all that made room, also while
 * nothing was shipped; the checkpoints tell how much of each was confirmed. What is
 * accounted for is in a file beside the ledger.
 */
#ifndef SHIP_REMOVALS_H
#define SHIP_REMOVALS_H

#include <sys/stat.h>

#include "ship/shipment.h"

struct removal_folder {
	char *path; /* empty, or ends with a slash */
	char *ledger, *checkpoint;
	uint64_t number; /* last entry accounted for */
	unsigned char uuid[SECTION_UUID];
	struct stat ledger_stat; /* when all of it was accounted for */
	bool is_told;		 /* the failure to write the checkpoint */
	bool is_new;		 /* nothing was accounted for before */
	bool is_refused;	 /* the ledger cannot be read, which was told */
	bool is_behind;		 /* entries wait for a log, or for a recorder */
};

struct removals {
	char *const *given; /* names of logs in users' notation, borrowed */
	size_t given_count;
	bool is_delivery; /* checkpoints are those of deliveries */
	bool once;	  /* there is no later look */
	const char *name; /* in the names of checkpoint files */
	struct removal_folder *folder;
	size_t count, room;
};

int removals_init(struct removals *removals, char *const *given, size_t count,
		  const struct ship_destination *place);
void removals_fini(struct removals *removals);

/* Accounts for the entries that are new, and tells of what was missed. The
 * shipments are those that are known. */
void removals_look(struct removals *removals, struct shipment *const *shipments,
		   size_t count, struct ship_totals *totals);

/* True if a log's folder has entries that are accounted for later: that of the log
 * may be among them. */
bool removals_are_behind(const struct removals *removals, const char *path);

#endif
