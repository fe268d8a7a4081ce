/* import.c - reading LiteOS: choice of the reader, and settings */
#include "format/liteos/import/import.h"

#include <errno.h>
#include <stdlib.h>

#include "format/events_file.h"
#include "format/liteos/import/mask.h"
#include "format/liteos/kind.h"
#include "format/liteos/liteos.h"

static const struct pxt_liteos_reader *const readers[] = {
	[PXT_LITEOS_OFFLINE] = &pxt_liteos_offline,
	[PXT_LITEOS_TLV] = &pxt_liteos_tlv,
	[PXT_LITEOS_TEXT] = &pxt_liteos_text,
	[PXT_LITEOS_COMMANDS] = &pxt_liteos_commands,
};

enum {
	HZ_MAX = 1000000000, /* limit in ns against overflow of times */
};

static int refuse(struct pxt_import *import, const char *key, const char *what)
{
	pxt_trace_refuse(import->trace, "%s=%s: %s", key,
			 pxt_settings_get(import->settings, key), what);
	return EINVAL;
}

static int take_timer(struct pxt_import *import,
		      struct pxt_liteos_options *options)
{
	unsigned choice = 2;

	if (!pxt_settings_choice(import->settings, "old_timer", "0|1", &choice))
		return refuse(import, "old_timer", "neither 0 nor 1");
	options->old_timer = choice == 2 ? -1 : (int)choice;
	return 0;
}

static int take_options(struct pxt_import *import,
			struct pxt_liteos_options *options)
{
	const struct pxt_settings *settings = import->settings;
	const char *layout = pxt_settings_get(settings, "layout");
	const char *mask = pxt_settings_get(settings, "mask");
	unsigned dialect = 0;

	options->mask = UINT32_MAX;
	options->has_layout = layout;
	if (layout && !pxt_liteos_layout_parse(layout, &options->layout))
		return refuse(import, "layout",
			      "no layout, as a32,core,count,p6 is one");
	if (mask && !pxt_liteos_mask_parse(mask, &options->mask))
		return refuse(import, "mask",
			      "neither modules, as TASK,HWI, nor a number");
	if (!pxt_settings_number(settings, "hz", 1, HZ_MAX * 16ULL,
				 &options->hz))
		return refuse(import, "hz", "no frequency in hertz");
	if (!pxt_settings_choice(settings, "kind", PXT_LITEOS_KIND_WORDS,
				 &options->kind))
		return refuse(import, "kind", "none of " PXT_LITEOS_KIND_WORDS);
	if (!pxt_settings_choice(settings, "dialect", "new|old", &dialect))
		return refuse(import, "dialect", "neither new nor old");
	options->old_numbers = dialect;
	return take_timer(import, options);
}

static void close_import(struct pxt_import *import)
{
	struct pxt_liteos *liteos = import->state;

	if (!liteos)
		return;
	if (liteos->reader && liteos->reading)
		liteos->reader->close(liteos);
	pxt_liteos_types_close(liteos->types);
	pxt_liteos_tasks_close(liteos->tasks);
	pxt_liteos_objects_fini(&liteos->objects);
	pxt_liteos_names_fini(&liteos->names);
	free(liteos);
	import->state = NULL;
}

static int refuse_bytes(struct pxt_liteos *liteos)
{
	pxt_trace_refuse(liteos->trace,
			 "no trace of LiteOS: neither the byte order word "
			 "0x12345678 of a buffer (OpenHarmony 1.x has none, "
			 "and is not read), nor messages, nor a dump as text");
	return EBADMSG;
}

/* Skips console output before a dump; gives up after a limit. */
static void pass_over(struct pxt_liteos *liteos, size_t len)
{
	if (len < PXT_LITEOS_KIND_BYTES)
		return;
	len -= PXT_LITEOS_KIND_AGAIN;
	liteos->passed += len;
	pxt_feed_take(liteos->feed, len);
}

/* EAGAIN: needs more bytes. */
static int find_kind(struct pxt_liteos *liteos)
{
	unsigned what = liteos->options.kind;
	const uint8_t *data;
	size_t len;
	int err;

	while (!what) {
		data = pxt_feed_peek(liteos->feed, &len);
		what = pxt_liteos_kind(data, len, !liteos->passed,
				       pxt_feed_ended(liteos->feed));
		if (what)
			break;
		if (pxt_feed_ended(liteos->feed))
			return refuse_bytes(liteos);
		pass_over(liteos, len);
		err = pxt_feed_more(liteos->feed);
		if (err == ENODATA && !pxt_feed_ended(liteos->feed))
			return EAGAIN;
		if (err && err != ENODATA)
			return err;
	}
	liteos->reader = readers[what];
	return 0;
}

/* close also releases what a failed open left. */
static int begin(struct pxt_liteos *liteos)
{
	int err;

	if (!liteos->reader) {
		err = find_kind(liteos);
		if (err)
			return err;
	}
	if (liteos->reading)
		return 0;
	err = liteos->reader->open(liteos);
	if (err && liteos->reading)
		liteos->reader->close(liteos);
	return err;
}

static int take_names(struct pxt_import *import, struct pxt_liteos *liteos)
{
	struct pxt_liteos_options *options = &liteos->options;
	char *text;
	size_t len;
	int err;

	err = pxt_events_file_read(import->settings, &text, &len,
				   import->trace);
	if (err || !text)
		return err;
	err = pxt_liteos_names_parse(&liteos->names, text, len, import->trace);
	free(text);
	if (err || options->has_layout || !liteos->names.has_layout)
		return err;
	options->has_layout = true;
	options->layout = liteos->names.layout;
	return 0;
}

static int open_state(struct pxt_import *import, struct pxt_liteos *liteos)
{
	int err;

	liteos->feed = import->feed;
	liteos->trace = import->trace;
	err = take_options(import, &liteos->options);
	if (!err)
		err = take_names(import, liteos);
	if (err)
		return err;
	liteos->hz = liteos->options.hz;
	if (liteos->options.has_layout)
		liteos->tree = liteos->options.layout.tree;
	pxt_trace_system(liteos->trace, "LiteOS");
	err = pxt_liteos_tasks_create(liteos->trace, &liteos->tasks);
	if (err)
		return err;
	return pxt_liteos_types_create(liteos->trace, &liteos->names,
				       liteos->options.old_numbers,
				       &liteos->types);
}

static int open_import(struct pxt_import *import)
{
	struct pxt_liteos *liteos = calloc(1, sizeof(*liteos));
	int err;

	if (!liteos)
		return ENOMEM;
	import->state = liteos;
	err = open_state(import, liteos);
	if (!err)
		err = begin(liteos);
	if (err == EAGAIN)
		return 0;
	if (err)
		close_import(import);
	return err;
}

static int next(struct pxt_import *import, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct pxt_liteos *liteos = import->state;
	int err;

	*unavailable = 0;
	err = begin(liteos);
	if (err == EAGAIN) {
		*unavailable = 1;
		return 0;
	}
	return err ? err : liteos->reader->next(liteos, item, unavailable);
}

const struct pxt_importer pxt_liteos_importer = {
	.open = open_import,
	.next = next,
	.close = close_import,
	.order = pxt_liteos_order,
};
