/*
 * tests.h - whether what comes is what a unit test expects
 *
 * A target that is tested tells which records it expects, and which it does
 * not care about; then they come. A test goes from UT_INIT to UT_VERIFY, and
 * without the former nothing is judged.
 *
 * What is expected is to come in that order. What comes in place of it is
 * unexpected, but for what is expected later: then that which is left out did
 * not come. Symbols, the user's events and what no filter can keep back may be
 * expected, but never are unexpected.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_TESTS_H
#define PXT_FORMAT_RKH_IMPORT_TESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/rkh/events.h"
#include "format/rkh/import/expected.h"
#include "format/rkh/plan.h"
#include "format/rkh/symbols.h"

enum {
	PXT_RKH_EXPECTED_MAX = 4096, /* that are waited for at once */
	PXT_RKH_OUTCOME = 640,	     /* bytes of its text */
};

enum pxt_rkh_verdict {
	PXT_RKH_NOT_TESTED,
	PXT_RKH_AS_EXPECTED,
	PXT_RKH_DIFFERS, /* from what was expected, in an argument */
	PXT_RKH_UNEXPECTED,
	PXT_RKH_IGNORED,
};

/* An event that is there. */
struct pxt_rkh_came {
	unsigned number;
	const struct pxt_rkh_plan *plan;
	const struct pxt_rkh_record *record;
	struct pxt_bytes arguments; /* as they are in the frame */
};

/* What is told of an event that is judged. */
enum pxt_rkh_mark {
	PXT_RKH_MARK_VERDICT,
	PXT_RKH_MARK_PLACE, /* and what was expected, */
	PXT_RKH_MARK_WHY,   /* ... and a reason */
	PXT_RKH_MARKS
};

/* Of the event that was judged last. */
struct pxt_rkh_judged {
	enum pxt_rkh_verdict verdict;
	uint32_t number, line; /* of what was expected; 0: nothing was */
	char why[2 * PXT_RKH_EXPECTED_TEXT];
};

/* Zeroes at first. */
struct pxt_rkh_tests {
	bool is_open;
	bool has_lost;	  /* records, since it began */
	uint32_t numbers; /* of what was expected so far in the stream */
	uint32_t wanted, came;
	uint8_t groups;			       /* that are ignored, as bits */
	uint32_t ignored[PXT_RKH_EVENTS / 32]; /* events, likewise */
	struct pxt_rkh_expected *expected;     /* the next comes first */
	size_t first, count, room;
	uint32_t faults;
	char fault[2 * PXT_RKH_EXPECTED_TEXT]; /* the first */
	struct pxt_rkh_judged judged;
	trace_event_id_t marked[PXT_RKH_EVENTS][PXT_RKH_MARKS];
};

void pxt_rkh_tests_fini(struct pxt_rkh_tests *tests);

/* Widths have changed. */
void pxt_rkh_tests_make_anew(struct pxt_rkh_tests *tests);

/* Nobody knows what came of a test that is going on: the target has begun
 * anew. */
void pxt_rkh_tests_forget(struct pxt_rkh_tests *tests);

/* Whether an event of the test helper names one, by its whole id. */
bool pxt_rkh_tests_names(const struct pxt_rkh_came *came, uint32_t *id);

/* An event of the test helper. about: the number, and plan, of the event that
 * it is about; EVENTS and NULL if nobody knows. What is found goes behind its
 * data. ENOMEM. */
int pxt_rkh_tests_step(struct pxt_rkh_tests *tests,
		       const struct pxt_rkh_came *came, unsigned about,
		       const struct pxt_rkh_plan *about_plan,
		       const struct pxt_rkh_symbols *symbols,
		       struct pxt_rkh_data *data);

/* One that came while a test is open, judged. */
void pxt_rkh_tests_judge(struct pxt_rkh_tests *tests,
			 const struct pxt_rkh_came *came,
			 const struct pxt_rkh_symbols *symbols);

/* Mark it as it was judged: with that behind its data it is of another type.
 * ENOMEM. */
int pxt_rkh_tests_mark(struct pxt_rkh_tests *tests,
		       const struct pxt_rkh_came *came,
		       const struct pxt_rkh_config *config,
		       struct pxt_trace *trace, struct pxt_rkh_data *data,
		       trace_event_id_t *type);

#endif
