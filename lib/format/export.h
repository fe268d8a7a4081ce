/*
 * export.h - writing a trace for the tools of another system
 *
 * An exporter gets items one after another, and a view to ask what their
 * numbers mean. It recognizes the events of its own importer by names and
 * fields, maps other events to those with the same meaning, and writes the rest
 * as user events. It counts what its format cannot hold.
 */
#ifndef PXT_FORMAT_EXPORT_H
#define PXT_FORMAT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "format/settings.h"

/* The names and objects that an exporter may ask for. Results are borrowed
 * until the next call. */
struct pxt_view {
	/* NULL: no name; no description. */
	const char *(*get_name)(struct pxt_view *view, trace_event_id_t type);
	const struct posix_trace_layout_np *(*get_layout)(
		struct pxt_view *view, trace_event_id_t type);
	/* NULL: unknown. */
	const char *(*get_process)(struct pxt_view *view, unsigned origin,
				   pid_t pid);
	const char *(*get_thread)(struct pxt_view *view, unsigned origin,
				  pid_t pid, pid_t tid);
	const char *(*get_system)(struct pxt_view *view, unsigned origin);
	const char *(*get_note)(struct pxt_view *view, unsigned origin,
				const char *key);
	/* Contract of posix_trace_get_object_np(). */
	int (*get_object)(struct pxt_view *view, unsigned origin, pid_t pid,
			  uint64_t address, const char *kind,
			  const struct timespec *when,
			  struct posix_trace_object_np *object);
	/* Lists the objects of an origin that are known by now: 0, 1, 2...
	 * ESRCH: no more. */
	int (*list_object)(struct pxt_view *view, unsigned origin, size_t index,
			   struct posix_trace_object_np *object);
};

/* The receiver of bytes. write returns an error number. */
struct pxt_output {
	int (*write)(struct pxt_output *output, const void *data, size_t len);
};

/* A kind of loss, and how often it happened. */
struct pxt_loss_of {
	char what[96]; /* "numbers cut to 32 bits" */
	uint64_t count;
};

enum { PXT_EXPORT_LOSSES = 32 };

/* An export in progress. All but state belongs to the caller. */
struct pxt_export {
	struct pxt_view *view;
	struct pxt_output *out;
	/* A second file, for formats that have one; NULL: not wanted. It may
	 * stay empty. */
	struct pxt_output *beside;
	/* An empty directory, for formats that are one; otherwise NULL. */
	const char *folder;
	/* The present name of the output, for exporters that own_file. */
	const char *file;
	const struct pxt_settings *settings;
	char why[160]; /* after EINVAL: the wrong setting, and the reason; after
			* other errors: what failed, and the reason; "": the
			* output failed */
	struct pxt_loss_of loss[PXT_EXPORT_LOSSES];
	size_t losses;
	bool is_damaged; /* when it finishes: only the sound part of the trace
			  * was put */
	void *state;	 /* private to the format */
};

struct pxt_exporter {
	const char *beside; /* suffix of the second file: ".trxc" makes
			     * board.trxc of board.trx, and of board; NULL: no
			     * second file */
	/* The format is a directory. Tells whether an existing one may be
	 * replaced, as it is such a trace, and nothing else. NULL: the format is
	 * a file. */
	bool (*owns_folder)(const char *path);

	/* Removes one that has been replaced, but nothing that does not belong
	 * to such a trace. False: something is left. */
	bool (*remove_folder)(const char *path);

	/* The exporter writes the file by its name, and nothing to out. */
	bool owns_file;

	/* Begins. EINVAL: a setting is wrong. ENOMEM. */
	int (*open)(struct pxt_export *export);

	/* Meets each item before the first one is written, and NULL behind the
	 * last one. Then EAGAIN: all items are to be met again. ECANCELED, at
	 * any item: no more are to be met. NULL: a trace is read only once. */
	int (*survey)(struct pxt_export *export,
		      const struct posix_trace_item_np *item);

	/* The exporter serves a trace that cannot be read twice, or that goes
	 * on, too: without a survey. */
	bool survey_is_optional;

	/* Writes an event or a loss, now or later. */
	int (*put)(struct pxt_export *export,
		   const struct posix_trace_item_np *item);

	/* Writes what was put so far, of a trace that goes on. NULL: the format
	 * needs to know the end before. */
	int (*flush)(struct pxt_export *export);

	/* Writes what is still buffered. */
	int (*finish)(struct pxt_export *export);

	/* Releases state, which may be NULL. */
	void (*close)(struct pxt_export *export);
};

/* Says why an export cannot begin. Returns EINVAL. */
int pxt_export_refuse(struct pxt_export *export, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Counts something that the format cannot hold. what: one text for each kind,
 * for a line such as "events without a thread". */
void pxt_export_lose(struct pxt_export *export, const char *what);
void pxt_export_lose_more(struct pxt_export *export, const char *what,
			  uint64_t count);

/* Rounds to an integer; 0 if it needs more than 64 bits. Counts what is
 * lost. */
int64_t pxt_export_round(struct pxt_export *export, double number);

/* Counts the place in the program of an event, which few formats can hold. */
void pxt_export_lose_place(struct pxt_export *export,
			   const struct posix_trace_item_np *item);

#endif
