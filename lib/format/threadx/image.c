/* image.c - the memory dump of a ThreadX trace */
#include "format/threadx/image.h"

#include <errno.h>
#include <inttypes.h>

#include "base/bytes.h"
#include "format/format.h"
#include "format/threadx/geometry.h"

/* Byte order and word size */

static bool starts_with(const uint8_t *data, size_t len, const char *bytes)
{
	return len >= 4 && !memcmp(data, bytes, 4);
}

/* A mask of zero is useless: zeroes are the upper half of the id. */
static bool recognise(struct pxt_threadx_image *image, const uint8_t *data,
		      size_t len)
{
	static const char zeroes[] = "\0\0\0\0";

	image->word = 4;
	image->big = false;
	if (starts_with(data, len, "BTXT")) {
		if (len >= 8 && starts_with(data + 4, len - 4, zeroes))
			image->word = 8;
		return true;
	}
	image->big = true;
	if (starts_with(data, len, "TXTB"))
		return true;
	image->word = 8;
	return len >= 8 && starts_with(data, len, zeroes) &&
	       starts_with(data + 4, len - 4, "TXTB");
}

static uint16_t half(const struct pxt_threadx_image *image, const uint8_t *at)
{
	uint16_t value;

	memcpy(&value, at, sizeof(value));
	return image->big ? be16toh(value) : le16toh(value);
}

static void read_header(struct pxt_threadx_image *image, const uint8_t *at)
{
	image->header = (struct pxt_threadx_header){
		.id = pxt_threadx_word(image, at, 0),
		.timer_valid_mask = pxt_threadx_word(image, at, 1),
		.base_address = pxt_threadx_word(image, at, 2),
		.registry_start = pxt_threadx_word(image, at, 3),
		.reserved1 = half(image, at + (size_t)4 * image->word),
		.object_name_size =
			half(image, at + (size_t)4 * image->word + 2),
		.registry_end = pxt_threadx_word(image, at, 5),
		.buffer_start = pxt_threadx_word(image, at, 6),
		.buffer_end = pxt_threadx_word(image, at, 7),
		.current = pxt_threadx_word(image, at, 8),
		.reserved2 = pxt_threadx_word(image, at, 9),
		.reserved3 = pxt_threadx_word(image, at, 10),
		.reserved4 = pxt_threadx_word(image, at, 11),
	};
}

/* True if the dump starts at its own base address. */
static bool is_at_base(const struct pxt_threadx_image *image)
{
	return pxt_threadx_distance(image, image->header.base_address,
				    image->header.registry_start) ==
	       pxt_threadx_header_size(image);
}

unsigned pxt_threadx_image_probe(const uint8_t *data, size_t len)
{
	struct pxt_threadx_image image;

	if (!recognise(&image, data, len))
		return PXT_PROBE_NO;
	if (len < pxt_threadx_header_size(&image))
		return PXT_PROBE_LIKELY;
	read_header(&image, data);
	return is_at_base(&image) ? PXT_PROBE_SURE : PXT_PROBE_LIKELY;
}

unsigned pxt_threadx_image_word(const uint8_t *data, size_t len)
{
	struct pxt_threadx_image image;

	return recognise(&image, data, len) ? image.word : 0;
}

/* True if a complete trace begins there and ends behind another one. */
static bool goes_on(const uint8_t *data, size_t len, size_t at, uint64_t end)
{
	uint64_t size;

	if (pxt_threadx_image_probe(data + at, len - at) != PXT_PROBE_SURE)
		return false;
	size = pxt_threadx_image_size(data + at, len - at);
	return size && size <= len - at && at + size > end;
}

