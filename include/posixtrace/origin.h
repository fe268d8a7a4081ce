/* origin.h - the logs that a log was made of, and what is noted of them */
#ifndef _POSIXTRACE_ORIGIN_H
#define _POSIXTRACE_ORIGIN_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One of the logs that a log was made of: items tell by its number which they
 * are from. */
struct posix_trace_origin_np {
	unsigned number;
	unsigned char uuid[16];
	unsigned char boot[16]; /* of its machine; zero: not known */
	long long offset_ns; /* that were added to its times, ... */
	unsigned long long error_ns; /* ... and how far that may be wrong */
	char host[65];
	char system[128]; /* as in "Linux 6.1.0 x86_64" */
};

/* Tell what a pre-recorded stream knows of an origin; 0 is the log itself.
 * ESRCH: nothing. EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_origin_np(trace_id_t trid, unsigned number,
			      struct posix_trace_origin_np *origin);

/* A note of an origin. The strings are borrowed until the log is
 * closed. */
enum {
	POSIX_TRACE_NOTE_KEY_MAX_NP = 63, /* bytes, without the null */
	POSIX_TRACE_NOTE_VALUE_MAX_NP = 4095
};
struct posix_trace_note_np {
	const char *key;
	const char *value;
};

/* Tell one of the notes, index 0, 1, 2... ENODATA: there are not as many.
 * EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_note_np(trace_id_t trid, unsigned origin, unsigned index,
			    struct posix_trace_note_np *note);

#ifdef __cplusplus
}
#endif

#endif
