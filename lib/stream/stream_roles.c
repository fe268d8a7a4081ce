/* stream_roles.c - the controller, the target and the log of a stream, seen from here */
#include <errno.h>
#include <sys/stat.h>

#include "base/number_space.h"
#include "base/proc.h"
#include "stream/stream.h"

/* The controller */

/* A controller that is not seen from here is known by its lifeline alone. */
bool pxt_stream_has_no_controller(const struct pxt_stream_shared *shared)
{
	pid_t here;
	int err;

	err = pxt_space_find(shared->controller_space, shared->controller,
			     &here);
	if (err == EXDEV)
		return pxt_lifeline_is_cut(&shared->lifeline);
	return err || !pxt_proc_runs_image(here, shared->controller_start,
					   shared->controller_image);
}

pid_t pxt_stream_controller(const struct pxt_stream *stream)
{
	const struct pxt_stream_shared *shared = stream->shared;
	pid_t here;

	if (pxt_space_find(shared->controller_space, shared->controller,
			   &here) ||
	    !pxt_proc_is_still(here, shared->controller_start))
		return 0;
	return here;
}

bool pxt_stream_logs_to(const struct pxt_stream *stream, int fd)
{
	const struct pxt_stream_log *log = &stream->shared->log;
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) &&
	       st.st_dev == log->device && st.st_ino == log->inode;
}

bool pxt_stream_is_dead(const struct pxt_stream *stream)
{
	return pxt_stream_has_no_controller(stream->shared);
}

bool pxt_stream_is_left(const struct pxt_stream *stream)
{
	return stream->attr.orphan == POSIX_TRACE_ORPHAN_STOP_NP &&
	       pxt_stream_has_no_controller(stream->shared);
}

/* The target */

/* Threads are told dead by their numbers, which are the target's. */
void pxt_stream_note_target(struct pxt_stream *stream)
{
	const uint64_t space = stream->shared->target_space;

	stream->family = (uint32_t)stream->shared->target;
	stream->is_foreign = space && space != pxt_space_own();
	stream->ring.space = !space || pxt_space_is_here(space) ? 0 : space;
}

void pxt_stream_set_target(struct pxt_stream *stream,
			   const struct pxt_process_id *id)
{
	stream->shared->target = id->pid;
	stream->shared->target_start = id->start;
	stream->shared->target_space = id->space;
	pxt_stream_note_target(stream);
}

void pxt_stream_target(const struct pxt_stream_shared *shared,
		       struct pxt_process_id *id)
{
	id->pid = shared->target;
	id->start = shared->target_start;
	id->space = shared->target_space;
}