size_t pxt_threadx_image_next(const uint8_t *data, size_t len)
{
	const uint64_t size = pxt_threadx_image_size(data, len);
	const unsigned word = pxt_threadx_image_word(data, len);
	/* The first word may lie across the end. */
	const uint64_t most = size + word - 1;
	const size_t end = most < len ? (size_t)most : len;
	const uint8_t *at = data;

	if (!size || size > SIZE_MAX / 2 || end <= word)
		return 0;
	/* Every trace begins with the same word. */
	for (;;) {
		at++;
		at = memmem(at, (size_t)(data + end - at), data, word);
		if (!at)
			return 0;
		if (goes_on(data, len, (size_t)(at - data), size))
			return (size_t)(at - data);
	}
}

/* The parts */

/* The kernel puts the parts one behind the other: so a dump without its base
 * address has them too. */
static uint64_t event_offset(const struct pxt_threadx_image *image)
{
	const struct pxt_threadx_header *header = &image->header;

	return pxt_threadx_header_size(image) +
	       pxt_threadx_distance(image, header->registry_start,
				    header->buffer_start);
}

static uint64_t event_bytes(const struct pxt_threadx_image *image)
{
	return pxt_threadx_distance(image, image->header.buffer_start,
				    image->header.buffer_end);
}

uint64_t pxt_threadx_image_size(const uint8_t *data, size_t len)
{
	struct pxt_threadx_image image = { .data = data, .len = len };

	if (!recognise(&image, data, len) ||
	    len < pxt_threadx_header_size(&image))
		return 0;
	read_header(&image, data);
	if (pxt_threadx_geometry_mend(&image, NULL))
		return 0;
	return event_offset(&image) + event_bytes(&image);
}

/* Number of complete slots behind an offset. */
static size_t fitting_entries(const struct pxt_threadx_image *image,
			      uint64_t offset, uint64_t entry, uint64_t most)
{
	const uint64_t left = offset < image->len ? image->len - offset : 0;

	return (size_t)(left / entry < most ? left / entry : most);
}

/* Reports bytes between the last slot of a part and the end of the part. */
static void tell_rest(const struct pxt_threadx_image *image, uint64_t offset,
		      uint64_t end, const char *what, struct pxt_trace *trace)
{
	if (offset < end)
		pxt_trace_damage(trace, image->start + offset, end - offset,
				 "%" PRIu64 " bytes are no whole %s",
				 end - offset, what);
}

static void find_registry(struct pxt_threadx_image *image,
			  struct pxt_trace *trace)
{
	const uint64_t length =
		pxt_threadx_distance(image, image->header.registry_start,
				     image->header.registry_end);

	image->registry_offset = pxt_threadx_header_size(image);
	image->registry_entry = pxt_threadx_geometry_slot(image, length, trace);
	image->registry_slots = length / image->registry_entry;
	image->registry_present =
		fitting_entries(image, image->registry_offset,
				image->registry_entry, image->registry_slots);
	tell_rest(image,
		  image->registry_offset +
			  image->registry_slots * image->registry_entry,
		  event_offset(image), "slot of the registry", trace);
}

static int find_events(struct pxt_threadx_image *image, struct pxt_trace *trace)
{
	const uint64_t length = event_bytes(image);
	const uint64_t offset = event_offset(image);

	image->event_entry = pxt_threadx_event_size(image);
	image->event_capacity = length / image->event_entry;
	if (!image->event_capacity) {
		pxt_trace_refuse(trace, "has no room for events");
		return EBADMSG;
	}
	if (!is_at_base(image))
		pxt_trace_tell(trace, "its addresses do not fit: taken as if "
				      "the events were behind the registry");
	image->event_present = fitting_entries(
		image, offset, image->event_entry, image->event_capacity);
	image->event_offset = offset < image->len ? (size_t)offset : image->len;
	tell_rest(image, offset + image->event_capacity * image->event_entry,
		  offset + length, "event", trace);
	return 0;
}

static void tell_missing(const struct pxt_threadx_image *image,
			 struct pxt_trace *trace)
{
	const uint64_t registry =
		image->registry_slots - image->registry_present;
	const uint64_t events = image->event_capacity - image->event_present;

