/* trace.c - what an importer tells of a trace besides its items */
#include <errno.h>
#include <search.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/trace.h"

enum {
	FIRST_TYPE = 16, /* numbers below are the standard's */
	MOST_TYPES = 1 << 12,
	MOST_DAMAGES = 1000, /* that are kept */
	MOST_TALES = 64,
	SECOND = 1000000000,
};

struct type {
	trace_event_id_t number;
	const char *name;
	const char *description;
	char *text; /* the two, as they are kept */
};

/* A process has the thread 0. */
struct name {
	pid_t pid, tid;
	char *text;
};

struct object {
	pid_t pid;
	uint64_t address;
	struct timespec since;
	char *kind, *name, *details;
	struct object *next; /* of the same address: told before it */
};

struct note {
	char *key, *value;
};

struct pxt_trace {
	struct type *type[MOST_TYPES];
	size_t types;
	void *type_tree;

	char system[128];
	char called[64];
	int64_t shift;
	struct timespec now;
	uint64_t place; /* of the record at hand */

	void *names; /* struct name */
	void *objects; /* struct object: the newest of each address */
	struct object **object;
	size_t object_count, object_room;
	struct note *note;
	size_t notes;

	struct pxt_trace_damage *damage;
	uint64_t damages;

	char *tale[MOST_TALES];
	size_t tales, told;

	char refusal[PXT_TRACE_WHY];
	char loss[PXT_TRACE_WHY];
	int error;
};

int pxt_trace_create(struct pxt_trace **trace)
{
	*trace = calloc(1, sizeof(**trace));
	return *trace ? 0 : ENOMEM;
}

static void free_type(void *node)
{
	struct type *type = node;

	free(type->text);
	free(type);
}

static void free_name(void *node)
{
	struct name *name = node;

	free(name->text);
	free(name);
}

static void keep(void *node)
{
	(void)node;
}

static void free_object(struct object *object)
{
	free(object->kind);
	free(object->name);
	free(object->details);
	free(object);
}

static void forget_objects(struct pxt_trace *trace)
{
	for (size_t i = 0; i < trace->object_count; i++)
		free_object(trace->object[i]);
	free(trace->object);
	tdestroy(trace->objects, keep);
	trace->object = NULL;
	trace->objects = NULL;
	trace->object_count = trace->object_room = 0;
}

static void forget_notes(struct pxt_trace *trace)
{
	for (size_t i = 0; i < trace->notes; i++) {
		free(trace->note[i].key);
		free(trace->note[i].value);
	}
	free(trace->note);
	trace->note = NULL;
	trace->notes = 0;
}

/* What was told stays told. */
void pxt_trace_rewind(struct pxt_trace *trace)
{
	forget_objects(trace);
	forget_notes(trace);
	tdestroy(trace->names, free_name);
	trace->names = NULL;
	free(trace->damage);
	trace->damage = NULL;
	trace->damages = 0;
	trace->now = (struct timespec){ 0 };
	*trace->refusal = '\0';
}

void pxt_trace_close(struct pxt_trace *trace)
{
	if (!trace)
		return;
	pxt_trace_rewind(trace);
	tdestroy(trace->type_tree, free_type);
	for (size_t i = 0; i < trace->tales; i++)
		free(trace->tale[i]);
	free(trace);
}

int pxt_trace_error(const struct pxt_trace *trace)
{
	return trace->error;
}

/* As much of it as a log may hold. */
static char *copy(struct pxt_trace *trace, const char *text, size_t most)
{
	char *copied = strndup(text ? text : "", most);

	if (!copied)
		trace->error = ENOMEM;
	return copied;
}

/* Types */

static int by_text(const void *a, const void *b)
{
	const struct type *left = a, *right = b;
	const int order = strcmp(left->name, right->name);

	return order ? order : strcmp(left->description, right->description);
}

static bool copy_type(struct type *type, const struct type *like)
{
	const size_t name = strlen(like->name) + 1;
	const size_t description = strlen(like->description) + 1;

	type->text = malloc(name + description);
	if (!type->text)
		return false;
	type->name = memcpy(type->text, like->name, name);
	type->description =
		memcpy(type->text + name, like->description, description);
	return true;
}

static struct type *new_type(struct pxt_trace *trace, const struct type *like)
{
	struct type *type;

	if (trace->types == MOST_TYPES - FIRST_TYPE)
		return NULL;
	type = calloc(1, sizeof(*type));
	if (type && copy_type(type, like) &&
	    tsearch(type, &trace->type_tree, by_text)) {
		type->number = (trace_event_id_t)(FIRST_TYPE + trace->types);
		trace->type[trace->types++] = type;
		return type;
	}
	if (type)
		free_type(type);
	trace->error = ENOMEM;
	return NULL;
}

