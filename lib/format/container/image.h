/*
 * image.h - memory put together from pieces with addresses
 *
 * Pieces are added in the order of the text. Where two overlap, the later one
 * wins.
 */
#ifndef PXT_FORMAT_CONTAINER_IMAGE_H
#define PXT_FORMAT_CONTAINER_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "format/container/payload.h"
#include "format/trace.h"

struct pxt_piece {
	uint64_t address;
	size_t at, len; /* in bytes[] */
	/* Line in the text. */
	size_t line;
	size_t offset, extent;
};

/* Zero at first. */
struct pxt_container_image {
	struct pxt_piece *piece;
	size_t pieces, room;
	uint8_t *bytes;
	size_t used, bytes_room;
};

void pxt_container_image_fini(struct pxt_container_image *image);

/* Adds a piece; its bytes are copied. ENOMEM. */
int pxt_container_image_add(struct pxt_container_image *image,
			    const struct pxt_piece *piece,
			    const uint8_t *bytes);

/* Joins the pieces: holes are filled with zeroes, at most filler bytes in
 * all; pieces beyond larger holes are left out. Both are reported as damage.
 * ENOMEM. */
int pxt_container_image_join(struct pxt_container_image *image, size_t filler,
			     struct pxt_trace *trace,
			     struct pxt_payload *payload);

#endif
