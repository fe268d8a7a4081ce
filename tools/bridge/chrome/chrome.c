/*
 * chrome.c - JSON of Chrome's trace events
 *
 * An event is a line, so that other tools can cut the file. A span that nests in
 * its thread is one line at its end; one that overlaps others is two, with a
 * number. Times are relative to the first event.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/chrome/args.h"
#include "bridge/chrome/chrome.h"
#include "bridge/chrome/flows.h"
#include "bridge/chrome/tracks.h"
#include "common/stamp.h"
#include "format/chrome/chrome.h"
#include "format/chrome/import/import.h"

/* The line of a span that nests, from its beginning to its end; of another one
 * what its beginning had. */
struct draft {
	struct bridge_span span;
	struct args_text args;
};

struct chrome {
	struct bridge bridge;
	struct bridge_json json;
	struct args args;
	struct tracks tracks;
	struct flows flows;
	struct draft *draft; /* drafts, by number of the open span */
	size_t drafts;
	uint64_t *held; /* number of the pair of lines, by claim */
	size_t held_room;
	uint64_t pairs; /* pairs of lines that are no spans, so far */
	bool has_first_ns;
	int64_t first_ns; /* time of the earliest item */
	bool has_first, has_line;
	bool has_flows;
};

static const struct pxt_format_option export_options[] = {
	{ "flows", "yes|no", "arrows between spans whose events share a key" },
	{ "places", "no|yes", "the place in the program of each event" },
	{ NULL, NULL, NULL },
};

static int open_chrome(struct pxt_export *export)
{
	unsigned no_flows = 0, places = 0;
	struct chrome *chrome;
	int err;

	if (!pxt_settings_choice(export->settings, "flows", "yes|no",
				 &no_flows))
		return pxt_export_refuse(export, "-o flows: it is yes or no");
	if (!pxt_settings_choice(export->settings, "places", "no|yes", &places))
		return pxt_export_refuse(export, "-o places: it is yes or no");
	chrome = calloc(1, sizeof(*chrome));
	if (!chrome)
		return ENOMEM;
	export->state = chrome;
	chrome->has_flows = !no_flows;
	flows_init(&chrome->flows);
	err = bridge_init(&chrome->bridge, export);
	if (!err)
		err = bridge_json_init(&chrome->json, &chrome->bridge);
	if (!err)
		err = args_init(&chrome->args, &chrome->bridge);
	chrome->args.has_places = places;
	return err;
}

static void close_chrome(struct pxt_export *export)
{
	struct chrome *chrome = export->state;

	if (!chrome)
		return;
	for (size_t i = 0; i < chrome->drafts; i++)
		free(chrome->draft[i].args.text);
	free(chrome->draft);
	free(chrome->held);
	args_fini(&chrome->args);
	bridge_json_fini(&chrome->json);
	bridge_fini(&chrome->bridge);
	tracks_fini(&chrome->tracks);
	flows_fini(&chrome->flows);
	free(chrome);
}

static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct chrome *chrome = export->state;
	int64_t ns;

	if (item) {
		ns = stamp_ns(&item->info.posix_timestamp);
		if (!chrome->has_first_ns || ns < chrome->first_ns)
			chrome->first_ns = ns;
		chrome->has_first_ns = true;
	}
	return bridge_survey(&chrome->bridge, item);
}

/* Lines */

static struct jsonl *line_of(struct chrome *chrome)
{
	return &chrome->json.line;
}

static void put_word(struct chrome *chrome, const char *key, const char *word)
{
	jsonl_key(line_of(chrome), key);
	jsonl_text(line_of(chrome), word, strlen(word));
}

/* A number of nanoseconds as microseconds with three decimals. */
static void put_us(struct chrome *chrome, const char *key, int64_t ns)
{
	const uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
	char text[OUT_NUMBER + 6];
	size_t len = 0;

	if (ns < 0)
		text[len++] = '-';
	len += out_print(text + len, size / 1000);
	text[len++] = '.';
	out_digits(text + len, 3, size % 1000);
	jsonl_key(line_of(chrome), key);
	jsonl_raw(line_of(chrome), text, len + 3);
}

static void put_text(struct chrome *chrome, const char *key, uint32_t text)
{
	put_word(chrome, key, texts_get(&chrome->bridge.names, text));
}

