/*
 * perfetto.c - traces for Perfetto
 *
 * Each event is an instant of its thread, or begins or ends a bar, that of its
 * span. Holds of objects, losses, and the values of counters are added to that.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/bridge.h"
#include "bridge/perfetto/arguments.h"
#include "bridge/perfetto/packets.h"
#include "bridge/perfetto/perfetto.h"
#include "bridge/perfetto/places.h"
#include "bridge/perfetto/track_tree.h"
#include "common/stamp.h"
#include "common/talk.h"

#define MOST_FOR_BROWSERS (2ULL << 30) /* bytes that the viewer opens */

struct perfetto {
	struct bridge bridge;
	struct packets packets;
	struct track_tree tracks;
	struct arguments arguments;
	struct places places;
	struct track **span; /* tracks of open spans, by number */
	struct track **hold; /* tracks of holds, by claim */
	size_t spans, holds;
	bool has_flows, has_places;
};

static const struct pxt_format_option export_options[] = {
	{ "flows", "yes|no",
	  "arrows between events with the same key, 9 bytes each" },
	{ "places", "yes|no", "where in the program each event was recorded" },
	{ NULL, NULL, NULL },
};

static int open_perfetto(struct pxt_export *export)
{
	unsigned no_flows = 0, no_places = 0;
	struct perfetto *perfetto;
	int err;

	if (!pxt_settings_choice(export->settings, "flows", "yes|no",
				 &no_flows))
		return pxt_export_refuse(export, "-o flows: it is yes or no");
	if (!pxt_settings_choice(export->settings, "places", "yes|no",
				 &no_places))
		return pxt_export_refuse(export, "-o places: it is yes or no");
	perfetto = calloc(1, sizeof(*perfetto));
	if (!perfetto)
		return ENOMEM;
	export->state = perfetto;
	perfetto->has_flows = !no_flows;
	perfetto->has_places = !no_places;
	packets_init(&perfetto->packets, export->out);
	arguments_init(&perfetto->arguments, &perfetto->bridge,
		       &perfetto->packets);
	perfetto->tracks.bridge = &perfetto->bridge;
	perfetto->tracks.packets = &perfetto->packets;
	perfetto->places.arguments = &perfetto->arguments;
	err = bridge_init(&perfetto->bridge, export);
	perfetto->tracks.machines.source = perfetto->bridge.source;
	return err;
}

/* Tracks that were left go with their last bar. */
static void close_bars(struct track **track, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (track[i]) {
			track[i]->open--;
			track_tree_release(track[i]);
		}
	free(track);
}

static void close_perfetto(struct pxt_export *export)
{
	struct perfetto *perfetto = export->state;

	if (!perfetto)
		return;
	close_bars(perfetto->span, perfetto->spans);
	close_bars(perfetto->hold, perfetto->holds);
	track_tree_fini(&perfetto->tracks);
	arguments_fini(&perfetto->arguments);
	packets_fini(&perfetto->packets);
	bridge_fini(&perfetto->bridge);
	free(perfetto);
}

static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct perfetto *perfetto = export->state;

	return bridge_survey(&perfetto->bridge, item);
}

/* Events */

/* Begins the packet of an event on a track. False: an error. */
static bool begin_event(struct perfetto *perfetto, struct track *track,
			Perfetto__TrackEvent__Type type, int64_t ns,
			bool is_aside)
{
	struct packets *packets = &perfetto->packets;
	struct packets_sequence *sequence;

	if (!track || packets->error)
		return false;
	sequence = &track->machine->sequence;
	track_tree_declare(&perfetto->tracks, track, ns);
	packets_begin(packets, sequence);
	packets_stamp(packets, ns, is_aside);
	perfetto__track_event__init(&packets->event);
	packets->packet.track_event = &packets->event;
	packets->event.has_type = true;
	packets->event.type = type;
	packets->event.has_track_uuid = track->uuid != sequence->track;
	packets->event.track_uuid = track->uuid;
	return !packets->error;
}

static void name_event(struct packets *packets, const char *name)
{
	packets->event.has_name_iid = true;
	packets->event.name_iid =
		packets_name(packets, PACKETS_EVENT, name, strlen(name));
}

static void set_category(struct packets *packets, const char *category)
{
	uint64_t *number = packets_take(packets, sizeof(*number));

	if (!number)
		return;
	*number = packets_name(packets, PACKETS_CATEGORY, category,
			       strlen(category));
	packets->event.category_iids = number;
	packets->event.n_category_iids = 1;
}

