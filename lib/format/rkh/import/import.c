/* import.c - importing an RKH stream, event by event */
#include "format/rkh/import/import.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/gap.h"
#include "format/rkh/import/record.h"
#include "format/rkh/import/session.h"
#include "format/rkh/import/start.h"
#include "format/rkh/probe.h"

static void tell_guess(struct pxt_rkh_reader *reader)
{
	reader->is_guessed = false;
	pxt_trace_tell(reader->trace,
		       "no configuration record so far: widths and switches "
		       "are taken for Trazer's (config=FILE, symbols=FILE: "
		       "they are not)");
}

static int take_frame(struct pxt_rkh_reader *reader)
{
	const struct pxt_rkh_frame *frame = &reader->frame;
	struct pxt_rkh_config config;
	unsigned form;

	if (pxt_rkh_config_may_begin(*frame->data) &&
	    pxt_rkh_session_reads_config(reader, &config, &form)) {
		pxt_rkh_start_doubt(reader, &config, form);
		return pxt_rkh_session_take(reader, &config, form);
	}
	if (reader->is_guessed)
		tell_guess(reader);
	return pxt_rkh_record_check(reader);
}

static int read_frame(struct pxt_rkh_reader *reader)
{
	static const char *const whys[] = {
		[PXT_RKH_HEAD] = "head",
		[PXT_RKH_TAIL] = "tail",
		[PXT_RKH_TOO_LONG] = "too long",
		[PXT_RKH_CUT] = "escape",
	};
	int err;

	err = pxt_rkh_frame_next(&reader->framer, &reader->frame);
	if (err)
		return err;
	pxt_rkh_record_begin(reader);
	if (reader->frame.found == PXT_RKH_FRAME)
		return take_frame(reader);
	pxt_rkh_reader_be_bad(reader, whys[reader->frame.found]);
	return 0;
}

/* Reads names from another capture, whatever its times. */

static int read_symbols_of(struct pxt_rkh_reader *reader, struct pxt_feed *feed)
{
	int err;

	reader->framer.feed = feed;
	reader->is_lent = true;
	do
		err = read_frame(reader);
	while (!err);
	reader->is_lent = false;
	pxt_rkh_framer_fini(&reader->framer);
	reader->framer = (struct pxt_rkh_framer){ .feed = NULL };
	reader->gap.is_there = false;
	reader->outcome = PXT_RKH_NOTHING;
	reader->sequence = (struct pxt_rkh_sequence){ .next = 0 };
	reader->clock = (struct pxt_rkh_clock){ .width = 0 };
	pxt_rkh_session_clock(reader);
	reader->lacks_start = false;
	reader->is_configured = false;
	pxt_rkh_tests_forget(&reader->tests);
	pxt_rkh_symbols_keep(&reader->symbols);
	return err == ENODATA ? 0 : err;
}

static int read_symbols(struct pxt_rkh_reader *reader, const char *path)
{
	struct pxt_feed *feed;
	int fd, err;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		err = errno;
		goto refuse;
	}
	err = pxt_feed_open(fd, &feed);
	if (!err) {
		err = read_symbols_of(reader, feed);
		pxt_feed_close(feed);
	}
	close(fd);
	if (!err || err == ENOMEM)
		return err;
refuse:
	pxt_trace_refuse(reader->trace, "%s: %s", path, strerror(err));
	return EINVAL;
}

/* Beginning and end */

static bool has_options(const struct pxt_rkh_options *options)
{
	for (enum pxt_rkh_key key = 0; key < PXT_RKH_KEYS; key++)
		if (options->has[key])
			return true;
	return options->has_dialect;
}

static int begin(struct pxt_rkh_reader *reader,
		 const struct pxt_settings *settings)
{
	const char *symbols = pxt_settings_get(settings, "symbols");
	char why[PXT_RKH_WHY];
	const char *wrong;
	int err;

	wrong = pxt_rkh_filter_init(&reader->filter, settings);
	if (wrong) {
		pxt_trace_refuse(reader->trace, "group: there is no %.*s",
				 (int)strcspn(wrong, ","), wrong);
		return EINVAL;
	}
	err = pxt_rkh_options_init(&reader->options, settings, why);
	if (err == EINVAL)
		pxt_trace_refuse(reader->trace, "%s", why);
	if (err)
		return err;
	reader->config = reader->options.config;
	reader->dialect = reader->options.dialect;
	reader->is_guessed = !has_options(&reader->options) &&
			     !pxt_settings_get(settings, "config");
	pxt_rkh_session_use(reader);
	pxt_rkh_filter_set(&reader->filter, reader->dialect, &reader->symbols);
	err = symbols ? read_symbols(reader, symbols) : 0;
	pxt_rkh_session_tell(reader);
	return err;
}

static void close_import(struct pxt_import *import)
{
	struct pxt_rkh_reader *reader = import->state;

	if (!reader)
		return;
	pxt_rkh_tests_fini(&reader->tests);
	pxt_rkh_symbols_fini(&reader->symbols);
	pxt_rkh_forms_fini(&reader->forms);
	pxt_rkh_framer_fini(&reader->framer);
	free(reader->data.bytes);
	free(reader);
	import->state = NULL;
}

