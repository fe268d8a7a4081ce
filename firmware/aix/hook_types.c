/* hook_types.c - the event types of hooks */
#include "firmware/aix/hook_types.h"

#include <stdatomic.h>
#include <stdint.h>

#include "base/text.h"
#include "firmware/common/types.h"

/* A process has less types than half of the slots, so a search is short. */
enum {
	SLOTS_LOG2 = 12,
	SLOTS = 1 << SLOTS_LOG2,
	TRIES = 64,
	NAME_SIZE = sizeof("trc:7F01:chan0"),
};
_Static_assert(SLOTS > 2 * TRACE_USER_EVENT_MAX, "slots for all types");

static struct slot {
	_Atomic uint32_t key; /* 0: empty; set once */
	struct firmware_type type;
} slots[SLOTS];

static const char words[] =
	"uint16_t flags [[hex, detail]]; uint16_t length [[detail]]; "
	"uint16_t id [[hex, detail]]; uint16_t subhook [[hex]]; "
	"uint64_t d[] [[hex]]";
static const char generic[] =
	"uint16_t flags [[hex, detail]]; uint16_t length [[detail]]; "
	"uint16_t id [[hex, detail]]; uint16_t subhook [[hex]]; "
	"uint64_t d1 [[hex]]; unsigned char data[] [[hex]]";

static uint32_t key_of(int channel, uint16_t id)
{
	return (uint32_t)(channel + 2) << 16 | id;
}

/* The slot of a key, claimed if it is new. NULL: too many others are there. */
static struct slot *find(uint32_t key)
{
	uint32_t at = key * UINT32_C(2654435769) >> (32 - SLOTS_LOG2);

	for (unsigned i = 0; i < TRIES; i++, at = (at + 1) % SLOTS) {
		struct slot *slot = &slots[at];
		uint32_t found =
			atomic_load_explicit(&slot->key, memory_order_relaxed);

		if (!found &&
		    atomic_compare_exchange_strong_explicit(
			    &slot->key, &found, key, memory_order_relaxed,
			    memory_order_relaxed))
			return slot;
		if (found == key)
			return slot;
	}
	return NULL;
}

/* As snprintf() would, which a handler must not call. */
static void make_name(char name[NAME_SIZE], int channel, uint16_t id)
{
	const unsigned last = id % 16 ? 0 : 4;
	char *at = pxt_text_copy(name, "trc:");

	for (int shift = 12; shift >= (int)last; shift -= 4)
		*at++ = "0123456789ABCDEF"[id >> shift & 15];
	if (channel >= 0) {
		at = pxt_text_copy(at, ":chan");
		*at++ = (char)('0' + channel);
	}
	*at = '\0';
}

static __attribute__((noinline)) trace_event_id_t
open_type(struct firmware_type *type, int channel, uint16_t id)
{
	char name[NAME_SIZE];

	make_name(name, channel, id);
	return firmware_type_open(type, name, channel < 0 ? words : generic);
}

trace_event_id_t hook_type(int channel, uint16_t id)
{
	struct slot *slot = find(key_of(channel, id));
	trace_event_id_t type;

	if (!slot)
		return POSIX_TRACE_UNNAMED_USEREVENT;
	type = firmware_type_id(&slot->type);
	return type ? type : open_type(&slot->type, channel, id);
}
