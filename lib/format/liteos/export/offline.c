/*
 * offline.c - writing LiteOS's buffer
 *
 * A buffer has at most 65535 bytes: the newest events are kept until the end,
 * and written with the oldest in the first slot. Events that came from a buffer
 * go back to their slots.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "format/liteos/export/export.h"
#include "format/liteos/message.h"
#include "format/liteos/word.h"

enum {
	BUFFER_MAX = 65535,
	HEAD_LEN = 24,
	OBJECT_LEN = 8 + PXT_LITEOS_NAME_LEN,
	LEAST_FRAME = 20, /* type, task, time and identity */
	OBJECTS_MOST = (BUFFER_MAX - HEAD_LEN) / OBJECT_LEN,
	NO_SLOT = OBJECTS_MOST,
};

struct kept {
	bool has_slot;
	uint32_t slot;
	struct pxt_liteos_shape shape; /* parts of the frame */
	struct pxt_liteos_frame frame;
};

struct object {
	uint32_t id, priority;
	uint32_t slot; /* NO_SLOT: next free one */
	uint8_t name[PXT_LITEOS_NAME_LEN];
};

struct buffer {
	struct kept *frame; /* frames, as a ring once full */
	size_t count, room;
	size_t next;  /* next to be overwritten */
	bool is_full; /* frames were overwritten */
	size_t most;  /* capacity in frames; 0: unknown */
	struct object *object;
	size_t objects, object_room;
};

static int open_buffer(struct pxt_liteos_out *out)
{
	struct buffer *buffer = calloc(1, sizeof(*buffer));

	if (!buffer)
		return ENOMEM;
	out->writing = buffer;
	return 0;
}

static void close_buffer(struct pxt_liteos_out *out)
{
	struct buffer *buffer = out->writing;

	free(buffer->frame);
	free(buffer->object);
	free(buffer);
	out->writing = NULL;
}

/* Only recorded params count. */
static uint32_t fit_core(uint32_t core, unsigned params)
{
	const unsigned shift = PXT_LITEOS_COUNT_OF_PARAMS;

	if (pxt_liteos_bits(core, shift, 4) <= params)
		return core;
	return (core & ~(15U << shift)) | params << shift;
}

/* Counts what the layout cannot hold. */
static void count_losses(struct pxt_liteos_out *out,
			 const struct pxt_liteos_shape *shape,
			 struct pxt_liteos_frame *frame)
{
	const struct pxt_liteos_shape *room = &out->layout.shape;
	uint64_t wide = frame->identity, more = 0;

	for (unsigned i = 0; i < shape->params; i++)
		if (i < room->params)
			wide |= frame->param[i];
		else
			more |= frame->param[i];
	for (unsigned i = shape->params; i < room->params; i++)
		frame->param[i] = 0;
	if (room->params < shape->params)
		frame->core = fit_core(frame->core, room->params);
	if (room->width == 4 && wide > UINT32_MAX)
		pxt_export_lose(out->export, "numbers cut to 32 bits");
	if (more)
		pxt_export_lose(out->export,
				"values: more than there are params");
	if (shape->pid && !room->pid && frame->pid)
		pxt_export_lose(out->export, "process ids");
	if (shape->core && !room->core)
		pxt_export_lose(out->export, "core words");
	if (shape->count && !room->count)
		pxt_export_lose(out->export, "event counters");
	if (shape->links && !room->links)
		pxt_export_lose(out->export, "link registers");
	if (!shape->links)
		memset(frame->link, 0, sizeof(frame->link));
}

/* The entry of a word whose last one counts, as a program tells it again and
 * again. NULL: none. */
static struct object *find_object(const struct pxt_liteos_out *out, uint32_t id)
{
	struct buffer *buffer = out->writing;

	for (size_t i = 0; out->is_recorded && i < buffer->objects; i++)
		if (buffer->object[i].id == id)
			return &buffer->object[i];
	return NULL;
}

static struct object *new_object(struct buffer *buffer)
{
	if (pxt_array_reserve(&buffer->object, &buffer->object_room,
			      buffer->objects + 1, sizeof(*buffer->object)))
		return NULL;
	return &buffer->object[buffer->objects++];
}

