/*
 * source_begin.c - the begin of a trace
 */
#include <errno.h>

#include "common/stamp.h"
#include "source/source_begin.h"
#include "source/source_foreign.h"

/* Other traces than logs know their begin, but not their end, without being
 * read. */
static int find_first(struct source *source, struct timespec *first)
{
	struct posix_trace_item_np item;
	struct timespec last;
	int unavailable, err;

	if (!source_foreign_format(source))
		return source_get_times(source, first, &last);
	err = source_next(source, &item, &unavailable);
	if (err || unavailable)
		return err ? err : ENODATA;
	*first = item.info.posix_timestamp;
	return source_rewind(source);
}

int source_begin(struct source *source, int64_t *ns)
{
	struct timespec first;
	int err;

	*ns = 0;
	err = find_first(source, &first);
	if (!err)
		*ns = stamp_ns(&first);
	return err;
}
