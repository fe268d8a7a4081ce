/* foreign.c - what every importer has to do with whatever bytes there are */
#include "fuzz/foreign.h"

#include <errno.h>
#include <stdlib.h>

#include "format/trace_view.h"
#include "fuzz/quick.h"

enum { TYPES = 1 << 12 };

struct foreign {
	const struct pxt_format *format;
	struct pxt_trace *trace;
	struct pxt_feed *feed;
	struct pxt_import import;
	bool known[TYPES]; /* types whose descriptions were looked at */
	uint64_t items;
};

static void check_type(struct foreign *foreign, trace_event_id_t type)
{
	const char *name = pxt_trace_type_name(foreign->trace, type);
	const char *text = pxt_trace_type_description(foreign->trace, type);

	/* The standard's own have no name here. */
	if (type <= POSIX_TRACE_UNNAMED_USEREVENT)
		return;
	QUICK_ASSERT(name && type < TYPES);
	if (foreign->known[type])
		return;
	QUICK_ASSERT(!text || trace_view_can_parse(text));
	foreign->known[type] = true;
}

static void check_item(struct foreign *foreign,
		       const struct posix_trace_item_np *item)
{
	foreign->items++;
	QUICK_ASSERT(item->data || !item->data_len);
	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP) {
		QUICK_ASSERT(item->kind == POSIX_TRACE_ITEM_LOSS_NP);
		return;
	}
	check_type(foreign, item->info.posix_event_id);
	QUICK_ASSERT(item->info.posix_timestamp.tv_nsec < 1000000000);
	QUICK_ASSERT(item->tid >= 0);
}

static void read_items(struct foreign *foreign, uint64_t most)
{
	struct posix_trace_item_np item;
	int unavailable = 0;
	int err = 0;

	while (!err && !unavailable && foreign->items <= most) {
		err = foreign->format->import->next(&foreign->import, &item,
						    &unavailable);
		if (!err && !unavailable)
			check_item(foreign, &item);
	}
	QUICK_ASSERT(foreign->items <= most);
	QUICK_ASSERT(!err || err == EBADMSG);
}

static void import(struct foreign *foreign, uint64_t most)
{
	int err = foreign->format->import->open(&foreign->import);

	QUICK_ASSERT(!err || err == EBADMSG);
	if (err)
		QUICK_ASSERT(*pxt_trace_get_refusal(foreign->trace));
	else
		read_items(foreign, most);
	foreign->format->import->close(&foreign->import);
	QUICK_ASSERT(!pxt_trace_error(foreign->trace));
}

static void import_again(struct foreign *foreign, uint64_t most)
{
	const uint64_t items = foreign->items;

	foreign->items = 0;
	QUICK_ASSERT(!pxt_feed_rewind(foreign->feed));
	pxt_trace_rewind(foreign->trace);
	import(foreign, most);
	QUICK_ASSERT(foreign->items == items);
}

void foreign_import(const struct pxt_format *format,
		    const struct pxt_settings *settings, const uint8_t *data,
		    size_t size, const struct foreign_limits *limits)
{
	const uint64_t most = limits->items + size / limits->bytes_of_each;
	struct foreign foreign = { .format = format };

	quick_begin();
	QUICK_ASSERT(!pxt_trace_create(&foreign.trace));
	QUICK_ASSERT(!pxt_feed_open_memory(data, size, &foreign.feed));
	foreign.import.feed = foreign.feed;
	foreign.import.trace = foreign.trace;
	foreign.import.settings = settings;

	import(&foreign, most);
	if (quick_turn(data, size, 0))
		import_again(&foreign, most);
	pxt_feed_close(foreign.feed);
	pxt_trace_close(foreign.trace);
	QUICK_ASSERT(quick_peak() <=
		     limits->bytes + size * limits->bytes_for_each);
	quick_end();
}
