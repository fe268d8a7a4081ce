/* unpacked.h - the bytes that were in a text */
#ifndef PXT_FORMAT_CONTAINER_UNPACKED_H
#define PXT_FORMAT_CONTAINER_UNPACKED_H

#include <stddef.h>
#include <stdint.h>

#include "format/holes.h"

struct pxt_unpacked {
	const char *what; /* the text was */
	uint8_t *data;	  /* with a size of 0 it may be NULL */
	size_t size;
	struct pxt_holes holes; /* of data: what the text does not tell */
};

#endif
