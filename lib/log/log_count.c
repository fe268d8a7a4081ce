/* log_count.c - contents of a log, by the heads of its sections */
#include <errno.h>
#include <string.h>

#include "base/sum.h"
#include "log/log_count.h"
#include "log/log_packing.h"

/* Damaged sections count for nothing: their contents are lost. */
static int add(const struct pxt_log_path *path, const struct pxt_log_file *file,
	       const struct pxt_log_spot *spot, struct pxt_log_count *count)
{
	const uint64_t horizon = path->order.horizon;
	struct pxt_log_chunk chunk;
	uint32_t records, unpacked;
	int err;

	if (spot->section.type != PXT_LOG_CHUNK ||
	    spot->section.len > PXT_LOG_CHUNK_MAX)
		return 0;
	err = pxt_log_file_read_chunk(file, spot, &chunk, &records);
	if (!err)
		err = pxt_log_unpacked_len(&chunk, records, spot->section.len,
					   &unpacked);
	if (err)
		return err == EBADMSG ? 0 : err;
	if (horizon && chunk.last <= horizon) {
		count->overwritten += chunk.events;
		return 0;
	}

	count->chunks += chunk.events || chunk.lost;
	count->events += chunk.events;
	count->lost = pxt_sum(count->lost, chunk.lost);
	count->event_bytes += unpacked;
	count->stored_bytes += spot->section.len - records;
	return 0;
}

int pxt_log_count(const struct pxt_log_path *path, struct pxt_log_file *file,
		  uint64_t upto, struct pxt_log_count *count)
{
	struct pxt_log_path way = *path;
	struct pxt_log_position *position;
	struct pxt_log_spot spot;
	int err;

	memset(count, 0, sizeof(*count));
	count->overwritten = path->order.overwritten;
	pxt_log_path_begin(&way, &path->order);
	for (;;) {
		err = pxt_log_path_find(&way, file, &position, &spot);
		if (!err && spot.section.type == PXT_LOG_CHUNK &&
		    spot.section.number > upto)
			return 0;
		if (!err)
			err = add(&way, file, &spot, count);
		if (err)
			return err == ENODATA ? 0 : err;
		pxt_log_path_step(&way, position, &spot);
	}
}
