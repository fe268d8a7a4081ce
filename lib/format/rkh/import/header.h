/*
 * header.h - what every record of RKH begins with
 *
 * An id, and where a stream has them, a number in a sequence and a stamp.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_HEADER_H
#define PXT_FORMAT_RKH_IMPORT_HEADER_H

#include "format/rkh/import/reader.h"

/* Take it from the record, in a stream of a configuration with these values.
 * False: the record is too short. */
static inline bool pxt_rkh_header_take(struct pxt_rkh_reader *reader,
				       const uint8_t *value)
{
	struct pxt_rkh_record *record = &reader->record;
	const unsigned id = value[PXT_RKH_TE_ID];
	const unsigned seq = value[PXT_RKH_NSEQ];
	const unsigned ts = value[PXT_RKH_TSTAMP] ? value[PXT_RKH_TS] : 0;
	const uint8_t *at = record->in.at;

	if (id + seq + ts > pxt_bytes_left(&record->in))
		return false;
	record->id = (uint32_t)pxt_rkh_number(at, id);
	if (seq)
		record->seq = at[id];
	record->ts = pxt_rkh_number(at + id + seq, ts);
	record->in.at += id + seq + ts;
	return true;
}

/* A sound record has that number: see whether others are missing. */
void pxt_rkh_sequence_take(struct pxt_rkh_reader *reader, uint8_t got);

/* The number behind the gap says that its record was written before the one that
 * came before. */
bool pxt_rkh_gap_is_late(const struct pxt_rkh_gap *gap);

#endif
