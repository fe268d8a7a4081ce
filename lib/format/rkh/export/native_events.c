/* native_events.c - events of RKH as frames again */
#include "format/rkh/export/native_events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/rkh/export/fields.h"
#include "format/rkh/items.h"
#include "format/rkh/notes.h"

enum {
	FLAGS_MAX = 4, /* flags between frames; more mark an omission */
};

static bool is_detail(const struct posix_trace_field_np *field,
		      const char *name)
{
	return field->flags & POSIX_TRACE_FIELD_DETAIL_NP &&
	       !strcmp(field->name, name);
}

bool pxt_rkh_native_events_know(const char *name,
				const struct posix_trace_layout_np *layout)
{
	bool has_off = false;

	if (!name || !layout || layout->fields < 3 ||
	    !is_detail(&layout->field[0], "id"))
		return false;
	for (unsigned i = 1; i < layout->fields && i < 5; i++)
		has_off = has_off || is_detail(&layout->field[i], "off");
	return has_off;
}

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

static void use(struct pxt_rkh_native_events *events,
		struct pxt_rkh_writer *writer)
{
	pxt_rkh_options_apply(&events->import_options, &writer->config);
	pxt_rkh_options_apply(&events->options, &writer->config);
	memset(events->plan, 0, sizeof(events->plan));
}

void pxt_rkh_native_events_begin(struct pxt_rkh_native_events *events,
				 struct pxt_rkh_writer *writer,
				 const struct pxt_rkh_options *options,
				 struct pxt_view *view, unsigned origin)
{
	const char *dialect;

	events->options = *options;
	pxt_rkh_config_init(&writer->config);
	take_keys(view->get_note(view, origin, PXT_RKH_NOTE_START),
		  &writer->config, NULL);
	take_keys(view->get_note(view, origin, PXT_RKH_NOTE_GIVEN),
		  &events->import_options.config, events->import_options.has);
	dialect = view->get_note(view, origin, PXT_RKH_NOTE_DIALECT);
	events->dialect = dialect ? pxt_rkh_dialect_find(dialect) : PXT_RKH_V30;
	if (events->dialect == PXT_RKH_DIALECTS)
		events->dialect = PXT_RKH_V30;
	use(events, writer);
}

void pxt_rkh_native_events_lose(struct pxt_rkh_native_events *events)
{
	events->is_broken = true;
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

static uint8_t take_seq(struct pxt_rkh_native_events *events,
			struct pxt_rkh_fields *fields)
{
	uint64_t seq;

	if (!pxt_rkh_fields_get(fields, "seq", &seq))
		seq = events->seq;
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

static void put_arguments(struct pxt_rkh_writer *writer,
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
			pxt_rkh_writer_number(
				writer, pxt_rkh_fields_number(fields, value),
				argument->width);
		else if (value)
			put_hex(writer, value);
	}
}

/* Items */

static void put_item(struct pxt_rkh_writer *writer, uint8_t format,
		     const struct pxt_rkh_fields *fields,
		     const struct posix_trace_value_np *value)
{
	const unsigned type = format & 15;

	pxt_rkh_writer_number(writer, format, 1);
	switch (type) {
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

static void put_items(struct pxt_rkh_writer *writer,
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
			put_item(writer, format[i], fields,
				 &fields->value[fields->at++]);
	}
}

/* Events */

/* Types of a live program whose forms differ have numbers behind their names:
 * "USR_0:2". */
static bool is_called(const struct pxt_rkh_event *event, const char *name)
{
	const size_t len = strcspn(name, ":");

	return !strncmp(event->name, name, len) && !event->name[len];
}

static const struct pxt_rkh_plan *plan_of(struct pxt_rkh_native_events *events,
					  const struct pxt_rkh_writer *writer,
					  const char *name, unsigned *number)
{
	for (unsigned i = 0; i < PXT_RKH_EVENTS; i++) {
		const struct pxt_rkh_event *event =
			pxt_rkh_event_of(events->dialect, *number);

		if (event && is_called(event, name)) {
			if (!events->plan[*number].event)
				pxt_rkh_plan_init(&events->plan[*number], event,
						  &writer->config);
			return &events->plan[*number];
		}
		*number = i;
	}
	return NULL;
}

/* The number that its id suggests comes first. */
static unsigned likely_number(const struct pxt_rkh_native_events *events,
			      uint64_t id,
			      const struct posix_trace_field_np *field)
{
	unsigned number = (unsigned)id;

	if (pxt_rkh_dialect_has_groups(events->dialect))
		number = pxt_rkh_id_number((uint32_t)id, (unsigned)field->size);
	return number < PXT_RKH_EVENTS ? number : 0;
}

static void put_event(struct pxt_rkh_native_events *events,
		      struct pxt_rkh_writer *writer,
		      const struct pxt_rkh_plan *plan, unsigned number,
		      struct pxt_rkh_fields *fields)
{
	const unsigned width = writer->config.value[PXT_RKH_TE_ID];
	const uint8_t seq = take_seq(events, fields);
	uint64_t stamp;

	pxt_rkh_fields_get(fields, "ts", &stamp);
	pxt_rkh_writer_begin(writer,
			     pxt_rkh_dialect_has_groups(events->dialect) ?
				     pxt_rkh_number_id(number, width) :
				     number,
			     seq, stamp);
	if (plan->event->meaning == PXT_RKH_USER_EVENT)
		put_items(writer, fields);
	else
		put_arguments(writer, plan, fields);
	pxt_rkh_writer_end(writer);
}

void pxt_rkh_native_events_put(struct pxt_rkh_native_events *events,
			       struct pxt_rkh_writer *writer,
			       struct pxt_export *export, const char *name,
			       const struct posix_trace_layout_np *layout,
			       const struct posix_trace_item_np *item)
{
	const struct pxt_rkh_plan *plan;
	struct pxt_rkh_fields fields;
	unsigned number;
	uint64_t id;

	pxt_rkh_fields_take(&fields, layout, item);
	pxt_rkh_fields_get(&fields, "id", &id);
	number = likely_number(events, id, &layout->field[0]);
	plan = plan_of(events, writer, name, &number);
	if (!plan) {
		pxt_export_lose(export, "events that no release has");
		events->is_broken = true;
		return;
	}
	put_flags(events, writer, &fields);
	if (plan->event->meaning == PXT_RKH_CONFIGURES)
		put_config(events, writer, &fields);
	else
		put_event(events, writer, plan, number, &fields);
}
