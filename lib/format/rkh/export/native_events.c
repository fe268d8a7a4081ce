/* native_events.c - events of RKH as frames again */
#include "format/rkh/export/native_events.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sum.h"
#include "format/rkh/export/fields.h"
#include "format/rkh/frame.h"
#include "format/rkh/items.h"
#include "format/rkh/notes.h"

enum {
	FLAGS_MAX = 4, /* flags between frames; more mark an omission */
};

/* Contents of notes */

static void take_keys(const char *note, struct pxt_rkh_config *config,
		      bool *has)
{
	while (note && *note) {
		const size_t len = strcspn(note, "=");
		const enum pxt_rkh_key key = pxt_rkh_key_find(note, len);
		const unsigned long value =
			note[len] ? strtoul(note + len + 1, NULL, 10) : 0;

		if (key != PXT_RKH_KEYS && value <= PXT_RKH_WIDEST) {
			config->value[key] = (uint8_t)value;
			if (has)
				has[key] = true;
		}
		note += strcspn(note, " ");
		note += strspn(note, " ");
	}
}

/* Takes what no frame can have for what is usual: a log may say anything. */
static void limit(struct pxt_rkh_config *config)
{
	struct pxt_rkh_config usual;

	pxt_rkh_config_init(&usual);
	for (enum pxt_rkh_key key = PXT_RKH_BITS; key < PXT_RKH_KEYS; key++)
		if (key == PXT_RKH_TE_ID ?
			    !pxt_rkh_key_allows(key, config->value[key]) :
			    key != PXT_RKH_MAXPOOL &&
				    config->value[key] > PXT_RKH_WIDEST)
			config->value[key] = usual.value[key];
}

static void use(struct pxt_rkh_native_events *events,
		struct pxt_rkh_writer *writer)
{
	pxt_rkh_options_apply(&events->import_options, &writer->config);
	pxt_rkh_options_apply(&events->options, &writer->config);
	limit(&writer->config);
	memset(events->plan, 0, sizeof(events->plan));
}

enum pxt_rkh_dialect pxt_rkh_native_events_dialect(struct pxt_view *view,
						   unsigned origin)
{
	const char *note = view->get_note(view, origin, PXT_RKH_NOTE_DIALECT);
	const enum pxt_rkh_dialect dialect =
		note ? pxt_rkh_dialect_find(note) : PXT_RKH_V30;

	return dialect == PXT_RKH_DIALECTS ? PXT_RKH_V30 : dialect;
}

void pxt_rkh_native_events_begin(struct pxt_rkh_native_events *events,
				 struct pxt_rkh_writer *writer,
				 const struct pxt_rkh_options *options,
				 struct pxt_view *view, unsigned origin)
{
	const char *start = view->get_note(view, origin, PXT_RKH_NOTE_START);

	events->options = *options;
	events->is_imported = start;
	pxt_rkh_config_init(&writer->config);
	take_keys(start, &writer->config, NULL);
	take_keys(view->get_note(view, origin, PXT_RKH_NOTE_GIVEN),
		  &events->import_options.config, events->import_options.has);
	events->dialect = pxt_rkh_native_events_dialect(view, origin);
	pxt_rkh_options_apply(&events->import_options, &writer->config);
	limit(&writer->config);
	events->config = writer->config;
	use(events, writer);
}

void pxt_rkh_native_events_lose(struct pxt_rkh_native_events *events,
				uint64_t lost)
{
	events->lost = pxt_sum(events->lost, lost);
	events->is_broken = true;
	events->has_lost = true;
}

/* Between frames */

/* Restores the number of flags between adjacent frames. Streams begin with a
 * flag. */
static void put_flags(struct pxt_rkh_native_events *events,
		      struct pxt_rkh_writer *writer,
		      struct pxt_rkh_fields *fields)
{
	const bool is_first = !writer->written;
	uint64_t off, len;
	uint64_t flags;

