/* roster.h - a set of threads, to count them */
#ifndef PXT_SESSION_TRANSFER_ROSTER_H
#define PXT_SESSION_TRANSFER_ROSTER_H

#include <stddef.h>
#include <stdint.h>

/* Zero at first. Without memory it stops counting. */
struct pxt_roster {
	uint32_t *tid;
	size_t count, room;
};

void pxt_roster_note(struct pxt_roster *roster, uint32_t tid);
void pxt_roster_fini(struct pxt_roster *roster);

#endif
