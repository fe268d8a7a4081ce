/*
 * image.h - pieces of a memory, put together by their addresses
 *
 * The pieces are added in the order in which they were met. Where two of them
 * overlap, the later one counts.
 */
#ifndef PXT_FORMAT_CONTAINER_IMAGE_H
#define PXT_FORMAT_CONTAINER_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "format/container/unpacked.h"
#include "format/trace.h"

struct pxt_piece {
	uint64_t address;
	size_t at, len; /* in bytes[] */
	/* Where it was in the text. */
	size_t line;
	size_t offset, extent;
};

/* Zeroes at first. */
struct pxt_container_image {
	struct pxt_piece *piece;
	size_t pieces, room;
	uint8_t *bytes;
	size_t used, bytes_room;
};

void pxt_container_image_fini(struct pxt_container_image *image);

/* Add a piece; its bytes are copied. ENOMEM. */
int pxt_container_image_add(struct pxt_container_image *image,
			    const struct pxt_piece *piece,
			    const uint8_t *bytes);

/* Put them together: holes are filled with zeroes, at most filler bytes in all,
 * and pieces beyond larger ones are left out. Both are told as damage. ENOMEM. */
int pxt_container_image_join(struct pxt_container_image *image, size_t filler,
			     struct pxt_trace *trace,
			     struct pxt_unpacked *unpacked);

#endif
