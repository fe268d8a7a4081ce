/*
 * fuzz_chrome.c - whatever text is taken for a trace of Chrome, reading it comes
 * to an end, in order of time
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format/chrome/chrome.h"
#include "format/event_sorter.h"
#include "fuzz/foreign.h"
#include "fuzz/quick.h"

/* An event has at least "ph" and "ts", and may be two; a damage is one of a few
 * bytes. Each event may have a type with a description of 4 KiB. */
static const struct foreign_limits limits = {
	.bytes = 4 << 20,
	.bytes_for_each = 4 << 10,
	.items = 2,
	.bytes_of_each = 1,
};

static int64_t ns_of(const struct posix_trace_item_np *item)
{
	return (int64_t)item->info.posix_timestamp.tv_sec * 1000000000 +
	       item->info.posix_timestamp.tv_nsec;
}

/* The same, piece by piece, and twice without parsing it again. */
static void read_twice(const uint8_t *data, size_t size)
{
	const struct pxt_settings settings = { .count = 0 };
	struct pxt_import import = { .settings = &settings };
	const struct pxt_importer *chrome = pxt_format_chrome.import;
	struct posix_trace_item_np item;
	size_t items[2] = { 0 };
	int unavailable;
	int err;

	QUICK_ASSERT(!pxt_trace_create(&import.trace));
	QUICK_ASSERT(!pxt_feed_open_memory(data, size, &import.feed));
	QUICK_ASSERT(!chrome->open(&import));
	for (int i = 0; i < 2; i++) {
		int64_t before = 0;

		while (!(err = chrome->next(&import, &item, &unavailable)) &&
		       !unavailable) {
			QUICK_ASSERT(ns_of(&item) >= before);
			before = ns_of(&item);
			items[i]++;
		}
		QUICK_ASSERT(!err || err == EBADMSG);
		if (err)
			break;
		QUICK_ASSERT(!chrome->rewind(&import));
	}
	QUICK_ASSERT(err || items[0] == items[1]);
	chrome->close(&import);
	pxt_feed_close(import.feed);
	pxt_trace_close(import.trace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct pxt_settings settings = { .count = 0 };

	foreign_import(&pxt_format_chrome, &settings, data, size, &limits);
	if (quick_turn(data, size, 1))
		read_twice(data, size);
	return 0;
}
