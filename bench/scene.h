/*
 * scene.h - what is around while events are recorded, and what that costs
 */
#ifndef SCENE_H
#define SCENE_H

#include <stdbool.h>

#include <trace_np.h>

#include "result.h"

enum {
	SCENE_STREAM_SIZE = 16 << 20,
	SCENE_DATA_MAX = 4096,
	SCENE_STREAMS_MAX = 4,
};

struct scene {
	const char *name;
	int policy;	  /* POSIX_TRACE_LOOP and so on; 0: no stream */
	unsigned streams; /* 0: one, if there is a policy */
	size_t size;	  /* of a stream; 0: SCENE_STREAM_SIZE */
	bool suspended;
	bool filtered; /* the event is not wanted */
	bool call;     /* the function, even if there is a macro */
};

/* Data of all events, and their type. */
extern const unsigned char scene_data[SCENE_DATA_MAX];
int scene_event(trace_event_id_t *event);

/* A loop of events, as measure_subject has it: of the floor, and of ours. */
struct scene_loop {
	trace_event_id_t event;
	size_t len;
};

void scene_burst_floor(void *loop, unsigned n);
void scene_burst_lean(void *loop, unsigned n);
void scene_burst_event(void *loop, unsigned n);
void scene_burst_call(void *loop, unsigned n);

/* Attributes of a stream, or error: as the scenes here have them. */
int scene_attr_init(trace_attr_t *attr, int policy, size_t size);

/* A stream of this process that overwrites, and runs. */
int scene_open_loop(size_t size, trace_id_t *trid);

/* Whether an event of this process is recorded at all. ENODATA: it is not. */
int scene_check(void);

/* Where files are made. */
const char *scene_directory(void);

/* A file in $TMPDIR, or in the current directory, that is gone when it is
 * closed. */
int scene_temporary_file(int *fd);

/* Wait until a stream's log has what was recorded before. */
int scene_drain(trace_id_t trid);

/* How many of these events each of so many threads may record without more
 * than half of a stream being used; never more than most. */
unsigned scene_events(size_t size, size_t len, unsigned threads, unsigned most);

/* Measures subjects in turns, in one thread. */
int scene_compare(const struct measure_subject *subject, unsigned subjects,
		  unsigned rounds, unsigned events,
		  struct measure_series *series);

/* Measure one row, floor and event in turns. */
int scene_measure(const struct scene *scene, unsigned threads, size_t len,
		  unsigned rounds, unsigned events, struct result_row *row);

#endif
