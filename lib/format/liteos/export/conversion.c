/* conversion.c - events of any system as frames of LiteOS */
#include "format/liteos/export/conversion.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/scan.h"
#include "format/liteos/events.h"
#include "format/liteos/names.h"

enum {
	/* Modules for other systems: 0x4000 to 0x40000000, with 16 types
	 * each. */
	MODULES = 17,
	TASKS = 0xffff,
	/* First of these beside tasks of LiteOS: no system has as many. */
	BESIDE_TASKS = 0x4000,
	TURNS = 2, /* see has_turn() */
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

_Static_assert(FIELDS <= sizeof(((struct pxt_liteos_known *)0)->at),
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

void pxt_liteos_back_init(struct pxt_liteos_back *back,
			  struct pxt_export *export)
{
	memset(back, 0, sizeof(*back));
	back->export = export;
}

void pxt_liteos_back_fini(struct pxt_liteos_back *back)
{
	pxt_map_fini(&back->types);
	pxt_map_fini(&back->names);
	pxt_map_fini(&back->told);
	pxt_map_fini(&back->threads);
	free(back->known);
}

bool pxt_liteos_back_is(struct pxt_export *export, unsigned origin)
{
	struct pxt_view *view = export->view;
	const char *system =
		view->get_system ? view->get_system(view, origin) : NULL;

	return system && !strncmp(system, "LiteOS", 6);
}

const char *pxt_liteos_back_note(struct pxt_export *export, unsigned origin,
				 const char *key)
{
	struct pxt_view *view = export->view;

	if (!view->get_note || !pxt_liteos_back_is(export, origin))
		return NULL;
	return view->get_note(view, origin, key);
}

bool pxt_liteos_back_fact(struct pxt_export *export, unsigned origin,
			  const char *key, uint64_t *number)
{
	const char *note = pxt_liteos_back_note(export, origin, key);

	return note &&
	       pxt_scan_is_number(note, strlen(note), true, UINT64_MAX, number);
}

/* Types */

static void find_fields(struct pxt_liteos_known *known,
			const struct posix_trace_layout_np *layout)
{
	memset(known->at, -1, sizeof(known->at));
	for (unsigned i = 0; layout && i < layout->fields; i++)
		for (int field = 0; field < FIELDS; field++)
			if (!strcmp(layout->field[i].name, names[field]))
				known->at[field] = (signed char)i;
	known->ours = true;
	for (int field = 0; field < NEEDED; field++)
		known->ours &= known->at[field] >= 0;
}

static bool is_wide(const struct posix_trace_layout_np *layout, int at)
{
	return layout->field[at].size == 8;
}

static void find_shape(struct pxt_liteos_known *known,
		       const struct posix_trace_layout_np *layout)
{
	const signed char *at = known->at;
	const size_t params =
		at[PARAMS] < 0 ? 0 : layout->field[at[PARAMS]].count;

	known->shape = (struct pxt_liteos_shape){
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
static void count_declared(struct pxt_liteos_known *known,
			   const struct posix_trace_layout_np *layout)
{
	unsigned values = 0;

	for (unsigned i = 0; i < layout->fields; i++) {
		const struct posix_trace_field_np *field = &layout->field[i];

		known->is_free |= !strcmp(field->name, "p1");
		values += !(field->flags & POSIX_TRACE_FIELD_DETAIL_NP);
	}
	if (values && !known->is_free)
		known->declared = (uint8_t)(values - 1);
}

/* Fields that connect events come first, as they fit an identity; details of
 * other systems' records are left out. */
static bool has_turn(const struct posix_trace_field_np *field, unsigned turn)
{
	if (field->flags & POSIX_TRACE_FIELD_KEY_NP)
		return turn == 0;
	return turn == 1 && !(field->flags & POSIX_TRACE_FIELD_DETAIL_NP);
}

/* The kind of a value, if it is not the default. */
static const char *kind_of(const struct posix_trace_field_np *field)
{
	if (field->object && !strcmp(field->object, "task"))
		return pxt_liteos_names_kind(PXT_LITEOS_TASK_ID);
	if (field->flags & POSIX_TRACE_FIELD_KEY_NP)
		return pxt_liteos_names_kind(PXT_LITEOS_KEY);
	if (field->kind == POSIX_TRACE_FIELD_SIGNED_NP ||
	    field->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return pxt_liteos_names_kind(PXT_LITEOS_SIGNED);
	if (field->flags & POSIX_TRACE_FIELD_COUNTER_NP)
		return pxt_liteos_names_kind(PXT_LITEOS_LEVEL);
	if (field->flags & POSIX_TRACE_FIELD_HEX_NP)
		return pxt_liteos_names_kind(PXT_LITEOS_HEX);
	return NULL;
}

struct line {
	char text[2048];
	size_t len;
};

static void add_value(struct line *line, const char *name, const char *kind)
{
	const size_t room = sizeof(line->text) - line->len - 1;
	const int len = snprintf(line->text + line->len, room, "\t%s%s%s", name,
				 kind ? ":" : "", kind ? kind : "");

	if (len > 0 && (size_t)len < room)
		line->len += (size_t)len;
	else
		line->text[line->len] = '\0';
}

/* Arrays of known length have as many values. */
static void add_field(struct line *line,
		      const struct posix_trace_field_np *field)
{
	char name[80];

	/* Fields of LiteOS, without a name of their own. */
	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP ||
	    !strcmp(field->name, names[IDENTITY]))
		return;
	if (!(field->flags & POSIX_TRACE_FIELD_ARRAY_NP)) {
		add_value(line, field->name, kind_of(field));
		return;
	}
	for (size_t i = 0; i < field->count && i < PXT_LITEOS_PARAMS_MAX; i++) {
		snprintf(name, sizeof(name), "%s_%zu", field->name, i);
		add_value(line, name, kind_of(field));
	}
}

static void begin_line(struct line *line, uint32_t type, const char *name)
{
	line->len = (size_t)snprintf(line->text, sizeof(line->text), "0x%x\t",
				     type);
	for (size_t i = 0; i < TRACE_EVENT_NAME_MAX && name[i]; i++)
		line->text[line->len++] =
			(uint8_t)name[i] < ' ' ? '?' : name[i];
}

/* The format is described in liteos/names.h. */
static int write_beside(struct pxt_liteos_back *back, uint32_t type,
			const char *name,
			const struct posix_trace_layout_np *layout)
{
	struct pxt_sink *beside = back->export->beside;
	struct line line;

	if (!beside || !*name)
		return 0;
	begin_line(&line, type, name);
	for (unsigned turn = 0; layout && turn < TURNS; turn++)
		for (unsigned i = 0; i < layout->fields; i++)
			if (has_turn(&layout->field[i], turn))
				add_field(&line, &layout->field[i]);
	line.text[line.len++] = '\n';
	return beside->write(beside, line.text, line.len);
}

/* Types of other systems are numbered in order of appearance, by name. */
static int number_other(struct pxt_liteos_back *back,
			struct pxt_liteos_known *known,
			const struct posix_trace_layout_np *layout)
{
	struct pxt_view *view = back->export->view;
	const char *name = view->get_name(view, known->id);
	size_t *number;

	if (!name)
		name = "";
	number = pxt_map_at(&back->names, name, strlen(name));
	if (!number)
		return ENOMEM;
	if (*number) {
		known->type = (uint32_t)*number;
		return 0;
	}
	if (back->others == MODULES * 16) {
		*number = known->type = PXT_LITEOS_USER | 15;
		pxt_export_lose(back->export,
				"names of types: more than there are numbers");
		return 0;
	}
	known->type = ((uint32_t)PXT_LITEOS_VENDOR << back->others / 16) |
		      back->others % 16;
	*number = known->type;
	back->others++;
	return write_beside(back, known->type, name, layout);
}

static struct pxt_liteos_known *new_known(struct pxt_liteos_back *back)
{
	if (pxt_array_reserve(&back->known, &back->room, back->count + 2,
			      sizeof(*back->known)))
		return NULL;
	return &back->known[back->count + 1];
}

static int learn(struct pxt_liteos_back *back, trace_event_id_t id,
		 const struct posix_trace_layout_np *layout)
{
	struct pxt_liteos_known *known = new_known(back);

	if (!known)
		return ENOMEM;
	*known = (struct pxt_liteos_known){ .id = id };
	find_fields(known, layout);
	if (known->ours) {
		find_shape(known, layout);
		count_declared(known, layout);
		return 0;
	}
	return number_other(back, known, layout);
}

static int find_known(struct pxt_liteos_back *back, trace_event_id_t id,
		      const struct posix_trace_layout_np *layout,
		      struct pxt_liteos_known **known)
{
	size_t *at = pxt_map_at_number(&back->types, id);
	int err;

	if (!at)
		return ENOMEM;
	if (!*at) {
		err = learn(back, id, layout);
		if (err)
			return err;
		*at = ++back->count;
	}
	*known = &back->known[*at];
	return 0;
}

/* Events of LiteOS */

/* A name may come from a file of names. */
static int tell_name(struct pxt_liteos_back *back,
		     struct pxt_liteos_known *known, uint32_t type,
		     const struct posix_trace_layout_np *layout)
{
	struct pxt_view *view = back->export->view;
	const char *name;
	size_t *told;

	if (known->is_told)
		return 0;
	known->is_told = true;
	name = view->get_name(view, known->id);
	if (!name || pxt_liteos_event_number(name) ||
	    !strcmp(name, PXT_LITEOS_OTHER))
		return 0;
	told = pxt_map_at_number(&back->told, type);
	if (!told)
		return ENOMEM;
	if (*told)
		return 0;
	*told = 1;
	return write_beside(back, type, name, layout);
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

/* Infers the number of recorded params if it was not printed: the declared
 * ones, and those up to the last nonzero one. */
static unsigned find_recorded(struct pxt_liteos_back *back,
			      const struct pxt_liteos_known *known,
			      const struct pxt_liteos_frame *frame)
{
	enum { MOST = 15 };
	unsigned recorded = known->declared;

	for (unsigned i = recorded; i < known->shape.params; i++)
		if (frame->param[i])
			recorded = i + 1;
	if (recorded > known->shape.params)
		recorded = known->shape.params;
	if (known->is_free)
		pxt_export_lose(back->export,
				"numbers of params that were not printed: "
				"taken for those up to the last but 0");
	return recorded < MOST ? recorded : MOST;
}

static uint32_t core_of(struct pxt_liteos_back *back,
			const struct pxt_liteos_known *known,
			const struct decoded *decoded,
			const struct pxt_liteos_frame *frame)
{
	const signed char *at = known->at;
	const uint64_t recorded = at[RECORDED] < 0 ?
					  find_recorded(back, known, frame) :
					  number(decoded, at[RECORDED], 0);

	return (uint32_t)(number(decoded, at[CPU], 0) << PXT_LITEOS_CPU |
			  number(decoded, at[INTERRUPT], 0)
				  << PXT_LITEOS_IN_INTERRUPT |
			  number(decoded, at[LOCKS], 0) << PXT_LITEOS_LOCKS |
			  recorded << PXT_LITEOS_COUNT_OF_PARAMS |
			  number(decoded, at[RESERVED], 0)
				  << PXT_LITEOS_RESERVED);
}

static void take_back(struct pxt_liteos_back *back,
		      const struct pxt_liteos_known *known,
		      const struct decoded *decoded,
		      struct pxt_liteos_frame *frame,
		      struct pxt_liteos_origin *origin)
{
	const signed char *at = known->at;

	frame->core = 0;
	frame->type = (uint32_t)number(decoded, at[TYPE], 0);
	frame->task = (uint32_t)number(decoded, at[TASK], 0);
	frame->time = number(decoded, at[TIME], 0);
	frame->identity = number(decoded, at[IDENTITY], 0);
	frame->pid = (uint32_t)number(decoded, at[PID], 0);
	frame->count = (uint32_t)number(decoded, at[COUNT], 0);
	for (unsigned i = 0; known->shape.links && i < PXT_LITEOS_LINKS; i++)
		frame->link[i] = number(decoded, at[LINKS], i);
	for (unsigned i = 0; i < known->shape.params; i++)
		frame->param[i] = number(decoded, at[PARAMS], i);
	if (known->shape.core)
		frame->core = core_of(back, known, decoded, frame);
	origin->has_slot = at[SLOT] >= 0;
	origin->slot = (uint32_t)number(decoded, at[SLOT], 0);
	origin->has_offset = at[OFFSET] >= 0;
	origin->offset = number(decoded, at[OFFSET], 0);
	origin->has_session = at[SESSION] >= 0;
	origin->session = (uint32_t)number(decoded, at[SESSION], 0);
	origin->has_told = at[TOLD] >= 0;
	if (origin->has_told && (unsigned)at[TOLD] < decoded->count) {
		origin->told = decoded->value[at[TOLD]].data;
		origin->told_len = decoded->value[at[TOLD]].len;
	}
}

/* Events of other systems */

static uint64_t fit(struct pxt_liteos_back *back,
		    const struct posix_trace_number_np *number)
{
	const bool is_signed = number->kind != POSIX_TRACE_FIELD_UNSIGNED_NP;
	uint64_t value = number->as.u;

	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		value = (uint64_t)pxt_export_round(back->export, number->as.f);
	if (back->shape.width != 4)
		return value;
	if (value > UINT32_MAX && (!is_signed || value < (uint64_t)INT32_MIN))
		pxt_export_lose(back->export, "numbers cut to 32 bits");
	return (uint32_t)value;
}

struct filling {
	struct pxt_liteos_back *back;
	struct pxt_liteos_frame *frame;
	unsigned count; /* values, including the identity */
};

static void add(struct filling *filling,
		const struct posix_trace_number_np *number)
{
	struct pxt_export *export = filling->back->export;
	const unsigned at = filling->count;
	uint64_t value;

	if (at > filling->back->shape.params) {
		pxt_export_lose(export, "values: more than there are params");
		return;
	}
	if (number->label)
		pxt_export_lose(export, "names of values");
	value = fit(filling->back, number);
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
		pxt_export_lose(filling->back->export, "texts");
		return;
	}
	for (size_t i = 0; i < value->count; i++)
		if (!posix_trace_value_number_np(layout, value, i, &found))
			add(filling, &found);
}

static void add_values(struct filling *filling, const struct decoded *decoded)
{
	for (unsigned turn = 0; turn < TURNS; turn++)
		for (unsigned i = 0; i < decoded->count; i++)
			if (has_turn(decoded->value[i].field, turn))
				add_number(filling, decoded->layout,
					   &decoded->value[i]);
}

bool pxt_liteos_back_tasks(struct pxt_export *export, unsigned *origin)
{
	for (unsigned i = 0; i < PXT_LITEOS_ORIGINS; i++)
		if (pxt_liteos_back_is(export, i)) {
			*origin = i;
			return true;
		}
	return false;
}

static int find_task(struct pxt_liteos_back *back,
		     const struct posix_trace_item_np *item, uint32_t *task,
		     bool *is_new)
{
	const uint32_t thread[] = {
		item->origin,
		(uint32_t)item->info.posix_pid,
		(uint32_t)item->tid,
	};
	const size_t before = back->threads.count;
	size_t *at = pxt_map_at(&back->threads, thread, sizeof(thread));
	unsigned liteos;

	if (!at)
		return ENOMEM;
	*is_new = !*at;
	if (!before)
		back->first_task =
			pxt_liteos_back_tasks(back->export, &liteos) ?
				BESIDE_TASKS :
				1;
	if (!*at)
		*at = before <= TASKS - back->first_task ?
			      before + back->first_task :
			      TASKS;
	if (before > TASKS - back->first_task && *is_new) {
		pxt_export_lose(back->export,
				"threads: more than there are tasks");
		*is_new = false;
	}
	*task = (uint32_t)*at;
	return 0;
}

static int
make_up(struct pxt_liteos_back *back, const struct pxt_liteos_known *known,
	const struct decoded *decoded, const struct posix_trace_item_np *item,
	struct pxt_liteos_frame *frame, struct pxt_liteos_origin *origin)
{
	struct filling filling = { .back = back, .frame = frame };
	int err;

	memset(frame, 0, sizeof(*frame));
	err = find_task(back, item, &frame->task, &origin->is_new_task);
	if (err)
		return err;
	pxt_export_lose_place(back->export, item);
	frame->type = known->type;
	frame->pid = (uint32_t)item->info.posix_pid;
	if (decoded->layout)
		add_values(&filling, decoded);
	else if (item->data_len)
		pxt_export_lose(back->export,
				"data of events without a description");
	frame->core = (filling.count ? filling.count - 1 : 0)
		      << PXT_LITEOS_COUNT_OF_PARAMS;
	frame->count = back->recorded++;
	return 0;
}

int pxt_liteos_back_frame(struct pxt_liteos_back *back,
			  const struct posix_trace_item_np *item,
			  struct pxt_liteos_shape *shape,
			  struct pxt_liteos_frame *frame,
			  struct pxt_liteos_origin *origin)
{
	struct pxt_view *view = back->export->view;
	struct pxt_liteos_known *known;
	struct decoded decoded = { .value = back->value };
	int err;

	memset(origin, 0, sizeof(*origin));
	decoded.layout = view->get_layout(view, item->info.posix_event_id);
	err = find_known(back, item->info.posix_event_id, decoded.layout,
			 &known);
	if (err)
		return err;
	if (decoded.layout)
		decoded.count = posix_trace_layout_decode_np(
			decoded.layout, item->data, item->data_len,
			back->value);
	origin->ours = known->ours;
	*shape = known->ours ? known->shape : back->shape;
	if (!known->ours)
		return make_up(back, known, &decoded, item, frame, origin);
	take_back(back, known, &decoded, frame, origin);
	return tell_name(back, known, frame->type, decoded.layout);
}
