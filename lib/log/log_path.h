/*
 * log_path.h - the path through a log: straight, or round its segments
 *
 * A log that was overwritten is read from its oldest segment to the end of the
 * segments, and on from the first one. Behind the segments there are names,
 * processes and END, which may be needed at any time: they come first.
 *
 * A live writer may overwrite sections that the path has not reached:
 * pxt_log_path_has_moved() detects that, and the caller makes a new survey.
 */
#ifndef PXT_LOG_PATH_H
#define PXT_LOG_PATH_H

#include "log/log_position.h"

struct pxt_log_path {
	struct pxt_log_position start;	  /* behind HEADER */
	struct pxt_log_position straight; /* through the file, or through the
					 * tail */
	struct pxt_log_position round;	  /* through the segments */
	struct pxt_log_order order;
	uint64_t behind;  /* end of the last section of the round */
	bool last_leg;	  /* on the round: up to the oldest segment */
	bool parked;	  /* end of the round */
	bool settled;	  /* the log has no writer */
	uint64_t first;	  /* number of the first section; 0: none */
	uint64_t watched; /* number of the segment to be overwritten next */
};

/* header: the section HEADER. loops: sections may be overwritten. */
void pxt_log_path_init(struct pxt_log_path *path,
		       const struct pxt_log_spot *header, bool loops);

/* Prepares a survey that finds the order. */
void pxt_log_path_look(struct pxt_log_path *path,
		       const struct pxt_log_file *file);

/* Goes to the beginning, in that order. */
void pxt_log_path_begin(struct pxt_log_path *path,
			const struct pxt_log_order *order);

/* After begin, goes behind a section of that number, or to the next one of a
 * higher number. */
void pxt_log_path_jump(struct pxt_log_path *path, uint64_t at, uint64_t number);

/* Continues behind the last section; the order may have changed. */
void pxt_log_path_follow(struct pxt_log_path *path,
			 const struct pxt_log_order *order);

/* Finds the next section and its position. ENODATA: none yet. */
int pxt_log_path_find(struct pxt_log_path *path, struct pxt_log_file *file,
		      struct pxt_log_position **position,
		      struct pxt_log_spot *spot);
void pxt_log_path_step(struct pxt_log_path *path,
		       struct pxt_log_position *position,
		       const struct pxt_log_spot *spot);

/* True if a section was overwritten, or all were cleared, since the survey. */
bool pxt_log_path_has_moved(struct pxt_log_path *path,
			    const struct pxt_log_file *file);

static inline bool pxt_log_path_turns(const struct pxt_log_path *path)
{
	return path->order.pivot;
}

/* The number of the last section that was read among those with events. */
static inline uint64_t pxt_log_path_number(const struct pxt_log_path *path)
{
	return pxt_log_path_turns(path) ? path->round.number :
					  path->straight.number;
}

#endif
