/*
 * rewrite.c - what a selection wants of a source, as a log
 */
#include "command.h"
#include "part.h"
#include "rewrite.h"

static int write_part(const struct rewrite *rewrite, struct part *part,
		      struct selection *selection)
{
	int status;

	status = part_fill(part, selection);
	if (!status)
		status = selection_tell(selection);
	if (!status)
		return part_keep(part, rewrite->quiet);
	part_drop(part);
	return status;
}

/* What is damaged is told, and the rest is there. */
int rewrite(const struct rewrite *rewrite, struct source *source,
	    struct selection *selection)
{
	struct part part;
	int status, err;

	err = selection_begin(selection, source, rewrite->utc);
	if (err)
		return selection_refuse(selection, err);
	status = part_open(&part, source, rewrite->output, rewrite->force,
			   rewrite->uuid);
	if (!status)
		status = write_part(rewrite, &part, selection);
	return status ? status : source_tell_damage(source, false);
}
