/*
 * sysevent.c - data of system events
 */
#include <string.h>

#include "event/sysevent.h"

enum { LISTED_MAX = 8 }; /* types of a filter that are named */

static bool is_fill(const trace_event_set_t *set, int what)
{
	trace_event_set_t full;

	return !posix_trace_eventset_fill(&full, what) &&
	       !memcmp(set, &full, sizeof(full));
}

/* True for a choice by names: such a set has all types that are not opened
 * yet. */
static bool is_choice(const trace_event_set_t *set)
{
	trace_event_id_t end = sizeof(*set) * 8;
	trace_event_id_t members = 0;
	int is_member;

	for (trace_event_id_t type = 0; type < end; type++)
		if (!posix_trace_eventset_ismember(type, set, &is_member))
			members += is_member != 0;
	return members > end / 2;
}

/* Types in a set, by name, and the rest as a number. */
static unsigned put_members(struct out *out, struct labels *labels,
			    const trace_event_set_t *set)
{
	trace_event_id_t end = sizeof(*set) * 8;
	unsigned members = 0;

	for (trace_event_id_t type = 0; type < end; type++) {
		struct label label;
		int is_member;

		if (posix_trace_eventset_ismember(type, set, &is_member) ||
		    !is_member || members++ >= LISTED_MAX)
			continue;
		if (members > 1)
			out_text(out, ",");
		label = labels_event(labels, type);
		out_bytes(out, label.text, label.len);
	}
	return members;
}

static void put_set(struct out *out, struct labels *labels,
		    const trace_event_set_t *set)
{
	unsigned members;

	if (is_fill(set, POSIX_TRACE_ALL_EVENTS)) {
		out_text(out, "all events");
		return;
	}
	if (is_choice(set)) {
		out_text(out, "all names but some");
		return;
	}
	if (is_fill(set, POSIX_TRACE_SYSTEM_EVENTS)) {
		out_text(out, "system events");
		return;
	}

	members = put_members(out, labels, set);
	if (!members)
		out_text(out, "none");
	if (members > LISTED_MAX) {
		out_text(out, " and ");
		out_number(out, members - LISTED_MAX);
		out_text(out, " more");
	}
}

static bool put_start(struct out *out, struct labels *labels, const void *data,
		      size_t len)
{
	trace_event_set_t filter;

	if (len != sizeof(filter))
		return false;
	memcpy(&filter, data, sizeof(filter));

	out_text(out, "filter: ");
	put_set(out, labels, &filter);
	return true;
}

static bool put_filter(struct out *out, struct labels *labels, const void *data,
		       size_t len)
{
	trace_event_set_t filter[2];

	if (len != sizeof(filter))
		return false;
	memcpy(filter, data, sizeof(filter));

	out_text(out, "filter: ");
	put_set(out, labels, &filter[0]);
	out_text(out, " -> ");
	put_set(out, labels, &filter[1]);
	return true;
}

static bool put_stop(struct out *out, const void *data, size_t len)
{
	int by_itself;

	if (len != sizeof(by_itself))
		return false;
	memcpy(&by_itself, data, sizeof(by_itself));

	out_text(out, by_itself ? "full" : "by request");
	return true;
}

static bool put_error(struct out *out, const void *data, size_t len)
{
	int err;

	if (len != sizeof(err))
		return false;
	memcpy(&err, data, sizeof(err));

	out_text(out, strerror(err));
	return true;
}

bool sysevent_put(struct out *out, struct labels *labels,
		  const struct posix_trace_item_np *item)
{
	switch (item->info.posix_event_id) {
	case POSIX_TRACE_START:
		return put_start(out, labels, item->data, item->data_len);
	case POSIX_TRACE_FILTER:
		return put_filter(out, labels, item->data, item->data_len);
	case POSIX_TRACE_STOP:
		return put_stop(out, item->data, item->data_len);
	case POSIX_TRACE_ERROR:
		return put_error(out, item->data, item->data_len);
	}
	return false;
}
