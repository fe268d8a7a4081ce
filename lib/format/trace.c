/* trace.c - facts about a foreign trace */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "format/gap.h"
#include "format/trace.h"
#include "format/trace_names.h"
#include "format/trace_objects.h"
#include "format/trace_types.h"

enum {
	MOST_DAMAGES = 1000, /* damages that are kept */
	MOST_TALES = 64,
	SECOND = 1000000000,
};

struct note {
	char *key, *value;
};

struct pxt_trace {
	struct pxt_trace_types types;
	struct pxt_trace_names names;
	struct pxt_trace_objects objects;
	struct note *note;
	size_t notes, note_room;

	char system[128];
	char host[65];
	unsigned char uuid[16], boot[16];
	char called[64];
	int64_t shift;
	struct timespec now;
	uint64_t place; /* offset of the current record */
	bool is_learned;

	struct pxt_trace_damage *damage;
	size_t damages_kept, damage_room;
	uint64_t damages;

	char *tale[MOST_TALES];
	size_t tales, told;

	char refusal[PXT_TRACE_WHY];
	char loss[PXT_TRACE_WHY + PXT_GAP_TEXT];
	int error;
};

int pxt_trace_create(struct pxt_trace **trace)
{
	*trace = calloc(1, sizeof(**trace));
	return *trace ? 0 : ENOMEM;
}

static void forget_notes(struct pxt_trace *trace)
{
	for (size_t i = 0; i < trace->notes; i++) {
		free(trace->note[i].key);
		free(trace->note[i].value);
	}
	free(trace->note);
	trace->note = NULL;
	trace->notes = trace->note_room = 0;
}

static void forget_all(struct pxt_trace *trace)
{
	pxt_trace_objects_fini(&trace->objects);
	pxt_trace_names_fini(&trace->names);
	forget_notes(trace);
}

/* Remarks are not repeated when the trace is read again. */
void pxt_trace_rewind(struct pxt_trace *trace)
{
	if (!trace->is_learned)
		forget_all(trace);
	free(trace->damage);
	trace->damage = NULL;
	trace->damages_kept = trace->damage_room = 0;
	trace->damages = 0;
	trace->now = (struct timespec){ 0 };
	*trace->refusal = '\0';
}

void pxt_trace_close(struct pxt_trace *trace)
{
	if (!trace)
		return;
	pxt_trace_rewind(trace);
	forget_all(trace);
	pxt_trace_types_fini(&trace->types);
	for (size_t i = 0; i < trace->tales; i++)
		free(trace->tale[i]);
	free(trace);
}

void pxt_trace_learned(struct pxt_trace *trace)
{
	trace->is_learned = true;
}

int pxt_trace_error(const struct pxt_trace *trace)
{
	return trace->error;
}

static void note_error(struct pxt_trace *trace, int err)
{
	if (err)
		trace->error = err;
}

/* Texts */

/* Cuts a text to the room that a log has, at a character of UTF-8. Returns the
 * text itself, or its beginning in room, of most + 1 bytes. */
static const char *cut(struct pxt_trace *trace, const char *what,
		       const char *text, char *room, size_t most)
{
	size_t len;

	if (strnlen(text, most + 1) <= most)
		return text;
	len = pxt_utf8_cut(text, most);
	pxt_trace_tell(trace,
		       "%s of more than %zu bytes are cut there, a log has no "
		       "room for more",
		       what, most);
	memcpy(room, text, len);
	room[len] = '\0';
	return room;
}

/* Types */

