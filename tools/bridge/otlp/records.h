/*
 * records.h - what the items of a trace are in OpenTelemetry
 *
 * A span of the trace is one there, at its end; all other events, and losses,
 * are records of a log. A span is within the innermost one that is open in its
 * thread when it begins. Nothing else that follows has a say in its ids, so they
 * are the same in a trace that still grows. A beginning without an end is a
 * record, which has the ids of that span.
 */
#ifndef BRIDGE_OTLP_RECORDS_H
#define BRIDGE_OTLP_RECORDS_H

#include "bridge/otlp/attributes.h"

/* Takes a span or a record, which is borrowed; item: running number, from 1, of
 * the item that gives it; of a beginning that has no end at the finish, of that.
 * Returns an error number. */
typedef int otlp_taker(void *context, const struct otlp_record *record,
		       uint64_t item);

/* An open span, with what its beginning is if it does not end. */
struct otlp_span {
	bool is_open, has_parent, is_unmatched;
	uint32_t process;
	uint64_t item;
	uint64_t ns;
	struct otlp_ids ids;
	unsigned char parent[OTLP_SPAN_ID];
	char *event;
	struct otlp_list attributes;
};

/* A thread, and the last time at which it began a span. */
struct otlp_thread {
	int64_t ns;
	uint32_t setback, index; /* see struct otlp_place */
	bool has_begun;
};

struct otlp_records {
	struct bridge bridge;
	struct attributes attributes;
	struct otlp_span *span; /* spans, by the number of the open span */
	struct otlp_thread *thread;
	size_t span_room, thread_room;
	uint64_t items;
	bool has_no_logs; /* records are counted in place of being given */
	otlp_taker *take;
	void *context;
};

/* Zero at first. export: its view is that of a struct export_view; borrowed.
 * ENOMEM. */
int otlp_records_init(struct otlp_records *records, struct pxt_export *export,
		      otlp_taker *take, void *context);
void otlp_records_fini(struct otlp_records *records);

/* Gives what an item is. Items may have been met by the bridge's survey: then
 * beginnings without an end are given in their place. */
int otlp_records_put(struct otlp_records *records,
		     const struct posix_trace_item_np *item);

/* Gives one of the beginnings that have no end by now, from place *at on, which
 * is 0 at first. ENODATA: there is none. */
int otlp_records_finish(struct otlp_records *records, size_t *at);

#endif
