/*
 * fuzz_liteos.c - whatever bytes are taken for a trace of LiteOS, reading them
 * comes to an end, gives what its descriptions say, and can be written
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/liteos.h"
#include "format/trace_view.h"
#include "fuzz/quick.h"

enum {
	/* Items for each byte, and bytes of memory besides what is there
	 * whatever is read. */
	MEMORY = 1 << 12,
	FIXED = 32 << 20,
};

static const char *const kinds[] = { "kind=tlv", "kind=offline" };

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* One way to write. */
struct way {
	struct pxt_output output; /* first */
	struct pxt_settings settings;
	struct pxt_export export;
	size_t written;
};

static struct pxt_trace *trace;
static struct trace_view view;
static struct way ways[KINDS];
static unsigned writes; /* how many of these it is the turn of */

static int count(struct pxt_output *output, const void *data, size_t len)
{
	(void)data;
	((struct way *)output)->written += len;
	return 0;
}

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
	QUICK_ASSERT(
		pxt_trace_get_thread(trace, item->info.posix_pid, item->tid));
}

static void open_all(void)
{
	for (unsigned i = 0; i < writes; i++) {
		struct way *way = &ways[i];

		*way = (struct way){
			.output = { count },
			.export = {
				.view = &view.view,
				.out = &way->output,
				.settings = &way->settings,
			},
		};
		QUICK_ASSERT(pxt_settings_add(&way->settings, kinds[i]));
		QUICK_ASSERT(!pxt_format_liteos.export->open(&way->export));
	}
}

static void put_all(const struct posix_trace_item_np *item)
{
	for (struct way *way = ways; way < ways + writes; way++)
		QUICK_ASSERT(
			!pxt_format_liteos.export->put(&way->export, item));
}

static void finish_all(void)
{
	for (struct way *way = ways; way < ways + writes; way++) {
		QUICK_ASSERT(!pxt_format_liteos.export->finish(&way->export));
		QUICK_ASSERT(way->written);
	}
}

static void close_all(void)
{
	for (struct way *way = ways; way < ways + writes; way++)
		pxt_format_liteos.export->close(&way->export);
}

static void read_and_write(struct pxt_import *import, size_t size)
{
	struct posix_trace_item_np item;
	int unavailable = 0;

	for (size_t items = 0;; items++) {
		QUICK_ASSERT(items <= size);
		if (pxt_format_liteos.import->next(import, &item,
						   &unavailable) ||
		    unavailable)
			break;
		check(&item);
		put_all(&item);
	}
	finish_all();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct pxt_settings reading = { .count = 0 };
	struct pxt_import import = { .settings = &reading };

	quick_begin();
	QUICK_ASSERT(!pxt_trace_create(&trace));
	trace_view_init(&view, trace);
	QUICK_ASSERT(!pxt_feed_open_memory(data, size, &import.feed));
	import.trace = trace;
	writes = quick_turn(data, size, 0) ? KINDS : 0;
	open_all();
	if (!pxt_format_liteos.import->open(&import))
		read_and_write(&import, size);
	close_all();
	pxt_format_liteos.import->close(&import);
	trace_view_fini(&view);
	QUICK_ASSERT(!pxt_trace_error(trace));
	pxt_trace_close(trace);
	pxt_feed_close(import.feed);
	QUICK_ASSERT(quick_peak() <= FIXED + MEMORY * size);
	quick_end();
	return 0;
}
