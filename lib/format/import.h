/*
 * import.h - reading the trace of another system, item by item
 */
#ifndef PXT_FORMAT_IMPORT_H
#define PXT_FORMAT_IMPORT_H

#include <trace_np.h>

#include "format/feed.h"
#include "format/settings.h"
#include "format/trace.h"

/* One that goes on. All but state is borrowed until close. */
struct pxt_import {
	struct pxt_feed *feed;
	struct pxt_trace *trace;
	const struct pxt_settings *settings;
	void *state; /* the format's own */
};

struct pxt_importer {
	/* Begin to read. EINVAL: a setting is wrong. EBADMSG: these bytes
	 * cannot be read at all. Both with pxt_trace_refuse(). ENOMEM. */
	int (*open)(struct pxt_import *import);

	/*
	 * The next item, an event or a loss. Its type is of pxt_trace_type(),
	 * its data is borrowed until the next call. What is damaged is told
	 * with pxt_trace_damage(), given as a loss in its place, and does not
	 * keep what follows from being read.
	 *
	 * *unavailable: there is no item now. More may follow as long as
	 * pxt_feed_ended() says no: a part of a record waits for its rest.
	 */
	int (*next)(struct pxt_import *import,
		    struct posix_trace_item_np *item, int *unavailable);

	/* Release state. It may be NULL, after an open that failed. */
	void (*close)(struct pxt_import *import);

	/* What to send to a device for it to do that, or NULL: it takes no
	 * orders. order: "start", "stop", "dump" or "mask=..."; at most size
	 * bytes. Gives how many; 0: there is no such order. */
	size_t (*order)(const char *order, uint8_t *bytes, size_t size);
};

#endif