trace_event_id_t pxt_trace_type(struct pxt_trace *trace, const char *name,
				const char *description)
{
	char cut[TRACE_EVENT_NAME_MAX + 1];
	const struct type like = {
		.name = cut,
		.description = description ? description : "",
	};
	struct type *const *found, *type;

	snprintf(cut, sizeof(cut), "%s", name);
	found = tfind(&like, &trace->type_tree, by_text);
	type = found ? *found : new_type(trace, &like);
	return type ? type->number : POSIX_TRACE_UNNAMED_USEREVENT;
}

static const struct type *get_type(const struct pxt_trace *trace,
				   trace_event_id_t number)
{
	return number >= FIRST_TYPE && number - FIRST_TYPE < trace->types ?
		       trace->type[number - FIRST_TYPE] :
		       NULL;
}

const char *pxt_trace_type_name(const struct pxt_trace *trace,
				trace_event_id_t number)
{
	const struct type *type = get_type(trace, number);

	return type ? type->name : NULL;
}

const char *pxt_trace_type_description(const struct pxt_trace *trace,
				       trace_event_id_t number)
{
	const struct type *type = get_type(trace, number);

	return type && *type->description ? type->description : NULL;
}

/* Facts */

void pxt_trace_system(struct pxt_trace *trace, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(trace->system, sizeof(trace->system), format, arguments);
	va_end(arguments);
}

const char *pxt_trace_get_system(const struct pxt_trace *trace)
{
	return trace->system;
}

static struct note *find_note(const struct pxt_trace *trace, const char *key)
{
	for (size_t i = 0; i < trace->notes; i++)
		if (!strcmp(trace->note[i].key, key))
			return &trace->note[i];
	return NULL;
}

static void add_note(struct pxt_trace *trace, const char *key, char *value)
{
	struct note *notes = reallocarray(trace->note, trace->notes + 1,
					  sizeof(*notes));
	char *copied = copy(trace, key, POSIX_TRACE_NOTE_KEY_MAX_NP);

	if (notes)
		trace->note = notes;
	if (notes && copied) {
		notes[trace->notes++] = (struct note){ copied, value };
		return;
	}
	trace->error = ENOMEM;
	free(copied);
	free(value);
}

void pxt_trace_note(struct pxt_trace *trace, const char *key,
		    const char *format, ...)
{
	struct note *note = find_note(trace, key);
	va_list arguments;
	char *value;

	va_start(arguments, format);
	if (vasprintf(&value, format, arguments) < 0)
		value = NULL;
	va_end(arguments);
	if (value && strlen(value) > POSIX_TRACE_NOTE_VALUE_MAX_NP)
		value[POSIX_TRACE_NOTE_VALUE_MAX_NP] = '\0';
	if (!value) {
		trace->error = ENOMEM;
	} else if (note) {
		free(note->value);
		note->value = value;
	} else {
		add_note(trace, key, value);
	}
}

const char *pxt_trace_list_note(const struct pxt_trace *trace, size_t index,
				const char **key)
{
	if (index >= trace->notes)
		return NULL;
	*key = trace->note[index].key;
	return trace->note[index].value;
}

const char *pxt_trace_get_note(const struct pxt_trace *trace, const char *key)
{
	const struct note *note = find_note(trace, key);

	return note ? note->value : NULL;
}

/* Names of processes and threads */

static int by_number(const void *a, const void *b)
{
	const struct name *left = a, *right = b;

	if (left->pid != right->pid)
		return left->pid < right->pid ? -1 : 1;
	return left->tid < right->tid ? -1 : left->tid > right->tid;
}

static const char *get_name(const struct pxt_trace *trace, pid_t pid, pid_t tid)
{
	const struct name like = { .pid = pid, .tid = tid };
	struct name *const *found = tfind(&like, &trace->names, by_number);

	return found ? (*found)->text : NULL;
}

static void new_name(struct pxt_trace *trace, pid_t pid, pid_t tid, char *text)
{
	struct name *name = malloc(sizeof(*name));

	if (name) {
		*name = (struct name){ pid, tid, text };
		if (tsearch(name, &trace->names, by_number))
			return;
	}
	trace->error = ENOMEM;
	free(name);
	free(text);
}

static void set_name(struct pxt_trace *trace, pid_t pid, pid_t tid,
		     const char *called)
{
	const struct name like = { .pid = pid, .tid = tid };
	struct name **found = tfind(&like, &trace->names, by_number);
	char *text;

	if (found && !strcmp((*found)->text, called))
		return;
	text = copy(trace, called, POSIX_TRACE_THREAD_NAME_MAX_NP);
	if (!text)
		return;
	if (!found) {
		new_name(trace, pid, tid, text);
		return;
	}
	free((*found)->text);
	(*found)->text = text;
}

