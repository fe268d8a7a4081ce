/* buffer.c - the memory that the firmware gave to its trace */
#include "firmware/threadx/buffer.h"

#include <string.h>

#include "base/load.h"
#include "firmware/threadx/clock.h"
#include "format/threadx/import/data.h"
#include "format/threadx/kinds.h"

enum {
	WORD = 4, /* bytes */
	HEADER = PXT_THREADX_HEADER_WORDS * WORD,
	NAME = 32, /* of a registry slot, unless the program says another
		      * size */

	/* Bytes of a registry slot. */
	AVAILABLE = 0,
	TYPE,
	RESERVED_1,
	RESERVED_2,
	ADDRESS,
	NAME_AT = 16,
};

TX_TRACE_HEADER *_tx_trace_header_ptr;
TX_TRACE_OBJECT_ENTRY *_tx_trace_registry_start_ptr;
TX_TRACE_OBJECT_ENTRY *_tx_trace_registry_end_ptr;
TX_TRACE_BUFFER_ENTRY *_tx_trace_buffer_start_ptr;
TX_TRACE_BUFFER_ENTRY *_tx_trace_buffer_end_ptr;
TX_TRACE_BUFFER_ENTRY *_tx_trace_buffer_current_ptr;
ULONG _tx_trace_simulated_time;
ULONG _tx_trace_total_registry_entries;
ULONG _tx_trace_available_registry_entries;
ULONG _tx_trace_registry_search_start;

THREADX_VISIBLE unsigned pxt_threadx_name_size(void) __attribute__((weak));

static size_t name_size(void)
{
	return pxt_threadx_name_size ? pxt_threadx_name_size() : NAME;
}

static size_t slot_size(void)
{
	return PXT_THREADX_OBJECT_WORDS * WORD + name_size();
}

static uint8_t *bytes(void *structure)
{
	return structure;
}

uint64_t threadx_buffer_least(uint32_t registry_slots)
{
	return HEADER + (uint64_t)registry_slots * slot_size() +
	       THREADX_BUFFER_EVENT;
}

static void put_header(uint8_t *at)
{
	const uint32_t words[PXT_THREADX_HEADER_WORDS] = {
		PXT_THREADX_ID,
		threadx_clock_mask(),
		threadx_buffer_word_of(at),
		threadx_buffer_word_of(_tx_trace_registry_start_ptr),
		0,
		threadx_buffer_word_of(_tx_trace_registry_end_ptr),
		threadx_buffer_word_of(_tx_trace_buffer_start_ptr),
		threadx_buffer_word_of(_tx_trace_buffer_end_ptr),
		threadx_buffer_word_of(_tx_trace_buffer_start_ptr),
		0xaaaaaaaa,
		0xbbbbbbbb,
		0xcccccccc,
	};
	const uint16_t halves[2] = { 0, (uint16_t)name_size() };

	memcpy(at, words, sizeof(words));
	memcpy(at + 4 * WORD, halves, sizeof(halves));
}

static void clear_slots(uint8_t *registry, uint8_t *events, uint8_t *end)
{
	for (; registry < events; registry += slot_size()) {
		memset(registry, 0, ADDRESS + WORD);
		registry[AVAILABLE] = 1;
	}
	for (; events < end; events += THREADX_BUFFER_EVENT)
		threadx_buffer_set(events, PXT_THREADX_CONTEXT,
				   PXT_THREADX_UNUSED);
}

_Atomic unsigned threadx_buffer_begun;

/* True from threadx_buffer_begin() to threadx_buffer_start(). */
static bool is_begun;

bool threadx_buffer_is_begun(void)
{
	return __atomic_load_n(&is_begun, __ATOMIC_RELAXED);
}

void threadx_buffer_begin(void *start, uint32_t size, uint32_t registry_slots)
{
	uint8_t *const registry = bytes(start) + HEADER;
	uint8_t *const events = registry + (size_t)registry_slots * slot_size();
	const size_t room = size - (size_t)(events - bytes(start));
	uint8_t *const end =
		events + room / THREADX_BUFFER_EVENT * THREADX_BUFFER_EVENT;

	__atomic_store_n(&is_begun, true, __ATOMIC_SEQ_CST);
	atomic_fetch_add_explicit(&threadx_buffer_begun, 1,
				  memory_order_seq_cst);
	__atomic_store_n(&_tx_trace_header_ptr, start, __ATOMIC_RELAXED);
	_tx_trace_registry_start_ptr = (void *)registry;
	_tx_trace_registry_end_ptr = (void *)events;
	_tx_trace_buffer_start_ptr = (void *)events;
	_tx_trace_buffer_end_ptr = (void *)end;
	_tx_trace_total_registry_entries = registry_slots;
	_tx_trace_available_registry_entries = registry_slots;
	_tx_trace_registry_search_start = 0;
	put_header(start);
	clear_slots(registry, events, end);
	threadx_clock_restart();
}