	pxt_rkh_fields_get(fields, "off", &off);
	pxt_rkh_fields_get(fields, "len", &len);
	flags = off - events->end;
	if (events->is_broken || off < events->end || flags > FLAGS_MAX)
		flags = is_first;
	pxt_rkh_writer_flags(writer, (unsigned)flags);
	events->end = off + len + 1;
	events->is_broken = false;
}

/* The configuration */

static uint16_t release_of(const struct posix_trace_value_np *version)
{
	unsigned major, minor, patch;
	char text[16];

	if (!version)
		return 0;
	snprintf(text, sizeof(text), "%.*s", (int)version->len,
		 (const char *)version->data);
	if (sscanf(text, "%x.%x.%x", &major, &minor, &patch) != 3)
		return 0;
	return (uint16_t)(major << 12 | minor << 8 | patch);
}

/* Behind a configuration record a target's numbers may begin anew, as the
 * importer has it. */
static uint8_t shift_of(struct pxt_rkh_native_events *events, uint8_t own)
{
	if (events->may_restart && (uint8_t)(own - events->own_seq) > own)
		events->shift = 0;
	events->may_restart = false;
	events->own_seq = (uint8_t)(own + 1);
	return events->shift;
}

static uint8_t take_seq(struct pxt_rkh_native_events *events,
			struct pxt_rkh_fields *fields)
{
	uint64_t seq;

	if (pxt_rkh_fields_get(fields, "seq", &seq)) {
		events->is_silent = events->has_lost && events->has_seq &&
				    (uint8_t)seq == events->own_seq;
		events->has_seq = true;
		seq += shift_of(events, (uint8_t)seq);
	} else {
		events->is_silent = events->has_lost;
		seq = events->seq;
	}
	events->is_large = events->lost > UINT8_MAX && !events->is_silent;
	events->has_lost = false;
	events->lost = 0;
	events->seq = (uint8_t)(seq + 1);
	return (uint8_t)seq;
}

static void put_old_config(struct pxt_rkh_native_events *events,
			   struct pxt_rkh_writer *writer,
			   const struct pxt_rkh_config *config,
			   struct pxt_rkh_fields *fields)
{
	const uint8_t seq = take_seq(events, fields);
	uint64_t stamp;

	pxt_rkh_fields_get(fields, "stamp", &stamp);
	pxt_rkh_writer_old_config(writer, config, events->dialect, seq, stamp);
}

static void put_config(struct pxt_rkh_native_events *events,
		       struct pxt_rkh_writer *writer,
		       struct pxt_rkh_fields *fields)
{
	struct pxt_rkh_config config;
	uint64_t number;
	uint8_t id = 0;

	events->may_restart = true;
	events->is_late = false;
	pxt_rkh_config_init(&config);
	config.release = release_of(pxt_rkh_fields_find(fields, "version"));
	if (pxt_rkh_fields_get(fields, "hz", &number))
		config.hz = (uint16_t)number;
	for (unsigned i = 0; i < PXT_RKH_KEYS; i++)
		if (pxt_rkh_fields_get(fields, pxt_rkh_key_name(i), &number))
			config.value[i] = (uint8_t)number;
	if (events->dialect != PXT_RKH_V30 &&
	    pxt_rkh_fields_get(fields, "id", &number))
		id = (uint8_t)number;
	pxt_rkh_options_apply(&events->options, &config);
	limit(&config);
	if (pxt_rkh_dialect_has_header(events->dialect))
		put_old_config(events, writer, &config, fields);
	else
		pxt_rkh_writer_config(writer, &config, id);
	use(events, writer);
}

/* Arguments */

static void put_hex(struct pxt_rkh_writer *writer,
		    const struct posix_trace_value_np *value)
{
	const char *digits = value->data;

	for (size_t i = 0; i + 1 < value->len; i += 2) {
		const char pair[] = { digits[i], digits[i + 1], '\0' };

		pxt_rkh_writer_number(writer, strtoul(pair, NULL, 16), 1);
	}
}

static void put_text(struct pxt_rkh_writer *writer,
		     const struct posix_trace_value_np *value)
{
	pxt_rkh_writer_text(writer, value ? value->data : "",
			    value ? value->len : 0);
}

