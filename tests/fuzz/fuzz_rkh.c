/*
 * fuzz_rkh.c - whatever bytes are taken for a stream of RKH, reading them comes
 * to an end, and what was read can be written
 */
#include <stdlib.h>

#include "format/rkh/rkh.h"
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

enum { WAYS = 2, LONGEST = 1 << 17 };

/* One way to write. */
struct way {
	struct pxt_output output; /* first */
	struct pxt_export export;
	size_t len;
};

static int take(struct pxt_output *output, const void *data, size_t size)
{
	struct way *way = (struct way *)output;

	(void)data;
	way->len += size;
	QUICK_ASSERT(way->len <= LONGEST);
	return 0;
}

static void open_all(struct way *ways, const struct pxt_settings *writing,
		     struct pxt_view *view)
{
	for (struct way *way = ways; way < ways + WAYS; way++) {
		*way = (struct way){
			.output = { take },
			.export = {
				.view = view,
				.out = &way->output,
				.settings = writing++,
			},
		};
		QUICK_ASSERT(!pxt_format_rkh.export->open(&way->export));
	}
}

static void put_all(struct way *ways, const struct posix_trace_item_np *item)
{
	for (struct way *way = ways; way < ways + WAYS; way++)
		QUICK_ASSERT(!pxt_format_rkh.export->put(&way->export, item));
}

static void close_all(struct way *ways)
{
	for (struct way *way = ways; way < ways + WAYS; way++) {
		QUICK_ASSERT(!pxt_format_rkh.export->finish(&way->export));
		pxt_format_rkh.export->close(&way->export);
	}
}

/* As it was read, and with what is set, in one pass: to read takes longer. */
static void write_all(const uint8_t *data, size_t size,
		      const struct pxt_settings *reading,
		      const struct pxt_settings writing[WAYS])
{
	struct pxt_import import = { .settings = reading };
	struct trace_view *view = malloc(sizeof(*view));
	struct posix_trace_item_np item;
	struct way ways[WAYS];
	int unavailable = 0;

	QUICK_ASSERT(view && !pxt_trace_create(&import.trace));
	QUICK_ASSERT(!pxt_feed_open_memory(data, size, &import.feed));
	trace_view_init(view, import.trace);
	open_all(ways, writing, &view->view);
	if (!pxt_format_rkh.import->open(&import))
		while (!pxt_format_rkh.import->next(&import, &item,
						    &unavailable) &&
		       !unavailable)
			put_all(ways, &item);
	close_all(ways);
	pxt_format_rkh.import->close(&import);
	trace_view_fini(view);
	pxt_feed_close(import.feed);
	pxt_trace_close(import.trace);
	free(view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pxt_settings reading = { .count = 0 };
	struct pxt_settings writing[WAYS] = { { .count = 0 } };

	if (size < 2)
		return 0;
	for (unsigned i = 0; i < 8; i++)
		if (data[0] >> i & 1)
			pxt_settings_add(&reading, said[i]);
	if (data[1] & 8)
		pxt_settings_add(&reading, dialects[data[1] & 7]);
	foreign_import(&pxt_format_rkh, &reading, data + 2, size - 2, &limits);
	if (!quick_turn(data, size, 1))
		return 0;
	pxt_settings_add(&writing[1], data[1] & 16 ? "ptr=2" : "te_id=4");
	pxt_settings_add(&writing[1], data[1] & 32 ? "chk=1" : "chk=0");
	write_all(data + 2, size - 2, &reading, writing);
	return 0;
}
