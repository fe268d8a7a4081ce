/* steer.c - starting, stopping, filtering and clearing a stream */
#include "session/steer.h"

#include <errno.h>
#include <unistd.h>

#include "session/unreached_losses.h"
#include "stream/process_names.h"

enum {
	SET_WORDS = sizeof(trace_event_set_t) / sizeof(unsigned long long),
};

/* Gate and filter */

static void open_gate(struct pxt_controller *controller, uint32_t bits)
{
	atomic_fetch_or_explicit(&controller->stream.shared->ring.gate, bits,
				 memory_order_release);
}

static void shut_gate(struct pxt_controller *controller, uint32_t bits)
{
	atomic_fetch_and_explicit(&controller->stream.shared->ring.gate, ~bits,
				  memory_order_release);
}

static struct pxt_filter *filter_of(const struct pxt_controller *controller)
{
	return &controller->stream.shared->filter;
}

bool pxt_steer_wants(const struct pxt_controller *controller, uint32_t type)
{
	return !pxt_filter_has(filter_of(controller), type);
}

/* Recording */

/* Flushes concern no process. */
static bool is_of_no_process(uint32_t type)
{
	return type == POSIX_TRACE_FLUSH_START ||
	       type == POSIX_TRACE_FLUSH_STOP;
}

static void put_unfiltered(struct pxt_controller *controller, uint32_t type,
			   uint64_t address, const void *data, size_t len)
{
	const bool own = address && pxt_process_is_own(&controller->process);
	const struct pxt_writer_self self = {
		.thread = own ? (uint64_t)pthread_self() : 0,
		.pid = is_of_no_process(type) ?
			       0 :
			       (uint32_t)controller->process.id.pid,
		.tid = own ? (uint32_t)gettid() : 0,
	};

	pxt_writer_force(&controller->writer, &self, type, own ? address : 0,
			 data, len);
}

void pxt_steer_put(struct pxt_controller *controller, uint32_t type,
		   uint64_t address, const void *data, size_t len)
{
	if (pxt_steer_wants(controller, type))
		put_unfiltered(controller, type, address, data, len);
}

/* Start and stop */

static bool in_window(const struct pxt_controller *controller)
{
	return atomic_load_explicit(&controller->stream.shared->window,
				    memory_order_relaxed);
}

static void set_window(struct pxt_controller *controller, bool open)
{
	atomic_store_explicit(&controller->stream.shared->window, open,
			      memory_order_relaxed);
}

static void put_start(struct pxt_controller *controller, uint64_t address)
{
	trace_event_set_t filter;

	pxt_steer_get_filter(controller, &filter);
	set_window(controller, true);
	pxt_steer_put(controller, POSIX_TRACE_START, address, &filter,
		      sizeof(filter));
}

static void put_stop(struct pxt_controller *controller, uint64_t address,
		     int by_itself)
{
	if (!in_window(controller))
		return;
	pxt_steer_put(controller, POSIX_TRACE_STOP, address, &by_itself,
		      sizeof(by_itself));
	set_window(controller, false);
}

/* A writer with several streams reads the clock once, and then looks at each
 * gate: with an older reading it must not find this one open. */
static void begin_window(struct pxt_controller *controller, uint64_t address)
{
	put_start(controller, address);
	pxt_ring_settle(&controller->stream.ring);
}

/* A full stream records START when it goes on. */
void pxt_steer_start(struct pxt_controller *controller, uint64_t address)
{
	if (!(pxt_controller_gate(controller) &
	      (PXT_GATE_OPEN | PXT_GATE_FULL))) {
		pxt_unreached_losses_forget(controller);
		begin_window(controller, address);
	}
	open_gate(controller, PXT_GATE_OPEN);
}

/* The gate may be shut already: a controller that died meanwhile has not
 * recorded STOP. */
