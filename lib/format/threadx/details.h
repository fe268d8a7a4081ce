/*
 * details.h - a registry slot of ThreadX, out of an object's details
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

/* false: the details are not those of such a slot. */
bool pxt_threadx_details_parse(struct pxt_threadx_details *details,
			       const char *text);

/* One number of details, "key=NUMBER". false: there is no such key. */
bool pxt_threadx_details_number(const char *text, const char *key,
				uint64_t *number);

#endif
