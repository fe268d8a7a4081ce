/*
 * posix_trace_eventset_add.c - sets of event types
 *
 * Type t is bit t % 64 of word t / 64. The bits of impossible types are
 * never set.
 */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <trace.h>

#include "model/event.h"
#include "session/traced/promised_types.h"

enum { WORD_BITS = 64 };
_Static_assert(sizeof(unsigned long long) * 8 == WORD_BITS, "bits of a word");
_Static_assert(PXT_EVENT_END <= sizeof(trace_event_set_t) * 8,
	       "a set has room for every type");

/* Types that are not opened yet count, so that a full set stays one. */
static bool possible(trace_event_id_t type)
{
	return (type >= PXT_EVENT_SYSTEM_FIRST && type <= PXT_EVENT_UNNAMED) ||
	       (type >= PXT_EVENT_USER_FIRST && type < PXT_EVENT_END);
}

static unsigned long long *word(trace_event_set_t *set, trace_event_id_t type)
{
	return &set->__posix_trace_bits[type / WORD_BITS];
}

static unsigned long long bit(trace_event_id_t type)
{
	return 1ULL << type % WORD_BITS;
}

int posix_trace_eventset_add(trace_event_id_t type, trace_event_set_t *set)
{
	type = pxt_promised_types_resolve(type);
	if (!set || !possible(type))
		return EINVAL;

	*word(set, type) |= bit(type);
	return 0;
}

int posix_trace_eventset_del(trace_event_id_t type, trace_event_set_t *set)
{
	type = pxt_promised_types_resolve(type);
	if (!set || !possible(type))
		return EINVAL;

	*word(set, type) &= ~bit(type);
	return 0;
}

int posix_trace_eventset_empty(trace_event_set_t *set)
{
	if (!set)
		return EINVAL;

	memset(set, 0, sizeof(*set));
	return 0;
}

/*
 * System types that do not concern a process: changes of a stream and its log,
 * and errors of tracing itself. START, STOP and FILTER are not among them, as
 * they show when and how a process is traced.
 */
static bool without_process(trace_event_id_t type)
{
	return type == POSIX_TRACE_ERROR || type == POSIX_TRACE_OVERFLOW ||
	       type == POSIX_TRACE_RESUME || type == POSIX_TRACE_FLUSH_START ||
	       type == POSIX_TRACE_FLUSH_STOP;
}

static bool of_system(trace_event_id_t type)
{
	return type >= PXT_EVENT_SYSTEM_FIRST && type <= PXT_EVENT_SYSTEM_LAST;
}

static void fill(trace_event_set_t *set, bool (*wanted)(trace_event_id_t))
{
	memset(set, 0, sizeof(*set));
	for (trace_event_id_t type = 0; type < PXT_EVENT_END; type++)
		if (wanted(type))
			*word(set, type) |= bit(type);
}

int posix_trace_eventset_fill(trace_event_set_t *set, int what)
{
	if (!set)
		return EINVAL;

	switch (what) {
	case POSIX_TRACE_WOPID_EVENTS:
		fill(set, without_process);
		return 0;
	case POSIX_TRACE_SYSTEM_EVENTS:
		fill(set, of_system);
		return 0;
	case POSIX_TRACE_ALL_EVENTS:
		fill(set, possible);
		return 0;
	default:
		return EINVAL;
	}
}

int posix_trace_eventset_ismember(trace_event_id_t type,
				  const trace_event_set_t *restrict set,
				  int *restrict ismember)
{
	type = pxt_promised_types_resolve(type);
	if (!set || !ismember || !possible(type))
		return EINVAL;

	*ismember =
		(set->__posix_trace_bits[type / WORD_BITS] & bit(type)) != 0;
	return 0;
}
