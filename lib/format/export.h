/*
 * export.h - writing a trace for the tools of another system
 *
 * An exporter gets items one after another, and a view to ask what their
 * numbers mean. It knows the events of its own importer by their names and
 * fields, maps those of others where there is something with that meaning, and
 * writes the rest as events of the user. What its format cannot hold, it counts.
 */
#ifndef PXT_FORMAT_EXPORT_H
#define PXT_FORMAT_EXPORT_H

#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "format/settings.h"

/* Whom an exporter asks. What is given is borrowed until the next call. */
struct pxt_view {
	/* NULL: it has no name; is not described. */
	const char *(*get_name)(struct pxt_view *view, trace_event_id_t type);
	const struct posix_trace_layout_np *(*get_layout)(
		struct pxt_view *view, trace_event_id_t type);
	/* NULL: nobody knows. */
	const char *(*get_process)(struct pxt_view *view, unsigned origin,
				   pid_t pid);
	const char *(*get_thread)(struct pxt_view *view, unsigned origin,
				  pid_t pid, pid_t tid);
	const char *(*get_system)(struct pxt_view *view, unsigned origin);
	const char *(*get_note)(struct pxt_view *view, unsigned origin,
				const char *key);
	/* As posix_trace_get_object_np(). */
	int (*get_object)(struct pxt_view *view, unsigned origin, pid_t pid,
			  uint64_t address, const char *kind,
			  const struct timespec *when,
			  struct posix_trace_object_np *object);
	/* All that are known of an origin by now: 0, 1, 2... ESRCH: there are
	 * not as many. */
	int (*list_object)(struct pxt_view *view, unsigned origin,
			   size_t index, struct posix_trace_object_np *object);
};

/* Where the bytes go. An error number. */
struct pxt_sink {
	int (*write)(struct pxt_sink *sink, const void *data, size_t len);
};

/* What is left out or changed, and how often. */
struct pxt_loss_of {
	char what[96]; /* "numbers cut to 32 bits" */
	uint64_t count;
};

enum { PXT_EXPORT_LOSSES = 32 };

/* One that goes on. All but state is its owner's. */
struct pxt_export {
	struct pxt_view *view;
	struct pxt_sink *out;
	/* A file beside it, for those formats that want one; NULL: nobody
	 * wants it. Nothing need be written. */
	struct pxt_sink *beside;
	const struct pxt_settings *settings;
	char why[160]; /* after EINVAL: which setting, and why */
	struct pxt_loss_of loss[PXT_EXPORT_LOSSES];
	size_t losses;
	void *state; /* the format's own */
};

struct pxt_exporter {
	const char *beside; /* ".trxc": of board.trx it is board.trxc, of board
			     * board.trxc; NULL: none */

	/* Begin. EINVAL: a setting is wrong. ENOMEM. */
	int (*open)(struct pxt_export *export);

	/* Write an event or a loss, now or later. */
	int (*put)(struct pxt_export *export,
		   const struct posix_trace_item_np *item);

	/* Write what was not written yet. */
	int (*finish)(struct pxt_export *export);

	/* Release state. It may be NULL. */
	void (*close)(struct pxt_export *export);
};

/* Count something that the format cannot hold. what: the same text for the
 * same thing, as a line about them has it: "events without a thread". */
void pxt_export_lose(struct pxt_export *export, const char *what);
void pxt_export_lose_more(struct pxt_export *export, const char *what,
			  uint64_t count);

/* The integer next to it, or 0 where there is none of 64 bits. What is lost is
 * counted. */
int64_t pxt_export_round(struct pxt_export *export, double number);

/* Count what few formats know of an event: where the program was. */
void pxt_export_lose_place(struct pxt_export *export,
			   const struct posix_trace_item_np *item);

#endif