/* Names of types have their numbers at hand. */
static void name_by_type(struct perfetto *perfetto)
{
	const trace_event_id_t id = perfetto->bridge.item->info.posix_event_id;
	struct packets *packets = &perfetto->packets;
	struct packets_type *type =
		id < FIELDS_TYPES ? packets_type(packets, id) : NULL;
	char name[BRIDGE_TEXT];
	const char *its;

	if (!type || !type->name) {
		its = bridge_event_name(&perfetto->bridge);
		bridge_text(&perfetto->bridge, name, sizeof(name), its,
			    strlen(its));
		name_event(packets, name);
	}
	if (type && !type->name)
		type->name = packets->event.name_iid;
	packets->event.has_name_iid = true;
	if (type)
		packets->event.name_iid = type->name;
}

static void add_hash(uint64_t *hash, const void *data, size_t len)
{
	const uint8_t *bytes = data;

	for (size_t i = 0; i < len; i++)
		*hash = (*hash ^ bytes[i]) * 0x100000001b3;
}

/* FNV-1a of the field's name and the value. An object's address means something
 * in its process only. */
static uint64_t hash_key(const struct bridge *bridge,
			 const struct posix_trace_value_np *value)
{
	const char *name = value->field->name;
	uint64_t hash = 0xcbf29ce484222325;

	add_hash(&hash, name, strlen(name));
	add_hash(&hash, value->data, value->len);
	if (value->field->flags & POSIX_TRACE_FIELD_OBJECT_NP)
		add_hash(&hash, &bridge->item->info.posix_pid,
			 sizeof(bridge->item->info.posix_pid));
	return hash;
}

static void put_flows(struct perfetto *perfetto, bool is_last)
{
	const struct bridge *bridge = &perfetto->bridge;
	const struct fields *fields = bridge->fields;
	Perfetto__TrackEvent *event = &perfetto->packets.event;
	uint64_t *flows = NULL;
	size_t count = 0;

	if (!perfetto->has_flows || !bridge->is_described)
		return;
	for (unsigned i = 0; i < fields->count; i++) {
		if (!(fields->values[i].field->flags &
		      POSIX_TRACE_FIELD_KEY_NP))
			continue;
		if (!flows)
			flows = packets_take(&perfetto->packets,
					     fields->count * sizeof(*flows));
		if (!flows)
			return;
		flows[count++] = hash_key(bridge, &fields->values[i]);
	}
	if (is_last) {
		event->terminating_flow_ids = flows;
		event->n_terminating_flow_ids = count;
	} else {
		event->flow_ids = flows;
		event->n_flow_ids = count;
	}
}

/* Puts what the event says into its packet, and writes that. */
static void end_event(struct perfetto *perfetto, bool is_last)
{
	arguments_put(&perfetto->arguments);
	put_flows(perfetto, is_last);
	if (perfetto->has_places)
		places_put(&perfetto->places);
	packets_write(&perfetto->packets);
}

