/*
 * select_names.c - selected names of events that do not exist
 */
#include <string.h>

#include "common/guess.h"
#include "common/talk.h"
#include "select/select_names.h"
#include "select/selection_state.h"

/* True if a type has that name; otherwise the existing names are considered. */
static bool find(struct source *source, const char *name, struct guess *guess)
{
	char other[TRACE_EVENT_NAME_MAX + 1];

	guess_begin(guess, name);
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

	if (*name && !find(source, name, &guess) && *guess.best)
		talk("%s: no event is called %s%s", source->name, name,
		     guess_hint(&guess));
}

void select_names_tell(struct source *source, const struct select_words *words)
{
	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->word[i];

		if (!strpbrk(word, "*?[\\#"))
			select_names_tell_event(source, word + (*word == '!'));
	}
}
