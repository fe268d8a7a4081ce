/* payload.h - the bytes that a text contained */
#ifndef PXT_FORMAT_CONTAINER_PAYLOAD_H
#define PXT_FORMAT_CONTAINER_PAYLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "format/holes.h"

struct pxt_payload {
	const char *what; /* the kind of text */
	uint8_t *data;	  /* may be NULL if size is 0 */
	size_t size;
	struct pxt_holes holes; /* bytes of data that the text lacks */
};

#endif
