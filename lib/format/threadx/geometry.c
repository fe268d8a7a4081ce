/* geometry.c - bounds of the parts of a ThreadX memory */
#include "format/threadx/geometry.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>

enum {
	/* Words of the header. */
	REGISTRY_START = 3,
	NAME_SIZE = 4, /* in its second half */
	REGISTRY_END = 5,
	BUFFER_START = 6,
	/* Types of objects, and a flag in their reserved bytes. */
	THREAD = 1,
	LAST_TYPE = 28,
	PRIORITY_PRESENT = 0x80,
	BACK = 16, /* penalty for an area that ends before it starts */
};

/* Slots of the registry */

/* The reserved bytes of an object have the priority of a thread, and else
 * zeroes. */
static bool is_object(const struct pxt_threadx_image *image, const uint8_t *at)
{
	const bool has_priority = at[1] == THREAD && at[2] & PRIORITY_PRESENT;

	return at[0] <= 1 && at[1] && at[1] <= LAST_TYPE &&
	       (has_priority || (!at[2] && !at[3])) &&
	       pxt_threadx_word(image, at, 1);
}

/* True for a slot that the kernel has never used. */
static bool is_free(const struct pxt_threadx_image *image, const uint8_t *at)
{
	return at[0] == 1 && !at[1] && !at[2] && !at[3] &&
	       !pxt_threadx_word(image, at, 1);
}

/* Counts objects in slots of a size, as far as len bytes behind the header are
 * present. strict: 0 if one of the slots contradicts the kernel's way of
 * filling them. */
static size_t count_objects(const struct pxt_threadx_image *image, size_t size,
			    uint64_t bytes, bool strict)
{
	const size_t name = (size_t)PXT_THREADX_OBJECT_WORDS * image->word;
	const size_t header = pxt_threadx_header_size(image);
	const uint8_t *at = image->data + header;
	const size_t there = image->len - header;
	size_t count = (bytes < there ? (size_t)bytes : there) / size;
	size_t objects = 0;

	for (; count; count--, at += size) {
		const bool is_one = is_object(image, at);

		if (strict && !is_free(image, at) &&
		    !(is_one && memchr(at + name, '\0', size - name)))
			return 0;
		objects += is_one;
	}
	return objects;
}

/* Addresses */

/* Candidate addresses of registry and events. */
struct places {
	uint64_t registry, events;
};

static uint64_t registry_of(const struct pxt_threadx_image *image,
			    const struct places *places)
{
	return pxt_threadx_distance(image, places->registry, places->events);
}

static uint64_t behind_header(const struct pxt_threadx_image *image)
{
	const uint64_t address =
		image->header.base_address + pxt_threadx_header_size(image);

	return image->word == 8 ? address : (uint32_t)address;
}

static uint64_t padded_slot(const struct pxt_threadx_image *image)
{
	const uint64_t tight =
		(uint64_t)PXT_THREADX_OBJECT_WORDS * image->word +
		image->header.object_name_size;

	return (tight + image->word - 1) / image->word * image->word;
}

static unsigned faults_of_area(const struct pxt_threadx_image *image,
			       uint64_t bytes, uint64_t slot)
{
	return pxt_threadx_is_back(image, bytes) ? BACK : bytes % slot != 0;
}

/* Number of header fields that disagree with candidates. */
static unsigned faults_of(const struct pxt_threadx_image *image,
			  const struct places *places)
{
	const struct pxt_threadx_header *header = &image->header;
	const uint64_t registry = registry_of(image, places);
	const uint64_t events =
		pxt_threadx_distance(image, places->events, header->buffer_end);
	const uint64_t current =
		pxt_threadx_distance(image, places->events, header->current);
	const size_t slot = pxt_threadx_event_size(image);

	return faults_of_area(image, registry, padded_slot(image)) +
	       faults_of_area(image, events, slot) +
	       (current % slot || current >= events) +
	       (places->registry != behind_header(image)) +
	       (places->registry != header->registry_start) +
	       (places->events != header->registry_end) +
	       (places->events != header->buffer_start);
}

/* Bytes of a plausible registry. */
static uint64_t plausible_registry(const struct pxt_threadx_image *image,
				   const struct places *places)
{
	const uint64_t bytes = registry_of(image, places);

	return count_objects(image, (size_t)padded_slot(image), bytes, true) ?
		       bytes :
		       0;
}

/* Fewer faults win; then the larger plausible registry. */
static bool is_better(const struct pxt_threadx_image *image,
		      const struct places *a, const struct places *b)
{
	const unsigned faults = faults_of(image, a),
		       others = faults_of(image, b);

	if (faults != others)
		return faults < others;
	return faults && faults < BACK &&
	       plausible_registry(image, a) > plausible_registry(image, b);
}