static void put_number(struct pxt_rkh_writer *writer, struct pxt_export *export,
		       uint64_t number, unsigned width)
{
	if (width < sizeof(number) && number >> 8 * width)
		pxt_export_lose(export, "numbers that are wider than the "
					"configuration has");
	pxt_rkh_writer_number(writer, number, width);
}

static void put_arguments(struct pxt_rkh_writer *writer,
			  struct pxt_export *export,
			  const struct pxt_rkh_plan *plan,
			  struct pxt_rkh_fields *fields)
{
	for (unsigned i = 0; i < plan->count; i++) {
		const struct pxt_rkh_argument *argument = &plan->argument[i];
		const struct posix_trace_value_np *value =
			pxt_rkh_fields_find(fields, argument->name);

		if (!value && argument->is_optional)
			return;
		if (argument->type == PXT_RKH_TEXT)
			put_text(writer, value);
		else if (argument->type != PXT_RKH_REST)
			put_number(writer, export,
				   pxt_rkh_fields_number(fields, value),
				   argument->width);
		else if (value)
			put_hex(writer, value);
	}
}

/* Items */

static void put_item(struct pxt_rkh_writer *writer, struct pxt_export *export,
		     uint8_t format, const struct pxt_rkh_fields *fields,
		     const struct posix_trace_value_np *value)
{
	const unsigned type = format & 15;

	pxt_rkh_writer_number(writer, format, 1);
	switch (type) {
	case PXT_RKH_OBJ:
	case PXT_RKH_FUN_ITEM:
	case PXT_RKH_SIG_ITEM:
		put_number(writer, export, pxt_rkh_fields_number(fields, value),
			   pxt_rkh_item_width(type, &writer->config));
		break;
	case PXT_RKH_STR:
		put_text(writer, value);
		break;
	case PXT_RKH_MEM:
		pxt_rkh_writer_number(writer, value->len / 2, 1);
		put_hex(writer, value);
		break;
	default:
		pxt_rkh_writer_number(
			writer, pxt_rkh_fields_number(fields, value),
			pxt_rkh_item_width(type, &writer->config));
	}
}

static void put_items(struct pxt_rkh_writer *writer, struct pxt_export *export,
		      struct pxt_rkh_fields *fields)
{
	const struct posix_trace_value_np *raw =
		pxt_rkh_fields_find(fields, "raw");
	const struct posix_trace_value_np *formats =
		pxt_rkh_fields_find(fields, "formats");
	const uint8_t *format;

	if (raw) {
		pxt_rkh_writer_bytes(writer, raw->data, raw->len);
		return;
	}
	if (!formats)
		return;
	format = formats->data;
	for (size_t i = 0; i < formats->count; i++) {
		if (fields->at >= fields->count)
			return;
		if ((format[i] & 15) < PXT_RKH_ITEM_TYPES)
			put_item(writer, export, format[i], fields,
				 &fields->value[fields->at++]);
	}
}

/* Events */

static const struct pxt_rkh_plan *plan_of(struct pxt_rkh_native_events *events,
					  const struct pxt_rkh_writer *writer,
					  unsigned number)
{
	struct pxt_rkh_plan *plan = &events->plan[number];

	if (!plan->event)
		pxt_rkh_plan_init(plan,
				  pxt_rkh_event_of(events->dialect, number),
				  &writer->config);
	return plan;
}

static uint32_t id_of(const struct pxt_rkh_native_events *events,
		      const struct pxt_rkh_writer *writer, unsigned number)
{
	return pxt_rkh_dialect_has_groups(events->dialect) ?
		       pxt_rkh_number_id(number,
					 writer->config.value[PXT_RKH_TE_ID]) :
		       number;
}

/* Puts an event's contents into a frame. */
static void compose(const struct pxt_rkh_native_events *events,
		    struct pxt_rkh_writer *writer, struct pxt_export *export,
		    const struct pxt_rkh_plan *plan, unsigned number,
		    uint8_t seq, struct pxt_rkh_fields *fields)
{
	uint64_t stamp;

	pxt_rkh_fields_get(fields, "ts", &stamp);
	pxt_rkh_writer_begin(writer, id_of(events, writer, number), seq, stamp);
	if (plan->event->meaning == PXT_RKH_USER_EVENT)
		put_items(writer, export, fields);
	else
		put_arguments(writer, export, plan, fields);
}

