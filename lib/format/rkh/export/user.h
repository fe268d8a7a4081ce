/*
 * user.h - events of other traces as RKH's user events
 *
 * A type becomes a user event with a name. Numbers are few: types that come
 * late share the last one, and carry their names. A thread becomes an active
 * object, which each event has as its first item; fields become items. Names
 * are announced before their first use.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_USER_H
#define PXT_FORMAT_RKH_EXPORT_USER_H

#include "format/export.h"
#include "format/rkh/export/writer.h"
#include "format/rkh/options.h"

/* Zero at first. */
struct pxt_rkh_user {
	uint64_t hz;
	unsigned users;	  /* numbers of the user's events */
	size_t frame;	  /* maximum bytes of a frame, without escapes */
	unsigned options; /* numbers in use */
	void *types;	  /* trees of announcements */
	void *threads;
	void *objects;
	uint64_t last_ao; /* address */
	bool has_begun;
	int64_t start_ns;
	uint64_t ticks;
	uint8_t seq;
	uint64_t missing; /* events before the next frame */
};

/* Begins with the configuration. EINVAL: a setting is wrong; export->why.
 * ENOMEM. */
int pxt_rkh_user_init(struct pxt_rkh_user *user,
		      const struct pxt_settings *settings, char *why);
void pxt_rkh_user_begin(struct pxt_rkh_user *user,
			struct pxt_rkh_writer *writer,
			const struct pxt_rkh_options *options,
			struct pxt_export *export);

void pxt_rkh_user_put(struct pxt_rkh_user *user, struct pxt_rkh_writer *writer,
		      struct pxt_export *export, const char *name,
		      const struct posix_trace_layout_np *layout,
		      const struct posix_trace_item_np *item);

/* Counts missing events; 0: an unknown number. */
void pxt_rkh_user_lose(struct pxt_rkh_user *user, struct pxt_export *export,
		       uint64_t lost);

/* Losses behind the last event cannot be expressed. */
void pxt_rkh_user_end(struct pxt_rkh_user *user, struct pxt_export *export);

void pxt_rkh_user_fini(struct pxt_rkh_user *user);

#endif
