/*
 * user.h - events of other traces as the user's events of RKH
 *
 * A type is one of the user's events with a name; there are few numbers, so
 * those that come late share the last one, and tell their names. A thread is an
 * active object, which each event names first; fields are items. What is named
 * is announced before its first use.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_USER_H
#define PXT_FORMAT_RKH_EXPORT_USER_H

#include "format/export.h"
#include "format/rkh/export/writer.h"
#include "format/rkh/given.h"

/* Zeroes at first. */
struct pxt_rkh_user {
	uint64_t hz;
	unsigned users; /* numbers of the user's events */
	size_t frame;	/* bytes of one at most, without escapes */
	unsigned given; /* numbers that are in use */
	void *types;	/* trees, of what was announced */
	void *threads;
	void *objects;
	uint64_t last_ao; /* address */
	bool has_begun;
	int64_t start_ns;
	uint64_t ticks;
	uint8_t seq;
	uint64_t missing; /* events before the next frame */
};

/* Begin with the configuration. EINVAL: a setting is wrong; export->why. */
int pxt_rkh_user_init(struct pxt_rkh_user *user,
		      const struct pxt_settings *settings, char *why);
void pxt_rkh_user_begin(struct pxt_rkh_user *user,
			struct pxt_rkh_writer *writer,
			const struct pxt_rkh_given *given,
			struct pxt_export *export);

void pxt_rkh_user_put(struct pxt_rkh_user *user, struct pxt_rkh_writer *writer,
		      struct pxt_export *export, const char *name,
		      const struct posix_trace_layout_np *layout,
		      const struct posix_trace_item_np *item);

/* So many events are missing here; 0: nobody knows how many. */
void pxt_rkh_user_lose(struct pxt_rkh_user *user, struct pxt_export *export,
		       uint64_t lost);

/* What is missing behind the last event cannot be told. */
void pxt_rkh_user_end(struct pxt_rkh_user *user, struct pxt_export *export);

void pxt_rkh_user_fini(struct pxt_rkh_user *user);

#endif