static bool has_argument(const struct pxt_rkh_plan *plan, const char *name)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (!strcmp(plan->argument[i].name, name))
			return true;
	return false;
}

/* Fields that are there or not, as the configuration has it. */
static bool has_more(const struct pxt_rkh_plan *plan,
		     const struct posix_trace_layout_np *layout)
{
	static const char *const names[] = { "snr", "rcr", "nmin" };

	for (unsigned i = 0; i < layout->fields; i++)
		for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++)
			if (!strcmp(layout->field[i].name, names[n]) &&
			    !has_argument(plan, names[n]))
				return true;
	return false;
}

static void count_more(struct pxt_rkh_native_events *events,
		       struct pxt_export *export,
		       const struct pxt_rkh_plan *plan, unsigned number,
		       const struct posix_trace_layout_np *layout)
{
	if (events->layout[number] != layout)
		events->has_more[number] = has_more(plan, layout);
	events->layout[number] = layout;
	if (events->has_more[number])
		pxt_export_lose(export, "senders or marks, which the "
					"configuration does not have");
}

/* Readers number the posts of a stream themselves. */
static void count_posts(struct pxt_rkh_native_events *events,
			struct pxt_export *export, enum pxt_rkh_meaning meaning,
			struct pxt_rkh_fields *fields)
{
	const bool is_post =
		meaning == PXT_RKH_POST_FIFO || meaning == PXT_RKH_POST_LIFO;
	uint64_t number;

	if ((!is_post && meaning != PXT_RKH_GET) ||
	    !pxt_rkh_fields_get(fields, "nseq", &number) || !number)
		return;
	if (is_post && !events->posts++)
		events->first_post = number;
	if (is_post)
		events->last_post = number;
	if (!events->posts || number < events->first_post)
		pxt_export_lose(export, "times of posts that are not there");
	else if (events->last_post != events->posts)
		pxt_export_lose(export, "numbers of posts, which begin anew");
}

static void put_event(struct pxt_rkh_native_events *events,
		      struct pxt_rkh_writer *writer, struct pxt_export *export,
		      const struct pxt_rkh_plan *plan, unsigned number,
		      struct pxt_rkh_fields *fields)
{
	const uint8_t seq = take_seq(events, fields);

	compose(events, writer, export, plan, number, seq, fields);
	pxt_rkh_writer_end(writer);
	count_more(events, export, plan, number, fields->layout);
	count_posts(events, export, plan->event->meaning, fields);
	if (events->shift)
		pxt_export_lose(export, "numbers of records, which begin anew");
	if (events->is_silent)
		pxt_export_lose(export, "losses that no record's number tells");
	if (events->is_large)
		pxt_export_lose(export, "losses of more than 255 events, which "
					"are shown as fewer");
}

/* A log that begins late */

/* The length of a frame is on the line, and tells whether it had a checksum. */
static bool has_sum(const struct pxt_rkh_writer *writer,
		    struct pxt_rkh_fields *fields)
{
	uint64_t len;
	size_t escaped = writer->len;

	for (size_t i = 0; i < writer->len; i++)
		escaped += writer->frame[i] == PXT_RKH_FLAG ||
			   writer->frame[i] == PXT_RKH_ESCAPE;
	pxt_rkh_fields_get(fields, "len", &len);
	return len != escaped;
}

/* Composes the first event without counting what has no room there. */
static void find_sum(struct pxt_rkh_native_events *events,
		     struct pxt_rkh_writer *writer, unsigned number,
		     struct pxt_rkh_fields *fields,
		     struct pxt_rkh_config *config)
{
	struct pxt_export uncounted = { .view = NULL };
	uint64_t seq;

