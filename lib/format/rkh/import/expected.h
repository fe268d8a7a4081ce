/*
 * expected.h - an event of RKH that a unit test expects
 *
 * It is there as the test helper told it: the arguments of the event as they
 * would lie in a frame, but for the active object. Which ones these are, the
 * event's own layout says, once it has come.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_EXPECTED_H
#define PXT_FORMAT_RKH_IMPORT_EXPECTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/rkh/plan.h"
#include "format/rkh/symbols.h"

enum { PXT_RKH_EXPECTED_TEXT = 256 };

struct pxt_rkh_expected {
	uint32_t number; /* of all that are expected in the stream */
	uint32_t line;	 /* of the program that tests */
	uint32_t id;
	bool is_byte;	  /* the least one of the id is all that is known */
	bool is_any;	  /* with any arguments */
	uint32_t ignored; /* arguments, as bits */
	size_t len;
	uint8_t *bytes; /* its own, and so is */
	char *text;	/* ... "SM_TRN sst:s21 tst:s211" */
};

/* bytes: as they were told. plan: NULL, nobody knows which event it is. The
 * other members are there. ENOMEM. */
int pxt_rkh_expected_init(struct pxt_rkh_expected *expected,
			  const struct pxt_bytes *bytes,
			  const struct pxt_rkh_plan *plan,
			  const struct pxt_rkh_symbols *symbols);
void pxt_rkh_expected_fini(struct pxt_rkh_expected *expected);

bool pxt_rkh_expected_is(const struct pxt_rkh_expected *expected, uint32_t id);

/* Whether it has other arguments than one that came, which are in there; and
 * the first one that differs, with both values: "tst:s21, not s211". */
bool pxt_rkh_expected_differs(const struct pxt_rkh_expected *expected,
			      const struct pxt_rkh_plan *plan,
			      struct pxt_bytes arguments,
			      const struct pxt_rkh_symbols *symbols,
			      char text[PXT_RKH_EXPECTED_TEXT]);

#endif
