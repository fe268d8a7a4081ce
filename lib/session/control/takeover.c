/* takeover.c - ending orphans */
#include "session/control/takeover.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/log_reader.h"
#include "session/steer.h"
#include "session/transfer/losses.h"
#include "session/transfer/transfer.h"

/* Events without names are better than none. */
static int open_process(struct pxt_controller *controller,
			const struct pxt_stream_shared *shared)
{
	struct pxt_process_id target;
	int err;

	pxt_stream_target(shared, &target);
	err = pxt_process_open_id(controller->dir, &target,
				  &controller->process);
	if (err != EBADMSG)
		return err;
	pxt_process_discard(controller->dir, &target);
	return pxt_process_open_id(controller->dir, &target,
				   &controller->process);
}

/* The stream in its controller's state; it is ours from now on. */
static int take_over(int dir, struct pxt_stream *stream,
		     struct pxt_controller *controller)
{
	int err;

	pxt_controller_init(controller, NULL);
	controller->attr = stream->attr;
	controller->dir = fcntl(dir, F_DUPFD_CLOEXEC, 0);
	err = controller->dir < 0 ? errno : 0;
	if (!err)
		err = open_process(controller, stream->shared);
	controller->stream = *stream;
	if (!err)
		err = pxt_live_create(&controller->stream, &controller->live);
	if (err) {
		controller->stream.shared = NULL;
		pxt_controller_fini(controller);
		return err;
	}
	stream->shared = NULL;
	pxt_live_disown(controller->live);
	pxt_writer_init(&controller->writer, &controller->stream);
	return 0;
}

/* The records of the end are in the stream, once, however many try to
 * write it to a log. */
static int stop(struct pxt_controller *controller)
{
	struct pxt_losses *losses;
	struct pxt_clock_pair now;
	int err;

	pxt_steer_stop(controller, 0);
	pxt_steer_note_full(controller);
	err = pxt_losses_create(controller, &losses);
	if (err)
		return err;
	now = pxt_clock_read(controller->stream.clock);
	pxt_losses_put_rest(losses, pxt_losses_since(losses), &now);
	pxt_losses_close(losses);
	return 0;
}

/* Events of the stream are not dropped for what its log was to be like. */
static int begin_log(struct pxt_controller *controller, int fd,
		     uint64_t *budget, enum pxt_takeover_log how,
		     struct pxt_transfer **out)
{
	if (how == PXT_TAKEOVER_RESUME)
		return pxt_transfer_resume(controller, fd, budget, out);
	controller->attr.log_policy = POSIX_TRACE_APPEND;
	return pxt_transfer_salvage(controller, fd, out);
}

static uint64_t size_of(int fd)
{
	struct stat st;

	return fstat(fd, &st) ? 0 : (uint64_t)st.st_size;
}

static int write_out(struct pxt_controller *controller, int fd,
		     uint64_t *budget, enum pxt_takeover_log how,
		     struct posix_trace_recovered_np *result)
{
	const uint64_t size = size_of(fd);
	struct posix_trace_totals_np before, after;
	struct pxt_transfer *transfer;
	int err;

	pxt_live_bury(controller->live);
	err = begin_log(controller, fd, budget, how, &transfer);
	if (err)
		return err;
	pxt_transfer_totals(transfer, false, &before);
	err = pxt_transfer_finish(transfer, 0);
	pxt_transfer_totals(transfer, false, &after);
	*result = (struct posix_trace_recovered_np){
		.events = after.events,
		.from_memory = after.events - before.events,
		.lost = how == PXT_TAKEOVER_RESUME ?
				pxt_transfer_lost(transfer) :
				after.lost,
		.log_bytes = after.log_bytes,
	};
	if (how == PXT_TAKEOVER_RESUME && size > before.log_bytes)
		result->cut_bytes = size - before.log_bytes;
	pxt_transfer_close(transfer);
	return err;
}

/* The log has its end: its writer was killed before the stream was removed. */
static int tell_complete(int fd, struct posix_trace_recovered_np *result)
{
	const struct pxt_log_end *end;
	struct pxt_log_reader *reader;
	int err;

	err = pxt_log_open(fd, &reader);
	if (err)
		return err;
	end = pxt_log_reader_end(reader);
	*result = (struct posix_trace_recovered_np){
		.events = end ? end->events : 0,
		.lost = end ? end->lost : 0,
		.log_bytes = size_of(fd),
	};
	pxt_log_reader_close(reader);
	return 0;
}

static int write_copy(const struct pxt_orphan *orphan,
		      const struct pxt_stream *stream, int fd,
		      enum pxt_takeover_log how,
		      struct posix_trace_recovered_np *result)
{
	struct pxt_controller controller;
	struct pxt_stream copy;
	int err;

	err = pxt_stream_copy(stream, orphan->file, &copy);
	if (err)
		return err;
	err = take_over(orphan->dir, &copy, &controller);
	if (err) {
		pxt_stream_close(&copy);
		return err;
	}
	err = write_out(&controller, fd, orphan->budget, how, result);
	pxt_controller_fini(&controller);
	if (err != EALREADY)
		return err;
	/* A caller with a budget does not need the counts. */
	return orphan->budget ? 0 : tell_complete(fd, result);
}

/* File systems that have nothing to do for it say EINVAL. */
static int bring_to_disk(int fd)
{
	return fdatasync(fd) && errno != EINVAL ? errno : 0;
}

int pxt_takeover_finish(struct pxt_orphan *orphan, int fd,
			enum pxt_takeover_log how, bool sync,
			struct posix_trace_recovered_np *result)
{
	struct pxt_controller controller;
	int err;

	err = take_over(orphan->dir, &orphan->stream, &controller);
	if (err)
		return err;
	err = stop(&controller);
	if (!err)
		err = write_copy(orphan, &controller.stream, fd, how, result);
	if (!err && sync)
		err = bring_to_disk(fd);
	if (!err)
		pxt_controller_let_go(&controller);
	pxt_controller_fini(&controller);
	return err;
}

void pxt_takeover_give_up(struct pxt_orphan *orphan)
{
	struct pxt_controller controller;

	if (take_over(orphan->dir, &orphan->stream, &controller)) {
		pxt_stream_remove(orphan->dir, &orphan->stream);
		return;
	}
	pxt_steer_stop(&controller, 0);
	pxt_controller_let_go(&controller);
	pxt_controller_fini(&controller);
}
