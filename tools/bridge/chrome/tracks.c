/*
 * tracks.c - processes and threads by the numbers that a viewer tells them apart
 */
#include <stdlib.h>

#include "bridge/chrome/tracks.h"

void tracks_fini(struct tracks *tracks)
{
	free(tracks->process);
	free(tracks->thread);
	pxt_map_fini(&tracks->pids);
}

/* Takes a pid if it is free. -1: no memory. */
static int take(struct tracks *tracks, int32_t pid)
{
	size_t *taken = pxt_map_at_number(&tracks->pids, (uint64_t)pid);

	if (!taken)
		return -1;
	return (*taken)++ == 0;
}

static int choose_pid(struct tracks *tracks, pid_t pid, struct track *track)
{
	int is_taken = 0;

	track->pid = pid;
	if (pid > 0)
		is_taken = take(tracks, pid);
	while (!is_taken) {
		track->pid = TRACKS_PID_MOST + ++tracks->made;
		is_taken = take(tracks, track->pid);
	}
	return is_taken < 0;
}

struct track *tracks_process(struct tracks *tracks, const struct bridge *bridge,
			     uint32_t process)
{
	struct track *track;

	if (entities_reserve(&bridge->processes, &tracks->process,
			     &tracks->processes, sizeof(*tracks->process)))
		return NULL;
	track = &tracks->process[process];
	if (!track->pid &&
	    choose_pid(tracks, bridge->processes.entity[process].pid, track))
		return NULL;
	return track;
}

bool *tracks_thread(struct tracks *tracks, const struct bridge *bridge,
		    uint32_t thread)
{
	if (entities_reserve(&bridge->threads, &tracks->thread,
			     &tracks->threads, sizeof(*tracks->thread)))
		return NULL;
	return &tracks->thread[thread];
}
