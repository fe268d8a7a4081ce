/*
 * fuzz_liteos.c - whatever bytes are taken for a trace of LiteOS, reading them
 * comes to an end, gives what its descriptions say, and can be written
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos.h"
#include "format/trace_view.h"
#include "fuzz/quick.h"

enum {
	/* Items for each byte, and bytes of memory besides what is there
	 * whatever is read. */
	MEMORY = 1 << 12,
	FIXED = 32 << 20,
};

static struct pxt_trace *trace;
static struct trace_view view;
static size_t written;

static int count(struct pxt_sink *sink, const void *data, size_t len)
{
	(void)sink;
	(void)data;
	written += len;
	return 0;
}

static struct pxt_sink sink = { count };

/* A text of any length in the end. */
static bool has_told(const struct posix_trace_layout_np *of)
{
	return of->fields && !strcmp(of->field[of->fields - 1].name, "told");
}

static void check(const struct posix_trace_item_np *item)
{
	const struct posix_trace_layout_np *of;

	QUICK_ASSERT(item->info.posix_timestamp.tv_nsec < 1000000000);
	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP)
		return;
	of = view.view.get_layout(&view.view, item->info.posix_event_id);
	QUICK_ASSERT(of);
	QUICK_ASSERT(has_told(of) ? of->size <= item->data_len :
				    of->size == item->data_len);
	QUICK_ASSERT(item->tid > 0);
	QUICK_ASSERT(pxt_trace_get_thread(trace, item->info.posix_pid,
					  item->tid));
}

static void read_and_write(struct pxt_import *import,
			   struct pxt_export *export, size_t size)
{
	const struct pxt_exporter *exporter = pxt_format_liteos.export;
	struct posix_trace_item_np item;
	int unavailable = 0;

	for (size_t items = 0;; items++) {
		QUICK_ASSERT(items <= size);
		if (pxt_format_liteos.import->next(import, &item,
						   &unavailable) ||
		    unavailable)
			break;
		check(&item);
		QUICK_ASSERT(!exporter->put(export, &item));
	}
	QUICK_ASSERT(!exporter->finish(export));
	QUICK_ASSERT(written);
}

static void try(const uint8_t *data, size_t size, const char *kind)
{
	struct pxt_settings reading = { .count = 0 }, writing = { .count = 0 };
	struct pxt_import import = { .settings = &reading };
	struct pxt_export export = {
		.view = &view.view,
		.out = &sink,
		.settings = &writing,
	};

	QUICK_ASSERT(!pxt_trace_create(&trace));
	trace_view_init(&view, trace);
	QUICK_ASSERT(!pxt_feed_open_memory(data, size, &import.feed));
	import.trace = trace;
	written = 0;
	QUICK_ASSERT(pxt_settings_add(&writing, kind));
	QUICK_ASSERT(!pxt_format_liteos.export->open(&export));
	if (!pxt_format_liteos.import->open(&import))
		read_and_write(&import, &export, size);
	pxt_format_liteos.export->close(&export);
	pxt_format_liteos.import->close(&import);
	trace_view_fini(&view);
	QUICK_ASSERT(!pxt_trace_error(trace));
	pxt_trace_close(trace);
	pxt_feed_close(import.feed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	quick_begin();
	try(data, size, "kind=tlv");
	try(data, size, "kind=offline");
	QUICK_ASSERT(quick_peak() <= FIXED + MEMORY * size);
	quick_end();
	return 0;
}