static struct places find_places(const struct pxt_threadx_image *image)
{
	const struct pxt_threadx_header *header = &image->header;
	const uint64_t registry = behind_header(image);
	const struct places candidates[] = {
		{ header->registry_start, header->buffer_start },
		{ header->registry_start, header->registry_end },
		{ registry, header->buffer_start },
		{ registry, header->registry_end },
	};
	struct places best = candidates[0];

	for (size_t i = 1; i < sizeof(candidates) / sizeof(*candidates); i++)
		if (is_better(image, &candidates[i], &best))
			best = candidates[i];
	return best;
}

static void mend(const struct pxt_threadx_image *image, unsigned word,
		 const char *name, uint64_t *address, uint64_t right,
		 struct pxt_trace *trace)
{
	if (*address == right)
		return;
	if (trace)
		pxt_trace_damage(trace,
				 image->start + (uint64_t)word * image->word,
				 image->word,
				 "%s 0x%" PRIx64 " does not fit the other "
				 "addresses: taken as 0x%" PRIx64,
				 name, *address, right);
	*address = right;
}

/* The registry ends at the events, unless its slots end before: then bytes
 * between belong to neither. */
static uint64_t registry_end(const struct pxt_threadx_image *image,
			     const struct places *places)
{
	const uint64_t end = image->header.registry_end;
	const uint64_t slot = padded_slot(image);
	const uint64_t all = registry_of(image, places);
	const uint64_t said =
		pxt_threadx_distance(image, places->registry, end);

	return all % slot && said < all && said % slot == 0 ? end :
							      places->events;
}

static int refuse(struct pxt_trace *trace, const char *why)
{
	if (trace)
		pxt_trace_refuse(trace, "%s", why);
	return EBADMSG;
}

int pxt_threadx_geometry_mend(struct pxt_threadx_image *image,
			      struct pxt_trace *trace)
{
	struct pxt_threadx_header *header = &image->header;
	const struct places places = find_places(image);

	if (pxt_threadx_is_back(image, registry_of(image, &places)))
		return refuse(trace, "the registry ends before it starts");
	if (pxt_threadx_is_back(image,
				pxt_threadx_distance(image, places.events,
						     header->buffer_end)))
		return refuse(trace, "the event area ends before it starts");
	mend(image, REGISTRY_START, "registry start", &header->registry_start,
	     places.registry, trace);
	mend(image, REGISTRY_END, "registry end", &header->registry_end,
	     registry_end(image, &places), trace);
	mend(image, BUFFER_START, "buffer start", &header->buffer_start,
	     places.events, trace);
	return 0;
}

/* The size of slots */

/* Finds the smallest slot size that fills the registry, and shows more objects
 * than the given one. 0: none. */
static size_t find_slot(const struct pxt_threadx_image *image, uint64_t bytes,
			size_t said)
{
	const size_t least =
		(size_t)(PXT_THREADX_OBJECT_WORDS + 1) * image->word;
	const size_t most = least + UINT16_MAX;
	const size_t there = image->len - pxt_threadx_header_size(image);
	size_t objects = count_objects(image, said, bytes, false);
	size_t best = 0;

	for (size_t size = least;
	     size <= most && size <= bytes && size <= there;
	     size += image->word) {
		const size_t found =
			bytes % size ? 0 :
				       count_objects(image, size, bytes, true);

		if (found > objects) {
			objects = found;
			best = size;
		}
	}
	return best;
}

/* The slot size follows from the compiler's layout, with padding behind
 * names. */
static size_t slot_as_said(const struct pxt_threadx_image *image,
			   uint64_t bytes, struct pxt_trace *trace)
{
	const uint64_t tight =
		(uint64_t)PXT_THREADX_OBJECT_WORDS * image->word +
		image->header.object_name_size;
	const uint64_t padded = padded_slot(image);

	if (bytes % padded == 0 || bytes % tight)
		return (size_t)padded;
	pxt_trace_tell(trace,
		       "takes registry slots for %" PRIu64
		       " bytes, without padding",
		       tight);
	return (size_t)tight;
}

size_t pxt_threadx_geometry_slot(struct pxt_threadx_image *image,
				 uint64_t bytes, struct pxt_trace *trace)
{
	uint16_t *name_size = &image->header.object_name_size;
	const size_t said = slot_as_said(image, bytes, trace);
	const size_t found = find_slot(image, bytes, said);
	const unsigned taken =
		(unsigned)found - PXT_THREADX_OBJECT_WORDS * image->word;

	if (!found || taken > UINT16_MAX)
		return said;
	pxt_trace_damage(
		trace, image->start + (uint64_t)NAME_SIZE * image->word + 2, 2,
		"an object name size of %u does not fit the registry: "
		"taken as %u",
		*name_size, taken);
	*name_size = (uint16_t)taken;
	return found;
}
