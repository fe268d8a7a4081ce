/* hook_types.c - the event types of hooks */
#include "firmware/aix/hook_types.h"

#include <stdint.h>

#include "base/text.h"
#include "firmware/common/slots.h"
#include "firmware/common/types.h"

/* A process has less types than half of the slots, so a search is short. */
enum {
	SLOTS_LOG2 = 12,
	SLOTS = 1 << SLOTS_LOG2,
	NAME_SIZE = sizeof("trc:7F01:chan0"),
};
_Static_assert(SLOTS > 2 * TRACE_USER_EVENT_MAX, "slots for all types");

static struct slot {
	_Atomic uint64_t key;
	struct firmware_type type;
} slots[SLOTS];

static const struct firmware_slots table = { slots, sizeof(*slots),
					     SLOTS_LOG2 };

static const char words[] =
	"uint16_t flags [[hex, detail]]; uint16_t length [[detail]]; "
	"uint16_t id [[hex, detail]]; uint16_t subhook [[hex]]; "
	"uint64_t d[] [[hex]]";
static const char generic[] =
	"uint16_t flags [[hex, detail]]; uint16_t length [[detail]]; "
	"uint16_t id [[hex, detail]]; uint16_t subhook [[hex]]; "
	"uint64_t d1 [[hex]]; unsigned char data[] [[hex]]";

/* Never 0 */
static uint64_t key_of(int channel, uint16_t id)
{
	return (uint64_t)(channel + 2) << 16 | id;
}

/* A handler must not call snprintf(). */
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
	trace_event_id_t type;
	struct slot *slot;
	bool is_new;

	slot = firmware_slots_find(&table, key_of(channel, id), &is_new);
	if (!slot)
		return POSIX_TRACE_UNNAMED_USEREVENT;
	type = firmware_type_id(&slot->type);
	return type ? type : open_type(&slot->type, channel, id);
}
