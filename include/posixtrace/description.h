/* description.h - descriptions of an event's data */
#ifndef _POSIXTRACE_DESCRIPTION_H
#define _POSIXTRACE_DESCRIPTION_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A description tells the layout of an event's data, in C's syntax. It is given
 * once, goes into the stream and the log, and lets readers show the data as
 * named fields. See posix_trace_eventid_describe_np(3).
 *
 *	"uint64_t id [[key]]; enum { buy, sell } side; double price"
 */
enum {
	POSIX_TRACE_DESCRIPTION_MAX_NP = 4095, /* without the null */
	POSIX_TRACE_FIELDS_MAX_NP = 64	       /* limit per description */
};

/* Describes a type of posix_trace_eventid_open(). Repeating it with the same
 * text changes nothing. EEXIST: it has another description, which stays.
 * EINVAL: not the grammar of descriptions, or no such type. ENOMEM, ENOSPC: no
 * room. Safe in signal handlers. */
int posix_trace_eventid_describe_np(trace_event_id_t event_id,
				    const char *description);

/* Gets the description of a type, in an active or a pre-recorded stream.
 * ENODATA: none. ERANGE: it is longer than size - 1 bytes;
 * POSIX_TRACE_DESCRIPTION_MAX_NP + 1 suffice. EINVAL: no such stream. */
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
