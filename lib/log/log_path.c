/* log_path.c - the path through a log: straight, or round its segments */
#include <errno.h>

#include "log/log_path.h"

void pxt_log_path_init(struct pxt_log_path *path,
		       const struct pxt_log_spot *header, bool loops)
{
	*path = (struct pxt_log_path){ .start.strict = loops };
	pxt_log_position_step(&path->start, header);
}

static uint64_t number_at(const struct pxt_log_file *file, uint64_t at)
{
	struct pxt_log_spot spot = { .at = at };

	return pxt_log_file_read_head(file, &spot) ? 0 : spot.section.number;
}

void pxt_log_path_look(struct pxt_log_path *path,
		       const struct pxt_log_file *file)
{
	path->first = number_at(file, path->start.at);
}

static void watch(struct pxt_log_path *path)
{
	path->watched =
		pxt_log_path_turns(path) ? path->order.number : path->first;
}

/* Sections move only once the log is overwritten. */
bool pxt_log_path_has_moved(struct pxt_log_path *path,
			    const struct pxt_log_file *file)
{
	const uint64_t at =
		pxt_log_path_turns(path) ? path->order.pivot : path->start.at;

	if (path->settled)
		return false;
	if (path->watched)
		return number_at(file, at) != path->watched;
	path->watched = number_at(file, at);
	return false;
}

/* Stops at the pivot. */
static void go_round(struct pxt_log_path *path, uint64_t at)
{
	const bool last_leg = at <= path->order.pivot;

	path->behind = at;
	path->last_leg = last_leg;
	path->parked = false;
	pxt_log_position_move(&path->round, at,
			      last_leg ? path->order.pivot : path->order.tail);
}

static void go_round_from_pivot(struct pxt_log_path *path)
{
	path->round.strict = true;
	path->round.number = path->order.number - 1;
	go_round(path, path->order.pivot);
	path->last_leg = false;
	path->round.stop = path->order.tail;
}

/* The tail is read like an ordinary log. */
static void go_straight(struct pxt_log_path *path)
{
	path->straight = path->start;
	if (pxt_log_path_turns(path))
		path->straight.at = path->order.tail;
}

void pxt_log_path_begin(struct pxt_log_path *path,
			const struct pxt_log_order *order)
{
	path->order = *order;
	watch(path);
	go_straight(path);
	if (pxt_log_path_turns(path))
		go_round_from_pivot(path);
}

void pxt_log_path_jump(struct pxt_log_path *path, uint64_t at, uint64_t number)
{
	if (pxt_log_path_turns(path)) {
		path->round.number = number;
		go_round(path, at);
	} else {
		path->straight.number = number;
		pxt_log_position_move(&path->straight, at, 0);
	}
}

/* Sections read straight may have been the beginning of the round. */
static void take_turn(struct pxt_log_path *path)
{
	const struct pxt_log_position *straight = &path->straight;

	path->behind = straight->lost_at ? straight->lost_at : straight->at;
	path->round.number = straight->number;
	path->round.strict = true;
}

void pxt_log_path_follow(struct pxt_log_path *path,
			 const struct pxt_log_order *order)
{
	const bool turned = pxt_log_path_turns(path);
	const uint64_t read = pxt_log_path_number(path);
	const uint64_t tail = path->order.tail;

	path->order = *order;
	watch(path);
	if (!pxt_log_path_turns(path)) {
		go_straight(path);
		path->straight.number = read;
		return;
	}

	if (!turned)
		take_turn(path);
	if (!turned || path->order.tail != tail)
		go_straight(path);
	if (read < path->order.number)
		go_round_from_pivot(path);
	else
		go_round(path, path->behind);
}

/* At the end, only the newest segment may have grown. */
static int find_parked(struct pxt_log_path *path, struct pxt_log_file *file,
		       struct pxt_log_spot *spot)
{
	int err;

	spot->at = path->round.at;
	err = pxt_log_file_read_head(file, spot);
	if (err)
		return err == EBADMSG ? ENODATA : err;
	return spot->section.number > path->round.number ? 0 : ENODATA;
}

static int find_round(struct pxt_log_path *path, struct pxt_log_file *file,
		      struct pxt_log_spot *spot)
{
	int err;

	if (path->parked)
		return find_parked(path, file, spot);

	err = pxt_log_position_find(&path->round, file, spot);
	if (err == ENODATA && !path->last_leg) {
		path->last_leg = true;
		pxt_log_position_move(&path->round, path->start.at,
				      path->order.pivot);
		err = pxt_log_position_find(&path->round, file, spot);
	}
	if (err == ENODATA) {
		go_round(path, path->behind);
		path->parked = true;
	}
	return err;
}

int pxt_log_path_find(struct pxt_log_path *path, struct pxt_log_file *file,
		      struct pxt_log_position **position,
		      struct pxt_log_spot *spot)
{
	int err;

	*position = &path->straight;
	if (!pxt_log_path_turns(path))
		return pxt_log_position_find(*position, file, spot);

	if (!path->straight.ended) {
		err = pxt_log_position_find(*position, file, spot);
		if (err != ENODATA)
			return err;
	}
	*position = &path->round;
	return find_round(path, file, spot);
}

void pxt_log_path_step(struct pxt_log_path *path,
		       struct pxt_log_position *position,
		       const struct pxt_log_spot *spot)
{
	pxt_log_position_step(position, spot);
	if (position == &path->round) {
		path->behind = position->at;
		path->parked = false;
	}
}
