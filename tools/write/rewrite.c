/*
 * rewrite.c - what a selection wants of a source, as a log
 */
#include "common/command.h"
#include "write/part.h"
#include "write/rewrite.h"

static int write_part(struct part *part, struct selection *selection,
		      bool quiet)
{
	int status;

	status = part_fill(part, selection);
	if (!status)
		status = selection_tell(selection);
	if (!status)
		return part_keep(part, quiet);
	part_drop(part);
	return status;
}

/* What is damaged is told, and the rest is there. */
int rewrite(const struct to_log *to, const unsigned char uuid[16],
	    struct source *source, struct selection *selection)
{
	struct part part;
	int status, err;

	err = selection_begin(selection, source, to->utc);
	if (err)
		return selection_refuse(selection, err);
	status = part_open(&part, source, to->output, to->force, uuid);
	if (!status)
		status = write_part(&part, selection, to->quiet);
	return status ? status : source_tell_damage(source, false);
}