	writer->config = *config;
	memset(events->plan, 0, sizeof(events->plan));
	pxt_rkh_fields_get(fields, "seq", &seq);
	compose(events, writer, &uncounted, plan_of(events, writer, number),
		number, (uint8_t)seq, fields);
	config->value[PXT_RKH_CHK] = has_sum(writer, fields);
}

/* The id of the record; 0: the usual one. */
static uint8_t tcfg_id(enum pxt_rkh_dialect dialect)
{
	switch (dialect) {
	case PXT_RKH_V2404:
		return PXT_RKH_TCFG_2403;
	case PXT_RKH_V2405:
		return PXT_RKH_TCFG_2405;
	default:
		return 0;
	}
}

static void put_made_config(struct pxt_rkh_native_events *events,
			    struct pxt_rkh_writer *writer,
			    struct pxt_export *export,
			    struct pxt_rkh_config *config, uint64_t stamp)
{
	const char *what = "a configuration record, which is made of what "
			   "events tell";

	pxt_rkh_options_apply(&events->options, config);
	if (!pxt_rkh_dialect_has_groups(events->dialect))
		what = "widths and rate, which no record of the release tells";
	else if (pxt_rkh_dialect_has_header(events->dialect))
		pxt_rkh_writer_old_config(writer, config, events->dialect,
					  events->seq++, stamp);
	else
		pxt_rkh_writer_config(writer, config, tcfg_id(events->dialect));
	writer->config = *config;
	pxt_export_lose(export, what);
}

/* Frames before the first one, or other widths than a reader assumes, are those
 * of a target that has told its configuration. */
static void begin(struct pxt_rkh_native_events *events,
		  struct pxt_rkh_writer *writer, struct pxt_export *export,
		  unsigned number, struct pxt_rkh_fields *fields)
{
	struct pxt_rkh_late_start *start = events->start;
	struct pxt_rkh_config config = events->config;
	uint64_t off, stamp, seq;

	if (!start->is_surveyed)
		pxt_rkh_late_start_take_types(start, events->dialect,
					      export->view);
	pxt_rkh_inferred_config_apply(&start->inferred, &config);
	find_sum(events, writer, number, fields, &config);
	pxt_rkh_fields_get(fields, "off", &off);
	pxt_rkh_fields_get(fields, "ts", &stamp);
	pxt_rkh_fields_get(fields, "seq", &seq);
	events->is_late =
		off > FLAGS_MAX ||
		config.value[PXT_RKH_CHK] !=
			events->config.value[PXT_RKH_CHK] ||
		!pxt_rkh_inferred_config_is(&start->inferred, &events->config);
	writer->config = events->config;
	if (events->is_late) {
		pxt_rkh_late_start_configure(start, export, events->dialect,
					     events->options.hz,
					     events->is_imported, &config);
		pxt_rkh_writer_flags(writer, !writer->written);
		put_made_config(events, writer, export, &config, stamp);
		if (pxt_rkh_dialect_has_groups(events->dialect))
			events->shift = (uint8_t)(events->seq - seq);
	}
	use(events, writer);
}

/* The number of the event that names something, or else any object; EVENTS:
 * none. */
static unsigned number_of(enum pxt_rkh_dialect dialect,
			  enum pxt_rkh_meaning meaning)
{
	for (unsigned i = 0; i < PXT_RKH_EVENTS; i++) {
		const struct pxt_rkh_event *event =
			pxt_rkh_event_of(dialect, i);

		if (event && event->meaning == meaning)
			return i;
	}
	switch (meaning) {
	case PXT_RKH_NAMES_OBJECT:
	case PXT_RKH_NAMES_SIGNAL:
	case PXT_RKH_NAMES_USER:
	case PXT_RKH_NAMES_POOL:
		return PXT_RKH_EVENTS;
	default:
		return number_of(dialect, PXT_RKH_NAMES_OBJECT);
	}
}

