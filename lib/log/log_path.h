/*
 * log_path.h - the way through a log: straight, or round its segments
 *
 * A log that was overwritten is read from its oldest segment to the end of
 * the segments, and on from the first one. Behind the segments there are
 * names, processes and END, which may be needed at any time: they come first.
 *
 * Whoever still writes the log may overwrite what the path has not come to
 * yet: pxt_log_path_has_moved() tells, and then the caller makes a new survey.
 */
#ifndef PXT_LOG_PATH_H
#define PXT_LOG_PATH_H

#include "log/log_cursor.h"

struct pxt_log_path {
	struct pxt_log_cursor start;	/* behind HEADER */
	struct pxt_log_cursor straight; /* through all, or through the tail */
	struct pxt_log_cursor round;	/* through the segments */
	struct pxt_log_order order;
	uint64_t behind;  /* the section that the round found last ends here */
	bool last_leg;	  /* of the round: up to the oldest segment */
	bool parked;	  /* the round is at its end */
	bool settled;	  /* nobody writes this log any more */
	uint64_t first;	  /* number of the first section; 0: none */
	uint64_t watched; /* of the one that is overwritten next */
};

/* header: the section HEADER. loops: sections may be overwritten. */
void pxt_log_path_init(struct pxt_log_path *path,
		       const struct pxt_log_place *header, bool loops);

/* To be called before the survey that finds the order. */
void pxt_log_path_look(struct pxt_log_path *path,
		       const struct pxt_log_file *file);

/* Begin at the beginning, in that order. */
void pxt_log_path_begin(struct pxt_log_path *path,
			const struct pxt_log_order *order);

/* Having begun, go on there instead: behind a section of that number, or at
 * the next one of a higher number. */
void pxt_log_path_jump(struct pxt_log_path *path, uint64_t at,
		       uint64_t number);

/* Go on behind what was read; the order may be another now. */
void pxt_log_path_follow(struct pxt_log_path *path,
			 const struct pxt_log_order *order);

/* The next section, and which cursor found it. ENODATA: none yet. */
int pxt_log_path_find(struct pxt_log_path *path, struct pxt_log_file *file,
		      struct pxt_log_cursor **cursor,
		      struct pxt_log_place *place);
void pxt_log_path_step(struct pxt_log_path *path, struct pxt_log_cursor *cursor,
		       const struct pxt_log_place *place);

/* Was anything overwritten, or all cleared, since that survey? */
bool pxt_log_path_has_moved(struct pxt_log_path *path,
			    const struct pxt_log_file *file);

static inline bool pxt_log_path_turns(const struct pxt_log_path *path)
{
	return path->order.pivot;
}

#endif
