/* place.h - the place of a frame, and tasks announced before it */
#ifndef PXT_FORMAT_LITEOS_IMPORT_PLACE_H
#define PXT_FORMAT_LITEOS_IMPORT_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_liteos_place {
	bool has_slot;	  /* place in a buffer */
	bool has_offset;  /* offset of the message, in bytes */
	bool has_session; /* number of the session */
	uint32_t slot;
	uint64_t offset;
	uint32_t session;
	/* Tasks announced before the frame: borrowed. */
	bool has_announced_tasks;
	const char *announced_tasks;
	size_t announced_tasks_len;
};

#endif
