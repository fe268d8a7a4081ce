/* event_types.c - event types of posixtrace for the ids of ThreadX */
#include "firmware/threadx/event_types.h"

#include <stdatomic.h>

#include "firmware/common/types.h"

enum { IDS = UINT16_MAX + 1 };

/* Pages that no id needs are never there. A layout is stored before its type. */
static struct firmware_type types[IDS];
static _Atomic uint32_t layouts[IDS];

/* A layout in a word: the number of words, whether it is plain, and of each word
 * its index and whether it is an address. */
enum { USED_BITS = 3, INDEX_BITS = 2 };

static uint32_t pack(const struct pxt_threadx_layout *layout)
{
	uint32_t packed = 0;

	for (unsigned i = PXT_THREADX_WORDS; i; i--)
		packed = (packed << INDEX_BITS | layout->word[i - 1]) << 1 |
			 layout->is_ip[i - 1];
	return (packed << 1 | layout->is_plain) << USED_BITS | layout->used;
}

static void unpack(uint32_t packed, struct pxt_threadx_layout *layout)
{
	layout->used = packed & ((1 << USED_BITS) - 1);
	packed >>= USED_BITS;
	layout->is_plain = packed & 1;
	packed >>= 1;
	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++) {
		layout->is_ip[i] = packed & 1;
		packed >>= 1;
		layout->word[i] = packed & ((1 << INDEX_BITS) - 1);
		packed >>= INDEX_BITS;
	}
}

static __attribute__((noinline)) trace_event_id_t
open_type(uint16_t id, struct pxt_threadx_layout *layout)
{
	struct pxt_threadx_description description;

	pxt_threadx_describe(&description, layout, sizeof(uint32_t),
			     pxt_threadx_event(id, PXT_THREADX_CURRENT), id);
	atomic_store_explicit(&layouts[id], pack(layout), memory_order_relaxed);
	return firmware_type_open(&types[id], description.name,
				  description.text);
}

trace_event_id_t threadx_event_type(uint16_t id,
				    struct pxt_threadx_layout *layout)
{
	const trace_event_id_t type = firmware_type_id(&types[id]);

	if (__builtin_expect(!type, 0))
		return open_type(id, layout);
	unpack(atomic_load_explicit(&layouts[id], memory_order_relaxed),
	       layout);
	return type;
}
