/*
 * import.c - reading traces in Chrome's JSON
 *
 * Events are in no order: all are read, and sorted, before the first is given.
 */
#include "format/chrome/import/import.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"
#include "format/chrome/import/reader.h"
#include "format/chrome/import/records.h"
#include "format/format.h"

struct chrome {
	struct pxt_event_sorter sorter;
	struct pxt_chrome_reader reader;
	struct pxt_chrome_records records;
	bool is_read; /* true: up to its end */
};

static int open_chrome(struct pxt_import *import)
{
	struct chrome *chrome = calloc(1, sizeof(*chrome));

	import->state = chrome;
	if (!chrome)
		return ENOMEM;
	chrome->sorter.budget = PXT_EVENT_SORTER_BUDGET;
	chrome->sorter.temporary = pxt_temporary_open;
	chrome->records.trace = import->trace;
	chrome->records.sorter = &chrome->sorter;
	chrome->records.types.trace = import->trace;
	chrome->records.numbers.trace = import->trace;
	chrome->reader.feed = import->feed;
	chrome->reader.trace = import->trace;
	chrome->reader.take = pxt_chrome_records_take;
	chrome->reader.lose = pxt_chrome_records_lose;
	chrome->reader.context = &chrome->records;
	pxt_trace_system(import->trace, "Chrome trace");
	return 0;
}

static void close_chrome(struct pxt_import *import)
{
	struct chrome *chrome = import->state;

	if (!chrome)
		return;
	pxt_chrome_reader_fini(&chrome->reader);
	pxt_chrome_records_fini(&chrome->records);
	pxt_event_sorter_fini(&chrome->sorter);
	free(chrome);
	import->state = NULL;
}

/* ENODATA: there is more to come. */
static int read_all(struct chrome *chrome, const struct pxt_import *import)
{
	int err;

	do
		err = pxt_chrome_reader_read(&chrome->reader);
	while (!err);
	if (err != ENODATA || !pxt_feed_ended(import->feed))
		return err;
	if (!chrome->reader.has_events)
		pxt_trace_tell(import->trace, "there are no \"traceEvents\"");
	err = pxt_chrome_records_end(&chrome->records);
	if (!err)
		err = pxt_event_sorter_begin(&chrome->sorter);
	chrome->is_read = !err;
	return err;
}

static uint64_t ns_of(const struct chrome *chrome, const struct pxt_import *to,
		      int64_t ns)
{
	if (__builtin_add_overflow(chrome->reader.start_ns, ns, &ns))
		ns = INT64_MAX;
	if (ns < 0)
		pxt_trace_tell(to->trace, "times before 1970 are taken for "
					  "its beginning");
	return ns < 0 ? 0 : (uint64_t)ns;
}

static void give_loss(const struct chrome *chrome, struct pxt_import *import,
		      const struct pxt_sorted_event *record, const void *data,
		      struct posix_trace_item_np *item)
{
	struct pxt_chrome_loss loss;

	memcpy(&loss, data, sizeof(loss));
	pxt_trace_loss(import->trace, item, ns_of(chrome, import, record->ns),
		       ns_of(chrome, import, loss.end_ns), loss.lost, "%s",
		       (const char *)data + sizeof(loss));
	item->info.posix_pid = record->pid;
	item->tid = record->tid;
}

static int next(struct pxt_import *import, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct chrome *chrome = import->state;
	const struct pxt_sorted_event *record;
	const void *data;
	int err = 0;

	if (!chrome->is_read)
		err = read_all(chrome, import);
	if (!err)
		err = pxt_event_sorter_next(&chrome->sorter, &record, &data);
	*unavailable = err == ENODATA;
	if (err)
		return err == ENODATA ? 0 : err;
	if (record->type == PXT_CHROME_LOSS) {
		give_loss(chrome, import, record, data, item);
		return 0;
	}
	pxt_trace_place(import->trace, record->offset);
	pxt_trace_event(import->trace, item, record->type,
			ns_of(chrome, import, record->ns), record->pid,
			record->tid, data, record->len);
	return 0;
}

static int rewind_chrome(struct pxt_import *import)
{
	struct chrome *chrome = import->state;

	return chrome->is_read ? pxt_event_sorter_begin(&chrome->sorter) :
				 ENOTSUP;
}

const struct pxt_importer pxt_chrome_importer = {
	.open = open_chrome,
	.next = next,
	.rewind = rewind_chrome,
	.close = close_chrome,
};