static int add_object(struct pxt_liteos_out *out, uint32_t id,
		      uint32_t priority, uint32_t slot, const char *name)
{
	struct object *object = find_object(out, id);
	uint8_t text[PXT_LITEOS_NAME_LEN];

	pxt_liteos_task_name(out, name, text);
	if (object && memcmp(object->name, text, sizeof(text)))
		pxt_export_lose(out->export, "names that tasks had before");
	if (!object)
		object = new_object(out->writing);
	if (!object)
		return ENOMEM;
	object->id = id;
	object->priority = priority;
	object->slot = slot;
	memcpy(object->name, text, sizeof(text));
	return 0;
}

/* Size of the buffer that was read, or 0. */
static uint64_t size_before(struct pxt_liteos_out *out)
{
	const char *kind =
		pxt_liteos_conversion_note(out->export, out->origin, "kind");
	uint64_t size;

	if (!kind || strcmp(kind, "offline") ||
	    !pxt_liteos_conversion_fact(out->export, out->origin, "bytes",
					&size))
		return 0;
	return size;
}

static uint64_t limit(struct pxt_liteos_out *out)
{
	const uint64_t before = size_before(out);

	if (out->size)
		return out->size;
	return before > (uint64_t)BUFFER_MAX ? before : (uint64_t)BUFFER_MAX;
}

static struct kept *place(struct pxt_liteos_out *out, struct buffer *buffer)
{
	struct kept *frame;

	/* LEAST_FRAME bounds the number of frames until their size is known. */
	if (!buffer->most && limit(out) > HEAD_LEN)
		buffer->most = (limit(out) - HEAD_LEN) / LEAST_FRAME;
	if (!buffer->most)
		buffer->most = 1;
	if (buffer->count == buffer->most) {
		buffer->is_full = true;
		pxt_export_lose(out->export, "events: older than those that "
					     "fit the buffer");
		frame = &buffer->frame[buffer->next];
		buffer->next = (buffer->next + 1) % buffer->most;
		return frame;
	}
	if (pxt_array_reserve(&buffer->frame, &buffer->room, buffer->count + 1,
			      sizeof(*frame)))
		return NULL;
	return &buffer->frame[buffer->count++];
}

static int put(struct pxt_liteos_out *out,
	       const struct posix_trace_item_np *item,
	       const struct pxt_liteos_shape *shape,
	       const struct pxt_liteos_frame *frame,
	       const struct pxt_liteos_origin *origin)
{
	struct buffer *buffer = out->writing;
	struct kept *kept = place(out, buffer);
	char name[64];

	if (!kept)
		return ENOMEM;
	kept->has_slot = origin->has_slot;
	kept->slot = origin->slot;
	kept->shape = *shape;
	/* Other systems always have processes. */
	kept->shape.pid |= !origin->is_native;
	kept->frame = *frame;
	if (!origin->is_new_task)
		return 0;
	pxt_liteos_thread_name(out, item, name);
	return add_object(out, frame->task, 0, NO_SLOT, name);
}

/* Writing out */

struct plan {
	uint64_t size;
	size_t slots; /* slots of the task table */
	size_t frame_offset;
	size_t skipped; /* oldest frames left out */
	size_t blank;	/* unused slots at the end */
	bool as_it_was; /* each frame in its old slot */
};

static const struct kept *nth(const struct buffer *buffer, size_t index)
{
	return &buffer->frame[(buffer->next + index) % buffer->count];
}

static int add_tasks(struct pxt_liteos_out *out)
{
	struct pxt_liteos_listed entry;
	size_t at = 0;
	int err = 0;

	while (!err && pxt_liteos_next_task(out, &at, &entry))
		err = add_object(out, entry.word, entry.priority,
				 entry.has_slot && entry.slot < NO_SLOT ?
					 entry.slot :
					 NO_SLOT,
				 entry.object.name);
	return err;
}

/* True if every frame has a slot of its own: logs keep them in the order of
 * time. */
static bool have_slots(const struct buffer *buffer, const struct plan *plan)
{
	bool taken[OBJECTS_MOST] = { false };

	for (size_t i = 0; i < buffer->objects; i++) {
		const uint32_t slot = buffer->object[i].slot;

		if (slot >= plan->slots || taken[slot])
			return false;
		taken[slot] = true;
	}
	return true;
}

/* The number of slots in a buffer of that size, as liteos/import/offline.c
 * computes it. */