static void begin_line(struct chrome *chrome, const char *phase)
{
	const char type[] = { *phase, '\0' };

	if (chrome->has_line)
		out_text(&chrome->json.out, ",");
	jsonl_end_line(line_of(chrome));
	chrome->has_line = true;
	jsonl_open_object(line_of(chrome));
	put_word(chrome, "ph", type);
}

static void end_line(struct chrome *chrome)
{
	jsonl_close_object(line_of(chrome));
}

/* The file begins when its first event is known. */
static void begin_file(struct chrome *chrome)
{
	struct jsonl *line = line_of(chrome);
	char start[24];

	chrome->has_first = true;
	snprintf(start, sizeof(start), "%" PRId64, chrome->first_ns);
	jsonl_open_object(line);
	put_word(chrome, "displayTimeUnit", "ns");
	jsonl_key(line, "otherData");
	jsonl_open_object(line);
	put_word(chrome, "start_ns", start);
	jsonl_close_object(line);
	jsonl_key(line, "traceEvents");
	jsonl_open_array(line);
}

/* Tracks */

static void put_track(struct chrome *chrome, int32_t pid, int32_t tid)
{
	jsonl_put_signed(line_of(chrome), "pid", pid);
	jsonl_put_signed(line_of(chrome), "tid", tid);
}

/* A line that says more of a track. */
static void describe(struct chrome *chrome, const char *what, int32_t pid,
		     int32_t tid, const char *key, const char *text)
{
	begin_line(chrome, "M");
	put_word(chrome, "name", what);
	put_track(chrome, pid, tid);
	jsonl_key(line_of(chrome), "args");
	jsonl_open_object(line_of(chrome));
	put_word(chrome, key, text);
	jsonl_close_object(line_of(chrome));
	end_line(chrome);
}

static void declare_process(struct chrome *chrome, uint32_t process,
			    const struct track *track)
{
	const pid_t pid = chrome->bridge.processes.entity[process].pid;
	char name[BRIDGE_TEXT];

	bridge_process_name(&chrome->bridge, process, name);
	describe(chrome, "process_name", track->pid, track->pid, "name", name);
	if (pid == track->pid)
		return;
	snprintf(name, sizeof(name), "pid %d", (int)pid);
	describe(chrome, "process_labels", track->pid, track->pid, "labels",
		 name);
}

static void declare_thread(struct chrome *chrome, uint32_t thread,
			   const struct track *track)
{
	const pid_t tid = chrome->bridge.threads.entity[thread].tid;
	char name[BRIDGE_TEXT];

	if (!tid)
		return;
	bridge_thread_name(&chrome->bridge, thread, name);
	describe(chrome, "thread_name", track->pid, tid, "name", name);
}

static int declare(struct chrome *chrome, uint32_t process, uint32_t thread)
{
	struct track *track =
		tracks_process(&chrome->tracks, &chrome->bridge, process);
	bool *is_known =
		tracks_thread(&chrome->tracks, &chrome->bridge, thread);

	if (!track || !is_known)
		return ENOMEM;
	if (!track->is_declared)
		declare_process(chrome, process, track);
	track->is_declared = true;
	if (!*is_known)
		declare_thread(chrome, thread, track);
	*is_known = true;
	return 0;
}

static int32_t pid_of(const struct chrome *chrome, uint32_t process)
{
	return chrome->tracks.process[process].pid;
}

/* Events without a thread stand in their process. */
static void put_place_of(struct chrome *chrome, uint32_t process,
			 uint32_t thread)
{
	const pid_t tid = chrome->bridge.threads.entity[thread].tid;
	const int32_t pid = pid_of(chrome, process);

	put_track(chrome, pid, tid ? tid : pid);
}

static void put_present(struct chrome *chrome, int64_t ns)
{
	put_us(chrome, "ts", ns - chrome->first_ns);
	put_place_of(chrome, chrome->bridge.process, chrome->bridge.thread);
}

/* A pair of lines with the same number is a span. */
static void put_number(struct chrome *chrome, const char *kind, uint64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%" PRIx64, number);
	put_word(chrome, "cat", kind);
	jsonl_key(line_of(chrome), "id2");
	jsonl_open_object(line_of(chrome));
	put_word(chrome, "local", text);
	jsonl_close_object(line_of(chrome));
}

static void put_args(struct chrome *chrome)
{
	if (!args_are_there(&chrome->args, &chrome->bridge))
		return;
	jsonl_key(line_of(chrome), "args");
	jsonl_open_object(line_of(chrome));
	args_put(&chrome->args, &chrome->json);
	jsonl_close_object(line_of(chrome));
}