	if (registry)
		pxt_trace_damage(
			trace,
			image->start + image->registry_offset +
				(uint64_t)image->registry_present *
					image->registry_entry,
			registry * image->registry_entry,
			"file ends inside the registry: %zu of %" PRIu64
			" slots present",
			image->registry_present, image->registry_slots);
	if (events)
		pxt_trace_damage(
			trace,
			image->start + image->event_offset +
				(uint64_t)image->event_present *
					image->event_entry,
			events * image->event_entry,
			"file ends inside the event area: %zu of %" PRIu64
			" entries present",
			image->event_present, image->event_capacity);
}

/* The order of events */

static void add_run(struct pxt_threadx_image *image, uint64_t from, uint64_t to)
{
	if (to > image->event_present)
		to = image->event_present;
	if (from >= to)
		return;
	image->run[image->runs].from = (size_t)from;
	image->run[image->runs++].to = (size_t)to;
}

void pxt_threadx_image_order(struct pxt_threadx_image *image, bool wrapped)
{
	const uint64_t current = image->current_index;

	image->wrapped = wrapped;
	image->runs = 0;
	image->missing = 0;
	if (wrapped) {
		add_run(image, current, image->event_capacity);
		add_run(image, 0, current);
		image->missing = image->event_capacity - image->event_present;
	} else {
		add_run(image, 0, current);
		if (current > image->event_present)
			image->missing = current - image->event_present;
	}
}

static void find_current(struct pxt_threadx_image *image,
			 struct pxt_trace *trace)
{
	const uint64_t offset = pxt_threadx_distance(
		image, image->header.buffer_start, image->header.current);
	size_t current;

	image->current_index = offset / image->event_entry;
	image->is_in_order = offset % image->event_entry == 0 &&
			     image->current_index < image->event_capacity;
	if (image->is_in_order) {
		current = (size_t)image->current_index;
		/* The next slot to be written is the oldest, if it was used. */
		pxt_threadx_image_order(
			image,
			current < image->event_present &&
				pxt_threadx_image_is_used(image, current));
		return;
	}
	image->current_index = 0;
	pxt_trace_damage(trace, image->start + (uint64_t)8 * image->word,
			 image->word,
			 "current pointer outside the event area, or between "
			 "two events: taken in the order of the file");
	add_run(image, 0, image->event_capacity);
}

int pxt_threadx_image_init(struct pxt_threadx_image *image, const uint8_t *data,
			   size_t len, uint64_t start, struct pxt_trace *trace)
{
	struct pxt_bytes in;
	const uint8_t *header;
	int err;

	*image = (struct pxt_threadx_image){
		.data = data,
		.len = len,
		.start = start,
	};
	if (!recognise(image, data, len)) {
		pxt_trace_refuse(trace, len < 4 ? "file too short" :
						  "bad trace identifier");
		return EBADMSG;
	}
	pxt_bytes_init(&in, data, len);
	header = pxt_bytes_take(&in, pxt_threadx_header_size(image));
	if (!header) {
		pxt_trace_refuse(trace, "control header truncated");
		return EBADMSG;
	}
	read_header(image, header);
	err = pxt_threadx_geometry_mend(image, trace);
	if (err)
		return err;
	find_registry(image, trace);
	err = find_events(image, trace);
	if (err)
		return err;
	tell_missing(image, trace);
	find_current(image, trace);
	return 0;
}

void pxt_threadx_image_slot(const struct pxt_threadx_image *image, size_t index,
			    struct pxt_threadx_slot *slot)
{
	const uint8_t *at = image->data + image->registry_offset +
			    index * image->registry_entry;

	slot->available = at[0];
	slot->type = at[1];
	slot->reserved1 = at[2];
	slot->reserved2 = at[3];
	slot->address = pxt_threadx_word(image, at, 1);
	slot->parameter[0] = pxt_threadx_word(image, at, 2);
	slot->parameter[1] = pxt_threadx_word(image, at, 3);
	slot->name = (const char *)at +
		     (size_t)PXT_THREADX_OBJECT_WORDS * image->word;
	slot->name_len = strnlen(slot->name, image->header.object_name_size);
}
