/*
 * role.h - the role of an event, by its phase
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_ROLE_H
#define PXT_FORMAT_CHROME_IMPORT_ROLE_H

#include <stdint.h>

#include "base/scan.h"

enum pxt_chrome_role {
	PXT_CHROME_BEGIN,
	PXT_CHROME_END,
	PXT_CHROME_KEYED_BEGIN,
	PXT_CHROME_KEYED_END,
	PXT_CHROME_KEYED,
	PXT_CHROME_INSTANT,
	PXT_CHROME_COUNTER,
	PXT_CHROME_FLOW,
	PXT_CHROME_PHASE, /* any other: its phase is a field */
	PXT_CHROME_ROLES,
};

/* An id as a field. */
struct pxt_chrome_id {
	enum {
		PXT_CHROME_NO_ID,
		PXT_CHROME_DECIMAL_ID,
		PXT_CHROME_HEX_ID,
		PXT_CHROME_TEXT_ID,
	} kind;
	uint64_t number;
	struct pxt_text text;
};

/* An event without its fields. */
struct pxt_chrome_what {
	enum pxt_chrome_role role;
	struct pxt_text name;
	struct pxt_chrome_id id;
	struct pxt_text phase;
};

#endif
