/*
 * select_range.c - times of a selection, resolved in a log
 *
 * Times other than those of a named event are found without reading the log;
 * for those it is read from the beginning.
 */
#include <errno.h>
#include <string.h>

#include "select/select_range.h"

struct search {
	struct source *source;
	const char *name;
	uint8_t known[SELECTION_EVENTS]; /* verdicts */
};

static bool is_named(struct search *search, trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	bool is_it;

	if (type < SELECTION_EVENTS && search->known[type])
		return search->known[type] == SELECT_WANTED;
	if (source_get_name(search->source, type, name))
		return false;
	is_it = !strcmp(name, search->name);
	if (type < SELECTION_EVENTS)
		search->known[type] = is_it ? SELECT_WANTED : SELECT_UNWANTED;
	return is_it;
}

/* The source must be at its beginning. */
static int find_event(const struct moment *when, struct source *source,
		      struct timespec *time)
{
	struct search search = { .source = source, .name = when->event };
	struct posix_trace_item_np item;
	int64_t left = when->ns;
	int unavailable, err;

	for (;;) {
		err = source_next(source, &item, &unavailable);
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

static int resolve(const struct moment *when, struct source *source,
		   struct moment_log *log, struct timespec *time)
{
	int err = 0;

	if (when->kind == MOMENT_EVENT) {
		err = source_rewind(source);
		if (!err)
			err = find_event(when, source, &log->event);
	}
	if (!err)
		*time = moment_resolve(when, log);
	return err;
}

static int go(struct selection *selection, struct moment_log *log)
{
	struct source *source = selection->source;
	int err = 0;

	if (selection->to.kind)
		err = resolve(&selection->to, source, log, &selection->until);
	if (!err && selection->from.kind)
		err = resolve(&selection->from, source, log, &selection->since);
	if (err)
		return err;
	return selection->from.kind ? source_seek(source, &selection->since) :
				      source_rewind(source);
}

int select_range_begin(struct selection *selection, bool utc)
{
	struct moment_log log = { .utc = utc };
	int err;

	err = source_get_times(selection->source, &log.first, &log.last);
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
