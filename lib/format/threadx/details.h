/*
 * details.h - details of objects as registry slots of ThreadX
 */
#ifndef PXT_FORMAT_THREADX_DETAILS_H
#define PXT_FORMAT_THREADX_DETAILS_H

#include <stdbool.h>
#include <stdint.h>

struct pxt_threadx_details {
	uint64_t slot;
	uint8_t available, type;
	uint8_t reserved1, reserved2;
	uint64_t parameter[2];
};

/* False: the details are not those of a registry slot. */
bool pxt_threadx_details_parse(struct pxt_threadx_details *details,
			       const char *text);

/* The same without a slot, which the object need not have. */
bool pxt_threadx_details_parse_object(struct pxt_threadx_details *details,
				      const char *text);

/* Reads a number from details, "key=NUMBER". False: no such key. */
bool pxt_threadx_details_number(const char *text, const char *key,
				uint64_t *number);

#endif
