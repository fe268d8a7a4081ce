/* objects.c - objects of a family of processes, in its names file */
#include "stream/objects.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "base/shm.h"

enum {
	WORDS = sizeof(struct pxt_object) / sizeof(uint64_t),
	PAGE = PXT_OBJECTS_PAGE, /* slots */
	ATTEMPTS = 512,		 /* slots to examine for a free one */
	SERIAL_SHIFT = 16,	 /* position in a handle */
	PID_SHIFT = 2,
	TAG_SHIFT = 24,
	VERSION_BITS = 14, /* of a serial: renames; the number is above */
	UNTIL = offsetof(struct pxt_object, until_ns) / sizeof(uint64_t),
};

_Static_assert(WORDS == (int)PXT_OBJECTS_WORDS, "of an object");
_Static_assert(PXT_OBJECTS_MAX <= 1 << SERIAL_SHIFT, "in a handle");
_Static_assert(TAG_SHIFT + VERSION_BITS + PXT_OBJECTS_NUMBER_BITS == 64,
	       "in a tag");

enum state { FREE, BUSY, LIVE, GONE };

/* Tags: serial, process, state. Handles: serial, slot. */

static enum state state_of(uint64_t tag)
{
	return tag & 3;
}

static uint64_t serial_of(uint64_t tag)
{
	return tag >> TAG_SHIFT;
}

/* Process numbers have 22 bits. */
static pid_t pid_of(uint64_t tag)
{
	return tag >> PID_SHIFT & ((1 << (TAG_SHIFT - PID_SHIFT)) - 1);
}

static uint64_t in_state(uint64_t tag, enum state state)
{
	return (tag & ~UINT64_C(3)) | state;
}

static uint32_t number_of(uint64_t serial)
{
	return (uint32_t)(serial >> VERSION_BITS) & PXT_OBJECTS_NUMBER_MASK;
}

/* A version is never 0, and so is no serial. */
static uint64_t next_object(uint64_t serial)
{
	const uint32_t next = (number_of(serial) + 1) & PXT_OBJECTS_NUMBER_MASK;

	return (uint64_t)next << VERSION_BITS | 1;
}

static uint64_t next_version(uint64_t serial)
{
	const uint64_t mask = (UINT64_C(1) << VERSION_BITS) - 1;
	const uint64_t next = (serial + 1) & mask;

	return (serial & ~mask) | (next ? next : 1);
}

/* The tag of a slot that is being taken. */
static uint64_t busy_tag(uint64_t serial, uint32_t pid)
{
	const uint32_t some = pid & ((1 << (TAG_SHIFT - PID_SHIFT)) - 1);

	return serial << TAG_SHIFT | (uint64_t)some << PID_SHIFT | BUSY;
}

/* The end of a live object. */
static uint64_t no_end(uint64_t serial)
{
	return UINT64_C(1) << 63 | serial;
}

static pxt_object_handle handle_of(uint32_t slot, uint64_t serial)
{
	return serial << SERIAL_SHIFT | slot;
}

static uint32_t slot_of(pxt_object_handle handle)
{
	return handle & (PXT_OBJECTS_MAX - 1);
}

static struct pxt_objects_slot *at(const struct pxt_names *names, uint32_t slot)
{
	return &names->shared->object[slot];
}

/* Memory */

static _Atomic uint64_t *bits_of(const struct pxt_names *names, uint32_t slot)
{
	return &names->shared->object_pages[slot / PAGE / 64];
}

static bool has_objects(const struct pxt_names *names)
{
	return names->length == sizeof(*names->shared);
}

static bool is_backed(const struct pxt_names *names, uint32_t slot)
{
	return has_objects(names) &&
	       atomic_load_explicit(bits_of(names, slot),
				    memory_order_acquire) >> /* O3 */
			       slot / PAGE % 64 &
		       1;
}

static int back_page(struct pxt_names *names, uint32_t slot)
{
	struct pxt_objects_slot *page = at(names, slot / PAGE * PAGE);

	if (is_backed(names, slot))
		return 0;
	if (!has_objects(names) || pxt_shm_populate(page, PAGE * sizeof(*page)))
		return ENOMEM;
	atomic_fetch_or_explicit(bits_of(names, slot),
				 UINT64_C(1) << slot / PAGE % 64,
				 memory_order_release); /* O3 */
	return 0;
}

/* Words */

