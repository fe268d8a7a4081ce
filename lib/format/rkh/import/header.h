/*
 * header.h - the header of RKH's records
 *
 * An id, and depending on the configuration a sequence number and a stamp.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_HEADER_H
#define PXT_FORMAT_RKH_IMPORT_HEADER_H

#include "format/rkh/import/reader.h"

/* Reads the header, under a configuration with these values. False: the record
 * is too short. */
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

/* Compares the sequence number of a valid record, and notes missing records. */
void pxt_rkh_sequence_take(struct pxt_rkh_reader *reader, uint8_t got);

/* True if the number behind the gap shows that the record is older than the one
 * before. */
bool pxt_rkh_gap_is_late(const struct pxt_rkh_gap *gap);

#endif
