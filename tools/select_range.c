/*
 * select_range.c - where in a log the times of a selection are
 *
 * All times but those of an event by its name are found without reading the
 * log; that one is read for, from the beginning.
 */
#include <errno.h>
#include <string.h>

#include "select_range.h"

struct search {
	trace_id_t trid;
	const char *name;
	uint8_t known[SELECTION_EVENTS]; /* verdicts */
};

static bool is_named(struct search *search, trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	bool is_it;

	if (type < SELECTION_EVENTS && search->known[type])
		return search->known[type] == SELECT_WANTED;
	if (posix_trace_eventid_get_name(search->trid, type, name))
		return false;
	is_it = !strcmp(name, search->name);
	if (type < SELECTION_EVENTS)
		search->known[type] = is_it ? SELECT_WANTED : SELECT_UNWANTED;
	return is_it;
}

/* The stream is at its beginning. */
static int find_event(const struct when *when, trace_id_t trid,
		      struct timespec *time)
{
	struct search search = { .trid = trid, .name = when->event };
	struct posix_trace_item_np item;
	int64_t left = when->ns;
	int unavailable, err;

	for (;;) {
		err = posix_trace_getnext_item_np(trid, &item, &unavailable);
		if (err)
			return err;
		if (unavailable)
			return ESRCH;
		if (item.kind == POSIX_TRACE_ITEM_EVENT_NP &&
		    is_named(&search, item.info.posix_event_id) && !--left)
			break;
	}
	*time = item.info.posix_timestamp;
	return 0;
}

static int resolve(const struct when *when, trace_id_t trid,
		   struct when_log *log, struct timespec *time)
{
	int err = 0;

	if (when->kind == WHEN_EVENT) {
		err = posix_trace_rewind(trid);
		if (!err)
			err = find_event(when, trid, &log->event);
	}
	if (!err)
		*time = when_resolve(when, log);
	return err;
}

static int go(struct selection *selection, struct when_log *log)
{
	const trace_id_t trid = selection->trid;
	struct timespec from;
	int err = 0;

	if (selection->to.kind)
		err = resolve(&selection->to, trid, log, &selection->until);
	if (!err && selection->from.kind)
		err = resolve(&selection->from, trid, log, &from);
	if (err)
		return err;
	return selection->from.kind ? posix_trace_seek_np(trid, &from) :
				      posix_trace_rewind(trid);
}

int select_range_begin(struct selection *selection, bool utc)
{
	struct when_log log = { .utc = utc };
	int err;

	err = posix_trace_get_times_np(selection->trid, &log.first, &log.last);
	if (err == ENODATA) {
		selection->over = true;
		return 0;
	}
	if (err)
		return err;

	selection->bounded = true;
	selection->first = log.first;
	selection->last = log.last;
	return go(selection, &log);
}