static void write_words(struct pxt_objects_slot *slot, uint64_t tag,
			const struct pxt_object *object)
{
	uint64_t word[WORDS];

	memcpy(word, object, sizeof(word));
	word[UNTIL] = no_end(serial_of(tag));
	atomic_thread_fence(memory_order_release); /* O1 */
	for (int i = 0; i < WORDS; i++)
		atomic_store_explicit(&slot->word[i], word[i],
				      memory_order_relaxed);
}

/* False: it changed meanwhile. */
static bool read_words(struct pxt_objects_slot *slot, uint64_t tag,
		       struct pxt_object *object)
{
	uint64_t word[WORDS];

	for (int i = 0; i < WORDS; i++)
		word[i] = atomic_load_explicit(&slot->word[i],
					       memory_order_relaxed);
	atomic_thread_fence(memory_order_acquire); /* O1 */
	if (serial_of(atomic_load_explicit(&slot->tag, memory_order_relaxed)) !=
	    serial_of(tag))
		return false;
	memcpy(object, word, sizeof(*object));
	if (state_of(tag) == LIVE)
		object->until_ns = 0;
	return true;
}

static void count_change(struct pxt_names *names)
{
	atomic_fetch_add_explicit(&names->shared->object_changes, 1,
				  memory_order_release); /* O4 */
}

/* Adding */

static bool take_slot(struct pxt_objects_slot *slot, uint64_t *tag,
		      uint64_t serial, uint32_t pid)
{
	const uint64_t busy = busy_tag(serial, pid);

	if (!atomic_compare_exchange_strong_explicit(&slot->tag, tag, busy,
						     memory_order_acq_rel,
						     memory_order_relaxed))
		return false;
	*tag = busy;
	return true;
}

static void fill(struct pxt_names *names, struct pxt_objects_slot *slot,
		 uint64_t tag, const struct pxt_object *object)
{
	write_words(slot, tag, object);
	atomic_store_explicit(&slot->tag, in_state(tag, LIVE),
			      memory_order_release); /* O1, O2 */
	count_change(names);
}

static bool has_ended(uint64_t tag)
{
	const int saved_errno = errno;
	bool ended;

	if (!pid_of(tag))
		return false;
	ended = kill(pid_of(tag), 0) && errno == ESRCH;
	errno = saved_errno;
	return ended;
}

/* True if the slot may be taken; thoroughly: costs a system call. */
static bool is_free_slot(uint64_t tag, bool thoroughly)
{
	switch (state_of(tag)) {
	case FREE:
	case GONE:
		return true;
	default:
		return thoroughly && has_ended(tag); /* O5 */
	}
}

/* Advances the hand to a free slot, and takes it. */
static int find_room(struct pxt_names *names, unsigned attempts,
		     bool thoroughly, uint32_t pid, uint32_t *index,
		     uint64_t *tag)
{
	struct pxt_objects_slot *slot;

	while (attempts--) {
		*index = atomic_fetch_add_explicit(&names->shared->object_hand,
						   1, memory_order_relaxed) %
			 PXT_OBJECTS_MAX;
		if (back_page(names, *index))
			return ENOMEM;
		slot = at(names, *index);
		*tag = atomic_load_explicit(&slot->tag, memory_order_acquire);
		if (is_free_slot(*tag, thoroughly) &&
		    take_slot(slot, tag, next_object(serial_of(*tag)), pid))
			return 0;
	}
	return ENOSPC;
}

int pxt_objects_add(struct pxt_names *names, const struct pxt_object *object,
		    pxt_object_handle *handle)
{
	uint32_t index;
	uint64_t tag;
	int err;

	err = find_room(names, ATTEMPTS, false, object->pid, &index, &tag);
	if (err == ENOSPC)
		err = find_room(names, ATTEMPTS / 8, true, object->pid, &index,
				&tag);
	if (err) {
		atomic_fetch_add_explicit(&names->shared->objects_missed, 1,
					  memory_order_relaxed);
		return err;
	}
	fill(names, at(names, index), tag, object);
	*handle = handle_of(index, serial_of(tag));
	return 0;
}

/* Reading, renaming, ending */

static bool has_serial(uint64_t tag, pxt_object_handle handle)
{
	return serial_of(tag) == (handle & ~PXT_OBJECT_ENDED) >> SERIAL_SHIFT;
}

