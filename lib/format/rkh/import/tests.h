/*
 * tests.h - comparing events with a unit test's expectations
 *
 * A target under test tells which records it expects, and which it ignores;
 * then they arrive. A test lasts from UT_INIT to UT_VERIFY; outside nothing is
 * judged.
 *
 * Expected events must come in order. An event that comes instead is
 * unexpected, unless it is expected later: then the skipped ones are missing.
 * Symbols, user events and those that no filter can suppress may be expected,
 * but are never unexpected.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_TESTS_H
#define PXT_FORMAT_RKH_IMPORT_TESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/rkh/events.h"
#include "format/rkh/import/expectation.h"
#include "format/rkh/plan.h"
#include "format/rkh/symbols.h"

enum {
	PXT_RKH_EXPECTATIONS_MAX = 4096, /* expected events at once */
	PXT_RKH_OUTCOME = 640,		 /* bytes of the text */
};

enum pxt_rkh_verdict {
	PXT_RKH_NOT_TESTED,
	PXT_RKH_AS_EXPECTED,
	PXT_RKH_DIFFERS, /* differs from the expected event in an argument */
	PXT_RKH_UNEXPECTED,
	PXT_RKH_IGNORED,
};

/* An event that arrived. */
struct pxt_rkh_came {
	unsigned number;
	const struct pxt_rkh_plan *plan;
	const struct pxt_rkh_record *record;
	struct pxt_bytes arguments; /* arguments in the frame's form */
};

/* The details appended to a judged event. */
enum pxt_rkh_mark {
	PXT_RKH_MARK_VERDICT,
	PXT_RKH_MARK_PLACE, /* place and expectation, */
	PXT_RKH_MARK_WHY,   /* reason */
	PXT_RKH_MARKS
};

/* Result of the last judgement. */
struct pxt_rkh_judged {
	enum pxt_rkh_verdict verdict;
	uint32_t number, line; /* number and line of the expected event; 0:
			        * none */
	char why[2 * PXT_RKH_EXPECTATION_TEXT];
};

/* Zero at first. */
struct pxt_rkh_tests {
	bool is_open;
	bool has_lost;	  /* records were lost since it began */
	uint32_t numbers; /* expected events of the stream so far */
	uint32_t wanted, came;
	uint8_t groups;				 /* ignored groups, as bits */
	uint32_t ignored[PXT_RKH_EVENTS / 32];	 /* ignored events, as bits */
	struct pxt_rkh_expectation *expectation; /* in order */
	size_t first, count, room;
	uint32_t faults;
	char fault[2 * PXT_RKH_EXPECTATION_TEXT]; /* first fault */
	struct pxt_rkh_judged judged;
	trace_event_id_t marked[PXT_RKH_EVENTS][PXT_RKH_MARKS];
};

void pxt_rkh_tests_fini(struct pxt_rkh_tests *tests);

/* Applies changed widths. */
void pxt_rkh_tests_make_anew(struct pxt_rkh_tests *tests);

/* Ends a test without result: the target has restarted. */
void pxt_rkh_tests_forget(struct pxt_rkh_tests *tests);

/* True if an event of the test helper names another event by its full id. */
bool pxt_rkh_tests_names(const struct pxt_rkh_came *came, uint32_t *id);

/* Handles an event of the test helper. about: the number and plan of the event
 * that it concerns; EVENTS and NULL if unknown. Results are appended to its
 * data. ENOMEM. */
int pxt_rkh_tests_step(struct pxt_rkh_tests *tests,
		       const struct pxt_rkh_came *came, unsigned about,
		       const struct pxt_rkh_plan *about_plan,
		       const struct pxt_rkh_symbols *symbols,
		       struct pxt_rkh_data *data);

/* Judges an event that arrived during a test. */
void pxt_rkh_tests_judge(struct pxt_rkh_tests *tests,
			 const struct pxt_rkh_came *came,
			 const struct pxt_rkh_symbols *symbols);

/* Appends the result to the event's data, which changes its type. ENOMEM. */
int pxt_rkh_tests_mark(struct pxt_rkh_tests *tests,
		       const struct pxt_rkh_came *came,
		       const struct pxt_rkh_config *config,
		       struct pxt_trace *trace, struct pxt_rkh_data *data,
		       trace_event_id_t *type);

#endif
