/* stream_events.c - events that a stream is to record */
#include "select/stream_events.h"
#include "common/command.h"
#include "common/misuse.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Errors of the library's selection, in words of the option. */
static bool is_selection(const char *text)
{
	const char *begin;

	for (;; text++) {
		begin = text + (*text == '!');
		text = begin + strcspn(begin, ",");
		if (text == begin)
			return false;
		if (!*text)
			return true;
	}
}

void stream_events_add(struct stream_events *events, const char *arg,
		       struct argp_state *state)
{
	const size_t len = strlen(events->text);
	const size_t room = sizeof(events->text) - len;
	int more;

	if (!is_selection(arg))
		misuse(state, "-e '%s': a name is empty", arg);
	more = snprintf(events->text + len, room, "%s%s", len ? "," : "", arg);
	if (more < 0 || (size_t)more >= room)
		misuse(state, "-e: more than %d bytes of names",
		       POSIX_TRACE_SELECTION_MAX_NP);
}