/* Readers leave out the first character of such a name of an address. */
static void put_name(struct pxt_rkh_writer *writer,
		     const struct pxt_rkh_symbol_record *record)
{
	switch (record->meaning) {
	case PXT_RKH_NAMES_SIGNAL:
	case PXT_RKH_NAMES_USER:
	case PXT_RKH_NAMES_POOL:
		break;
	default:
		if (*record->name == '&')
			pxt_rkh_writer_bytes(writer, "&", 1);
	}
	pxt_rkh_writer_text(writer, record->name, strlen(record->name));
}

static void put_symbol(struct pxt_rkh_native_events *events,
		       struct pxt_rkh_writer *writer, struct pxt_export *export,
		       const struct pxt_rkh_symbol_record *record, uint64_t seq,
		       uint64_t stamp)
{
	const unsigned number = number_of(events->dialect, record->meaning);
	const struct pxt_rkh_plan *plan;

	if (number == PXT_RKH_EVENTS) {
		pxt_export_lose(export, "names that no record of the release "
					"tells");
		return;
	}
	if (record->is_short)
		pxt_export_lose(export, "beginnings of names, which the log "
					"has no room for");
	plan = plan_of(events, writer, number);
	pxt_rkh_writer_begin(writer, id_of(events, writer, number),
			     (uint8_t)(seq + events->shift++), stamp);
	for (unsigned i = 0; i < plan->count; i++) {
		const struct pxt_rkh_argument *argument = &plan->argument[i];

		if (argument->type == PXT_RKH_TEXT)
			put_name(writer, record);
		else
			put_number(writer, export,
				   argument->role == PXT_RKH_IS_AO ?
					   record->ao :
					   record->number,
				   argument->width);
	}
	pxt_rkh_writer_end(writer);
}

static void put_symbols(struct pxt_rkh_native_events *events,
			struct pxt_rkh_writer *writer,
			struct pxt_export *export,
			const struct pxt_rkh_event *event,
			const struct posix_trace_item_np *item,
			struct pxt_rkh_fields *fields)
{
	struct pxt_rkh_symbol_records *records = &events->start->records;
	struct pxt_rkh_symbol_record record;
	uint64_t seq, stamp;
	int err;

	pxt_rkh_fields_get(fields, "ts", &stamp);
	/* Losses leave a gap in the numbers; events that are left out do not. */
	if (pxt_rkh_fields_get(fields, "seq", &seq) && !events->is_broken)
		events->shift = (uint8_t)(events->seq - seq);
	while (!(err = pxt_rkh_symbol_records_next(records, export->view, event,
						   item, fields, &record)))
		put_symbol(events, writer, export, &record, seq, stamp);
	if (err == ESRCH)
		err = pxt_rkh_symbol_records_take(records, event, fields);
	if (err)
		writer->error = err;
}

void pxt_rkh_native_events_put(struct pxt_rkh_native_events *events,
			       struct pxt_rkh_writer *writer,
			       struct pxt_export *export, const char *name,
			       const struct posix_trace_layout_np *layout,
			       const struct posix_trace_item_np *item)
{
	const struct pxt_rkh_event *event;
	struct pxt_rkh_fields fields;
	unsigned number;

	event = pxt_rkh_fields_take(&fields, events->dialect, name, layout,
				    item, &number);
	if (!event) {
		pxt_export_lose(export, "events that no release has");
		events->is_broken = true;
		return;
	}
	if (!events->has_begun && event->meaning != PXT_RKH_CONFIGURES)
		begin(events, writer, export, number, &fields);
	events->has_begun = true;
	if (events->is_late)
		put_symbols(events, writer, export, event, item, &fields);
	if (item->info.posix_truncation_status == POSIX_TRACE_TRUNCATED_RECORD)
		pxt_export_lose(export, "ends of events, which the stream had "
					"no room for");
	put_flags(events, writer, &fields);
	if (event->meaning == PXT_RKH_CONFIGURES)
		put_config(events, writer, &fields);
	else
		put_event(events, writer, export,
			  plan_of(events, writer, number), number, &fields);
}

void pxt_rkh_native_events_end(const struct pxt_rkh_native_events *events,
			       struct pxt_export *export)
{
	if (events->has_lost)
		pxt_export_lose(export, "losses behind the last event");
}
