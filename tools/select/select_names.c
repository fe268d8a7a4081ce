/*
 * select_names.c - selected names of events that do not exist
 */
#include <string.h>

#include "common/talk.h"
#include "select/select_names.h"
#include "select/selection_state.h"

bool select_names_find(struct source *source, const char *name,
		       struct guess *guess)
{
	char other[TRACE_EVENT_NAME_MAX + 1];

	for (trace_event_id_t type = 0; type < SELECTION_EVENTS; type++) {
		if (source_get_name(source, type, other))
			continue;
		if (!strcmp(name, other))
			return true;
		guess_add(guess, other);
	}
	return false;
}

void select_names_tell_event(struct source *source, const char *name)
{
	struct guess guess;

	guess_begin(&guess, name);
	if (*name && !select_names_find(source, name, &guess) && *guess.best)
		talk("%s: no event is called %s%s", source->name, name,
		     guess_hint(&guess));
}
