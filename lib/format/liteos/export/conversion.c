/* conversion.c - events of any system as frames of LiteOS */
#include "format/liteos/export/conversion.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/scan.h"
#include "format/liteos/events.h"
#include "format/liteos/export/event_names.h"

enum {
	/* Modules for other systems, with 16 types each: 0x40000000 down to
	 * 0x4000, as vendors begin with that. */
	MODULES = 17,
	PER_MODULE = 16,
	TASKS = 0xffff,
	/* First of these beside tasks of LiteOS: no system has as many. */
	BESIDE_TASKS = 0x4000,
};

/* Indexes of LiteOS's fields in the layout of a type. */
enum field {
	TYPE,
	TASK,
	TIME,
	IDENTITY,
	NEEDED, /* a type without these is another system's */
	PARAMS = NEEDED,
	PID,
	CPU,
	INTERRUPT,
	LOCKS,
	RECORDED,
	RESERVED,
	COUNT,
	LINKS,
	SLOT,
	OFFSET,
	SESSION,
	TOLD,
	FIELDS,
};

_Static_assert(FIELDS <= sizeof(((struct pxt_liteos_export_type *)0)->at),
	       "room for all fields");

static const char *const names[FIELDS] = {
	[TYPE] = "eventType",	 [TASK] = "curTask",
	[TIME] = "curTime",	 [IDENTITY] = "identity",
	[PARAMS] = "params",	 [PID] = "curPid",
	[CPU] = "cpuid",	 [INTERRUPT] = "hwiActive",
	[LOCKS] = "taskLockCnt", [RECORDED] = "paramCount",
	[RESERVED] = "reserves", [COUNT] = "eventCount",
	[LINKS] = "linkReg",	 [SLOT] = "slot",
	[OFFSET] = "offset",	 [SESSION] = "session",
	[TOLD] = "told",
};

void pxt_liteos_conversion_init(struct pxt_liteos_conversion *conversion,
				struct pxt_export *export)
{
	memset(conversion, 0, sizeof(*conversion));
	conversion->export = export;
}

void pxt_liteos_conversion_fini(struct pxt_liteos_conversion *conversion)
{
	pxt_map_fini(&conversion->met);
	pxt_map_fini(&conversion->types);
	pxt_map_fini(&conversion->names);
	pxt_map_fini(&conversion->announced_types);
	pxt_map_fini(&conversion->vendors);
	pxt_map_fini(&conversion->threads);
	free(conversion->type);
}

bool pxt_liteos_conversion_is_native(struct pxt_export *export, unsigned origin)
{
	struct pxt_view *view = export->view;
	const char *system =
		view->get_system ? view->get_system(view, origin) : NULL;

	return system && !strncmp(system, "LiteOS", 6);
}

const char *pxt_liteos_conversion_note(struct pxt_export *export,
				       unsigned origin, const char *key)
{
	struct pxt_view *view = export->view;

	if (!view->get_note || !pxt_liteos_conversion_is_native(export, origin))
		return NULL;
	return view->get_note(view, origin, key);
}

bool pxt_liteos_conversion_fact(struct pxt_export *export, unsigned origin,
				const char *key, uint64_t *number)
{
	const char *note = pxt_liteos_conversion_note(export, origin, key);

	return note &&
	       pxt_scan_is_number(note, strlen(note), true, UINT64_MAX, number);
}

/* Types */

static void find_fields(struct pxt_liteos_export_type *type,
			const struct posix_trace_layout_np *layout)
{
	memset(type->at, -1, sizeof(type->at));
	for (unsigned i = 0; layout && i < layout->fields; i++)
		for (int field = 0; field < FIELDS; field++)
			if (!strcmp(layout->field[i].name, names[field]))
				type->at[field] = (signed char)i;
	type->is_native = true;
	for (int field = 0; field < NEEDED; field++)
		type->is_native &= type->at[field] >= 0;
}

static bool is_wide(const struct posix_trace_layout_np *layout, int at)
{
	return layout->field[at].size == 8;
}