static size_t slots_before(struct pxt_liteos_out *out, uint64_t size,
			   const struct plan *plan)
{
	const size_t slots =
		size > plan->frame_offset ?
			(size - plan->frame_offset) / out->layout.size :
			0;
	uint64_t used;

	if (pxt_liteos_conversion_fact(out->export, out->origin, "capacity",
				       &used) &&
	    used < slots)
		return used;
	return slots;
}

/* True if size and layout of frames are unchanged: otherwise a full ring could
 * not be distinguished from a partial one. */
static bool has_frames_as_before(struct pxt_liteos_out *out)
{
	const char *before =
		pxt_liteos_conversion_note(out->export, out->origin, "layout");
	char text[PXT_LITEOS_LAYOUT_TEXT];

	pxt_liteos_layout_print(&out->layout, text);
	return before && !strcmp(before, text);
}

/* True if all frames go to their old slots. */
static bool fits_as_it_was(struct pxt_liteos_out *out,
			   const struct buffer *buffer, const struct plan *plan)
{
	const uint64_t size = size_before(out);
	const size_t slots = slots_before(out, size, plan);
	bool *taken = calloc(slots + 1, sizeof(*taken));
	bool fits = taken && slots && !out->any_others &&
		    (!out->size || out->size == size) &&
		    has_frames_as_before(out);

	for (size_t i = 0; fits && i < buffer->count; i++) {
		const struct kept *kept = &buffer->frame[i];

		fits = kept->has_slot && kept->slot < slots &&
		       !taken[kept->slot];
		if (fits)
			taken[kept->slot] = true;
	}
	/* A part of a full ring would hide which frame is the oldest. */
	for (size_t i = 0; fits && i < buffer->count; i++)
		fits = buffer->count == slots || nth(buffer, i)->slot == i;
	free(taken);
	return fits;
}

static void find_slots(struct pxt_liteos_out *out, const struct buffer *buffer,
		       struct plan *plan)
{
	const uint64_t most = limit(out) - HEAD_LEN - out->layout.size;
	uint64_t before;

	plan->slots = buffer->objects;
	if (!out->any_others &&
	    pxt_liteos_conversion_fact(out->export, out->origin, "objCapacity",
				       &before) &&
	    before > plan->slots && before <= OBJECTS_MOST)
		plan->slots = before;
	if (plan->slots * OBJECT_LEN > most)
		plan->slots = most / OBJECT_LEN;
	if (plan->slots > OBJECTS_MOST)
		plan->slots = OBJECTS_MOST;
	for (size_t i = plan->slots; i < buffer->objects; i++)
		pxt_export_lose(out->export,
				"tasks: more than there is room for");
	plan->frame_offset = HEAD_LEN + plan->slots * OBJECT_LEN;
}

static uint64_t value_of(const struct pxt_liteos_out *out,
			 const struct kept *kept)
{
	return out->layout.shape.count ? kept->frame.count : kept->frame.time;
}

/* A full ring begins at a step back. */
static bool steps_back(const struct pxt_liteos_out *out,
		       const struct buffer *buffer, size_t from)
{
	for (size_t i = from + 1; i < buffer->count; i++)
		if (value_of(out, nth(buffer, i)) <
		    value_of(out, nth(buffer, i - 1)))
			return true;
	return false;
}

/* The counter of a full ring tells what preceded it. */
static bool invents_loss(const struct pxt_liteos_out *out,
			 const struct buffer *buffer)
{
	return out->layout.shape.count && !out->begins_with_gap &&
	       !buffer->is_full && nth(buffer, 0)->frame.count;
}

/* A blank slot makes every reader begin with the first. */
static void leave_blank(struct pxt_liteos_out *out, const struct buffer *buffer,
			size_t fit, struct plan *plan)
{
	const size_t count = buffer->count - plan->skipped;

	if (!count || (out->size && count < fit) ||
	    (!steps_back(out, buffer, plan->skipped) &&
	     (plan->skipped || !invents_loss(out, buffer))))
		return;
	if (out->layout.shape.count &&
	    (out->begins_with_gap || buffer->is_full || plan->skipped))
		pxt_export_lose(out->export, "what was lost before the first "
					     "event");
	if (count < fit)
		plan->blank = 1;
	else
		plan->skipped++;
}

