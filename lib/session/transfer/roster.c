/* roster.c - a list of threads */
#include "session/transfer/roster.h"

#include <stdlib.h>

#include "base/array.h"

/* More are not looked at cheaply; contexts may name any number. */
enum { THREADS_MAX = 65536 };

void pxt_roster_note(struct pxt_roster *roster, uint32_t tid)
{
	if (!tid) /* no thread */
		return;
	for (size_t i = roster->count; i-- > 0;)
		if (roster->tid[i] == tid)
			return;
	if (roster->count == THREADS_MAX ||
	    pxt_array_reserve(&roster->tid, &roster->room, roster->count + 1,
			      sizeof(*roster->tid)))
		return;
	roster->tid[roster->count++] = tid;
}

void pxt_roster_fini(struct pxt_roster *roster)
{
	free(roster->tid);
}
