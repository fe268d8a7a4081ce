/*
 * kept.c - of the logs of a rotation the newest
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/talk.h"
#include "record/kept.h"

void kept_init(struct kept *kept, unsigned most)
{
	*kept = (struct kept){ .most = most };
	if (most)
		kept->name = calloc(most, sizeof(*kept->name));
}

void kept_fini(struct kept *kept)
{
	for (unsigned i = 0; kept->name && i < kept->most; i++)
		free(kept->name[i]);
	free(kept->name);
	kept->name = NULL;
}

void kept_add(struct kept *kept, const char *name)
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
