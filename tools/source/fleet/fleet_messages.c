/*
 * fleet_messages.c - messages between the hosts of a fleet, to compare clocks
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/clocks/alignment.h"
#include "source/clocks/merge_clocks.h"
#include "source/fleet/fleet_messages.h"
#include "source/fleet/fleet_wish.h"
#include "source/source_merge.h"

struct messages {
	struct alignment_source from;
	struct source_as as;
};

/* Logs that could not be opened are missing in the source. */
static size_t *find_clocks(struct source *source, const struct clocks *clocks)
{
	const size_t count = source_merge_count(source);
	size_t *of_log = calloc(count + 1, sizeof(*of_log)), *of_origin;
	size_t log = 0;

	if (!of_log)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		while (strcmp(clocks->log[log].name,
			      source_merge_name(source, i)))
			log++;
		of_log[i] = clocks->of[log];
	}
	of_origin = merge_clocks_origins(source, of_log);
	free(of_log);
	return of_origin;
}

static int open_logs(struct alignment_source *from, const struct clocks *clocks)
{
	const struct messages *messages = (struct messages *)from;
	char **name = calloc(clocks->logs + 1, sizeof(*name));
	int status = EXIT_SYSTEM;

	for (size_t i = 0; name && i < clocks->logs; i++)
		memcpy(&name[i], &clocks->log[i].name, sizeof(*name));
	if (name)
		status = source_merge_open_some(&from->source, name,
						clocks->logs, &messages->as,
						EXIT_SUCCESS);
	free(name);
	if (status) {
		from->source = NULL;
		return status;
	}
	from->of_origin = find_clocks(from->source, clocks);
	if (from->of_origin)
		return EXIT_SUCCESS;
	talk_error(from->source->name, ENOMEM);
	return EXIT_SYSTEM;
}

int fleet_messages_align(struct clocks *clocks, const struct source_as *as)
{
	struct messages messages = { .from.open = open_logs, .as = *as };
	int status;

	messages.as.workers = 0;
	status = alignment_settle(clocks, &as->fleet->clocks, &messages.from);
	source_close(messages.from.source);
	free(messages.from.of_origin);
	return status;
}