static void find_shape(struct pxt_liteos_export_type *type,
		       const struct posix_trace_layout_np *layout)
{
	const signed char *at = type->at;
	const size_t params =
		at[PARAMS] < 0 ? 0 : layout->field[at[PARAMS]].count;

	type->shape = (struct pxt_liteos_shape){
		.width = is_wide(layout, at[IDENTITY]) ? 8 : 4,
		.params = params > PXT_LITEOS_PARAMS_MAX ?
				  PXT_LITEOS_PARAMS_MAX :
				  (uint8_t)params,
		.pid = at[PID] >= 0,
		.core = at[CPU] >= 0,
		.count = at[COUNT] >= 0,
		.links = at[LINKS] >= 0,
	};
}

/* Counts values besides the identity, which comes first. If the number of
 * params is unknown, each is a value: p1, p2... */
static void count_declared(struct pxt_liteos_export_type *type,
			   const struct posix_trace_layout_np *layout)
{
	unsigned values = 0;

	for (unsigned i = 0; i < layout->fields; i++) {
		const struct posix_trace_field_np *field = &layout->field[i];

		type->is_free |= !strcmp(field->name, "p1");
		values += !(field->flags & POSIX_TRACE_FIELD_DETAIL_NP);
	}
	if (values && !type->is_free)
		type->declared = (uint8_t)(values - 1);
}

static uint32_t foreign_number(uint32_t index)
{
	return ((uint32_t)PXT_LITEOS_VENDOR
		<< (MODULES - 1 - index / PER_MODULE)) |
	       index % PER_MODULE;
}

/* The next number that no event of LiteOS has had. False: there is none. */
static bool next_foreign_number(struct pxt_liteos_conversion *conversion,
				uint32_t *number)
{
	while (conversion->others < MODULES * PER_MODULE) {
		*number = foreign_number(conversion->others++);
		if (!pxt_map_get_number(&conversion->vendors, *number))
			return true;
	}
	return false;
}

/* Types of other systems are numbered in order of appearance, by name. */
static int number_foreign_type(struct pxt_liteos_conversion *conversion,
			       struct pxt_liteos_export_type *type,
			       const struct posix_trace_layout_np *layout)
{
	struct pxt_view *view = conversion->export->view;
	const char *name = view->get_name(view, type->id);
	size_t *number;

	if (!name)
		name = "";
	number = pxt_map_at(&conversion->names, name, strlen(name));
	if (!number)
		return ENOMEM;
	if (*number) {
		type->number = (uint32_t)*number;
		return 0;
	}
	if (!next_foreign_number(conversion, &type->number)) {
		*number = type->number = PXT_LITEOS_USER | 15;
		pxt_export_lose(conversion->export,
				"names of types: more than there are numbers");
		return 0;
	}
	*number = type->number;
	return pxt_liteos_event_names_write(conversion->export, type->number,
					    name, layout);
}

static struct pxt_liteos_export_type *
new_type(struct pxt_liteos_conversion *conversion)
{
	if (pxt_array_reserve(&conversion->type, &conversion->room,
			      conversion->count + 2, sizeof(*conversion->type)))
		return NULL;
	return &conversion->type[conversion->count + 1];
}

static int add_type(struct pxt_liteos_conversion *conversion,
		    trace_event_id_t id,
		    const struct posix_trace_layout_np *layout)
{
	struct pxt_liteos_export_type *type = new_type(conversion);

	if (!type)
		return ENOMEM;
	*type = (struct pxt_liteos_export_type){ .id = id };
	find_fields(type, layout);
	if (type->is_native) {
		find_shape(type, layout);
		count_declared(type, layout);
		return 0;
	}
	return number_foreign_type(conversion, type, layout);
}

static int find_type(struct pxt_liteos_conversion *conversion,
		     trace_event_id_t id,
		     const struct posix_trace_layout_np *layout,
		     struct pxt_liteos_export_type **type)
{
	size_t *at = pxt_map_at_number(&conversion->types, id);
	int err;

	if (!at)
		return ENOMEM;
	if (!*at) {
		err = add_type(conversion, id, layout);
		if (err)
			return err;
		*at = ++conversion->count;
	}
	*type = &conversion->type[*at];
	return 0;
}

/* Events of LiteOS */

static bool is_foreign_number(const struct pxt_liteos_conversion *conversion,
			      uint32_t number)
{
	for (uint32_t i = 0; i < conversion->others; i++)
		if (foreign_number(i) == number)
			return true;
	return false;
}

