/* types.c - types of events by name, role, and arguments */
#include "format/chrome/import/types.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "format/chrome/import/description.h"
#include "format/trace_types.h"

enum {
	SHAPES_MAX = 8, /* lists of arguments of a name */
	SHARED = 40,	/* types that names can share */
	UNSHARED = PXT_TRACE_TYPES - SHARED,
	INDEX_KEY = 3, /* bytes before the name */
};

static const int64_t exact_double = INT64_C(1) << 53;

/* A list of arguments, and its type. */
struct pxt_chrome_shape {
	struct pxt_chrome_shape *next;
	trace_event_id_t number;
	bool has_rest;
	unsigned fields;
	struct shape_field {
		const char *key;
		size_t len;
		bool is_member;
		enum pxt_chrome_kind kind;
	} field[];
};

struct pxt_chrome_name {
	struct pxt_chrome_shape *shape; /* the last that was used first */
	unsigned shapes;
	bool is_shared;
};

void pxt_chrome_types_fini(struct pxt_chrome_types *types)
{
	for (size_t i = 0; i < types->names; i++) {
		struct pxt_chrome_shape *shape = types->name[i].shape, *next;

		for (; shape; shape = next) {
			next = shape->next;
			free(shape);
		}
	}
	free(types->name);
	free(types->data);
	pxt_map_fini(&types->index);
}

/* Shapes */

static bool fits(const struct shape_field *field,
		 const struct pxt_chrome_event *event,
		 const struct pxt_chrome_field *is)
{
	const int64_t s = is->value.number.s;

	if (field->len != is->key_len || field->is_member != is->is_member ||
	    (field->len &&
	     memcmp(field->key, event->bytes + is->key, field->len)))
		return false;
	return field->kind == is->value.kind ||
	       (field->kind == PXT_CHROME_DOUBLE &&
		is->value.kind == PXT_CHROME_SIGNED && s >= -exact_double &&
		s <= exact_double);
}

static bool has_shape(const struct pxt_chrome_event *event,
		      const struct pxt_chrome_shape *shape)
{
	if (shape->fields != event->fields ||
	    shape->has_rest != (event->rest_len > 0))
		return false;
	for (unsigned i = 0; i < shape->fields; i++)
		if (!fits(&shape->field[i], event, &event->field[i]))
			return false;
	return true;
}

static struct pxt_chrome_shape *find_shape(struct pxt_chrome_name *name,
					   const struct pxt_chrome_event *event)
{
	struct pxt_chrome_shape **at = &name->shape;
	struct pxt_chrome_shape *found;

	while (*at && !has_shape(event, *at))
		at = &(*at)->next;
	found = *at;
	if (!found)
		return NULL;
	*at = found->next;
	found->next = name->shape;
	name->shape = found;
	return found;
}

static struct pxt_chrome_shape *make_shape(const struct pxt_chrome_event *event)
{
	struct pxt_chrome_shape *shape;
	size_t keys = 0;
	char *to;

	for (unsigned i = 0; i < event->fields; i++)
		keys += event->field[i].key_len;
	shape = malloc(sizeof(*shape) + event->fields * sizeof(*shape->field) +
		       keys);
	if (!shape)
		return NULL;
	shape->has_rest = event->rest_len > 0;
	shape->fields = event->fields;
	to = (char *)&shape->field[event->fields];
	for (unsigned i = 0; i < event->fields; i++) {
		const struct pxt_chrome_field *is = &event->field[i];

		shape->field[i] = (struct shape_field){
			.key = to,
			.len = is->key_len,
			.is_member = is->is_member,
			.kind = is->value.kind,
		};
		if (is->key_len)
			memcpy(to, event->bytes + is->key, is->key_len);
		to += is->key_len;
	}
	return shape;
}

