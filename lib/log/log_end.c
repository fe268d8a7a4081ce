/*
 * log_end.c - the end of a log, for which there is room on a full disk
 *
 * The output reserves room behind each section, for a last chunk and END. Where
 * the file system cannot do that, END overwrites the last sections, whose room
 * the log has already. The writer remembers a retreat for this: a place with
 * sections behind it that are as long as the reserve.
 */
#include "base/sum.h"
#include "log/log_writer.h"
#include "log/log_writer_state.h"

/* The bytes of END, at most, if it repeats so many more than now. */
static uint64_t end_span(const struct pxt_log_writer *writer, size_t more)
{
	return pxt_log_section_span(
		PXT_LOG_END_SIZE + more + 7 + PXT_LOG_TRAILER_SIZE +
		pxt_log_announcements_length(&writer->announcements));
}

/* A log that can become full may get a last chunk, and a rest behind it. */
static uint64_t close_span(const struct pxt_log_writer *writer, size_t more)
{
	const uint64_t chunk = pxt_log_chunk_span(PXT_LOG_RESERVE);
	const bool can_fill_up =
		writer->policy == &pxt_log_until_full && !writer->closed;

	return end_span(writer, more) + (can_fill_up ? 2 * chunk : chunk);
}

void pxt_log_reserve_close(struct pxt_log_writer *writer, size_t more)
{
	writer->output.reserve = close_span(writer, more);
}

void pxt_log_reserve_rest(struct pxt_log_writer *writer)
{
	writer->output.reserve =
		end_span(writer, 0) + pxt_log_chunk_span(PXT_LOG_RESERVE);
}

void pxt_log_reserve_end(struct pxt_log_writer *writer)
{
	writer->output.reserve = end_span(writer, 0);
}

/* The retreat */

static struct pxt_log_retreat here(const struct pxt_log_writer *writer)
{
	return (struct pxt_log_retreat){
		.at = writer->output.length,
		.number = writer->output.number,
		.first = UINT64_MAX,
	};
}

void pxt_log_retreat_init(struct pxt_log_writer *writer)
{
	writer->retreat = here(writer);
	writer->next_retreat = writer->retreat;
}

static void drop(struct pxt_log_retreat *retreat,
		 const struct pxt_log_chunk *chunk)
{
	retreat->events += chunk->events;
	retreat->lost = pxt_sum(retreat->lost, chunk->lost);
	if (retreat->first > chunk->first)
		retreat->first = chunk->first;
}

static bool has_room(const struct pxt_log_writer *writer,
		     const struct pxt_log_retreat *retreat)
{
	return writer->output.length - retreat->at >= close_span(writer, 0);
}

/* The retreat moves when the next one has room. It keeps that: a section is
 * longer than what END repeats of it. */
void pxt_log_retreat_note(struct pxt_log_writer *writer,
			  const struct pxt_log_chunk *chunk)
{
	if (chunk) {
		drop(&writer->retreat, chunk);
		drop(&writer->next_retreat, chunk);
	}
	if (!has_room(writer, &writer->next_retreat))
		return;
	writer->retreat = writer->next_retreat;
	writer->next_retreat = here(writer);
}

/* The bytes stay in the file, as END overwrites them: others might take their
 * room as soon as it is free. */
bool pxt_log_retreat(struct pxt_log_writer *writer,
		     struct pxt_log_dropped *dropped)
{
	struct pxt_log_output *output = &writer->output;

	if (!has_room(writer, &writer->retreat))
		return false;
	*dropped = (struct pxt_log_dropped){
		.events = writer->retreat.events,
		.lost = writer->retreat.lost,
		.first = writer->retreat.first,
	};
	output->reserved = output->length;
	output->length = writer->retreat.at;
	output->number = writer->retreat.number;
	pxt_log_retreat_init(writer);
	return true;
}

/* END */

int pxt_log_put_end(struct pxt_log_writer *writer,
		    const struct pxt_log_end *end)
{
	const struct pxt_log_announcements *announcements =
		&writer->announcements;
	struct pxt_log_recap recap = { .complete = !announcements->incomplete };
	uint8_t tail[7 + PXT_LOG_TRAILER_SIZE] = { 0 };
	uint8_t fixed[PXT_LOG_END_SIZE];
	struct iovec iov[PXT_LOG_PIECES_MAX];
	int pieces = 0, err;
	size_t len, padding;

	/* Padding precedes the trailer, which ends the file. */
	len = sizeof(fixed) + pxt_log_announcements_length(announcements);
	padding = pxt_log_padding(len);
	len += padding + PXT_LOG_TRAILER_SIZE;

	iov[pieces++] = pxt_log_piece(fixed, sizeof(fixed));
	for (uint32_t type = 0; type < PXT_LOG_TYPES; type++) {
		const struct pxt_log_entries *entries =
			&announcements->entries[type];

		recap.count[type] = entries->count;
		if (entries->len)
			iov[pieces++] =
				pxt_log_piece(entries->data, entries->len);
	}
	iov[pieces++] = pxt_log_piece(tail, padding + PXT_LOG_TRAILER_SIZE);
	pxt_log_loop_order(&writer->loop, &recap.order);
	pxt_log_end_encode(end, &recap, fixed);
	pxt_log_trailer_encode(PXT_LOG_SECTION_SIZE + len, tail + padding);

	writer->output.reserve = 0;
	err = pxt_log_output_put(&writer->output, PXT_LOG_END, iov, pieces);
	/* The rest of the reserve goes back; that of a dead writer, too. */
	if (!err)
		pxt_log_output_cut(&writer->output);
	return err;
}
