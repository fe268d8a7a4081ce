/* origin.h - origins of a merged log, and notes about them */
#ifndef _POSIXTRACE_ORIGIN_H
#define _POSIXTRACE_ORIGIN_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An origin: one of the logs that a log was made from; items have its
 * number. */
struct posix_trace_origin_np {
	unsigned number;
	unsigned char uuid[16];
	unsigned char boot[16];	     /* boot id of its machine; zero: unknown */
	long long offset_ns;	     /* shift of its times */
	unsigned long long error_ns; /* maximum error of the shift */
	char host[65];
	char system[128]; /* example: "Linux 6.1.0 x86_64" */
};

/* Gets facts about an origin of a pre-recorded stream; 0 is the log itself. One
 * that the log leaves out before a later one has a number only. ESRCH: none, and
 * no later one. EINVAL: trid is not a pre-recorded stream. */
int posix_trace_get_origin_np(trace_id_t trid, unsigned number,
			      struct posix_trace_origin_np *origin);

/* A note about an origin. The strings are borrowed until the log is closed. */
enum {
	POSIX_TRACE_NOTE_KEY_MAX_NP = 63, /* bytes, without the null */
	POSIX_TRACE_NOTE_VALUE_MAX_NP = 4095
};
struct posix_trace_note_np {
	const char *key;
	const char *value;
};

/* Gets a note by index, 0, 1, 2... ENODATA: no more. EINVAL: trid is not a
 * pre-recorded stream. */
int posix_trace_get_note_np(trace_id_t trid, unsigned origin, unsigned index,
			    struct posix_trace_note_np *note);

#ifdef __cplusplus
}
#endif

#endif