/* Keeps a vendor's number from being given to another event. */
static int keep_number(struct pxt_liteos_conversion *conversion,
		       uint32_t number)
{
	size_t *kept;

	if (number < PXT_LITEOS_VENDOR || number >= PXT_LITEOS_USER)
		return 0;
	kept = pxt_map_at_number(&conversion->vendors, number);
	if (!kept)
		return ENOMEM;
	if (!*kept && is_foreign_number(conversion, number))
		pxt_export_lose(conversion->export,
				"numbers of types: given to another system's "
				"before");
	*kept = 1;
	return 0;
}

/* A name may come from a file of names. */
static int announce_name(struct pxt_liteos_conversion *conversion,
			 struct pxt_liteos_export_type *type, uint32_t number,
			 const struct posix_trace_layout_np *layout)
{
	struct pxt_view *view = conversion->export->view;
	const char *name;
	size_t *announced;

	int err;

	if (type->is_announced)
		return 0;
	type->is_announced = true;
	err = keep_number(conversion, number);
	if (err)
		return err;
	name = view->get_name(view, type->id);
	if (!name || pxt_liteos_event_number(name) ||
	    !strcmp(name, PXT_LITEOS_OTHER))
		return 0;
	announced = pxt_map_at_number(&conversion->announced_types, number);
	if (!announced)
		return ENOMEM;
	if (*announced)
		return 0;
	*announced = 1;
	return pxt_liteos_event_names_write(conversion->export, number, name,
					    layout);
}

struct decoded {
	const struct posix_trace_layout_np *layout;
	const struct posix_trace_value_np *value;
	unsigned count;
};

static uint64_t number(const struct decoded *decoded, int at, size_t index)
{
	struct posix_trace_number_np found;

	if (at < 0 || (unsigned)at >= decoded->count ||
	    posix_trace_value_number_np(decoded->layout, &decoded->value[at],
					index, &found))
		return 0;
	return found.as.u;
}

static void take_first(struct pxt_liteos_first *first,
		       const struct pxt_liteos_export_type *type,
		       const struct decoded *decoded,
		       const struct posix_trace_item_np *item)
{
	*first = (struct pxt_liteos_first){
		.is_known = true,
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.shape = type->shape,
		.is_message = type->at[OFFSET] >= 0,
		.ticks = number(decoded, type->at[TIME], 0),
		.time = item->info.posix_timestamp,
		.count = (uint32_t)number(decoded, type->at[COUNT], 0),
	};
}

int pxt_liteos_conversion_meet(struct pxt_liteos_conversion *conversion,
			       const struct posix_trace_item_np *item)
{
	struct pxt_view *view = conversion->export->view;
	const trace_event_id_t id = item->info.posix_event_id;
	struct decoded decoded = { .value = conversion->value };
	struct pxt_liteos_export_type type = { .id = id };
	size_t *met;

	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP)
		return 0;
	met = pxt_map_at_number(&conversion->met, id);
	if (!met)
		return ENOMEM;
	if (*met)
		return 0;
	*met = 1;
	decoded.layout = view->get_layout(view, id);
	find_fields(&type, decoded.layout);
	if (!type.is_native)
		return 0;
	find_shape(&type, decoded.layout);
	decoded.count = posix_trace_layout_decode_np(
		decoded.layout, item->data, item->data_len, conversion->value);
	take_first(&conversion->first, &type, &decoded, item);
	return 0;
}

/* Infers the number of recorded params if it was not printed: the declared
 * ones, and those up to the last nonzero one. */
static unsigned find_recorded(struct pxt_liteos_conversion *conversion,
			      const struct pxt_liteos_export_type *type,
			      const struct pxt_liteos_frame *frame)
{
	enum { MOST = 15 };
	unsigned recorded = type->declared;

	for (unsigned i = recorded; i < type->shape.params; i++)
		if (frame->param[i])
			recorded = i + 1;
	if (recorded > type->shape.params)
		recorded = type->shape.params;
	if (type->is_free)
		pxt_export_lose(conversion->export,
				"numbers of params that were not printed: "
				"taken for those up to the last but 0");
	return recorded < MOST ? recorded : MOST;
}

