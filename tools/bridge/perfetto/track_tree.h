/*
 * track_tree.h - tracks: processes, threads, lanes, objects, counters, losses
 *
 * A track has a number of its own, and is declared before its first event in
 * each state of its sequence.
 *
 * The viewer sorts by time, and bars of a track nest. So where the clock was
 * set back, bars that begin then are on a new track, and those that end then
 * end no earlier than what was inside of them.
 */
#ifndef BRIDGE_PERFETTO_TRACK_TREE_H
#define BRIDGE_PERFETTO_TRACK_TREE_H

#include "bridge/bridge.h"
#include "bridge/perfetto/machines.h"

enum track_kind {
	TRACK_PROCESS,
	TRACK_THREAD,
	TRACK_CHILD, /* below another track, with a name */
	TRACK_COUNTER,
};

struct track {
	enum track_kind kind;
	struct machine *machine;
	struct track *above; /* NULL: process */
	uint64_t uuid;
	uint32_t number;     /* bridge's number of the process, or thread */
	uint32_t generation; /* state in which it was declared */
	char *name;	     /* child, counter */
	char *unit;	     /* counter */

	/* Bars. */
	int64_t latest_ns; /* time of the last beginning or end */
	uint32_t open;
	bool is_left; /* later bars are on another track */
};

/* A list of tracks. */
struct track_list {
	struct track **track;
	size_t room;
};

/* Zero at first, but for what is borrowed. */
struct track_tree {
	struct bridge *bridge;
	struct packets *packets;
	struct machines machines;
	uint64_t count;
	struct track_list processes, threads; /* tracks by number */
	struct track_list stacks;	      /* bars, by thread */
	struct track_list lanes;
	struct track_list losses; /* losses, by thread */
	struct track_list counters;
	struct pxt_map counter; /* numbers + 1 */
};

void track_tree_fini(struct track_tree *tracks);

/* The track of a thread; that of its process, if the thread is unknown. NULL, as in
 * all functions: no memory. */
struct track *track_tree_thread(struct track_tree *tracks, uint32_t thread);

/* The track for a bar that begins at that time in a thread, in a lane, or as
 * a loss of a thread. */
struct track *track_tree_stack(struct track_tree *tracks, uint32_t thread,
			       int64_t ns);
struct track *track_tree_lane(struct track_tree *tracks, uint32_t lane,
			      uint32_t process, const char *name, int64_t ns);
struct track *track_tree_loss(struct track_tree *tracks, uint32_t thread,
			      int64_t ns);

/* The track of a counter of the present process. name: see bridge_counter(). */
struct track *track_tree_counter(struct track_tree *tracks, uint32_t name,
				 const char *unit);

/* Begins a bar. */
void track_tree_open(struct track *track, int64_t ns);

/* Ends a bar, no earlier than the latest time of the track. False: *ns was
 * raised to that. */
bool track_tree_close(struct track *track, int64_t *ns);

/* Closes the track if it was left, and no bar is open. */
void track_tree_release(struct track *track);

/* Begins the state of the track's sequence if that is due, and declares the
 * track. */
void track_tree_declare(struct track_tree *tracks, struct track *track,
			int64_t ns);

#endif
