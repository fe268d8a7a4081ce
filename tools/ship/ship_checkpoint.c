/*
 * ship_checkpoint.c - how far a log was shipped, in a file beside it
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ship/checkpoint_file.h"
#include "ship/ship_checkpoint.h"

static const struct checkpoint_kind kind = {
	"posixtrace ship 3", { "section", "at", "gone", "events", "lacks" }
};

/* Kinds of earlier versions, the newer one first */
static const struct checkpoint_kind earlier[] = {
	{ "posixtrace ship 2", { "section", "at", "gone", "events" } },
	{ "posixtrace ship 1", { "section", "at", "gone" } },
};

enum { EARLIER = sizeof(earlier) / sizeof(*earlier) };

char *ship_checkpoint_path(const char *log, const char *name)
{
	char *path;

	return asprintf(&path, "%s.ship-%s", log, name) < 0 ? NULL : path;
}

int ship_checkpoint_read(struct ship_checkpoint *checkpoint, const char *path)
{
	struct checkpoint_values values;
	int err = checkpoint_file_read(&values, &kind, path);

	for (int i = 0; err == EBADMSG && i < EARLIER; i++)
		err = checkpoint_file_read(&values, &earlier[i], path);
	*checkpoint = (struct ship_checkpoint){
		.number = values.number[0],
		.at = values.number[1],
		.gone = values.number[2],
		.events = values.number[3],
		.lacks = values.number[4],
		.has_ended = values.has_ended,
	};
	memcpy(checkpoint->uuid, values.uuid, sizeof(checkpoint->uuid));
	return err;
}

int ship_checkpoint_write(const struct ship_checkpoint *checkpoint,
			  const char *path)
{
	struct checkpoint_values values = {
		.number = { checkpoint->number, checkpoint->at,
			    checkpoint->gone, checkpoint->events,
			    checkpoint->lacks },
		.has_ended = checkpoint->has_ended,
	};

	memcpy(values.uuid, checkpoint->uuid, sizeof(values.uuid));
	return checkpoint_file_write(&values, &kind, path);
}