void threadx_buffer_start(void)
{
	__atomic_store_n(&_tx_trace_buffer_current_ptr,
			 _tx_trace_buffer_start_ptr, __ATOMIC_SEQ_CST);
	__atomic_store_n(&is_begun, false, __ATOMIC_SEQ_CST);
}

void threadx_buffer_clear(void)
{
	threadx_buffer_end();
	__atomic_store_n(&_tx_trace_header_ptr, NULL, __ATOMIC_RELAXED);
	_tx_trace_registry_end_ptr = NULL;
	_tx_trace_buffer_start_ptr = NULL;
	_tx_trace_buffer_end_ptr = NULL;
}

void threadx_buffer_end(void)
{
	__atomic_store_n(&_tx_trace_buffer_current_ptr, NULL, __ATOMIC_RELEASE);
	_tx_trace_registry_start_ptr = NULL;
}

static void put_slot(void *at, const uint64_t word[PXT_THREADX_SLOT_WORDS])
{
	for (unsigned i = 0; i < PXT_THREADX_SLOT_WORDS; i++)
		threadx_buffer_set(at, i, (uint32_t)pxt_load64(&word[i]));
}

bool threadx_buffer_put(const uint64_t word[PXT_THREADX_SLOT_WORDS],
			bool *is_full)
{
	const struct threadx_buffer_place place = threadx_buffer_next();

	if (!place.slot)
		return false;
	put_slot(place.slot, word);
	return threadx_buffer_step(place, is_full);
}

/* Registry */

/* The registry as it was at a moment: a handler may end it meanwhile. */
struct registry {
	uint8_t *start; /* NULL: there is none */
	size_t total;
};

static struct registry registry_now(void)
{
	return (struct registry){
		.start = (uint8_t *)__atomic_load_n(
			&_tx_trace_registry_start_ptr, __ATOMIC_RELAXED),
		.total = _tx_trace_total_registry_entries,
	};
}

static bool is_still(const struct registry *registry)
{
	return (uint8_t *)__atomic_load_n(&_tx_trace_registry_start_ptr,
					  __ATOMIC_RELAXED) == registry->start;
}

static uint8_t *slot_at(const struct registry *registry, size_t index)
{
	return registry->start + index * slot_size();
}

static uint32_t address_at(const uint8_t *slot)
{
	uint32_t address;

	memcpy(&address, slot + ADDRESS, sizeof(address));
	return address;
}

/* Finds a slot that is available: from the place of the last change on, one
 * that was never used or had the same address; else the last of them. */
static size_t find_slot(const struct registry *registry, uint32_t address)
{
	const size_t total = registry->total;
	size_t index = _tx_trace_registry_search_start;
	size_t found = PXT_THREADX_NO_SLOT;

	for (size_t i = 0; i < total; i++, index++) {
		const uint8_t *slot;

		if (index >= total)
			index = 0;
		slot = slot_at(registry, index);
		if (!slot[AVAILABLE])
			continue;
		found = index;
		if (!slot[TYPE] || address_at(slot) == address)
			break;
	}
	return found;
}

static void fill_slot(uint8_t *at, const struct pxt_threadx_slot *object)
{
	const size_t most = name_size() - 1;
	const size_t len = object->name_len < most ? object->name_len : most;

	at[AVAILABLE] = 0;
	at[TYPE] = object->type;
	at[RESERVED_1] = object->reserved1;
	at[RESERVED_2] = object->reserved2;
	threadx_buffer_set(at, 1, (uint32_t)object->address);
	threadx_buffer_set(at, 2, (uint32_t)object->parameter[0]);
	threadx_buffer_set(at, 3, (uint32_t)object->parameter[1]);
	memcpy(at + NAME_AT, object->name, len);
	at[NAME_AT + len] = '\0';
}

size_t threadx_buffer_enter(const struct pxt_threadx_slot *object)
{
	const struct registry registry = registry_now();
	size_t found;

	if (!registry.start || !_tx_trace_available_registry_entries)
		return PXT_THREADX_NO_SLOT;
	found = find_slot(&registry, (uint32_t)object->address);
	if (found == PXT_THREADX_NO_SLOT)
		return found;
	fill_slot(slot_at(&registry, found), object);
	if (is_still(&registry)) {
		_tx_trace_available_registry_entries--;
		_tx_trace_registry_search_start =
			(ULONG)((found + 1) % registry.total);
	}
	return found;
}

void threadx_buffer_leave(uint32_t address)
{
	const struct registry registry = registry_now();
	size_t index = 0;
	uint8_t *slot;

	if (!registry.start)
		return;
	while (index < registry.total &&
	       address_at(slot_at(&registry, index)) != address)
		index++;
	if (index == registry.total)
		return;
	slot = slot_at(&registry, index);
	if (is_still(&registry)) {
		_tx_trace_available_registry_entries += !slot[AVAILABLE];
		_tx_trace_registry_search_start = (ULONG)index;
	}
	slot[AVAILABLE] = 1;
}