static uint32_t core_of(struct pxt_liteos_conversion *conversion,
			const struct pxt_liteos_export_type *type,
			const struct decoded *decoded,
			const struct pxt_liteos_frame *frame)
{
	const signed char *at = type->at;
	const uint64_t recorded =
		at[RECORDED] < 0 ? find_recorded(conversion, type, frame) :
				   number(decoded, at[RECORDED], 0);

	return (uint32_t)(number(decoded, at[CPU], 0) << PXT_LITEOS_CPU |
			  number(decoded, at[INTERRUPT], 0)
				  << PXT_LITEOS_IN_INTERRUPT |
			  number(decoded, at[LOCKS], 0) << PXT_LITEOS_LOCKS |
			  recorded << PXT_LITEOS_COUNT_OF_PARAMS |
			  number(decoded, at[RESERVED], 0)
				  << PXT_LITEOS_RESERVED);
}

static void restore_frame(struct pxt_liteos_conversion *conversion,
			  const struct pxt_liteos_export_type *type,
			  const struct decoded *decoded,
			  struct pxt_liteos_frame *frame,
			  struct pxt_liteos_origin *origin)
{
	const signed char *at = type->at;

	frame->core = 0;
	frame->type = (uint32_t)number(decoded, at[TYPE], 0);
	frame->task = (uint32_t)number(decoded, at[TASK], 0);
	frame->time = number(decoded, at[TIME], 0);
	frame->identity = number(decoded, at[IDENTITY], 0);
	frame->pid = (uint32_t)number(decoded, at[PID], 0);
	frame->count = (uint32_t)number(decoded, at[COUNT], 0);
	for (unsigned i = 0; type->shape.links && i < PXT_LITEOS_LINKS; i++)
		frame->link[i] = number(decoded, at[LINKS], i);
	for (unsigned i = 0; i < type->shape.params; i++)
		frame->param[i] = number(decoded, at[PARAMS], i);
	if (type->shape.core)
		frame->core = core_of(conversion, type, decoded, frame);
	origin->has_slot = at[SLOT] >= 0;
	origin->slot = (uint32_t)number(decoded, at[SLOT], 0);
	origin->has_offset = at[OFFSET] >= 0;
	origin->offset = number(decoded, at[OFFSET], 0);
	origin->has_session = at[SESSION] >= 0;
	origin->session = (uint32_t)number(decoded, at[SESSION], 0);
	origin->has_announced_tasks = at[TOLD] >= 0;
	if (origin->has_announced_tasks &&
	    (unsigned)at[TOLD] < decoded->count) {
		origin->announced_tasks = decoded->value[at[TOLD]].data;
		origin->announced_tasks_len = decoded->value[at[TOLD]].len;
	}
}

/* Events of other systems */

static uint64_t fit(struct pxt_liteos_conversion *conversion,
		    const struct posix_trace_number_np *number)
{
	const bool is_signed = number->kind != POSIX_TRACE_FIELD_UNSIGNED_NP;
	uint64_t value = number->as.u;

	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		value = (uint64_t)pxt_export_round(conversion->export,
						   number->as.f);
	if (conversion->shape.width != 4)
		return value;
	if (value > UINT32_MAX && (!is_signed || value < (uint64_t)INT32_MIN))
		pxt_export_lose(conversion->export, "numbers cut to 32 bits");
	return (uint32_t)value;
}

struct filling {
	struct pxt_liteos_conversion *conversion;
	struct pxt_liteos_frame *frame;
	unsigned count; /* values, including the identity */
};

static void add(struct filling *filling,
		const struct posix_trace_number_np *number)
{
	struct pxt_export *export = filling->conversion->export;
	const unsigned at = filling->count;
	uint64_t value;

	if (at > filling->conversion->shape.params) {
		pxt_export_lose(export, "values: more than there are params");
		return;
	}
	if (number->label)
		pxt_export_lose(export, "names of values");
	value = fit(filling->conversion, number);
	if (at)
		filling->frame->param[at - 1] = value;
	else
		filling->frame->identity = value;
	filling->count++;
}

static void add_number(struct filling *filling,
		       const struct posix_trace_layout_np *layout,
		       const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np found;

	if (value->field->kind == POSIX_TRACE_FIELD_TEXT_NP) {
		pxt_export_lose(filling->conversion->export, "texts");
		return;
	}
	for (size_t i = 0; i < value->count; i++)
		if (!posix_trace_value_number_np(layout, value, i, &found))
			add(filling, &found);
}

