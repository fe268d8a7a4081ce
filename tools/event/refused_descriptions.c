/*
 * refused_descriptions.c - invalid descriptions
 */
#include <trace_np.h>

#include "common/talk.h"
#include "event/fields.h"
#include "event/refused_descriptions.h"

void refused_descriptions_tell(const char *where, const char *event,
			       const char *description)
{
	const char *expected;
	size_t at;

	if (!posix_trace_description_check_np(description, &at, &expected))
		return;
	talk("%s: %s is shown as bytes, its description is refused: \"%s\": "
	     "character %zu, %s%.24s%s: expected %s",
	     where, event, description, at + 1,
	     description[at] ? "at \"" : "the end", description + at,
	     description[at] ? "\"" : "", expected);
}

void refused_descriptions_tell_all(struct source *source)
{
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (trace_event_id_t type = 0; type < FIELDS_TYPES; type++)
		if (!source_get_description(source, type, text, sizeof(text)) &&
		    !source_get_name(source, type, name))
			refused_descriptions_tell(source->name, name, text);
}
