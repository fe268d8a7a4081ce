//
// cxx.cc - <trace.h> from C++
//
#include <trace.h>

#include <type_traits>

// HDR-19: redeclaring a function with another linkage is an error, and
// check-header.sh looks at the names in the object file.
extern "C" {
int posix_trace_create(pid_t, const trace_attr_t *__restrict,
		       trace_id_t *__restrict);
void(posix_trace_event)(trace_event_id_t, const void *__restrict, size_t);
int posix_trace_start(trace_id_t);
}

// Everything a small analyser calls.
int analyse(trace_id_t trid);
int analyse(trace_id_t trid)
{
	posix_trace_event_info info;
	posix_trace_status_info status;
	trace_attr_t attr;
	trace_event_set_t set;
	trace_event_id_t type = POSIX_TRACE_UNNAMED_USEREVENT;
	char data[64];
	size_t len = 0;
	int unavailable = 0;
	int err = 0;

	err |= posix_trace_attr_init(&attr);
	err |= posix_trace_create(0, &attr, &trid);
	err |= posix_trace_eventid_open("event", &type);
	err |= posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS);
	err |= posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET);
	err |= posix_trace_start(trid);
	posix_trace_event(type, data, 0);
	err |= posix_trace_getnext_event(trid, &info, data, sizeof(data), &len,
					 &unavailable);
	err |= posix_trace_get_status(trid, &status);
	err |= (posix_trace_shutdown)(trid);
	return err;
}

// HDR-11 HDR-12
using type_of_start = decltype(POSIX_TRACE_START);
static_assert(std::is_same<type_of_start, trace_event_id_t>::value,
	      "event constants have the type of events");
static_assert(POSIX_TRACE_UNNAMED_USER_EVENT == POSIX_TRACE_UNNAMED_USEREVENT,
	      "both spellings are one type");

// HDR-22
static_assert(std::is_trivially_copyable<trace_event_set_t>::value,
	      "a set is copied by copying its bytes");

// HDR-23
constexpr trace_event_id_t table[] = { POSIX_TRACE_START, POSIX_TRACE_STOP };
static_assert(table[1] == POSIX_TRACE_STOP, "events are constants");

// HDR-25
static_assert(std::is_integral<trace_id_t>::value &&
		      std::is_integral<trace_event_id_t>::value,
	      "identifiers are integers");

// HDR-15 HDR-16 HDR-17
#if _POSIX_TRACE != 200809L || _POSIX_TRACE_EVENT_FILTER != 200809L || \
	_POSIX_TRACE_LOG != 200809L || _POSIX_TRACE_INHERIT != 200809L
#error "an option is denied"
#endif
#if TRACE_NAME_MAX < _POSIX_TRACE_NAME_MAX || \
	TRACE_USER_EVENT_MAX < _POSIX_TRACE_USER_EVENT_MAX
#error "a limit is below its minimum"
#endif