static void add_values(struct filling *filling, const struct decoded *decoded)
{
	for (unsigned turn = 0; turn < PXT_LITEOS_TURNS; turn++)
		for (unsigned i = 0; i < decoded->count; i++)
			if (pxt_liteos_event_names_turn(decoded->value[i].field,
							turn))
				add_number(filling, decoded->layout,
					   &decoded->value[i]);
}

bool pxt_liteos_conversion_native_origin(struct pxt_export *export,
					 unsigned *origin)
{
	for (unsigned i = 0; i < PXT_LITEOS_ORIGINS; i++)
		if (pxt_liteos_conversion_is_native(export, i)) {
			*origin = i;
			return true;
		}
	return false;
}

/* Numbers of tasks begin beside those of LiteOS. */
static uint32_t find_first_task(const struct pxt_liteos_conversion *conversion)
{
	unsigned origin;

	return conversion->first.is_known ||
			       pxt_liteos_conversion_native_origin(
				       conversion->export, &origin) ?
		       BESIDE_TASKS :
		       1;
}

static int find_task(struct pxt_liteos_conversion *conversion,
		     const struct posix_trace_item_np *item, uint32_t *task,
		     bool *is_new)
{
	const uint32_t thread[] = {
		item->origin,
		(uint32_t)item->info.posix_pid,
		(uint32_t)item->tid,
	};
	const size_t before = conversion->threads.count;
	size_t *at = pxt_map_at(&conversion->threads, thread, sizeof(thread));

	if (!at)
		return ENOMEM;
	*is_new = !*at;
	if (!before)
		conversion->first_task = find_first_task(conversion);
	if (!*at)
		*at = before <= TASKS - conversion->first_task ?
			      before + conversion->first_task :
			      TASKS;
	if (before > TASKS - conversion->first_task && *is_new) {
		pxt_export_lose(conversion->export,
				"threads: more than there are tasks");
		*is_new = false;
	}
	*task = (uint32_t)*at;
	return 0;
}

static int make_foreign_frame(struct pxt_liteos_conversion *conversion,
			      const struct pxt_liteos_export_type *type,
			      const struct decoded *decoded,
			      const struct posix_trace_item_np *item,
			      struct pxt_liteos_frame *frame,
			      struct pxt_liteos_origin *origin)
{
	struct filling filling = { .conversion = conversion, .frame = frame };
	int err;

	memset(frame, 0, sizeof(*frame));
	err = find_task(conversion, item, &frame->task, &origin->is_new_task);
	if (err)
		return err;
	pxt_export_lose_place(conversion->export, item);
	frame->type = type->number;
	frame->pid = (uint32_t)item->info.posix_pid;
	if (decoded->layout)
		add_values(&filling, decoded);
	else if (item->data_len)
		pxt_export_lose(conversion->export,
				"data of events without a description");
	frame->core = (filling.count ? filling.count - 1 : 0)
		      << PXT_LITEOS_COUNT_OF_PARAMS;
	frame->count = conversion->recorded++;
	return 0;
}

int pxt_liteos_conversion_frame(struct pxt_liteos_conversion *conversion,
				const struct posix_trace_item_np *item,
				struct pxt_liteos_shape *shape,
				struct pxt_liteos_frame *frame,
				struct pxt_liteos_origin *origin)
{
	struct pxt_view *view = conversion->export->view;
	struct pxt_liteos_export_type *type;
	struct decoded decoded = { .value = conversion->value };
	int err;

	memset(origin, 0, sizeof(*origin));
	decoded.layout = view->get_layout(view, item->info.posix_event_id);
	err = find_type(conversion, item->info.posix_event_id, decoded.layout,
			&type);
	if (err)
		return err;
	if (decoded.layout)
		decoded.count = posix_trace_layout_decode_np(
			decoded.layout, item->data, item->data_len,
			conversion->value);
	origin->is_native = type->is_native;
	*shape = type->is_native ? type->shape : conversion->shape;
	if (!type->is_native)
		return make_foreign_frame(conversion, type, &decoded, item,
					  frame, origin);
	restore_frame(conversion, type, &decoded, frame, origin);
	return announce_name(conversion, type, frame->type, decoded.layout);
}
