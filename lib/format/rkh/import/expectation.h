/*
 * expectation.h - events that a unit test expects
 *
 * The test helper sends the arguments of the expected event as they would be in
 * a frame, without the active object. The event's own layout identifies them,
 * once it arrives.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_EXPECTATION_H
#define PXT_FORMAT_RKH_IMPORT_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/rkh/plan.h"
#include "format/rkh/symbols.h"

enum { PXT_RKH_EXPECTATION_TEXT = 256 };

struct pxt_rkh_expectation {
	uint32_t number; /* number among all expected events of the stream */
	uint32_t line;	 /* line of the test program */
	uint32_t id;
	bool is_byte;	  /* only the lowest byte of the id is known */
	bool is_any;	  /* any arguments will do */
	uint32_t ignored; /* ignored arguments, as bits */
	size_t len;
	uint8_t *bytes; /* owned, as is text */
	char *text;	/* ... "SM_TRN sst:s21 tst:s211" */
};

/* bytes: as sent. plan: NULL if the event is unknown. The other members are
 * filled in by the caller. ENOMEM. */
int pxt_rkh_expectation_init(struct pxt_rkh_expectation *expectation,
			     const struct pxt_bytes *bytes,
			     const struct pxt_rkh_plan *plan,
			     const struct pxt_rkh_symbols *symbols);
void pxt_rkh_expectation_fini(struct pxt_rkh_expectation *expectation);

bool pxt_rkh_expectation_is_of(const struct pxt_rkh_expectation *expectation,
			       uint32_t id);

/* True if the arguments differ from those of an actual event; the first
 * difference, with both values: "tst:s21, not s211". */
bool pxt_rkh_expectation_differs(const struct pxt_rkh_expectation *expectation,
				 const struct pxt_rkh_plan *plan,
				 struct pxt_bytes arguments,
				 const struct pxt_rkh_symbols *symbols,
				 char text[PXT_RKH_EXPECTATION_TEXT]);

#endif