static void put_instant(struct perfetto *perfetto, bool is_unmatched)
{
	const struct bridge *bridge = &perfetto->bridge;
	struct track *track =
		track_tree_thread(&perfetto->tracks, bridge->thread);

	if (!begin_event(perfetto, track,
			 PERFETTO__TRACK_EVENT__TYPE__TYPE_INSTANT, bridge->ns,
			 false))
		return;
	name_by_type(perfetto);
	if (bridge->item->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		set_category(&perfetto->packets, "system");
	if (is_unmatched)
		arguments_put_flag(&perfetto->arguments, "unmatched");
	end_event(perfetto, false);
}

/* Bars */

/* Returns the place of the track of an open bar, or NULL. */
static struct track **find_place(struct perfetto *perfetto,
				 struct track ***tracks, size_t *room,
				 size_t number)
{
	if (!perfetto->packets.error)
		perfetto->packets.error = pxt_array_reserve_zeroed(
			tracks, room, number + 1, sizeof(**tracks));
	return perfetto->packets.error ? NULL : &(*tracks)[number];
}

/* A bar whose end will not come gives its place to another one. */
static void open_bar(struct track **place, struct track *track, int64_t ns)
{
	if (*place) {
		(*place)->open--;
		track_tree_release(*place);
	}
	*place = track;
	track_tree_open(track, ns);
}

/* Begins the packet that ends a bar. */
static bool end_bar(struct perfetto *perfetto, struct track *track)
{
	int64_t ns = perfetto->bridge.ns;

	if (!track_tree_close(track, &ns))
		pxt_export_lose(perfetto->bridge.export,
				"ends that were put off, as the clock was set "
				"back");
	return begin_event(perfetto, track,
			   PERFETTO__TRACK_EVENT__TYPE__TYPE_SLICE_END, ns,
			   ns != perfetto->bridge.ns);
}

static void begin_span(struct perfetto *perfetto,
		       const struct bridge_span *span)
{
	struct bridge *bridge = &perfetto->bridge;
	struct track **place = find_place(perfetto, &perfetto->span,
					  &perfetto->spans, span->open);
	struct track *track =
		span->lane == BRIDGE_NO_LANE ?
			track_tree_stack(&perfetto->tracks, span->thread,
					 bridge->ns) :
			track_tree_lane(&perfetto->tracks, span->lane,
					span->process, span->span, bridge->ns);

	if (!place ||
	    !begin_event(perfetto, track,
			 PERFETTO__TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN,
			 bridge->ns, false))
		return;
	open_bar(place, track, bridge->ns);
	name_event(&perfetto->packets, texts_get(&bridge->names, span->name));
	set_category(&perfetto->packets, "span");
	end_event(perfetto, false);
}

/* An event that begins another span has its fields there. */
static void end_span(struct perfetto *perfetto, const struct bridge_span *span)
{
	struct track *track = perfetto->span[span->open];

	perfetto->span[span->open] = NULL;
	if (end_bar(perfetto, track)) {
		if (bridge_has_act(&perfetto->bridge, PAIR_BEGINS))
			packets_write(&perfetto->packets);
		else
			end_event(perfetto, span->is_keyed);
	}
	track_tree_release(track);
}

static void put_event(struct perfetto *perfetto)
{
	const struct bridge *bridge = &perfetto->bridge;
	bool is_bar = false, is_unmatched = false;

	for (unsigned i = 0; i < bridge->spans; i++) {
		const struct bridge_span *span = &bridge->span[i];

		if (span->act == PAIR_BEGINS)
			begin_span(perfetto, span);
		else if (span->act == PAIR_ENDS)
			end_span(perfetto, span);
		is_bar |= span->act == PAIR_BEGINS || span->act == PAIR_ENDS;
		is_unmatched |= span->act == PAIR_UNMATCHED;
	}
	if (!is_bar)
		put_instant(perfetto, is_unmatched);
}

/* Holds and losses */

/* Makes a name like "held by desk:4001". */
static void name_holder(struct perfetto *perfetto, uint32_t thread,
			char name[2 * BRIDGE_TEXT])
{
	struct bridge *bridge = &perfetto->bridge;
	const struct entity *its = &bridge->threads.entity[thread];
	char process[BRIDGE_TEXT], own[BRIDGE_TEXT];
	bool has_own;

	bridge_process_name(bridge, bridge->process_of[thread], process);
	bridge_thread_name(bridge, thread, own);
	has_own = strcmp(process, own);
	snprintf(name, 2 * BRIDGE_TEXT, "held by %s%s%d", has_own ? own : "",
		 has_own ? ":" : "", (int)its->tid);
}

static void begin_hold(struct perfetto *perfetto,
		       const struct bridge_hold *hold)
{
	struct bridge *bridge = &perfetto->bridge;
	struct track **place = find_place(perfetto, &perfetto->hold,
					  &perfetto->holds, hold->claim);
	struct track *track = track_tree_lane(
		&perfetto->tracks, hold->lane, hold->process,
		texts_get(&bridge->names, hold->name), bridge->ns);
	char name[2 * BRIDGE_TEXT];

	if (!place ||
	    !begin_event(perfetto, track,
			 PERFETTO__TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN,
			 bridge->ns, false))
		return;
	open_bar(place, track, bridge->ns);
	name_holder(perfetto, hold->thread, name);
	name_event(&perfetto->packets, name);
	set_category(&perfetto->packets, "hold");
	packets_write(&perfetto->packets);
}

static void end_hold(struct perfetto *perfetto, const struct bridge_hold *hold)
{
	struct track *track = perfetto->hold[hold->claim];

	perfetto->hold[hold->claim] = NULL;
	if (end_bar(perfetto, track))
		packets_write(&perfetto->packets);
	track_tree_release(track);
}

static void put_holds(struct perfetto *perfetto)
{
	const struct bridge *bridge = &perfetto->bridge;

	for (size_t i = 0; i < bridge->holds && !perfetto->packets.error; i++) {
		const struct bridge_hold *hold = &bridge->hold[i];

		if (hold->what == LOCK_HELD_BEGINS)
			begin_hold(perfetto, hold);
		else if (hold->what == LOCK_HELD_ENDS)
			end_hold(perfetto, hold);
	}
}

/* A loss whose interval begins in that of another one is on a track of its
 * own. */
static void put_loss(struct perfetto *perfetto)
{
	struct bridge *bridge = &perfetto->bridge;
	struct track *track =
		track_tree_loss(&perfetto->tracks, bridge->thread, bridge->ns);
	int64_t end_ns = stamp_ns(&bridge->item->lost_end);
	char text[BRIDGE_TEXT];

	if (!begin_event(perfetto, track,
			 PERFETTO__TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN,
			 bridge->ns, false))
		return;
	track_tree_open(track, bridge->ns);
	bridge_loss_text(bridge->item, text);
	name_event(&perfetto->packets, text);
	set_category(&perfetto->packets, "lost");
	arguments_put_loss(&perfetto->arguments);
	packets_write(&perfetto->packets);
	track_tree_close(track, &end_ns);
	if (begin_event(perfetto, track,
			PERFETTO__TRACK_EVENT__TYPE__TYPE_SLICE_END, end_ns,
			end_ns != bridge->ns))
		packets_write(&perfetto->packets);
}

/* Counters */

/* A counter has a number, or the nearest floating-point number. */
static void set_level(Perfetto__TrackEvent *event,
		      const struct posix_trace_number_np *number)
{
	const bool is_signed = number->kind == POSIX_TRACE_FIELD_SIGNED_NP;

	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP) {
		event->has_double_counter_value = true;
		event->double_counter_value = number->as.f;
	} else if (!is_signed && number->as.u > INT64_MAX) {
		event->has_double_counter_value = true;
		event->double_counter_value = (double)number->as.u;
	} else {
		event->has_counter_value = true;
		event->counter_value = number->as.s;
	}
}

