/* events.c - opening and describing the events */
#include "wrap/event/events.h"

#include <string.h>

trace_event_id_t wrap_event_id[WRAP_EVENTS];

static const struct {
	uint32_t group;
	const char *name, *description;
} event[] = {
#define EVENT(group, name, description) { WRAP_##group, #name, description },
#include "wrap/event/event_list.h"
#undef EVENT
};

/* The kind of object that an event names, from the description's first field.
 * size 0: none. */
static struct object {
	char kind[24];
	size_t size;
} object[WRAP_EVENTS];

static const unsigned nobody;
const unsigned *wrap_hooked = &nobody;

/* Attributes of the event itself come first. */
static const char *first_field(const char *description)
{
	while (!strncmp(description, "[[", 2)) {
		description = strstr(description, "]]");
		if (!description)
			return "";
		description += strspn(description, "]; ");
	}
	return description;
}

static void find_object(const char *description, struct object *found)
{
	static const char begin[] = "[[object(";
	const char *field = first_field(description);
	const char *kind = strstr(field, begin);
	const char *end = strchr(field, ';');
	const char *wide = strstr(field, "uint64_t ");
	size_t len;

	if (!kind || (end && end < kind))
		return;
	kind += sizeof(begin) - 1;
	len = strcspn(kind, ")");
	if (len >= sizeof(found->kind))
		return;
	memcpy(found->kind, kind, len);
	found->size = wide && wide < kind ? sizeof(uint64_t) : sizeof(int32_t);
}

/* Asks the hook about an event's object, the first member of its data. Events
 * without an object are always wanted. */
static bool is_wanted(enum wrap_event which, const void *data)
{
	const struct object *is = &object[which];
	uint64_t address;
	int32_t number;

	if (!is->size)
		return true;
	if (is->size == sizeof(address)) {
		memcpy(&address, data, sizeof(address));
	} else {
		memcpy(&number, data, sizeof(number));
		address = (uint32_t)number;
	}
	return posix_trace_object_wanted_np(is->kind, address);
}

void wrap_record_carefully(enum wrap_event which, const void *data, size_t len,
			   const void *caller)
{
	if (__atomic_load_n(wrap_hooked, __ATOMIC_RELAXED) &&
	    !is_wanted(which, data))
		return;
	if (!wrap_code_range_has(&wrap_program, caller))
		caller = wrap_program_call(caller);
	posix_trace_event_at_np(wrap_event_id[which], data, len, caller);
}

/* Events without a name, which the program's own types have used up, are not
 * recorded: nobody could identify them. Their identifier is no open one. */
void wrap_events_init(uint32_t groups)
{
	wrap_hooked = posix_trace_object_hooked_np();
	for (unsigned i = 0; i < WRAP_EVENTS; i++) {
		trace_event_id_t id = 0;

		if (!(event[i].group & groups) ||
		    posix_trace_eventid_open(event[i].name, &id) ||
		    id == POSIX_TRACE_UNNAMED_USEREVENT)
			continue;
		posix_trace_eventid_describe_np(id, event[i].description);
		find_object(event[i].description, &object[i]);
		wrap_event_id[i] = id;
	}
}
