/*
 * roles.c - roles of a type's events for objects
 */
#include <errno.h>
#include <stdlib.h>

#include "event/objects.h"
#include "figures/locks/roles.h"

static bool names_object(const struct posix_trace_field_np *field)
{
	return objects_are_in(field) &&
	       !(field->flags & POSIX_TRACE_FIELD_ARRAY_NP);
}

/* Keyed spans belong to the key, not to a thread: no thread waits. */
static bool has_key(const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 0; i < layout->fields; i++)
		if (layout->field[i].flags & POSIX_TRACE_FIELD_KEY_NP)
			return true;
	return false;
}

/* The field with the owner of the first object. */
static int find_owner(const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 0; i < layout->fields; i++)
		if (layout->field[i].flags & POSIX_TRACE_FIELD_OWNER_NP)
			return (int)i;
	return -1;
}

/* A span concerns the first object of its event, and waits for it, unless it
 * owns it. first: it is that object. */
static struct lock_role role_of(const struct posix_trace_layout_np *layout,
				unsigned number, bool first)
{
	const struct posix_trace_field_np *field = &layout->field[number];
	const unsigned flags = first && !has_key(layout) ? layout->flags : 0;
	const bool acquires = field->flags & POSIX_TRACE_FIELD_ACQUIRE_NP;
	const bool releases = field->flags & POSIX_TRACE_FIELD_RELEASE_NP;

	return (struct lock_role){
		.field = number,
		.owner = first ? find_owner(layout) : -1,
		.self = field->flags & POSIX_TRACE_FIELD_SELF_NP,
		.begins = flags & POSIX_TRACE_LAYOUT_BEGIN_NP && !acquires,
		.ends = flags & POSIX_TRACE_LAYOUT_END_NP && !releases,
		.optional = flags & POSIX_TRACE_LAYOUT_OPTIONAL_NP,
		.acquires = acquires,
		.releases = releases,
		.hex = field->kind != POSIX_TRACE_FIELD_SIGNED_NP,
	};
}

static bool is_about(const struct lock_role *role)
{
	return role->begins || role->ends || role->acquires || role->releases ||
	       role->self;
}

static int find_words(struct lock_words *words, struct source *source,
		      trace_event_id_t type,
		      const struct posix_trace_layout_np *layout,
		      struct lock_role *role)
{
	char name[TRACE_EVENT_NAME_MAX + 1] = "";
	int err;

	err = lock_words_find(words, layout->field[role->field].object,
			      &role->kind);
	if (err || (!role->begins && !role->ends))
		return err;
	if (!*layout->span)
		source_get_name(source, type, name);
	return lock_words_find(words, *layout->span ? layout->span : name,
			       &role->span);
}

int lock_roles_make(struct lock_words *words, struct source *source,
		    trace_event_id_t type,
		    const struct posix_trace_layout_np *layout,
		    struct lock_roles **roles)
{
	bool first = true;
	int err = 0;

	*roles = calloc(1, sizeof(**roles) +
				   layout->fields * sizeof((*roles)->role[0]));
	if (!*roles)
		return ENOMEM;
	(*roles)->layout = layout;
	for (unsigned i = 0; i < layout->fields && !err; i++) {
		struct lock_role *role = &(*roles)->role[(*roles)->count];

		if (!names_object(&layout->field[i]))
			continue;
		*role = role_of(layout, i, first);
		first = false;
		if (!is_about(role))
			continue;
		err = find_words(words, source, type, layout, role);
		(*roles)->count++;
	}
	return err;
}
