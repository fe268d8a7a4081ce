/* switch.c - continuing a stream in another log */
#include "base/clock.h"
#include "session/transfer/heading.h"
#include "session/transfer/transfer.h"
#include "session/transfer/transfer_state.h"

/* The clock's ticks at a time, as exactly as the clock allows. */
static uint64_t ticks_at(const struct pxt_stream *stream, int64_t ns)
{
	uint64_t low = stream->origin.ticks;
	uint64_t high = pxt_clock_ticks(stream->clock);

	if (ns <= pxt_stream_time(stream, low))
		return 0;
	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;

		if (pxt_stream_time(stream, middle) < ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low - 1;
}

static int begin_log(struct pxt_transfer *transfer, int fd,
		     struct pxt_log_header *header, struct pxt_log_writer **out)
{
	int err;

	pxt_heading_describe(transfer->controller, header);
	pxt_transfer_before_writing(transfer);
	err = pxt_log_create(fd, header, out);
	pxt_transfer_after_writing(transfer);
	return err;
}

static void look_for_newest(struct pxt_transfer *transfer,
			    const struct pxt_live_piece *piece,
			    uint64_t *newest)
{
	struct pxt_live *live = transfer->controller->live;
	struct pxt_record_walk walk;
	struct pxt_event event;

	if (piece->last <= *newest ||
	    pxt_live_copy(live, piece, transfer->buffer))
		return;
	pxt_live_walk(live, piece, transfer->buffer, &walk);
	while (!pxt_record_walk_next(&walk, &event))
		if (event.type >= PXT_EVENT_USER_FIRST &&
		    event.type < PXT_EVENT_END && event.ticks > *newest)
			*newest = event.ticks;
}

/* The ticks of the program's newest event in the stream. 0: none. */
static uint64_t find_newest(struct pxt_transfer *transfer)
{
	const struct pxt_live_piece *pieces;
	uint64_t newest = 0, floor;
	size_t count;

	if (pxt_live_look(transfer->controller->live, &pieces, &count, &floor))
		return 0;
	for (size_t i = 0; i < count; i++)
		look_for_newest(transfer, &pieces[i], &newest);
	return newest;
}

/* The time before which events go to no log. The interval from since to now may
 * be empty for a program that hangs: then one of the same length up to the
 * newest event counts. */
static uint64_t older_than(struct pxt_transfer *transfer, int64_t since_ns)
{
	const struct pxt_stream *stream = &transfer->controller->stream;
	const uint64_t since = ticks_at(stream, since_ns);
	const uint64_t newest = find_newest(transfer);
	int64_t newest_ns, length;

	if (!newest || newest > since ||
	    __builtin_sub_overflow(pxt_clock_ns(CLOCK_REALTIME), since_ns,
				   &length))
		return since;
	newest_ns = pxt_stream_time(stream, newest);
	return length > 0 && newest_ns > length ?
		       ticks_at(stream, newest_ns - length) :
		       0;
}

/* Writes everything before some floor, and nothing else. */
static int write_first_part(struct pxt_transfer *transfer, int64_t since_ns)
{
	int err;

	if (since_ns != INT64_MIN)
		transfer->limits.cleared = older_than(transfer, since_ns);
	transfer->limits.dividing = true; /* T1 */
	err = pxt_transfer_run(transfer);
	transfer->limits.dividing = false;
	transfer->limits.cleared = 0;
	return err;
}

/* If this process dies, the log named now begins with the floor, and the other
 * one has the rest. */
static void tell_next_log(struct pxt_transfer *transfer, int fd,
			  const struct pxt_log_header *header)
{
	struct pxt_controller *controller = transfer->controller;

	atomic_store_explicit(
		&controller->stream.shared->cleared,
		transfer->reach.floor ? transfer->reach.floor - 1 : 0,
		memory_order_relaxed);
	pxt_heading_tell_where(controller, fd, header->uuid);
	transfer->fd = fd;
}

static void begin_counting(struct pxt_transfer *transfer)
{
	transfer->earlier.events += transfer->count.events; /* T5 */
	transfer->earlier.thrown += transfer->count.thrown;
	transfer->earlier.lost += transfer->count.lost;
	pxt_transfer_count_anew(transfer);
	transfer->length = pxt_log_length(transfer->log);
	pxt_transfer_announce_anew(transfer);
}

int pxt_transfer_switch(struct pxt_transfer *transfer, int fd, int64_t since_ns)
{
	struct pxt_log_writer *other;
	struct pxt_log_header header;
	int err;

	err = begin_log(transfer, fd, &header, &other);
	if (err)
		return err;
	err = write_first_part(transfer, since_ns);
	if (err) {
		pxt_log_writer_close(other);
		return err;
	}
	tell_next_log(transfer, fd, &header);
	err = pxt_transfer_put_end(transfer, 0);
	pxt_log_writer_close(transfer->log);
	transfer->log = other;
	begin_counting(transfer);
	return err;
}
