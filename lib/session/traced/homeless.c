/* homeless.c - see homeless.h; H1 to H3 are its clauses */
#include "session/traced/homeless.h"

#include <errno.h>
#include <sys/mman.h>

#include "base/address_space.h"
#include "base/clock.h"
#include "base/pages.h"
#include "base/resident.h"
#include "session/traced/home.h"
#include "session/traced/promised_types.h"
#include "stream/process_names.h"
#include "stream/process_streams.h"
#include "stream/stream.h"
#include "stream/unreached.h"

enum {
	/* Rows: one per stream, one of events since the last look, and one
	 * since the look before. */
	RECENT = TRACE_SYS_MAX,
	BEFORE,
	ROWS,
	FINE_NS = 20000000, /* times of files are coarser */
};

/* Streams by number. */
static struct {
	struct pxt_shm_birth birth; /* inode 0: none */
	int64_t since_ns;
} streams[TRACE_SYS_MAX];
static _Atomic uint64_t counted; /* a bit for each stream with counts */

/* Rows of counts by type; or, without memory for these, in total. */
static _Atomic uint64_t untyped[ROWS];
static _Atomic uint64_t *typed;
static _Atomic int64_t latest_ns; /* last event; CLOCK_REALTIME */

static int64_t changed_ns, looked_ns; /* last change of the directory;
				       * CLOCK_REALTIME */
static int why;

/* Heritage of the parent; see pxt_process_heir(). NULL: none. */
static struct pxt_process *parent PXT_RESIDENT;
static struct pxt_process_heir heirs[PXT_PROCESS_SLOTS];
static uint64_t heir_slots PXT_RESIDENT;

_Static_assert(TRACE_SYS_MAX <= 64 && PXT_PROCESS_SLOTS <= 64,
	       "a bit for each");

static uint64_t bit(size_t i)
{
	return UINT64_C(1) << i;
}

static int64_t now_ns(void)
{
	return pxt_clock_ns(CLOCK_REALTIME_COARSE);
}

/* Counts */

static _Atomic uint64_t *row_of(size_t row)
{
	return typed ? typed + row * PXT_PROMISED_TYPES_END : &untyped[row];
}

static size_t row_end(void)
{
	return typed ? PXT_PROMISED_TYPES_END : 1;
}

static uint64_t take(_Atomic uint64_t *count)
{
	return atomic_load_explicit(count, memory_order_seq_cst) ?
		       atomic_exchange_explicit(count, 0,
						memory_order_seq_cst) :
		       0;
}

static void clear_row(size_t row)
{
	for (size_t i = 0; i < row_end(); i++)
		take(&row_of(row)[i]);
}

static void set_recent_aside(void)
{
	for (size_t i = 0; i < row_end(); i++)
		atomic_store_explicit(&row_of(BEFORE)[i],
				      take(&row_of(RECENT)[i]),
				      memory_order_seq_cst);
}

static void copy_recent(size_t row)
{
	for (size_t i = 0; i < row_end(); i++) {
		const uint64_t n =
			atomic_load_explicit(&row_of(BEFORE)[i],
					     memory_order_seq_cst) +
			atomic_load_explicit(&row_of(RECENT)[i],
					     memory_order_seq_cst); /* H3 */

		if (n)
			atomic_fetch_add_explicit(&row_of(row)[i], n,
						  memory_order_seq_cst);
	}
}

/* Counts of a parent are cleared. */
static void begin_counts(void)
{
	const size_t size = ROWS * PXT_PROMISED_TYPES_END * sizeof(*typed);

	atomic_store_explicit(&counted, 0, memory_order_seq_cst);
	for (size_t i = 0; i < TRACE_SYS_MAX; i++)
		streams[i].birth.inode = 0;
	for (size_t i = 0; i < ROWS; i++)
		atomic_store_explicit(&untyped[i], 0, memory_order_seq_cst);
	if (typed && !madvise(typed, size, MADV_DONTNEED))
		return;
	typed = NULL;
	if (size > pxt_address_space_share(0))
		return;
	typed = pxt_pages_map(size);
}

/* Inherited streams */

static bool is_handed_on(size_t slot)
{
	return heir_slots & bit(slot) &&
	       atomic_load_explicit(&parent->shared->slot[slot].nonce,
				    memory_order_relaxed) == heirs[slot].nonce;
}

static bool is_number_handed_on(unsigned number)
{
	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS; slot++)
		if (is_handed_on(slot) && heirs[slot].number == number)
			return true;
	return false;
}

void pxt_homeless_inherit(struct pxt_process *from, bool handed_on)
{
	parent = from;
	heir_slots = 0;
	for (size_t slot = 0; handed_on && slot < PXT_PROCESS_SLOTS; slot++)
		if (pxt_process_heir(from, slot, UINT64_MAX, &heirs[slot]))
			heir_slots |= bit(slot);
}

/* Streams */