void pxt_steer_stop(struct pxt_controller *controller, uint64_t address)
{
	const bool took = pxt_controller_takes_events(controller);

	shut_gate(controller, PXT_GATE_OPEN);
	pxt_ring_settle(&controller->stream.ring);
	pxt_unreached_losses_tell(controller, took);
	if (!(pxt_controller_gate(controller) & PXT_GATE_FULL))
		put_stop(controller, address, 0);
}

bool pxt_steer_note_full(struct pxt_controller *controller)
{
	if (!(pxt_controller_gate(controller) & PXT_GATE_FULL) ||
	    !in_window(controller))
		return false;
	pxt_ring_settle(&controller->stream.ring);
	put_stop(controller, 0, 1);
	return true;
}

struct pxt_clock_pair pxt_steer_reopen(struct pxt_controller *controller)
{
	struct pxt_ring_shared *ring = &controller->stream.shared->ring;
	struct pxt_clock_pair now;

	if (pxt_controller_gate(controller) & PXT_GATE_OPEN)
		begin_window(controller, 0);
	now = pxt_clock_read(controller->stream.clock);
	atomic_store_explicit(&ring->full_at, 0, memory_order_relaxed);
	shut_gate(controller, PXT_GATE_FULL);
	return now;
}

void pxt_steer_note_empty(struct pxt_controller *controller)
{
	struct pxt_ring_shared *ring = &controller->stream.shared->ring;

	atomic_store_explicit(
		&ring->emptied,
		atomic_load_explicit(&ring->overwritten, memory_order_relaxed),
		memory_order_seq_cst);
}

/* The filter */

void pxt_steer_get_filter(const struct pxt_controller *controller,
			  trace_event_set_t *set)
{
	pxt_filter_get(filter_of(controller), set);
}

static bool change(trace_event_set_t *filter, const trace_event_set_t *set,
		   int how)
{
	bool any = false;

	for (size_t i = 0; i < SET_WORDS; i++) {
		unsigned long long *word = &filter->__posix_trace_bits[i];

		if (how == POSIX_TRACE_SET_EVENTSET)
			*word = set->__posix_trace_bits[i];
		else if (how == POSIX_TRACE_ADD_EVENTSET)
			*word |= set->__posix_trace_bits[i];
		else
			*word &= ~set->__posix_trace_bits[i];
		any |= *word;
	}
	return any;
}

static bool has(const trace_event_set_t *set, uint32_t type)
{
	return set->__posix_trace_bits[type / 64] >> type % 64 & 1;
}

/* First both filters are in force, until every writer has seen it; then FILTER
 * is recorded; then, after all older readings of the clock, the new filter
 * alone. So no event that only the old filter passes comes later than FILTER,
 * and none that only the new one passes earlier. */
static void replace_filter(struct pxt_controller *controller,
			   const trace_event_set_t *set, int how,
			   uint64_t address)
{
	struct {
		trace_event_set_t old, new;
	} told;
	trace_event_set_t both;
	bool any;

	pxt_unreached_losses_tell(controller,
				  pxt_controller_takes_events(controller));
	pxt_steer_get_filter(controller, &told.old);
	told.new = told.old;
	any = change(&told.new, set, how);

	both = told.old;
	change(&both, &told.new, POSIX_TRACE_ADD_EVENTSET);
	pxt_filter_set(filter_of(controller), &both);
	open_gate(controller, PXT_GATE_CHOOSY);
	pxt_ring_settle(&controller->stream.ring);
	if (pxt_controller_gate_runs(pxt_controller_gate(controller)) &&
	    !has(&told.new, POSIX_TRACE_FILTER)) {
		put_unfiltered(controller, POSIX_TRACE_FILTER, address, &told,
			       sizeof(told));
		pxt_ring_settle(&controller->stream.ring);
	}
	pxt_filter_set(filter_of(controller), &told.new);
	if (!any)
		shut_gate(controller, PXT_GATE_CHOOSY);
}

