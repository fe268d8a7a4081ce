/*
 * newest_logs.c - the newest logs of a rotation
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/talk.h"
#include "record/newest_logs.h"

void newest_logs_init(struct newest_logs *kept, unsigned most)
{
	*kept = (struct newest_logs){ .most = most };
	if (most)
		kept->name = calloc(most, sizeof(*kept->name));
}

void newest_logs_fini(struct newest_logs *kept)
{
	for (unsigned i = 0; kept->name && i < kept->most; i++)
		free(kept->name[i]);
	free(kept->name);
	kept->name = NULL;
}

void newest_logs_add(struct newest_logs *kept, const char *name)
{
	char **place;

	if (!kept->name)
		return;
	place = &kept->name[kept->next++ % kept->most];
	if (*place && unlink(*place) && errno != ENOENT)
		talk_error(*place, errno);
	free(*place);
	*place = strdup(name);
}
