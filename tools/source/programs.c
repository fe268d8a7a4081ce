/* programs.c - the program of a process at a time */
#include "source/programs.h"

#include <stdio.h>
#include <string.h>

#include "common/stamp.h"

static const char kind[] = "program";

/* Earlier programs have an object each, and one without a name for the end. */
static bool find(struct source *source, unsigned origin, pid_t pid,
		 const struct timespec *when,
		 struct posix_trace_object_np *object)
{
	return when && pid && !source->has_no_programs &&
	       !source_get_object(source, origin, pid, 0, kind, when, object) &&
	       !strcmp(object->kind, kind);
}

int64_t programs_which(struct source *source, unsigned origin, pid_t pid,
		       const struct timespec *when)
{
	struct posix_trace_object_np object;

	return find(source, origin, pid, when, &object) ?
		       stamp_ns(&object.since) :
		       0;
}

bool programs_is_last(struct source *source, unsigned origin, pid_t pid,
		      const struct timespec *when)
{
	struct posix_trace_object_np object;

	return !find(source, origin, pid, when, &object) || !*object.name;
}

void programs_name(struct source *source, unsigned origin, pid_t pid,
		   const struct timespec *when, char name[PROGRAMS_NAME],
		   int64_t *which)
{
	struct posix_trace_process_np process;
	struct posix_trace_object_np object;
	const char *found = "";

	if (which)
		*which = 0;
	if (find(source, origin, pid, when, &object)) {
		found = object.name;
		if (which)
			*which = stamp_ns(&object.since);
	}
	if (!*found && !source_get_process(source, origin, pid, &process))
		found = process.name;
	snprintf(name, PROGRAMS_NAME, "%s", found);
}

const struct timespec *programs_when(int64_t which, struct timespec *room)
{
	*room = stamp_time(which);
	return which ? room : NULL;
}
