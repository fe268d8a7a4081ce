/* hook_types.c - the event types of hooks */
#include "firmware/aix/hook_types.h"

#include <stdint.h>

#include "base/text.h"

enum { NAME_SIZE = sizeof("trc:7F01:chan0") };
_Static_assert((1 << HOOK_SLOTS_LOG2) > 2 * TRACE_USER_EVENT_MAX,
	       "slots for all types");

struct hook_slot hook_slots[1 << HOOK_SLOTS_LOG2];

static const char words[] =
	"uint16_t flags [[hex, detail]]; uint16_t length [[detail]]; "
	"uint16_t id [[hex, detail]]; uint16_t subhook [[hex]]; "
	"uint64_t d[] [[hex]]";
static const char generic[] =
	"uint16_t flags [[hex, detail]]; uint16_t length [[detail]]; "
	"uint16_t id [[hex, detail]]; uint16_t subhook [[hex]]; "
	"uint64_t d1 [[hex]]; unsigned char data[] [[hex]]";

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

trace_event_id_t hook_type_open(struct hook_slot *slot, int channel,
				uint16_t id)
{
	char name[NAME_SIZE];

	make_name(name, channel, id);
	return firmware_type_open(&slot->type, name,
				  channel < 0 ? words : generic);
}
