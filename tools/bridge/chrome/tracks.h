/*
 * tracks.h - processes and threads by the numbers that a viewer tells them apart
 *
 * A viewer knows a process by its pid alone. A process that shares its pid with
 * an earlier one, of another host or before it executed a program, has a pid
 * beyond all of Linux, as has one without a pid.
 */
#ifndef BRIDGE_CHROME_TRACKS_H
#define BRIDGE_CHROME_TRACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "bridge/bridge.h"

enum { TRACKS_PID_MOST = 1 << 22 }; /* greatest pid of Linux */

struct track {
	int32_t pid;
	bool is_declared;
};

/* Zero at first. */
struct tracks {
	struct track *process; /* tracks, by number in the bridge */
	bool *thread;	       /* declared ones, likewise */
	size_t processes, threads;
	struct pxt_map pids; /* taken ones */
	int32_t made;	     /* pids made up so far */
};

void tracks_fini(struct tracks *tracks);

/* The track of a process; its caller sets is_declared. NULL: no memory. */
struct track *tracks_process(struct tracks *tracks, const struct bridge *bridge,
			     uint32_t process);

/* Same for a thread: where is_declared is. */
bool *tracks_thread(struct tracks *tracks, const struct bridge *bridge,
		    uint32_t thread);

#endif
