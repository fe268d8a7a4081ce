/*
 * fuzz_rkh.c - whatever bytes are taken for a stream of RKH, reading them comes
 * to an end, and what was read can be written
 */
#include <stdlib.h>
#include <string.h>

#include "format/rkh.h"
#include "format/trace_view.h"
#include "fuzz/foreign.h"
#include "fuzz/quick.h"

/* The shortest frame has two bytes, and may be a loss and an event. The longest
 * descriptions are those of items, of which there are some hundreds. */
static const struct foreign_limits limits = {
	.bytes = 8 << 20,
	.bytes_for_each = 1 << 10,
	.items = 4,
	.bytes_of_each = 1,
};

/* The first byte of the input has the bits of these. */
static const char *const said[] = {
	"chk=0", "nseq=0", "tstamp=0", "sender=1",
	"ptr=8", "sig=2",  "te_id=2",  "ao=!4096",
};
static const char *const dialects[] = {
	"dialect=v20a",	 "dialect=v22",	  "dialect=v23",  "dialect=v2403",
	"dialect=v2404", "dialect=v2405", "event=SM_TRN", "hz=1000",
};

static uint8_t written[1 << 17];
static size_t len;

static int take(struct pxt_sink *sink, const void *data, size_t size)
{
	(void)sink;
	QUICK_ASSERT(size <= sizeof(written) - len);
	memcpy(written + len, data, size);
	len += size;
	return 0;
}

/* As it was read, and with what is set. */
static uint64_t write_all(const uint8_t *data, size_t size,
			  const struct pxt_settings *reading,
			  const struct pxt_settings *writing)
{
	struct pxt_import import = { .settings = reading };
	struct pxt_export export = { .settings = writing };
	struct posix_trace_item_np item;
	struct pxt_sink sink = { take };
	struct trace_view *view = malloc(sizeof(*view));
	uint64_t events = 0;
	int unavailable = 0;

	QUICK_ASSERT(view && !pxt_trace_create(&import.trace));
	QUICK_ASSERT(!pxt_feed_open_memory(data, size, &import.feed));
	trace_view_init(view, import.trace);
	export.view = &view->view;
	export.out = &sink;
	len = 0;
	QUICK_ASSERT(!pxt_format_rkh.export->open(&export));
	if (!pxt_format_rkh.import->open(&import)) {
		while (!pxt_format_rkh.import->next(&import, &item,
						    &unavailable) &&
		       !unavailable) {
			events += item.kind == POSIX_TRACE_ITEM_EVENT_NP;
			QUICK_ASSERT(
				!pxt_format_rkh.export->put(&export, &item));
		}
	}
	QUICK_ASSERT(!pxt_format_rkh.export->finish(&export));
	pxt_format_rkh.export->close(&export);
	pxt_format_rkh.import->close(&import);
	trace_view_fini(view);
	pxt_feed_close(import.feed);
	pxt_trace_close(import.trace);
	free(view);
	return events;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pxt_settings reading = { .count = 0 };
	const struct pxt_settings usual = { .count = 0 };
	struct pxt_settings other = { .count = 0 };

	if (size < 2)
		return 0;
	for (unsigned i = 0; i < 8; i++)
		if (data[0] >> i & 1)
			pxt_settings_add(&reading, said[i]);
	if (data[1] & 8)
		pxt_settings_add(&reading, dialects[data[1] & 7]);
	foreign_import(&pxt_format_rkh, &reading, data + 2, size - 2, &limits);
	write_all(data + 2, size - 2, &reading, &usual);
	pxt_settings_add(&other, data[1] & 16 ? "ptr=2" : "te_id=4");
	pxt_settings_add(&other, data[1] & 32 ? "chk=1" : "chk=0");
	write_all(data + 2, size - 2, &reading, &other);
	return 0;
}