void pxt_trace_process(struct pxt_trace *trace, pid_t pid, const char *name)
{
	set_name(trace, pid, 0, name);
}

void pxt_trace_thread(struct pxt_trace *trace, pid_t pid, pid_t tid,
		      const char *name)
{
	if (tid)
		set_name(trace, pid, tid, name);
}

void pxt_trace_set_name(struct pxt_trace *trace, const char *name)
{
	snprintf(trace->called, sizeof(trace->called), "%s", name);
}

const char *pxt_trace_get_process(const struct pxt_trace *trace, pid_t pid)
{
	const char *name = get_name(trace, pid, 0);

	if (!name && pid == PXT_TRACE_PID && *trace->called)
		name = trace->called;
	return name;
}

const char *pxt_trace_get_thread(const struct pxt_trace *trace, pid_t pid,
				 pid_t tid)
{
	return tid ? get_name(trace, pid, tid) : NULL;
}

/* Objects */

static int by_address(const void *a, const void *b)
{
	const struct object *left = a, *right = b;

	if (left->pid != right->pid)
		return left->pid < right->pid ? -1 : 1;
	return left->address < right->address ? -1 :
						left->address > right->address;
}

static struct object **find_objects(const struct pxt_trace *trace, pid_t pid,
				    uint64_t address)
{
	const struct object like = { .pid = pid, .address = address };

	return tfind(&like, &trace->objects, by_address);
}

static struct object *of_kind(struct object *object, const char *kind)
{
	while (object && strcmp(object->kind, kind))
		object = object->next;
	return object;
}

static bool grow_objects(struct pxt_trace *trace)
{
	const size_t room = 2 * trace->object_room + 16;
	struct object **object;

	if (trace->object_count < trace->object_room)
		return true;
	object = reallocarray(trace->object, room, sizeof(*object));
	if (!object) {
		trace->error = ENOMEM;
		return false;
	}
	trace->object = object;
	trace->object_room = room;
	return true;
}

static bool put_object(struct pxt_trace *trace, struct object *object)
{
	struct object **found =
		find_objects(trace, object->pid, object->address);

	if (!found)
		return tsearch(object, &trace->objects, by_address);
	object->next = *found;
	*found = object;
	return true;
}

static struct object *new_object(struct pxt_trace *trace, pid_t pid,
				 uint64_t address, const char *kind)
{
	struct object *object;

	if (!grow_objects(trace))
		return NULL;
	object = calloc(1, sizeof(*object));
	if (!object)
		goto none;
	object->pid = pid;
	object->address = address;
	object->kind = strdup(kind);
	object->name = strdup("");
	object->details = strdup("");
	if (object->kind && object->name && object->details &&
	    put_object(trace, object)) {
		trace->object[trace->object_count++] = object;
		return object;
	}
	free_object(object);
none:
	trace->error = ENOMEM;
	return NULL;
}

static void set_text(struct pxt_trace *trace, char **text, const char *value,
		     size_t most)
{
	char *copied;

	if (!strcmp(*text, value))
		return;
	copied = copy(trace, value, most);
	if (!copied)
		return;
	free(*text);
	*text = copied;
}

/* Of several kinds that one is first which was told last. */
static void put_first(struct object **first, struct object *object)
{
	struct object **link = first;

	while (*link != object)
		link = &(*link)->next;
	*link = object->next;
	object->next = *first;
	*first = object;
}

void pxt_trace_object(struct pxt_trace *trace, pid_t pid, uint64_t address,
		      const char *kind, const char *name, const char *details)
{
	struct object **found = find_objects(trace, pid, address);
	struct object *object = found ? of_kind(*found, kind) : NULL;

	if (object) {
		put_first(found, object);
	} else {
		object = new_object(trace, pid, address, kind);
		if (!object)
			return;
	}
	set_text(trace, &object->name, name ? name : "",
		 POSIX_TRACE_OBJECT_NAME_MAX_NP);
	set_text(trace, &object->details, details ? details : "",
		 POSIX_TRACE_OBJECT_DETAILS_MAX_NP);
	object->since = trace->now;
}

static int give_object(const struct object *from,
		       struct posix_trace_object_np *object)
{
	*object = (struct posix_trace_object_np){
		.pid = from->pid,
		.address = from->address,
		.kind = from->kind,
		.name = from->name,
		.details = from->details,
		.since = from->since,
	};
	return 0;
}

int pxt_trace_get_object(const struct pxt_trace *trace, pid_t pid,
			 uint64_t address, const char *kind,
			 struct posix_trace_object_np *object)
{
	struct object **found = find_objects(trace, pid, address);
	struct object *same = NULL;

