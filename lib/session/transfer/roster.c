/* roster.c - a list of threads */
#include "session/transfer/roster.h"

#include <stdlib.h>

/* As many as a look at each is cheap for; contexts may name any number. */
enum { THREADS_MAX = 65536 };

void pxt_roster_note(struct pxt_roster *roster, uint32_t tid)
{
	size_t room = roster->room ? 2 * roster->room : 64;
	uint32_t *larger;

	if (!tid) /* nobody */
		return;
	for (size_t i = roster->count; i-- > 0;)
		if (roster->tid[i] == tid)
			return;
	if (roster->count == THREADS_MAX)
		return;
	if (roster->count == roster->room) {
		larger = reallocarray(roster->tid, room, sizeof(*larger));
		if (!larger)
			return;
		roster->tid = larger;
		roster->room = room;
	}
	roster->tid[roster->count++] = tid;
}

void pxt_roster_fini(struct pxt_roster *roster)
{
	free(roster->tid);
}