/* EMSGSIZE: a description has no room for the fields. */
static int add_shape(struct pxt_chrome_types *types,
		     struct pxt_chrome_name *name,
		     const struct pxt_chrome_what *what,
		     const struct pxt_chrome_event *event,
		     struct pxt_chrome_shape **added)
{
	struct pxt_chrome_described described;
	struct pxt_chrome_shape *shape;

	if (!pxt_chrome_describe(&described, what, event, name->is_shared))
		return EMSGSIZE;
	shape = make_shape(event);
	if (!shape)
		return ENOMEM;
	shape->number = pxt_trace_type(types->trace, described.name,
				       *described.text ? described.text : NULL);
	shape->next = name->shape;
	name->shape = shape;
	name->shapes++;
	types->count++;
	*added = shape;
	return 0;
}

/* Makes all fields JSON, and this no less than a blank. */
static int loosen(struct pxt_chrome_event *event)
{
	int err;

	err = pxt_chrome_event_loosen(event);
	return err || event->rest_len ? err :
					pxt_chrome_event_put(event, " ", 1);
}

static bool is_full(const struct pxt_chrome_types *types,
		    const struct pxt_chrome_name *name)
{
	return !name->is_shared && types->count >= UNSHARED;
}

/* Fields that have no type of their own become JSON. ENOSPC: there are as many
 * types as can be. */
static int need_shape(struct pxt_chrome_types *types,
		      struct pxt_chrome_name *name,
		      const struct pxt_chrome_what *what,
		      struct pxt_chrome_event *event,
		      struct pxt_chrome_shape **shape)
{
	int err = EMSGSIZE;

	*shape = name->is_shared ? NULL : find_shape(name, event);
	if (*shape)
		return 0;
	if (is_full(types, name))
		return ENOSPC;
	if (!name->is_shared && name->shapes < SHAPES_MAX)
		err = add_shape(types, name, what, event, shape);
	if (err != EMSGSIZE)
		return err;
	err = loosen(event);
	if (err)
		return err;
	*shape = find_shape(name, event);
	return *shape ? 0 : add_shape(types, name, what, event, shape);
}

/* Names */

static size_t index_key(char *key, const struct pxt_chrome_what *what,
			bool is_shared)
{
	const size_t len = is_shared ? 0 : what->name.len;

	key[0] = (char)what->role;
	key[1] = (char)what->id.kind;
	key[2] = (char)is_shared;
	if (len)
		memcpy(key + INDEX_KEY, what->name.at, len);
	return INDEX_KEY + len;
}

static int find_name(struct pxt_chrome_types *types,
		     const struct pxt_chrome_what *what, bool is_shared,
		     struct pxt_chrome_name **name)
{
	char key[INDEX_KEY + TRACE_EVENT_NAME_MAX];
	const size_t len = index_key(key, what, is_shared);
	size_t *at, found = pxt_map_get(&types->index, key, len);

	if (found) {
		*name = &types->name[found - 1];
		return 0;
	}
	if (!is_shared && types->count >= UNSHARED)
		return ENOSPC;
	if (pxt_array_reserve(&types->name, &types->room, types->names + 1,
			      sizeof(*types->name)))
		return ENOMEM;
	at = pxt_map_at(&types->index, key, len);
	if (!at)
		return ENOMEM;
	*name = &types->name[types->names];
	**name = (struct pxt_chrome_name){ .is_shared = is_shared };
	*at = ++types->names;
	return 0;
}

static int find_type(struct pxt_chrome_types *types,
		     const struct pxt_chrome_what *what,
		     struct pxt_chrome_event *event, bool is_shared,
		     struct pxt_chrome_shape **shape)
{
	struct pxt_chrome_name *name;
	int err;

	err = find_name(types, what, is_shared, &name);
	return err ? err : need_shape(types, name, what, event, shape);
}

/* Data */

static int put(struct pxt_chrome_types *types, const void *data, size_t len)
{
	if (pxt_array_reserve(&types->data, &types->data_room, types->len + len,
			      1))
		return ENOMEM;
	if (len)
		memcpy(types->data + types->len, data, len);
	types->len += len;
	return 0;
}

