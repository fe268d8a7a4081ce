/* place.h - where a frame of LiteOS was, and what was told before it */
#ifndef PXT_FORMAT_LITEOS_IMPORT_PLACE_H
#define PXT_FORMAT_LITEOS_IMPORT_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_liteos_place {
	bool has_slot;	  /* of a buffer */
	bool has_offset;  /* of the message, in bytes */
	bool has_session; /* how many have begun */
	uint32_t slot;
	uint64_t offset;
	uint32_t session;
	bool has_told; /* tasks before it, see liteos/told.h: borrowed */
	const char *told;
	size_t told_len;
};

#endif
