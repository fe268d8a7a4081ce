/*
 * select_unknown.c - names in a selection that no event has
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/talk.h"
#include "event/fields.h"
#include "select/select_fields.h"
#include "select/select_names.h"
#include "select/select_unknown.h"

void select_unknown_fini(struct select_unknown *unknown)
{
	free(unknown->name);
}

static int add(struct select_unknown *unknown, const char *name, bool is_field)
{
	struct select_unknown_name *added;

	if (pxt_array_reserve(&unknown->name, &unknown->room,
			      unknown->count + 1, sizeof(*added)))
		return ENOMEM;
	added = &unknown->name[unknown->count++];
	*added = (struct select_unknown_name){
		.name = name,
		.is_field = is_field,
	};
	guess_begin(&added->guess, is_field ? fields_bare(name) : name);
	return 0;
}

/* A pattern may mean no event. */
static int add_all(struct select_unknown *unknown,
		   const struct selection *selection)
{
	const struct select_words *words = &selection->events;
	const char *name;
	int err = 0;

	for (size_t i = 0; i < words->count && !err; i++) {
		name = words->word[i] + (*words->word[i] == '!');
		if (!strpbrk(name, "*?[\\#"))
			err = add(unknown, name, false);
	}
	for (unsigned i = 0;
	     !err && (name = select_fields_described(selection, &i));)
		err = add(unknown, name, true);
	return err;
}

int select_unknown_look(struct select_unknown *unknown,
			const struct selection *selection)
{
	const int err = unknown->count ? 0 : add_all(unknown, selection);

	for (size_t i = 0; i < unknown->count; i++) {
		struct select_unknown_name *name = &unknown->name[i];

		if (!name->is_known)
			name->is_known =
				name->is_field ?
					select_fields_find(selection,
							   name->name,
							   &name->guess) :
					select_names_find(selection->source,
							  name->name,
							  &name->guess);
	}
	return err;
}

void select_unknown_tell(const struct select_unknown *unknown,
			 const char *where)
{
	for (size_t i = 0; i < unknown->count; i++) {
		struct select_unknown_name *name = &unknown->name[i];

		if (name->is_known)
			continue;
		if (name->is_field)
			talk("%s: no event has a field %s%s", where, name->name,
			     guess_hint(&name->guess));
		else if (*name->guess.best)
			talk("%s: no event is called %s%s", where, name->name,
			     guess_hint(&name->guess));
	}
}