/* Texts of args */

static void put_text_args(struct chrome *chrome, const char *text, size_t len)
{
	if (!len)
		return;
	jsonl_key(line_of(chrome), "args");
	jsonl_open_object(line_of(chrome));
	jsonl_raw(line_of(chrome), text, len);
	jsonl_close_object(line_of(chrome));
}

static int keep_draft(struct chrome *chrome, const struct bridge_span *span,
		      struct draft **draft)
{
	if (pxt_array_reserve_zeroed(&chrome->draft, &chrome->drafts,
				     (size_t)span->open + 1, sizeof(**draft)))
		return ENOMEM;
	*draft = &chrome->draft[span->open];
	(*draft)->span = *span;
	return args_keep(&chrome->args, &(*draft)->args);
}

/* Spans that nest */

static void put_whole(struct chrome *chrome, const struct draft *draft)
{
	const struct bridge_span *span = &draft->span;
	const int64_t length = chrome->bridge.ns - span->from_ns;

	begin_line(chrome, "X");
	put_text(chrome, "name", span->name);
	put_us(chrome, "ts", span->from_ns - chrome->first_ns);
	put_us(chrome, "dur", length > 0 ? length : 0);
	put_place_of(chrome, span->process, span->thread);
	put_text_args(chrome, draft->args.text, draft->args.len);
	end_line(chrome);
}

/* A span that never ends. */
static void put_beginning(struct chrome *chrome, const struct bridge_span *span)
{
	begin_line(chrome, "B");
	put_text(chrome, "name", span->name);
	put_present(chrome, chrome->bridge.ns);
	put_args(chrome);
	end_line(chrome);
}

static int end_nested(struct chrome *chrome, const struct bridge_span *span)
{
	struct draft *draft = &chrome->draft[span->open];
	int err;

	err = args_add(&chrome->args, &draft->args);
	if (err)
		return err;
	if (chrome->bridge.ns < span->from_ns)
		pxt_export_lose(chrome->bridge.export,
				"spans that end before they begin, which take "
				"no time");
	put_whole(chrome, draft);
	return 0;
}

/* Spans that overlap */

/* The end of a span in another process stands in that of the beginning. */
static void put_lane(struct chrome *chrome, const struct bridge_span *span,
		     const char *args, size_t len)
{
	const struct bridge *bridge = &chrome->bridge;
	const bool is_here = span->process == bridge->process;

	begin_line(chrome, span->act == PAIR_BEGINS ? "b" : "e");
	put_text(chrome, "name", span->name);
	put_number(chrome, "span", span->open);
	put_us(chrome, "ts", bridge->ns - chrome->first_ns);
	put_place_of(chrome, span->process,
		     is_here ? bridge->thread : span->thread);
	put_text_args(chrome, args, len);
	end_line(chrome);
}

static int begin_lane(struct chrome *chrome, const struct bridge_span *span)
{
	struct draft *draft;
	int err;

	err = keep_draft(chrome, span, &draft);
	if (!err)
		put_lane(chrome, span, draft->args.text, draft->args.len);
	return err;
}

/* The end has what the beginning had not. An event that begins another span has
 * its fields there. */
static int end_lane(struct chrome *chrome, const struct bridge_span *span)
{
	struct args_text *args = &chrome->draft[span->open].args;
	size_t before = args->len;
	int err = 0;

	if (!bridge_has_act(&chrome->bridge, PAIR_BEGINS))
		err = args_add(&chrome->args, args);
	if (before && args->len > before)
		before++; /* the comma */
	if (!err)
		put_lane(chrome, span, args->text + before, args->len - before);
	return err;
}

static int put_span(struct chrome *chrome, const struct bridge_span *span)
{
	struct draft *draft;

	if (span->act != PAIR_BEGINS && span->act != PAIR_ENDS)
		return 0;
	if (span->lane != BRIDGE_NO_LANE)
		return span->act == PAIR_ENDS ? end_lane(chrome, span) :
						begin_lane(chrome, span);
	if (span->act == PAIR_ENDS)
		return end_nested(chrome, span);
	if (span->ends)
		return keep_draft(chrome, span, &draft);
	put_beginning(chrome, span);
	return 0;
}

/* Other events */

