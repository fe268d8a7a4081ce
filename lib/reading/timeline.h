/*
 * timeline.h - what the items of a slice owe to those before
 *
 * Times of a log do not run backwards by less than a millisecond, whatever the
 * clocks of the writers say, and after a seek nothing older than a time is
 * delivered: both depend on the item before. So slices pass here one by one, in
 * their order; as a rule that changes no more than the first few items.
 */
#ifndef PXT_READING_TIMELINE_H
#define PXT_READING_TIMELINE_H

#include "reading/passage.h"
#include "reading/slice.h"

struct pxt_timeline {
	struct pxt_passage passage; /* its lock guards the rest */
	bool is_broken;	    /* a slice could not be decoded: later ones are
			  * useless */
	int64_t time_ns;    /* time of the last item */
	uint64_t jitter_ns; /* for pxt_merge_settle_time() */
	bool seeking;	    /* from_ns: nothing older is delivered */
	int64_t from_ns;
};

void pxt_timeline_init(struct pxt_timeline *timeline, uint64_t jitter_ns);
void pxt_timeline_fini(struct pxt_timeline *timeline);

/* Begins anew with this slice; none is on its way. from_ns INT64_MIN: with all
 * items. */
void pxt_timeline_begin(struct pxt_timeline *timeline, uint64_t number,
			int64_t from_ns);

/* Makes all further slices broken. */
void pxt_timeline_break(struct pxt_timeline *timeline);
bool pxt_timeline_is_broken(struct pxt_timeline *timeline);

/* Waits until all earlier slices have passed, and sets the times of the items,
 * and the batch. */
void pxt_timeline_pass(struct pxt_timeline *timeline, struct pxt_slice *slice);

#endif