/* Gets the tag of a handle whose object is live. */
static bool is_live(const struct pxt_names *names, pxt_object_handle handle,
		    uint64_t *tag)
{
	if (!is_backed(names, slot_of(handle)))
		return false;
	*tag = atomic_load_explicit(&at(names, slot_of(handle))->tag,
				    memory_order_acquire); /* O1 */
	return state_of(*tag) == LIVE && has_serial(*tag, handle);
}

int pxt_objects_get(const struct pxt_names *names, pxt_object_handle handle,
		    struct pxt_object *object)
{
	uint64_t tag;

	return is_live(names, handle, &tag) &&
			       read_words(at(names, slot_of(handle)), tag,
					  object) ?
		       0 :
		       ESTALE;
}

int pxt_objects_rename(struct pxt_names *names, pxt_object_handle *handle,
		       const char *name)
{
	struct pxt_objects_slot *slot = at(names, slot_of(*handle));
	struct pxt_object_texts texts;
	struct pxt_object object;
	uint64_t tag;

	if (!is_live(names, *handle, &tag) || !read_words(slot, tag, &object) ||
	    pxt_object_get(&object, &texts) ||
	    !take_slot(slot, &tag, next_version(serial_of(tag)), object.pid))
		return ESTALE;
	pxt_object_rename(&object, name);
	fill(names, slot, tag, &object);
	*handle = handle_of(slot_of(*handle), serial_of(tag));
	return 0;
}

void pxt_objects_end(struct pxt_names *names, pxt_object_handle handle,
		     int64_t when_ns)
{
	struct pxt_objects_slot *slot = at(names, slot_of(handle));
	uint64_t tag, end;

	if (!is_live(names, handle, &tag))
		return;
	/* O1: a faster process has set the end. */
	end = no_end(serial_of(tag));
	atomic_compare_exchange_strong_explicit(
		&slot->word[UNTIL], &end, (uint64_t)when_ns,
		memory_order_relaxed, memory_order_relaxed);
	if (atomic_compare_exchange_strong_explicit(
		    &slot->tag, &tag, in_state(tag, GONE), memory_order_release,
		    memory_order_relaxed))
		count_change(names);
}

/* Looking */

uint32_t pxt_objects_changes(const struct pxt_names *names)
{
	return atomic_load_explicit(&names->shared->object_changes,
				    memory_order_acquire); /* O4 */
}

uint32_t pxt_objects_missed(const struct pxt_names *names)
{
	return atomic_load_explicit(&names->shared->objects_missed,
				    memory_order_relaxed);
}

uint32_t pxt_objects_next(const struct pxt_names *names, uint32_t slot)
{
	while (slot < PXT_OBJECTS_MAX) {
		const unsigned page = slot / PAGE;
		const uint64_t bits =
			atomic_load_explicit(bits_of(names, slot),
					     memory_order_acquire) >> /* O3 */
			page % 64;

		if (bits & 1)
			return slot;
		slot = bits ? (page + (unsigned)__builtin_ctzll(bits)) * PAGE :
			      (page / 64 + 1) * 64 * PAGE;
	}
	return PXT_OBJECTS_MAX;
}

uint32_t pxt_objects_number(pxt_object_handle handle)
{
	return number_of((handle & ~PXT_OBJECT_ENDED) >> SERIAL_SHIFT);
}

uint32_t pxt_objects_past(const struct pxt_names *names, uint32_t slot)
{
	uint64_t tag;

	if (!is_backed(names, slot))
		return 0;
	tag = atomic_load_explicit(&at(names, slot)->tag,
				   memory_order_acquire); /* O6 */
	return state_of(tag) == FREE ?
		       0 :
		       pxt_objects_before(number_of(serial_of(tag)));
}

int pxt_objects_look(const struct pxt_names *names, uint32_t index,
		     pxt_object_handle *handle, struct pxt_object *object)
{
	struct pxt_objects_slot *slot = at(names, index);
	pxt_object_handle now;
	uint64_t tag;

	if (!is_backed(names, index))
		return ENODATA;
	tag = atomic_load_explicit(&slot->tag, memory_order_acquire); /* O1 */
	if (state_of(tag) != LIVE && state_of(tag) != GONE)
		return ENODATA;
	now = handle_of(index, serial_of(tag)) & ~PXT_OBJECT_ENDED;
	if (state_of(tag) == GONE)
		now |= PXT_OBJECT_ENDED;
	if (now == *handle || !read_words(slot, tag, object))
		return ENODATA;
	*handle = now;
	return 0;
}
