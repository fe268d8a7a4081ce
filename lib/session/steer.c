/* steer.c - starting, stopping, filtering and clearing a stream */
#include "session/steer.h"

#include <errno.h>
#include <unistd.h>

#include "session/unreached_losses.h"
#include "stream/process_names.h"

enum {
	SET_WORDS = sizeof(trace_event_set_t) / sizeof(unsigned long long),
};

/* The gate, and what the filter says */

uint32_t pxt_steer_gate(const struct pxt_session *session)
{
	return atomic_load_explicit(&session->stream.shared->ring.gate,
				    memory_order_acquire);
}

static void open_gate(struct pxt_session *session, uint32_t bits)
{
	atomic_fetch_or_explicit(&session->stream.shared->ring.gate, bits,
				 memory_order_release);
}

static void shut_gate(struct pxt_session *session, uint32_t bits)
{
	atomic_fetch_and_explicit(&session->stream.shared->ring.gate, ~bits,
				  memory_order_release);
}

static struct pxt_filter *filter_of(const struct pxt_session *session)
{
	return &session->stream.shared->filter;
}

bool pxt_steer_wants(const struct pxt_session *session, uint32_t type)
{
	return !pxt_filter_has(filter_of(session), type);
}

/* Recording */

/* A flush is nothing that the process does. */
static bool is_of_no_process(uint32_t type)
{
	return type == POSIX_TRACE_FLUSH_START ||
	       type == POSIX_TRACE_FLUSH_STOP;
}

static void put_unfiltered(struct pxt_session *session, uint32_t type,
			   uint64_t address, const void *data, size_t len)
{
	const bool own = address && session->process.pid == getpid();
	const struct pxt_writer_self self = {
		.thread = own ? (uint64_t)pthread_self() : 0,
		.pid = is_of_no_process(type) ? 0 :
						(uint32_t)session->process.pid,
		.tid = own ? (uint32_t)gettid() : 0,
	};

	pxt_writer_force(&session->control, &self, type, own ? address : 0,
			 data, len);
}

void pxt_steer_put(struct pxt_session *session, uint32_t type, uint64_t address,
		   const void *data, size_t len)
{
	if (pxt_steer_wants(session, type))
		put_unfiltered(session, type, address, data, len);
}

/* Start and stop */

static bool in_window(const struct pxt_session *session)
{
	return atomic_load_explicit(&session->stream.shared->window,
				    memory_order_relaxed);
}

static void set_window(struct pxt_session *session, bool open)
{
	atomic_store_explicit(&session->stream.shared->window, open,
			      memory_order_relaxed);
}

static void put_start(struct pxt_session *session, uint64_t address)
{
	trace_event_set_t filter;

	pxt_steer_get_filter(session, &filter);
	set_window(session, true);
	pxt_steer_put(session, POSIX_TRACE_START, address, &filter,
		      sizeof(filter));
}

static void put_stop(struct pxt_session *session, uint64_t address,
		     int by_itself)
{
	if (!in_window(session))
		return;
	pxt_steer_put(session, POSIX_TRACE_STOP, address, &by_itself,
		      sizeof(by_itself));
	set_window(session, false);
}

/* A writer that has several streams reads the clock once for all, and then
 * looks at each one's gate: with an older reading it must not find this one
 * open. */
static void begin_window(struct pxt_session *session, uint64_t address)
{
	put_start(session, address);
	pxt_ring_settle(&session->stream.ring);
}

/* Of a full stream START is told when it goes on. */
void pxt_steer_start(struct pxt_session *session, uint64_t address)
{
	if (!(pxt_steer_gate(session) & (PXT_GATE_OPEN | PXT_GATE_FULL))) {
		pxt_unreached_losses_forget(session);
		begin_window(session, address);
	}
	open_gate(session, PXT_GATE_OPEN);
}

/* The gate may be shut already: a controller that died in the middle of this
 * has not recorded STOP. */
void pxt_steer_stop(struct pxt_session *session, uint64_t address)
{
	const bool took = pxt_session_takes_events(session);

	shut_gate(session, PXT_GATE_OPEN);
	pxt_ring_settle(&session->stream.ring);
	pxt_unreached_losses_tell(session, took);
	if (!(pxt_steer_gate(session) & PXT_GATE_FULL))
		put_stop(session, address, 0);
}

bool pxt_steer_note_full(struct pxt_session *session)
{
	if (!(pxt_steer_gate(session) & PXT_GATE_FULL) || !in_window(session))
		return false;
	pxt_ring_settle(&session->stream.ring);
	put_stop(session, 0, 1);
	return true;
}

struct pxt_clock_pair pxt_steer_reopen(struct pxt_session *session)
{
	struct pxt_ring_shared *ring = &session->stream.shared->ring;
	struct pxt_clock_pair now;

	if (pxt_steer_gate(session) & PXT_GATE_OPEN)
		begin_window(session, 0);
	now = pxt_clock_read(session->stream.clock);
	atomic_store_explicit(&ring->full_at, 0, memory_order_relaxed);
	shut_gate(session, PXT_GATE_FULL);
	return now;
}

