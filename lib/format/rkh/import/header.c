/* header.c - the header of RKH's records */
#include "format/rkh/import/header.h"

/* After a configuration record a target may have restarted, or not: the smaller
 * loss is more likely. */
static uint8_t expected_of(const struct pxt_rkh_sequence *sequence, uint8_t got)
{
	if (!sequence->may_begin)
		return sequence->next;
	if (!sequence->is_known || (uint8_t)(got - sequence->next) > got)
		return 0;
	return sequence->next;
}

void pxt_rkh_sequence_take(struct pxt_rkh_reader *reader, uint8_t got)
{
	struct pxt_rkh_sequence *sequence = &reader->sequence;
	const uint8_t expected = expected_of(sequence, got);

	if (sequence->is_known || sequence->may_begin)
		reader->gap = (struct pxt_rkh_gap){
			.is_there = got != expected,
			.expected = expected,
			.got = got,
		};
	sequence->is_known = true;
	sequence->may_begin = false;
	sequence->next = (uint8_t)(got + 1);
	if (!reader->gap.is_there)
		return;
	reader->age++;
	reader->tests.has_lost = true;
}

bool pxt_rkh_gap_is_late(const struct pxt_rkh_gap *gap)
{
	return gap->is_there && (uint8_t)(gap->got - gap->expected) > 127;
}