/* NaNs are left out, as in stat. */
static bool is_number(const struct posix_trace_number_np *number)
{
	return number->kind != POSIX_TRACE_FIELD_FLOAT_NP ||
	       number->as.f == number->as.f;
}

static void put_counter(struct perfetto *perfetto,
			const struct posix_trace_value_np *value)
{
	struct bridge *bridge = &perfetto->bridge;
	struct packets *packets = &perfetto->packets;
	struct posix_trace_number_np number;
	struct track *track;
	uint32_t name;
	int err;

	err = bridge_counter(bridge, value, &name);
	if (err == ENOENT ||
	    posix_trace_value_number_np(bridge->fields->layout, value, 0,
					&number) ||
	    !is_number(&number))
		return;
	if (err && !packets->error)
		packets->error = err;
	if (packets->error)
		return;
	track = track_tree_counter(&perfetto->tracks, name, value->field->unit);
	if (!begin_event(perfetto, track,
			 PERFETTO__TRACK_EVENT__TYPE__TYPE_COUNTER, bridge->ns,
			 false))
		return;
	set_level(&packets->event, &number);
	packets_write(packets);
}

static void put_counters(struct perfetto *perfetto)
{
	const struct fields *fields = perfetto->bridge.fields;

	if (!perfetto->bridge.is_described)
		return;
	for (unsigned i = 0; i < fields->count; i++)
		if (fields->values[i].field->flags &
		    POSIX_TRACE_FIELD_COUNTER_NP)
			put_counter(perfetto, &fields->values[i]);
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct perfetto *perfetto = export->state;
	struct bridge *bridge = &perfetto->bridge;
	int err;

	err = bridge_meet(bridge, item);
	if (err)
		return err;
	if (bridge->ns < 0) {
		pxt_export_lose(export, "times before 1970");
		bridge->ns = 0;
	}
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP) {
		put_loss(perfetto);
	} else {
		put_event(perfetto);
		put_counters(perfetto);
	}
	put_holds(perfetto);
	return perfetto->packets.error;
}

static int finish(struct pxt_export *export)
{
	const struct perfetto *perfetto = export->state;

	if (perfetto->packets.written > MOST_FOR_BROWSERS)
		talk("the viewer opens files beyond 2 GiB with the help of "
		     "`trace_processor --httpd'");
	return perfetto->packets.error;
}

static const struct pxt_exporter exporter = {
	.open = open_perfetto,
	.survey = survey,
	.put = put,
	.finish = finish,
	.close = close_perfetto,
};

bool bridge_perfetto_is_there(void)
{
	return true;
}

const struct pxt_format bridge_perfetto = {
	.name = "perfetto",
	.summary = "Perfetto's trace format, for ui.perfetto.dev",
	.patterns = "*.pftrace *.perfetto-trace",
	.export_options = export_options,
	.export = &exporter,
};
