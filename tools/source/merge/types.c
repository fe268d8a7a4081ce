/*
 * types.c - numbers of the event types of all logs
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "source/merge/types.h"

enum {
	TYPES_GAP = 64
}; /* unnamed numbers to skip before the end of a log's
			  * types */

static trace_event_id_t meet_type(struct merge *merge,
				  struct merge_input *input,
				  trace_event_id_t there)
{
	char *text = merge->description;
	char name[TRACE_EVENT_NAME_MAX + 1];
	const bool is_named = !source_get_name(input->source, there, name);
	const bool is_described =
		is_named && !source_get_description(input->source, there, text,
						    sizeof(merge->description));

	return types_number(&merge->types, is_named ? name : NULL,
			    is_described ? text : NULL,
			    (size_t)(input - merge->input), there);
}

static bool has_room(struct merge_input *input, trace_event_id_t there)
{
	return there < TYPES_MAX &&
	       !pxt_array_reserve_zeroed(&input->types, &input->type_room,
					 (size_t)there + 1,
					 sizeof(*input->types));
}

trace_event_id_t merge_types_number(struct merge *merge,
				    struct merge_input *input,
				    trace_event_id_t there)
{
	if (!has_room(input, there))
		return POSIX_TRACE_UNNAMED_USER_EVENT;
	if (!input->types[there])
		input->types[there] = meet_type(merge, input, there);
	return input->types[there];
}

void merge_types_meet(struct merge *merge, struct merge_input *input)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t last = TYPES_SYSTEM;

	for (trace_event_id_t there = 1; there < last + TYPES_GAP; there++) {
		if (source_get_name(input->source, there, name))
			continue;
		merge_types_number(merge, input, there);
		if (there > last)
			last = there;
	}
}

static bool has_type(const trace_event_set_t *set, trace_event_id_t type)
{
	int is_member;

	return !posix_trace_eventset_ismember(type, set, &is_member) &&
	       is_member;
}

/* Types that are not opened yet are all in a set, or none are. Those that
 * differ from them are in the log's numbers. */
static void number_set(struct merge *merge, struct merge_input *input,
		       trace_event_set_t *set)
{
	const trace_event_id_t end = sizeof(*set) * 8;
	const trace_event_set_t there = *set;
	const bool usual = has_type(&there, end - 1);
	int (*const put[])(trace_event_id_t,
			   trace_event_set_t *) = { posix_trace_eventset_del,
						    posix_trace_eventset_add };

	for (trace_event_id_t type = TYPES_SYSTEM; type < end; type++)
		if (has_type(&there, type) != usual)
			put[usual](type, set);
	for (trace_event_id_t type = TYPES_SYSTEM; type < end; type++)
		if (has_type(&there, type) != usual)
			put[!usual](merge_types_number(merge, input, type),
				    set);
}

void merge_types_number_sets(struct merge *merge, struct merge_input *input)
{
	struct posix_trace_item_np *item = &input->item;
	const trace_event_id_t type = item->info.posix_event_id;
	const size_t sets = item->data_len / sizeof(input->sets[0]);

	if (type != POSIX_TRACE_START && type != POSIX_TRACE_FILTER)
		return;
	if (!sets || sets > 2 || item->data_len % sizeof(input->sets[0]))
		return;
	memcpy(input->sets, item->data, item->data_len);
	for (size_t i = 0; i < sets; i++)
		number_set(merge, input, &input->sets[i]);
	item->data = input->sets;
}

static const struct type *find_type(struct merge *merge, trace_event_id_t type,
				    struct source **source)
{
	const struct type *found = types_get(&merge->types, type);

	*source = found ? merge->input[found->source].source : NULL;
	return found;
}

int merge_types_get_name(struct source *source, trace_event_id_t type,
			 char *name)
{
	struct source *there;
	const struct type *found = find_type(merge_of(source), type, &there);

	if (found && found->name) {
		strcpy(name, found->name);
		return 0;
	}
	return there ? source_get_name(there, found->there, name) : EINVAL;
}

int merge_types_get_description(struct source *source, trace_event_id_t type,
				char *description, size_t size)
{
	struct source *there;
	const struct type *found = find_type(merge_of(source), type, &there);

	if (found && found->description) {
		if (strlen(found->description) >= size)
			return ERANGE;
		strcpy(description, found->description);
		return 0;
	}
	if (!found)
		return EINVAL;
	return there ? source_get_description(there, found->there, description,
					      size) :
		       ENODATA;
}
