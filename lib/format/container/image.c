/* image.c - memory put together from pieces with addresses */
#include "format/container/image.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Pieces that belong together, sorted by address. */
struct region {
	size_t from, to; /* range of pieces */
	uint64_t start, end;
};

void pxt_container_image_fini(struct pxt_container_image *image)
{
	free(image->piece);
	free(image->bytes);
	*image = (struct pxt_container_image){ 0 };
}

int pxt_container_image_add(struct pxt_container_image *image,
			    const struct pxt_piece *piece, const uint8_t *bytes)
{
	struct pxt_piece *to;

	if (!piece->len)
		return 0;
	if (pxt_array_reserve(&image->piece, &image->room, image->pieces + 1,
			      sizeof(*image->piece)) ||
	    pxt_array_reserve(&image->bytes, &image->bytes_room,
			      image->used + piece->len, 1))
		return ENOMEM;
	to = &image->piece[image->pieces++];
	*to = *piece;
	to->at = image->used;
	memcpy(image->bytes + image->used, bytes, piece->len);
	image->used += piece->len;
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct pxt_piece *left = a, *right = b;

	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	return left->at < right->at ? -1 : left->at > right->at;
}

static int by_arrival(const void *a, const void *b)
{
	const struct pxt_piece *left = a, *right = b;

	return left->at < right->at ? -1 : left->at > right->at;
}

static bool is_sorted(const struct pxt_container_image *image)
{
	for (size_t i = 1; i < image->pieces; i++)
		if (image->piece[i].address < image->piece[i - 1].address)
			return false;
	return true;
}

/* Finds the region that begins with a piece. *filler is the budget of holes. */
static void find_region(const struct pxt_container_image *image, size_t from,
			size_t *filler, struct region *region)
{
	const struct pxt_piece *piece = &image->piece[from];
	uint64_t hole;

	*region = (struct region){
		.from = from,
		.start = piece->address,
		.end = piece->address,
	};
	for (region->to = from; region->to < image->pieces; region->to++) {
		piece = &image->piece[region->to];
		hole = piece->address > region->end ?
			       piece->address - region->end :
			       0;
		if (!pxt_hole_fits(filler, hole))
			return;
		if (piece->address + piece->len > region->end)
			region->end = piece->address + piece->len;
	}
}

static void tell_apart(const struct pxt_container_image *image,
		       const struct region *region, struct pxt_trace *trace)
{
	const struct pxt_piece *first = &image->piece[region->from];

	pxt_trace_damage(trace, first->offset, first->extent,
			 "line %zu: bytes from 0x%" PRIx64 " to 0x%" PRIx64
			 " lie far from the others",
			 first->line, region->start, region->end - 1);
}

static void find_largest(const struct pxt_container_image *image, size_t filler,
			 struct pxt_trace *trace, struct region *largest)
{
	struct region region;

	find_region(image, 0, &filler, largest);
	for (size_t i = largest->to; i < image->pieces; i = region.to) {
		find_region(image, i, &filler, &region);
		if (region.end - region.start > largest->end - largest->start) {
			tell_apart(image, largest, trace);
			*largest = region;
		} else {
			tell_apart(image, &region, trace);
		}
	}
}

static int find_holes(const struct pxt_container_image *image,
		      const struct region *region, struct pxt_trace *trace,
		      struct pxt_holes *holes)
{
	uint64_t end = region->start;
	int err = 0;

	for (size_t i = region->from; !err && i < region->to; i++) {
		const struct pxt_piece *piece = &image->piece[i];

		if (piece->address > end) {
			pxt_trace_damage(trace, piece->offset, piece->extent,
					 "line %zu: nothing before it tells "
					 "the bytes from 0x%" PRIx64
					 " to 0x%" PRIx64 ": zeroes",
					 piece->line, end, piece->address - 1);
			err = pxt_holes_add(holes, end - region->start,
					    piece->address - region->start);
		}
		if (piece->address + piece->len > end)
			end = piece->address + piece->len;
	}
	return err;
}

static int copy_region(struct pxt_container_image *image,
		       const struct region *region, struct pxt_payload *payload)
{
	const size_t count = region->to - region->from;

	payload->data = calloc(1, (size_t)(region->end - region->start));
	if (!payload->data)
		return ENOMEM;
	payload->size = (size_t)(region->end - region->start);
	/* Pieces that were added later win. */
	qsort(image->piece + region->from, count, sizeof(*image->piece),
	      by_arrival);
	for (size_t i = region->from; i < region->to; i++)
		memcpy(payload->data +
			       (image->piece[i].address - region->start),
		       image->bytes + image->piece[i].at, image->piece[i].len);
	return 0;
}

int pxt_container_image_join(struct pxt_container_image *image, size_t filler,
			     struct pxt_trace *trace,
			     struct pxt_payload *payload)
{
	struct region region;
	int err;

	if (!image->pieces)
		return 0;
	if (!is_sorted(image))
		qsort(image->piece, image->pieces, sizeof(*image->piece),
		      by_address);
	find_largest(image, filler, trace, &region);
	err = find_holes(image, &region, trace, &payload->holes);
	return err ? err : copy_region(image, &region, payload);
}