static int refuse_others(struct pxt_import *import)
{
	const uint8_t *at;
	size_t len;
	int err;

	/* Lines are not awaited. */
	if (!pxt_feed_size(import->feed))
		return 0;
	err = pxt_feed_need(import->feed, PXT_PROBE_MAX);
	if (err && err != ENODATA)
		return err;
	at = pxt_feed_peek(import->feed, &len);
	if (!pxt_rkh_is_qpspy(at, len))
		return 0;
	pxt_trace_refuse(
		import->trace,
		"a stream of QP/Spy, the tracer of QP, which is not RKH");
	return EBADMSG;
}

static int open_import(struct pxt_import *import)
{
	struct pxt_rkh_reader *reader = calloc(1, sizeof(*reader));
	int err;

	import->state = reader;
	if (!reader)
		return ENOMEM;
	reader->trace = import->trace;
	reader->judges = true;
	pxt_rkh_symbols_init(&reader->symbols, import->trace);
	err = begin(reader, import->settings);
	reader->framer.feed = import->feed;
	return err ? err : refuse_others(import);
}

/* Items */

static void give_gap(struct pxt_rkh_reader *reader,
		     struct posix_trace_item_np *item)
{
	struct pxt_rkh_gap *gap = &reader->gap;

	gap->is_there = false;
	pxt_trace_loss(reader->trace, item, reader->before_ns, reader->clock.ns,
		       (uint8_t)(gap->got - gap->expected),
		       "gap: number %u, expected %u", gap->got, gap->expected);
}

enum { LEFT_MAX = 16 }; /* bytes that are quoted */

static void put_left(const struct pxt_bytes *in, char *text, size_t size)
{
	const size_t left = pxt_bytes_left(in);
	size_t len = (size_t)snprintf(text, size, ", left ");

	for (size_t i = 0; i < left && i < LEFT_MAX; i++)
		len += (size_t)snprintf(text + len, size - len, "%02x",
					in->at[i]);
	if (left > LEFT_MAX)
		snprintf(text + len, size - len, "...");
}

/* Composes the reason, the known parts of the event, and its rest. */
static void put_reason(const struct pxt_rkh_reader *reader, char *text,
		       size_t size)
{
	const struct pxt_rkh_record *record = &reader->record;
	const uint8_t *value = reader->config.value;
	size_t len = (size_t)snprintf(text, size, "%s", reader->why);

	if (reader->has_id)
		len += (size_t)snprintf(text + len, size - len, ": id %u",
					(unsigned)record->id);
	if (reader->name)
		len += (size_t)snprintf(text + len, size - len, " %s",
					reader->name);
	if (reader->has_header && value[PXT_RKH_NSEQ])
		len += (size_t)snprintf(text + len, size - len, ", seq %u",
					record->seq);
	if (reader->has_header && value[PXT_RKH_TSTAMP])
		len += (size_t)snprintf(text + len, size - len, ", ts %llu",
					(unsigned long long)record->ts);
	if (!strcmp(reader->why, "extra"))
		put_left(&record->in, text + len, size - len);
}

static void give_damage(struct pxt_rkh_reader *reader,
			struct posix_trace_item_np *item)
{
	const struct pxt_rkh_frame *frame = &reader->frame;
	char text[PXT_TRACE_WHY], where[PXT_GAP_TEXT];
	struct pxt_gap gap = { 0 };

	put_reason(reader, text, sizeof(text));
	pxt_gap_add(&gap, frame->off, frame->len);
	pxt_trace_damage(reader->trace, frame->off, frame->len, "%s", text);
	pxt_trace_loss(reader->trace, item, reader->clock.ns, reader->clock.ns,
		       0, "%s%s", text, pxt_gap_text(&gap, where));
}

static void give_event(struct pxt_rkh_reader *reader,
		       struct posix_trace_item_np *item)
{
	if (!reader->clock.hz || !reader->clock.width)
		pxt_trace_tell(reader->trace,
			       reader->clock.width ?
				       "the rate of the stamps is not known, "
				       "a tick is taken for 1 ns (hz=N)" :
				       "there are no stamps, each record is 1 "
				       "ns later than the one before");
	pxt_trace_place(reader->trace, reader->frame.off);
	pxt_trace_event(reader->trace, item, reader->type, reader->clock.ns,
			PXT_TRACE_PID, reader->tid, reader->data.bytes,
			reader->data.len);
}

static int next(struct pxt_import *import, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct pxt_rkh_reader *reader = import->state;
	int err = 0;

	*unavailable = 0;
	while (!err) {
		const enum pxt_rkh_outcome outcome = reader->outcome;

		if (reader->lacks_start && !pxt_rkh_start_find(reader))
			break;
		if (reader->gap.is_there) {
			give_gap(reader, item);
			return 0;
		}
		reader->outcome = PXT_RKH_NOTHING;
		if (outcome == PXT_RKH_EVENT) {
			give_event(reader, item);
			return 0;
		}
		if (outcome == PXT_RKH_BAD) {
			give_damage(reader, item);
			return 0;
		}
		err = read_frame(reader);
	}
	*unavailable = !err || err == ENODATA;
	return err == ENODATA ? 0 : err;
}

const struct pxt_importer pxt_rkh_import = {
	.open = open_import,
	.next = next,
	.close = close_import,
};