trace_event_id_t pxt_trace_type(struct pxt_trace *trace, const char *name,
				const char *description)
{
	char room[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t number;

	name = cut(trace, "names of events", name, room, TRACE_EVENT_NAME_MAX);
	note_error(trace, pxt_trace_types_number(&trace->types, name,
						 description, &number));
	return number;
}

const char *pxt_trace_type_name(const struct pxt_trace *trace,
				trace_event_id_t number)
{
	const struct pxt_trace_type *type =
		pxt_trace_types_get(&trace->types, number);

	return type ? type->name : NULL;
}

const char *pxt_trace_type_description(const struct pxt_trace *trace,
				       trace_event_id_t number)
{
	const struct pxt_trace_type *type =
		pxt_trace_types_get(&trace->types, number);

	return type && *type->description ? type->description : NULL;
}

/* Facts */

void pxt_trace_system(struct pxt_trace *trace, const char *format, ...)
{
	va_list arguments;

	if (trace->is_learned)
		return;
	va_start(arguments, format);
	vsnprintf(trace->system, sizeof(trace->system), format, arguments);
	va_end(arguments);
}

const char *pxt_trace_get_system(const struct pxt_trace *trace)
{
	return trace->system;
}

void pxt_trace_machine(struct pxt_trace *trace, const unsigned char uuid[16],
		       const unsigned char boot[16], const char *host)
{
	if (trace->is_learned)
		return;
	memcpy(trace->uuid, uuid, sizeof(trace->uuid));
	memcpy(trace->boot, boot, sizeof(trace->boot));
	snprintf(trace->host, sizeof(trace->host), "%s", host);
}

const char *pxt_trace_get_host(const struct pxt_trace *trace)
{
	return trace->host;
}

static const unsigned char *known_id(const unsigned char id[16])
{
	static const unsigned char unknown[16];

	return memcmp(id, unknown, sizeof(unknown)) ? id : NULL;
}

const unsigned char *pxt_trace_get_uuid(const struct pxt_trace *trace)
{
	return known_id(trace->uuid);
}

const unsigned char *pxt_trace_get_boot(const struct pxt_trace *trace)
{
	return known_id(trace->boot);
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
	char *copied = strndup(key, POSIX_TRACE_NOTE_KEY_MAX_NP);

	if (copied &&
	    !pxt_array_reserve(&trace->note, &trace->note_room,
			       trace->notes + 1, sizeof(*trace->note))) {
		trace->note[trace->notes++] = (struct note){ copied, value };
		return;
	}
	trace->error = ENOMEM;
	free(copied);
	free(value);
}

static char *note_text(struct pxt_trace *trace, const char *format,
		       va_list arguments)
{
	char room[POSIX_TRACE_NOTE_VALUE_MAX_NP + 1], *text;
	const char *kept;

	if (vasprintf(&text, format, arguments) < 0)
		return NULL;
	kept = cut(trace, "notes", text, room, sizeof(room) - 1);
	if (kept == room)
		strcpy(text, kept);
	return text;
}

void pxt_trace_note(struct pxt_trace *trace, const char *key,
		    const char *format, ...)
{
	struct note *note = find_note(trace, key);
	va_list arguments;
	char *value;

	if (trace->is_learned)
		return;
	va_start(arguments, format);
	value = note_text(trace, format, arguments);
	va_end(arguments);
	if (!value) {
		trace->error = ENOMEM;
	} else if (note) {
		free(note->value);
		note->value = value;
	} else {
		add_note(trace, key, value);
	}
}

size_t pxt_trace_count_notes(const struct pxt_trace *trace)
{
	return trace->notes;
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

static void set_name(struct pxt_trace *trace, pid_t pid, pid_t tid,
		     const char *name)
{
	char room[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];

	if (trace->is_learned)
		return;
	name = cut(trace, "names of threads", name, room, sizeof(room) - 1);
	note_error(trace, pxt_trace_names_set(&trace->names, pid, tid, name));
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
	const char *name = pxt_trace_names_get(&trace->names, pid, 0);

	if (!name && pid == PXT_TRACE_PID && *trace->called)
		name = trace->called;
	return name;
}

const char *pxt_trace_get_thread(const struct pxt_trace *trace, pid_t pid,
				 pid_t tid)
{
	return tid ? pxt_trace_names_get(&trace->names, pid, tid) : NULL;
}

/* Objects */

void pxt_trace_object(struct pxt_trace *trace, pid_t pid, uint64_t address,
		      const char *kind, const char *name, const char *details)
{
	char name_room[POSIX_TRACE_OBJECT_NAME_MAX_NP + 1];
	char details_room[POSIX_TRACE_OBJECT_DETAILS_MAX_NP + 1];
	struct posix_trace_object_np object = {
		.pid = pid,
		.address = address,
		.kind = kind,
		.since = trace->now,
	};
	int err;

	if (trace->is_learned)
		return;
	object.name = cut(trace, "names", name ? name : "", name_room,
			  sizeof(name_room) - 1);
	object.details = cut(trace, "parameters", details ? details : "",
			     details_room, sizeof(details_room) - 1);
	err = pxt_trace_objects_set(&trace->objects, &object);
	if (err == ENOSPC)
		pxt_trace_tell(
			trace,
			"of more than %d MiB of names the first are kept",
			PXT_TRACE_OBJECTS_MAX >> 20);
	else
		note_error(trace, err);
}

int pxt_trace_get_object(const struct pxt_trace *trace, pid_t pid,
			 uint64_t address, const char *kind,
			 const struct timespec *when,
			 struct posix_trace_object_np *object)
{
	return pxt_trace_objects_get(&trace->objects, pid, address, kind, when,
				     object);
}

const char *pxt_trace_named(const struct pxt_trace *trace, pid_t pid,
			    uint64_t address, const char *kind, bool any)
{
	struct posix_trace_object_np object;

	if (pxt_trace_get_object(trace, pid, address, kind, &trace->now,
				 &object) ||
	    !*object.name || (!any && strcmp(object.kind, kind)))
		return NULL;
	return object.name;
}

int pxt_trace_list_object(const struct pxt_trace *trace, size_t index,
			  struct posix_trace_object_np *object)
{
	return pxt_trace_objects_list(&trace->objects, index, object);
}

/* Damage and remarks */

static bool room_for_damage(struct pxt_trace *trace)
{
	if (trace->damages_kept >= MOST_DAMAGES)
		return false;
	if (pxt_array_reserve(&trace->damage, &trace->damage_room,
			      trace->damages_kept + 1,
			      sizeof(*trace->damage))) {
		trace->error = ENOMEM;
		return false;
	}
	return true;
}

void pxt_trace_damage(struct pxt_trace *trace, uint64_t offset, uint64_t len,
		      const char *format, ...)
{
	struct pxt_trace_damage *damage;
	va_list arguments;

	if (room_for_damage(trace)) {
		damage = &trace->damage[trace->damages_kept++];
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
	return index < trace->damages_kept ? &trace->damage[index] : NULL;
}

static bool has_tale(const struct pxt_trace *trace, const char *text)
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
	if (text && trace->tales < MOST_TALES && !has_tale(trace, text))
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

/* Times before 1970 become 1970. */
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

void pxt_trace_now(struct pxt_trace *trace, uint64_t ns)
{
	trace->now = time_of(trace, ns);
}

void pxt_trace_event(struct pxt_trace *trace, struct posix_trace_item_np *item,
		     trace_event_id_t type, uint64_t ns, pid_t pid, pid_t tid,
		     const void *data, size_t len)
{
	trace->now = time_of(trace, ns);
	/* Members are set one by one: clearing the item first would take longer
	 * than all of this. */
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
	const bool is_back = to_ns < from_ns;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(trace->loss, sizeof(trace->loss), format, arguments);
	va_end(arguments);
	trace->now = time_of(trace, to_ns);
	*item = (struct posix_trace_item_np){
		.kind = POSIX_TRACE_ITEM_LOSS_NP,
		.info.posix_timestamp =
			time_of(trace, is_back ? to_ns : from_ns),
		.lost = lost,
		.lost_end = time_of(trace, is_back ? from_ns : to_ns),
		.data = trace->loss,
		.data_len = strlen(trace->loss),
	};
}