static void forget_stream(unsigned number)
{
	atomic_fetch_and_explicit(&counted, ~bit(number), memory_order_seq_cst);
	if (streams[number].birth.inode)
		clear_row(number);
	streams[number].birth.inode = 0;
}

static void look_at(unsigned number, bool first)
{
	struct pxt_shm_birth *known = &streams[number].birth;
	struct pxt_shm_birth birth;
	int err = is_number_handed_on(number) ?
			  ENOENT :
			  pxt_stream_birth(number, &birth);

	if (err && err != ENOENT)
		return;
	if (!err && birth.inode == known->inode && birth.ns == known->ns)
		return;
	forget_stream(number);
	if (err)
		return;
	*known = birth;
	streams[number].since_ns = first || !birth.ns ? now_ns() : birth.ns;
	atomic_fetch_or_explicit(&counted, bit(number),
				 memory_order_seq_cst); /* H3 */
	if (!first &&
	    birth.ns <= atomic_load_explicit(&latest_ns, memory_order_seq_cst))
		copy_recent(number);
}

static bool may_have_changed(void)
{
	const int64_t before_ns = changed_ns;

	return pxt_shm_changed(&changed_ns) || changed_ns != before_ns ||
	       looked_ns - changed_ns < FINE_NS;
}

static void look(bool first)
{
	const int64_t time_ns = now_ns();

	set_recent_aside(); /* H3 */
	if (may_have_changed() || first)
		for (unsigned number = 0; number < TRACE_SYS_MAX; number++)
			look_at(number, first);
	looked_ns = time_ns;
}

void pxt_homeless_wait(int reason, bool first)
{
	why = reason;
	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS; slot++)
		if (is_handed_on(slot))
			pxt_unreached_begin_beside(parent, slot,
						   heirs[slot].nonce, reason);
	if (first)
		begin_counts();
	look(first);
}

static void note(uint32_t type)
{
	const size_t i = typed ? type : 0;
	uint64_t wanting;

	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS && heir_slots; slot++)
		if (is_handed_on(slot))
			pxt_unreached_note(parent, slot, type);
	atomic_store_explicit(&latest_ns, now_ns(), memory_order_seq_cst);
	atomic_fetch_add_explicit(&row_of(RECENT)[i], 1, memory_order_seq_cst);
	wanting = atomic_load_explicit(&counted, memory_order_seq_cst); /* H3 */
	for (size_t row = 0; wanting; row++, wanting >>= 1)
		if (wanting & 1)
			atomic_fetch_add_explicit(&row_of(row)[i], 1,
						  memory_order_seq_cst);
}

static void bring_row(struct pxt_process *process, size_t slot, uint64_t nonce,
		      size_t row)
{
	for (size_t i = 0; i < row_end(); i++) {
		const uint64_t n = take(&row_of(row)[i]);

		if (!n)
			continue;
		pxt_unreached_begin_beside(process, slot, nonce, why);
		pxt_unreached_since(process, slot,
				    (uint64_t)streams[row].since_ns);
		pxt_unreached_add(
			process, slot,
			typed ? pxt_promised_types_resolve((uint32_t)i) :
				PXT_EVENT_END,
			n);
	}
}

/* Required even without missing events: promised names have not been announced
 * to the stream. */
static void bring_slot(struct pxt_process *process, size_t slot, bool late)
{
	const uint64_t nonce = atomic_load_explicit(
		&process->shared->slot[slot].nonce, memory_order_acquire);
	const uint32_t number = atomic_load_explicit(
		&process->shared->slot[slot].number, memory_order_relaxed);

	if (!nonce)
		return;
	if (!late)
		pxt_unreached_begin(process, slot, nonce, why);
	if (number < TRACE_SYS_MAX &&
	    atomic_load_explicit(&counted, memory_order_seq_cst) & bit(number))
		bring_row(process, slot, nonce, number);
}

void pxt_homeless_bring(struct pxt_process *process, bool late)
{
	if (!late)
		look(false);
	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS; slot++)
		bring_slot(process, slot, late);
}

/* Types that are not opened are not recorded. */
static bool has_name(uint32_t type)
{
	return type == POSIX_TRACE_UNNAMED_USEREVENT ||
	       pxt_promised_types_has(type) ||
	       (parent && parent->shared && pxt_process_has_type(parent, type));
}

void pxt_homeless_miss(uint32_t type)
{
	struct pxt_process *process = pxt_home_file();
	int saved_errno = errno;
	struct pxt_home_guard guard;

	if (pxt_home_is_locked_here() || !has_name(type))
		return;
	note(type);
	atomic_thread_fence(memory_order_seq_cst);
	if (!atomic_load_explicit(&pxt_home->word,
				  memory_order_seq_cst)) /* H1 */
		return;
	pxt_home_lock(&guard);
	if (process->shared)
		pxt_homeless_bring(process, true);
	pxt_home_unlock(&guard);
	errno = saved_errno;
}