	if (!found)
		return ESRCH;
	if (kind && *kind)
		same = of_kind(*found, kind);
	return give_object(same ? same : *found, object);
}

int pxt_trace_list_object(const struct pxt_trace *trace, size_t index,
			  struct posix_trace_object_np *object)
{
	if (index >= trace->object_count)
		return ESRCH;
	return give_object(trace->object[index], object);
}

/* What is wrong, and what is to be known */

static bool room_for_damage(struct pxt_trace *trace)
{
	if (!trace->damage)
		trace->damage = calloc(MOST_DAMAGES, sizeof(*trace->damage));
	if (!trace->damage)
		trace->error = ENOMEM;
	return trace->damage && trace->damages < MOST_DAMAGES;
}

void pxt_trace_damage(struct pxt_trace *trace, uint64_t offset, uint64_t len,
		      const char *format, ...)
{
	struct pxt_trace_damage *damage;
	va_list arguments;

	if (room_for_damage(trace)) {
		damage = &trace->damage[trace->damages];
		damage->offset = offset;
		damage->len = len;
		va_start(arguments, format);
		vsnprintf(damage->why, sizeof(damage->why), format, arguments);
		va_end(arguments);
	}
	trace->damages++;
}

uint64_t pxt_trace_damages(const struct pxt_trace *trace)
{
	return trace->damages;
}

const struct pxt_trace_damage *
pxt_trace_get_damage(const struct pxt_trace *trace, size_t index)
{
	return trace->damage && index < trace->damages && index < MOST_DAMAGES ?
		       &trace->damage[index] :
		       NULL;
}

static bool was_told(const struct pxt_trace *trace, const char *text)
{
	for (size_t i = 0; i < trace->tales; i++)
		if (!strcmp(trace->tale[i], text))
			return true;
	return false;
}

void pxt_trace_tell(struct pxt_trace *trace, const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	if (text && trace->tales < MOST_TALES && !was_told(trace, text))
		trace->tale[trace->tales++] = text;
	else
		free(text);
}

const char *pxt_trace_next_tale(struct pxt_trace *trace)
{
	return trace->told < trace->tales ? trace->tale[trace->told++] : NULL;
}

void pxt_trace_refuse(struct pxt_trace *trace, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(trace->refusal, sizeof(trace->refusal), format, arguments);
	va_end(arguments);
}

const char *pxt_trace_get_refusal(const struct pxt_trace *trace)
{
	return trace->refusal;
}

/* Items */

void pxt_trace_shift(struct pxt_trace *trace, int64_t ns)
{
	trace->shift = ns;
}

/* What is before 1970 is then. */
static struct timespec time_of(const struct pxt_trace *trace, uint64_t ns)
{
	int64_t shifted;

	if (ns > INT64_MAX ||
	    __builtin_add_overflow((int64_t)ns, trace->shift, &shifted))
		shifted = INT64_MAX;
	if (shifted < 0)
		shifted = 0;
	return (struct timespec){
		.tv_sec = shifted / SECOND,
		.tv_nsec = shifted % SECOND,
	};
}

void pxt_trace_event(struct pxt_trace *trace, struct posix_trace_item_np *item,
		     trace_event_id_t type, uint64_t ns, pid_t pid, pid_t tid,
		     const void *data, size_t len)
{
	trace->now = time_of(trace, ns);
	/* One by one: to clear it as a whole takes longer than all this. */
	item->kind = POSIX_TRACE_ITEM_EVENT_NP;
	item->origin = 0;
	item->tid = tid;
	item->info.posix_event_id = type;
	item->info.posix_pid = pid;
	item->info.posix_prog_address = NULL;
	item->info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED;
	item->info.posix_timestamp = trace->now;
	item->info.posix_thread_id = (pthread_t)tid;
	item->data = data;
	item->data_len = len;
	item->lost = 0;
	item->lost_end = (struct timespec){ 0 };
	item->offset = trace->place;
	item->data_offset = 0;
}

void pxt_trace_place(struct pxt_trace *trace, uint64_t offset)
{
	trace->place = offset;
}

void pxt_trace_loss(struct pxt_trace *trace, struct posix_trace_item_np *item,
		    uint64_t from_ns, uint64_t to_ns, uint64_t lost,
		    const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(trace->loss, sizeof(trace->loss), format, arguments);
	va_end(arguments);
	trace->now = time_of(trace, to_ns);
	*item = (struct posix_trace_item_np){
		.kind = POSIX_TRACE_ITEM_LOSS_NP,
		.info.posix_timestamp = time_of(trace, from_ns),
		.lost = lost,
		.lost_end = trace->now,
		.data = trace->loss,
		.data_len = strlen(trace->loss),
	};
}
