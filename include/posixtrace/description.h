/* description.h - what the data of an event is */
#ifndef _POSIXTRACE_DESCRIPTION_H
#define _POSIXTRACE_DESCRIPTION_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What the data of an event is: a description, in words of C. It is given
 * once, travels with the stream and the log, and lets every reader show the
 * data as fields with names. See posix_trace_eventid_describe_np(3).
 *
 *	"uint64_t id [[key]]; enum { buy, sell } side; double price"
 */
enum {
	POSIX_TRACE_DESCRIPTION_MAX_NP = 4095, /* without the null */
	POSIX_TRACE_FIELDS_MAX_NP = 64	       /* of one description */
};

/* Describe a type that posix_trace_eventid_open() gave. Doing it again with
 * the same text changes nothing. EEXIST: it has another description, which
 * stays. EINVAL: not the grammar of descriptions, or no such type. ENOMEM,
 * ENOSPC: no room. Safe in signal handlers. */
int posix_trace_eventid_describe_np(trace_event_id_t event_id,
				    const char *description);

/* The description of a type, in an active or a pre-recorded stream. ENODATA:
 * it has none. ERANGE: it is longer than size - 1 bytes; enough are
 * POSIX_TRACE_DESCRIPTION_MAX_NP + 1. EINVAL: no such stream. */
int posix_trace_eventid_get_description_np(trace_id_t trid,
					   trace_event_id_t event_id,
					   char *description, size_t size);

#ifdef __cplusplus
}
#endif

#if defined(__GNUC__)
#include <posixtrace/description_check.h>
#endif

#endif