static void put_instant(struct chrome *chrome)
{
	struct bridge *bridge = &chrome->bridge;
	const bool is_unmatched = bridge_has_act(bridge, PAIR_UNMATCHED);

	begin_line(chrome, "i");
	put_word(chrome, "s", bridge->item->tid ? "t" : "p");
	bridge_json_put_text(&chrome->json, "name", bridge_event_name(bridge));
	if (bridge->item->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		put_word(chrome, "cat", "system");
	put_present(chrome, bridge->ns);
	if (is_unmatched || args_are_there(&chrome->args, bridge)) {
		jsonl_key(line_of(chrome), "args");
		jsonl_open_object(line_of(chrome));
		args_put(&chrome->args, &chrome->json);
		if (is_unmatched)
			jsonl_put_bool(line_of(chrome), "unmatched", true);
		jsonl_close_object(line_of(chrome));
	}
	end_line(chrome);
}

/* Viewers draw a counter by its number. */
static void put_level(struct chrome *chrome,
		      const struct posix_trace_value_np *field, uint32_t name)
{
	const char *unit = field->field->unit;
	struct posix_trace_number_np number;

	if (posix_trace_value_number_np(chrome->bridge.fields->layout, field, 0,
					&number))
		return;
	if (number.kind == POSIX_TRACE_FIELD_FLOAT_NP &&
	    !(number.as.f - number.as.f == 0)) {
		pxt_export_lose(chrome->bridge.export,
				"counters that are no number");
		return;
	}
	begin_line(chrome, "C");
	put_text(chrome, "name", name);
	put_present(chrome, chrome->bridge.ns);
	jsonl_key(line_of(chrome), "args");
	jsonl_open_object(line_of(chrome));
	jsonl_key(line_of(chrome), *unit ? unit : "value");
	if (number.kind == POSIX_TRACE_FIELD_FLOAT_NP)
		bridge_json_float(&chrome->json, number.as.f,
				  field->field->size == sizeof(float));
	else if (number.kind == POSIX_TRACE_FIELD_SIGNED_NP)
		jsonl_signed(line_of(chrome), number.as.s);
	else
		jsonl_unsigned(line_of(chrome), number.as.u);
	jsonl_close_object(line_of(chrome));
	end_line(chrome);
}

static void put_arrow(struct chrome *chrome, const struct flow *flow)
{
	const char phase = (char)flow->act;
	char id[24];

	snprintf(id, sizeof(id), "0x%" PRIx64, flow->number);
	begin_line(chrome, &phase);
	put_text(chrome, "name", flow->name);
	put_word(chrome, "cat", "flow");
	put_word(chrome, "id", id);
	if (flow->act != FLOW_BEGINS)
		put_word(chrome, "bp", "e");
	put_present(chrome, chrome->bridge.ns);
	end_line(chrome);
}

static int put_levels(struct chrome *chrome)
{
	const struct fields *fields = chrome->bridge.fields;
	int err = 0;

	for (unsigned i = 0; i < fields->count && !err; i++) {
		uint32_t name;

		err = bridge_counter(&chrome->bridge, &fields->values[i],
				     &name);
		if (!err)
			put_level(chrome, &fields->values[i], name);
		err = err == ENOENT ? 0 : err;
	}
	return err;
}

static int put_arrows(struct chrome *chrome)
{
	const struct fields *fields = chrome->bridge.fields;
	int err = 0;

	for (unsigned i = 0; i < fields->count && !err; i++) {
		struct flow flow;

		err = flows_meet(&chrome->flows, &chrome->bridge,
				 &fields->values[i], &flow);
		if (!err)
			put_arrow(chrome, &flow);
		err = err == ENOENT ? 0 : err;
	}
	return err;
}

/* Objects */

enum { OWNER = BRIDGE_TEXT + sizeof("/-2147483648") };

static void name_owner(struct chrome *chrome, uint32_t thread,
		       char owner[OWNER])
{
	size_t len;

	bridge_thread_name(&chrome->bridge, thread, owner);
	len = strlen(owner);
	snprintf(owner + len, OWNER - len, "/%d",
		 (int)chrome->bridge.threads.entity[thread].tid);
}

static void put_hold_line(struct chrome *chrome, const struct bridge_hold *hold)
{
	const bool begins = hold->what == LOCK_HELD_BEGINS;
	const bool is_here = hold->process == chrome->bridge.process;
	char owner[OWNER];

	begin_line(chrome, begins ? "b" : "e");
	put_text(chrome, "name", hold->name);
	put_number(chrome, "hold", chrome->held[hold->claim]);
	put_us(chrome, "ts", chrome->bridge.ns - chrome->first_ns);
	put_place_of(chrome, hold->process,
		     is_here ? chrome->bridge.thread : hold->thread);
	if (begins) {
		name_owner(chrome, hold->thread, owner);
		jsonl_key(line_of(chrome), "args");
		jsonl_open_object(line_of(chrome));
		put_word(chrome, "held by", owner);
		jsonl_close_object(line_of(chrome));
	}
	end_line(chrome);
}

/* A hold whose end is unknown has no second line. */
static int put_hold(struct chrome *chrome, const struct bridge_hold *hold)
{
	if (hold->what == LOCK_HELD_IS_LOST)
		return 0;
	if (pxt_array_reserve(&chrome->held, &chrome->held_room,
			      (size_t)hold->claim + 1, sizeof(*chrome->held)))
		return ENOMEM;
	if (hold->what == LOCK_HELD_BEGINS)
		chrome->held[hold->claim] = ++chrome->pairs;
	put_hold_line(chrome, hold);
	return 0;
}

static int put_event(struct chrome *chrome)
{
	struct bridge *bridge = &chrome->bridge;
	int err = 0;

	/* An instant would be what the arrows go to. */
	if (bridge->is_described && chrome->has_flows)
		err = put_arrows(chrome);
	for (unsigned i = 0; i < bridge->spans && !err; i++)
		err = put_span(chrome, &bridge->span[i]);
	if (!bridge_has_act(bridge, PAIR_BEGINS) &&
	    !bridge_has_act(bridge, PAIR_ENDS))
		put_instant(chrome);
	if (!err && bridge->is_described)
		err = put_levels(chrome);
	return err;
}

/* Losses */

static void put_end_of_loss(struct chrome *chrome, const char *phase,
			    const char *name, int64_t ns)
{
	begin_line(chrome, phase);
	put_word(chrome, "name", name);
	put_number(chrome, "lost", chrome->pairs);
	put_present(chrome, ns);
}

static void put_loss(struct chrome *chrome)
{
	const struct posix_trace_item_np *item = chrome->bridge.item;
	const int64_t end_ns = stamp_ns(&item->lost_end);
	char name[BRIDGE_TEXT];

	bridge_loss_text(item, name);
	chrome->pairs++;
	put_end_of_loss(chrome, "b", name, chrome->bridge.ns);
	jsonl_key(line_of(chrome), "args");
	jsonl_open_object(line_of(chrome));
	if (item->lost)
		jsonl_key(line_of(chrome), "lost");
	if (item->lost)
		bridge_json_unsigned(&chrome->json, item->lost);
	jsonl_key(line_of(chrome), "reason");
	bridge_json_text(&chrome->json, item->data, item->data_len);
	if (!item->tid)
		jsonl_put_bool(line_of(chrome), "of_process", true);
	jsonl_close_object(line_of(chrome));
	end_line(chrome);
	put_end_of_loss(chrome, "e", name,
			end_ns > chrome->bridge.ns ? end_ns :
						     chrome->bridge.ns);
	end_line(chrome);
}

/* Items */

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct chrome *chrome = export->state;
	struct bridge *bridge = &chrome->bridge;
	int err;

	err = bridge_meet(bridge, item);
	if (!err && !chrome->has_first)
		begin_file(chrome);
	if (!err)
		err = declare(chrome, bridge->process, bridge->thread);
	if (!err && item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		put_loss(chrome);
	else if (!err)
		err = put_event(chrome);
	for (size_t i = 0; i < bridge->holds && !err; i++)
		err = put_hold(chrome, &bridge->hold[i]);
	return err ? err : chrome->json.out.error;
}

static int finish(struct pxt_export *export)
{
	struct chrome *chrome = export->state;

	if (!chrome->has_first)
		begin_file(chrome);
	jsonl_end_line(line_of(chrome));
	jsonl_close_array(line_of(chrome));
	jsonl_close_object(line_of(chrome));
	jsonl_end_line(line_of(chrome));
	return bridge_json_flush(&chrome->json);
}

static const struct pxt_exporter exporter = {
	.open = open_chrome,
	.survey = survey,
	.put = put,
	.finish = finish,
	.close = close_chrome,
};

const struct pxt_format bridge_chrome = {
	.name = "chrome",
	.summary = "JSON of trace events, as Chrome made it, for many viewers",
	.patterns = "*.json",
	.export_options = export_options,
	.probe = pxt_chrome_probe,
	.import = &pxt_chrome_importer,
	.export = &exporter,
};