int pxt_steer_set_filter(struct pxt_controller *controller,
			 const trace_event_set_t *set, int how,
			 uint64_t address)
{
	if (how != POSIX_TRACE_SET_EVENTSET &&
	    how != POSIX_TRACE_ADD_EVENTSET && how != POSIX_TRACE_SUB_EVENTSET)
		return EINVAL;
	pxt_filter_choose(filter_of(controller), NULL);
	replace_filter(controller, set, how, address);
	return 0;
}

static void exclude(trace_event_set_t *set, uint32_t type)
{
	set->__posix_trace_bits[type / 64] |= 1ULL << type % 64;
}

/* Types without a name are excluded: opening the name includes them. */
static void exclude_unnamed(const char *choice, trace_event_set_t *set)
{
	if (!pxt_choice_wants(choice,
			      pxt_event_predefined_name(PXT_EVENT_UNNAMED)))
		exclude(set, PXT_EVENT_UNNAMED);
	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		exclude(set, type);
}

static void include(trace_event_set_t *set, uint32_t type)
{
	set->__posix_trace_bits[type / 64] &= ~(1ULL << type % 64);
}

/* Includes existing names. */
static void include_named(struct pxt_controller *controller, const char *choice,
			  trace_event_set_t *set)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (!pxt_process_name(&controller->process, type, name) &&
		    pxt_choice_wants(choice, name))
			include(set, type);
}

static void pass_named(struct pxt_controller *controller)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (!pxt_process_name(&controller->process, type, name))
			pxt_filter_name_opened(filter_of(controller), type,
					       name);
}

/* Names before FILTER are part of it; a second pass includes those that FILTER
 * has excluded again. */
int pxt_steer_choose(struct pxt_controller *controller, const char *choice,
		     uint64_t address)
{
	trace_event_set_t set = { 0 };

	if (choice && !pxt_choice_is_sound(choice))
		return EINVAL;
	if (choice) {
		exclude_unnamed(choice, &set);
		include_named(controller, choice, &set);
	}
	pxt_filter_choose(filter_of(controller), choice);
	replace_filter(controller, &set, POSIX_TRACE_SET_EVENTSET, address);
	if (choice)
		pass_named(controller);
	return 0;
}

/* Clearing */

static void forget_events(struct pxt_controller *controller)
{
	struct pxt_stream *stream = &controller->stream;

	/* A successor knows only from the log what was taken. */
	atomic_store_explicit(&stream->shared->cleared,
			      pxt_clock_ticks(stream->clock),
			      memory_order_relaxed);
	pxt_merge_reset(controller->merge);
	pxt_live_forget(controller->live);
	pxt_unreached_losses_forget(controller);
	atomic_store_explicit(&controller->missed,
			      pxt_ring_missed(&stream->ring),
			      memory_order_seq_cst);
	pxt_steer_note_empty(controller);
	atomic_store_explicit(&stream->shared->ring.full_at, 0,
			      memory_order_relaxed);
}

static void clear_filter(struct pxt_controller *controller)
{
	static const trace_event_set_t none;

	pxt_filter_choose(filter_of(controller), NULL);
	pxt_filter_set(filter_of(controller), &none);
	shut_gate(controller, PXT_GATE_CHOOSY);
}

/* Events that are recorded meanwhile would be thrown away with the rest. */
uint32_t pxt_steer_begin_clear(struct pxt_controller *controller)
{
	uint32_t gate;

	gate = pxt_controller_gate(controller);
	shut_gate(controller, PXT_GATE_OPEN);
	pxt_ring_settle(&controller->stream.ring);
	gate |= pxt_controller_gate(controller) & PXT_GATE_FULL;

	forget_events(controller);
	clear_filter(controller);
	return gate;
}

/* A stream that had stopped by itself stays stopped. */
void pxt_steer_end_clear(struct pxt_controller *controller, uint32_t gate)
{
	shut_gate(controller, PXT_GATE_FULL);
	if (gate & PXT_GATE_FULL)
		set_window(controller, false);
	else
		open_gate(controller, gate & PXT_GATE_OPEN);
}