static int put_text(struct pxt_chrome_types *types, struct pxt_text text)
{
	int err = put(types, text.at, text.len);

	return err ? err : put(types, "", 1);
}

static int put_rest(struct pxt_chrome_types *types,
		    const struct pxt_chrome_event *event)
{
	int err;

	err = put(types, "{", 1);
	if (!err && *event->rest != ' ')
		err = put(types, event->rest, event->rest_len);
	return err ? err : put(types, "}", 2);
}

static int put_id(struct pxt_chrome_types *types,
		  const struct pxt_chrome_id *id)
{
	if (id->kind == PXT_CHROME_TEXT_ID)
		return put_text(types, id->text);
	return id->kind == PXT_CHROME_NO_ID ?
		       0 :
		       put(types, &id->number, sizeof(id->number));
}

static int put_phase(struct pxt_chrome_types *types,
		     const struct pxt_chrome_what *what)
{
	uint8_t step;

	if (what->role == PXT_CHROME_PHASE)
		return put_text(types, what->phase);
	if (what->role != PXT_CHROME_FLOW)
		return 0;
	step = (uint8_t)(strchr(PXT_CHROME_FLOWS, *what->phase.at) -
			 PXT_CHROME_FLOWS);
	return put(types, &step, 1);
}

static int put_field(struct pxt_chrome_types *types,
		     const struct pxt_chrome_event *event,
		     const struct pxt_chrome_value *value,
		     enum pxt_chrome_kind kind)
{
	const double d = (double)value->number.s;
	const uint8_t is_true = value->number.u != 0;

	if (kind == PXT_CHROME_TEXT)
		return put_text(types, pxt_chrome_event_text(event, value));
	if (kind == PXT_CHROME_BOOL)
		return put(types, &is_true, 1);
	if (kind != value->kind)
		return put(types, &d, sizeof(d));
	return put(types, &value->number, sizeof(value->number));
}

static int put_data(struct pxt_chrome_types *types,
		    const struct pxt_chrome_what *what,
		    const struct pxt_chrome_event *event, bool has_name,
		    const struct pxt_chrome_shape *shape)
{
	int err = 0;

	types->len = 0;
	if (has_name)
		err = put_text(types, what->name);
	if (!err)
		err = put_id(types, &what->id);
	if (!err)
		err = put_phase(types, what);
	for (unsigned i = 0; !err && i < shape->fields; i++)
		err = put_field(types, event, &event->field[i].value,
				shape->field[i].kind);
	return !err && shape->has_rest ? put_rest(types, event) : err;
}

int pxt_chrome_types_put(struct pxt_chrome_types *types,
			 const struct pxt_chrome_what *what,
			 struct pxt_chrome_event *event,
			 trace_event_id_t *number)
{
	struct pxt_chrome_what cut = *what;
	struct pxt_chrome_shape *shape;
	bool is_shared = false;
	int err;

	if (cut.name.len > TRACE_EVENT_NAME_MAX) {
		cut.name.len = pxt_utf8_cut(cut.name.at, TRACE_EVENT_NAME_MAX);
		pxt_trace_tell(types->trace,
			       "names of events of more than %d bytes are cut "
			       "there, a log has no room for more",
			       TRACE_EVENT_NAME_MAX);
	}
	err = find_type(types, &cut, event, false, &shape);
	if (err == ENOSPC) {
		is_shared = true;
		pxt_trace_tell(
			types->trace,
			"events of more than %d types: all others are "
			"slice_begin, slice_end and instant, with a name",
			UNSHARED);
		err = find_type(types, what, event, true, &shape);
	}
	if (err)
		return err;
	*number = shape->number;
	return put_data(types, is_shared ? what : &cut, event, is_shared,
			shape);
}