void pxt_steer_note_empty(struct pxt_session *session)
{
	session->emptied =
		atomic_load_explicit(&session->stream.shared->ring.overwritten,
				     memory_order_relaxed);
}

/* The filter */

void pxt_steer_get_filter(const struct pxt_session *session,
			  trace_event_set_t *set)
{
	pxt_filter_get(filter_of(session), set);
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

/* First both filters are in force, until every writer has seen it; then
 * FILTER is recorded; then, behind all whose reading of the clock is older,
 * the new one alone. So no event that the old one lets pass and the new one
 * does not comes later than FILTER, and none of the opposite kind earlier. */
static void replace_filter(struct pxt_session *session,
			   const trace_event_set_t *set, int how,
			   uint64_t address)
{
	struct {
		trace_event_set_t old, new;
	} told;
	trace_event_set_t both;
	bool any;

	pxt_unreached_losses_tell(session, pxt_session_takes_events(session));
	pxt_steer_get_filter(session, &told.old);
	told.new = told.old;
	any = change(&told.new, set, how);

	both = told.old;
	change(&both, &told.new, POSIX_TRACE_ADD_EVENTSET);
	pxt_filter_set(filter_of(session), &both);
	open_gate(session, PXT_GATE_CHOOSY);
	pxt_ring_settle(&session->stream.ring);
	if (pxt_steer_is_running(pxt_steer_gate(session)) &&
	    !has(&told.new, POSIX_TRACE_FILTER)) {
		put_unfiltered(session, POSIX_TRACE_FILTER, address, &told,
			       sizeof(told));
		pxt_ring_settle(&session->stream.ring);
	}
	pxt_filter_set(filter_of(session), &told.new);
	if (!any)
		shut_gate(session, PXT_GATE_CHOOSY);
}

int pxt_steer_set_filter(struct pxt_session *session,
			 const trace_event_set_t *set, int how,
			 uint64_t address)
{
	if (how != POSIX_TRACE_SET_EVENTSET &&
	    how != POSIX_TRACE_ADD_EVENTSET && how != POSIX_TRACE_SUB_EVENTSET)
		return EINVAL;
	pxt_filter_choose(filter_of(session), NULL);
	replace_filter(session, set, how, address);
	return 0;
}

static void exclude(trace_event_set_t *set, uint32_t type)
{
	set->__posix_trace_bits[type / 64] |= 1ULL << type % 64;
}

/* Types that nobody has named yet are not wanted: with the name comes the word
 * that lets them pass. */
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

/* The names that are there already. */
static void include_named(struct pxt_session *session, const char *choice,
			  trace_event_set_t *set)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (!pxt_process_name(&session->process, type, name) &&
		    pxt_choice_wants(choice, name))
			include(set, type);
}

static void pass_named(struct pxt_session *session)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (!pxt_process_name(&session->process, type, name))
			pxt_filter_name_opened(filter_of(session), type, name);
}

/* The names that are there before FILTER, so that it tells of them; and again
 * behind it, as some may have come that it did away with. */
int pxt_steer_choose(struct pxt_session *session, const char *choice,
		     uint64_t address)
{
	trace_event_set_t set = { 0 };

	if (choice && !pxt_choice_is_sound(choice))
		return EINVAL;
	if (choice) {
		exclude_unnamed(choice, &set);
		include_named(session, choice, &set);
	}
	pxt_filter_choose(filter_of(session), choice);
	replace_filter(session, &set, POSIX_TRACE_SET_EVENTSET, address);
	if (choice)
		pass_named(session);
	return 0;
}

/* Clearing */

static void forget_events(struct pxt_session *session)
{
	struct pxt_stream *stream = &session->stream;

	/* Should we die, what was taken is known from the log alone. */
	atomic_store_explicit(&stream->shared->cleared,
			      pxt_clock_ticks(stream->clock),
			      memory_order_relaxed);
	pxt_merge_reset(session->merge);
	pxt_live_forget(session->live);
	pxt_unreached_losses_forget(session);
	session->pending = 0;
	session->missed = pxt_ring_missed(&stream->ring);
	pxt_steer_note_empty(session);
	atomic_store_explicit(&stream->shared->ring.full_at, 0,
			      memory_order_relaxed);
}

static void clear_filter(struct pxt_session *session)
{
	static const trace_event_set_t none;

	pxt_filter_choose(filter_of(session), NULL);
	pxt_filter_set(filter_of(session), &none);
	shut_gate(session, PXT_GATE_CHOOSY);
}

/* What is recorded meanwhile would be thrown away with the rest. A stream
 * that had stopped by itself stays stopped. */
void pxt_steer_clear(struct pxt_session *session)
{
	uint32_t gate;

	gate = pxt_steer_gate(session);
	shut_gate(session, PXT_GATE_OPEN);
	pxt_ring_settle(&session->stream.ring);
	gate |= pxt_steer_gate(session) & PXT_GATE_FULL;

	forget_events(session);
	clear_filter(session);
	if (session->flusher)
		pxt_flusher_forget(session->flusher);
	shut_gate(session, PXT_GATE_FULL);
	if (gate & PXT_GATE_FULL)
		set_window(session, false);
	else
		open_gate(session, gate & PXT_GATE_OPEN);
}
