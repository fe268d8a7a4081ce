/*
 * event_checkpoint.c - how far the events of a log were sent, in a file beside it
 */
#include <errno.h>
#include <string.h>

#include "ship/checkpoint_file.h"
#include "ship/otlp/event_checkpoint.h"

static const struct checkpoint_kind kind = {
	"posixtrace ship events 2", { "events", "open", "size", "lacks" }
};

static const struct checkpoint_kind earlier = { "posixtrace ship events 1",
						{ "events", "open", "size" } };

int event_checkpoint_read(struct event_checkpoint *checkpoint, const char *path)
{
	struct checkpoint_values values;
	int err = checkpoint_file_read(&values, &kind, path);

	if (err == EBADMSG)
		err = checkpoint_file_read(&values, &earlier, path);

	*checkpoint = (struct event_checkpoint){
		.items = values.number[0],
		.open = values.number[1],
		.size = values.number[2],
		.lacks = values.number[3],
		.has_ended = values.has_ended,
	};
	memcpy(checkpoint->uuid, values.uuid, sizeof(checkpoint->uuid));
	return err;
}

int event_checkpoint_write(const struct event_checkpoint *checkpoint,
			   const char *path)
{
	struct checkpoint_values values = {
		.number = { checkpoint->items, checkpoint->open,
			    checkpoint->size, checkpoint->lacks },
		.has_ended = checkpoint->has_ended,
	};

	memcpy(values.uuid, checkpoint->uuid, sizeof(values.uuid));
	return checkpoint_file_write(&values, &kind, path);
}
