/*
 * margins.h - what lines have before and behind the data of their events
 *
 * Lines of one type's events, from one place in one thread, differ in time and
 * data only. Their thread, name and place are kept as text, with the blanks
 * between them, for sources where these do not change.
 */
#ifndef VIEW_MARGINS_H
#define VIEW_MARGINS_H

#include <stdbool.h>

#include <trace_np.h>

#include "common/out.h"
#include "event/labels.h"

enum {
	MARGINS = 64,
	MARGIN_BEGIN = 96, /* bytes; longer ones are not kept */
	MARGIN_END = 64,
};

struct margin {
	const void *address;
	unsigned origin;
	pid_t pid, tid;
	trace_event_id_t type;
	size_t thread_width, event_width; /* the columns that it fills */
	size_t begin_len, end_len;	  /* 0: nothing is kept here */
	char begin[MARGIN_BEGIN];	  /* "matcher/4243  received  " */
	char end[MARGIN_END];		  /* "  in.c:17\n" */
};

/* Names of a line, and the blanks behind them. */
struct margin_names {
	struct label thread, event, place;
	size_t thread_blanks, event_blanks;
};

/* Returns the slot of an item's margin, which may hold another item's. */
static inline struct margin *
margins_slot(struct margin margins[MARGINS],
	     const struct posix_trace_item_np *item, pid_t tid)
{
	const uintptr_t spread = (uintptr_t)item->info.posix_prog_address ^
				 (unsigned)tid ^
				 (uintptr_t)item->info.posix_event_id << 2;

	return &margins[spread % MARGINS];
}

static inline bool margin_is_of(const struct margin *margin,
				const struct posix_trace_item_np *item,
				pid_t tid)
{
	return margin->end_len &&
	       margin->address == item->info.posix_prog_address &&
	       margin->origin == item->origin &&
	       margin->pid == item->info.posix_pid && margin->tid == tid &&
	       margin->type == item->info.posix_event_id;
}

/* Fills a margin for an item of a thread, but for its widths. False: it is too
 * long, and nothing is kept. */
bool margin_fill(struct margin *margin, const struct posix_trace_item_np *item,
		 pid_t tid, const struct margin_names *names);

/* Copies of a constant length take no call. */
static inline void margin_put_begin(const struct margin *margin,
				    struct out *out)
{
	memcpy(out_room(out, MARGIN_BEGIN), margin->begin, MARGIN_BEGIN);
	out_used(out, margin->begin_len);
}

static inline void margin_put_end(const struct margin *margin, struct out *out)
{
	memcpy(out_room(out, MARGIN_END), margin->end, MARGIN_END);
	out_used(out, margin->end_len);
}

#endif
