/*
 * range_log.c - the range of a timeline, as a log
 */
#include "screen/range_log.h"

#include "common/command.h"
#include "screen/terminal.h"
#include "select/select_fields.h"
#include "write/rewrite.h"

static struct moment moment_at(int64_t ns)
{
	return (struct moment){ .kind = MOMENT_EPOCH, .ns = ns };
}

void range_log_save(struct timeline *timeline, const struct source_files *files,
		    const char *name)
{
	struct source_files again = *files;
	struct selection selection = *timeline->plan.selection;
	const struct to_log to = { .as = &again.as, .output = name };
	struct source *source;
	const char *message;
	int64_t from, to_ns;
	int status;

	if (!timeline->plan.look) {
		timeline_say(timeline, "a stream is not saved: record it");
		return;
	}
	timeline_range(timeline, &from, &to_ns);
	selection.from = moment_at(from);
	selection.to = moment_at(to_ns);
	selection.described = NULL;
	again.as.grows = false;
	status = sources_open(&source, &again);
	if (!status) {
		status = rewrite_part(&to, source, &selection);
		select_fields_end(&selection);
		source_close(source);
	}
	message = terminal_message();
	timeline_say(timeline, "%s",
		     message ? message :
		     status  ? "it was not saved" :
			       "saved");
}
