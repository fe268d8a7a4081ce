/*
 * c11.c - the types and values of <trace.h>, which C11 can tell apart
 */
#include <trace.h>

#define HAS_TYPE(expression, type) _Generic((expression), type : 1, default : 0)

#define DIFFER(a, b) _Static_assert((a) != (b), #a " and " #b " differ")

#define DIFFER3(a, b, c) \
	DIFFER(a, b);    \
	DIFFER(a, c);    \
	DIFFER(b, c)

/* HDR-02 */
_Static_assert(HAS_TYPE(sizeof(int), size_t), "size_t");

/* HDR-03 */
#define MEMBER(structure, member, type)                                    \
	_Static_assert(HAS_TYPE(&((struct structure *)0)->member, type *), \
		       #member)

MEMBER(posix_trace_event_info, posix_event_id, trace_event_id_t);
MEMBER(posix_trace_event_info, posix_pid, pid_t);
MEMBER(posix_trace_event_info, posix_prog_address, void *);
MEMBER(posix_trace_event_info, posix_thread_id, pthread_t);
MEMBER(posix_trace_event_info, posix_timestamp, struct timespec);
MEMBER(posix_trace_event_info, posix_truncation_status, int);

/* HDR-04 */
MEMBER(posix_trace_status_info, posix_stream_status, int);
MEMBER(posix_trace_status_info, posix_stream_full_status, int);
MEMBER(posix_trace_status_info, posix_stream_overrun_status, int);
MEMBER(posix_trace_status_info, posix_stream_flush_status, int);
MEMBER(posix_trace_status_info, posix_stream_flush_error, int);
MEMBER(posix_trace_status_info, posix_log_overrun_status, int);
MEMBER(posix_trace_status_info, posix_log_full_status, int);

/* HDR-05 HDR-24 */
DIFFER3(POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_FLUSH);
DIFFER3(POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_APPEND);
DIFFER(POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND);

/* HDR-06 */
DIFFER(POSIX_TRACE_CLOSE_FOR_CHILD, POSIX_TRACE_INHERITED);

/* HDR-07 */
DIFFER(POSIX_TRACE_RUNNING, POSIX_TRACE_SUSPENDED);
DIFFER(POSIX_TRACE_FULL, POSIX_TRACE_NOT_FULL);
DIFFER(POSIX_TRACE_OVERRUN, POSIX_TRACE_NO_OVERRUN);
DIFFER(POSIX_TRACE_FLUSHING, POSIX_TRACE_NOT_FLUSHING);

/* HDR-08 */
DIFFER3(POSIX_TRACE_NOT_TRUNCATED, POSIX_TRACE_TRUNCATED_RECORD,
	POSIX_TRACE_TRUNCATED_READ);

/* HDR-09 */
DIFFER3(POSIX_TRACE_WOPID_EVENTS, POSIX_TRACE_SYSTEM_EVENTS,
	POSIX_TRACE_ALL_EVENTS);

/* HDR-10 */
DIFFER3(POSIX_TRACE_SET_EVENTSET, POSIX_TRACE_ADD_EVENTSET,
	POSIX_TRACE_SUB_EVENTSET);

/* HDR-13 */
_Static_assert(POSIX_TRACE_NO_OVERRUN == 0, "reading resets to zero");

/* HDR-11: that they differ is checked by a switch in c99.c. */
#define EVENT(name) \
	_Static_assert(HAS_TYPE(name, trace_event_id_t), #name " is a type")

EVENT(POSIX_TRACE_ERROR);
EVENT(POSIX_TRACE_START);
EVENT(POSIX_TRACE_STOP);
EVENT(POSIX_TRACE_FILTER);
EVENT(POSIX_TRACE_OVERFLOW);
EVENT(POSIX_TRACE_RESUME);
EVENT(POSIX_TRACE_FLUSH_START);
EVENT(POSIX_TRACE_FLUSH_STOP);
EVENT(POSIX_TRACE_UNNAMED_USEREVENT);
EVENT(POSIX_TRACE_UNNAMED_USER_EVENT);

/* HDR-12 */
_Static_assert(POSIX_TRACE_UNNAMED_USER_EVENT == POSIX_TRACE_UNNAMED_USEREVENT,
	       "both spellings are one type");

/* HDR-22: a set is nothing but its words. */
_Static_assert(HAS_TYPE(&((trace_event_set_t *)0)->__posix_trace_bits[0],
			unsigned long long *) &&
		       sizeof(((trace_event_set_t *)0)->__posix_trace_bits) ==
			       sizeof(trace_event_set_t),
	       "no pointers inside a set");

/* HDR-25: halves are lost in integers. */
_Static_assert((trace_id_t)0.5 == 0 && (trace_id_t)1 / 2 == 0,
	       "trace_id_t is an integer type");
_Static_assert((trace_event_id_t)0.5 == 0 && (trace_event_id_t)1 / 2 == 0,
	       "trace_event_id_t is an integer type");
_Static_assert(sizeof(trace_attr_t) == 512, "the size is part of the ABI");
_Static_assert(sizeof(trace_event_set_t) == 512, "likewise");
_Static_assert(sizeof(trace_event_set_t) * 8 > TRACE_USER_EVENT_MAX + 8,
	       "a set has room for every type");
