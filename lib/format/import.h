/*
 * import.h - reading the trace of another system, item by item
 */
#ifndef PXT_FORMAT_IMPORT_H
#define PXT_FORMAT_IMPORT_H

#include <trace_np.h>

#include "format/feed.h"
#include "format/settings.h"
#include "format/trace.h"

/* An import in progress. All but state is borrowed until close. */
struct pxt_import {
	struct pxt_feed *feed;
	struct pxt_trace *trace;
	const struct pxt_settings *settings;
	void *state; /* private to the format */
};

struct pxt_importer {
	/* Begins to read. EINVAL: a setting is wrong. EBADMSG: the bytes are
	 * not of this format. Both with pxt_trace_refuse(). ENOMEM. */
	int (*open)(struct pxt_import *import);

	/*
	 * Gets the next item, an event or a loss. Its type is of
	 * pxt_trace_type(), its data is borrowed until the next call. Damage is
	 * reported by pxt_trace_damage() and becomes a loss in its place;
	 * reading goes on behind it.
	 *
	 * *unavailable: no item now. More may follow unless pxt_feed_ended():
	 * an incomplete record waits for its rest.
	 */
	int (*next)(struct pxt_import *import, struct posix_trace_item_np *item,
		    int *unavailable);

	/* Begins again with the first item; all facts in the trace stay. NULL,
	 * or ENOTSUP: the import is closed, and opened with its feed at the
	 * start. */
	int (*rewind)(struct pxt_import *import);

	/* Releases state, which may be NULL after a failed open. */
	void (*close)(struct pxt_import *import);

	/* Returns the bytes that give a device an order, at most size of them.
	 * NULL: the device takes no orders. order: "start", "stop", "dump" or
	 * "mask=..."; 0: unknown order. */
	size_t (*order)(const char *order, uint8_t *bytes, size_t size);
};

#endif