static int make_plan(struct pxt_liteos_out *out, const struct buffer *buffer,
		     struct plan *plan)
{
	const unsigned len = out->layout.size;
	size_t fit, count;

	*plan = (struct plan){ 0 };
	if (limit(out) < (uint64_t)HEAD_LEN + len) {
		snprintf(out->export->why, sizeof(out->export->why),
			 "size=%llu: no room for a frame of %u bytes",
			 (unsigned long long)out->size, len);
		return EINVAL;
	}
	find_slots(out, buffer, plan);
	plan->as_it_was = fits_as_it_was(out, buffer, plan);
	if (plan->as_it_was) {
		plan->size = size_before(out);
		return 0;
	}
	fit = (limit(out) - plan->frame_offset) / len;
	if (fit < buffer->count)
		plan->skipped = buffer->count - fit;
	leave_blank(out, buffer, fit, plan);
	for (size_t i = 0; i < plan->skipped; i++)
		pxt_export_lose(out->export, "events: older than those that "
					     "fit the buffer");
	count = buffer->count ? buffer->count - plan->skipped + plan->blank : 1;
	plan->size = out->size;
	if (!plan->size)
		plan->size = plan->frame_offset + len * count;
	return 0;
}

static void write_head(struct pxt_liteos_out *out, const struct plan *plan,
		       uint8_t *to)
{
	const bool big = out->big;
	uint64_t version = 0;

	pxt_liteos_conversion_fact(out->export, out->origin, "version",
				   &version);
	if (!plan->as_it_was)
		version = 0;
	pxt_liteos_set32(to, big, PXT_LITEOS_ENDIAN);
	pxt_liteos_set32(to + 4, big, out->hz);
	pxt_liteos_set32(to + 8, big, (uint32_t)version);
	pxt_liteos_set16(to + 12, big, (uint16_t)plan->size);
	pxt_liteos_set16(to + 14, big, OBJECT_LEN);
	pxt_liteos_set16(to + 16, big, out->layout.size);
	pxt_liteos_set16(to + 18, big, HEAD_LEN);
	pxt_liteos_set16(to + 20, big, (uint16_t)plan->frame_offset);
}

static void write_objects(struct pxt_liteos_out *out, const struct plan *plan,
			  uint8_t *to)
{
	const struct buffer *buffer = out->writing;
	const bool in_slots = have_slots(buffer, plan);

	for (size_t i = 0; i < plan->slots && i < buffer->objects; i++) {
		const struct object *object = &buffer->object[i];
		const size_t slot = in_slots ? object->slot : i;
		uint8_t *at = to + HEAD_LEN + slot * OBJECT_LEN;

		pxt_liteos_set32(at, out->big, object->id);
		pxt_liteos_set32(at + 4, out->big, object->priority);
		memcpy(at + 8, object->name, sizeof(object->name));
	}
}

static void write_frames(struct pxt_liteos_out *out, const struct plan *plan,
			 uint8_t *to)
{
	const struct buffer *buffer = out->writing;

	for (size_t i = plan->skipped; i < buffer->count; i++) {
		const struct kept *kept = nth(buffer, i);
		const size_t slot =
			plan->as_it_was ? kept->slot : i - plan->skipped;
		struct pxt_liteos_frame frame = kept->frame;

		count_losses(out, &kept->shape, &frame);
		pxt_liteos_layout_put(&out->layout, out->big, &frame,
				      to + plan->frame_offset +
					      slot * out->layout.size);
	}
}

static int finish(struct pxt_liteos_out *out)
{
	struct buffer *buffer = out->writing;
	struct pxt_output *output = out->export->out;
	struct plan plan;
	uint8_t *bytes;
	int err;

	err = add_tasks(out);
	if (!err)
		err = make_plan(out, buffer, &plan);
	if (err)
		return err;
	bytes = calloc(1, plan.size);
	if (!bytes)
		return ENOMEM;
	write_head(out, &plan, bytes);
	write_objects(out, &plan, bytes);
	write_frames(out, &plan, bytes);
	err = output->write(output, bytes, plan.size);
	free(bytes);
	return err;
}

const struct pxt_liteos_writer pxt_liteos_buffer_writer = {
	.open = open_buffer,
	.put = put,
	.finish = finish,
	.close = close_buffer,
};
