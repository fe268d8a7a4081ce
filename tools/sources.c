/*
 * sources.c - open what the user named, as one source of items
 */
#include "command.h"
#include "lognames.h"
#include "source_log.h"
#include "source_merge.h"
#include "sources.h"

int sources_open(struct source **source, char *const *given, size_t count)
{
	struct lognames names;
	int status;

	status = lognames_find(&names, given, count);
	if (status)
		return status;
	if (names.count == 1)
		status = source_log_open(source, names.name[0]);
	else
		status = source_merge_open(source, names.name, names.count);
	lognames_fini(&names);
	return status;
}
