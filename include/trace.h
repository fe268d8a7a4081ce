/*
 * trace.h - the tracing option of POSIX.1-2017
 *
 * This header has the names of the standard and no others. Extensions of this
 * implementation are declared in <trace_np.h>.
 */
#ifndef _TRACE_H
#define _TRACE_H 1

#include <limits.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
/* Compilers that are told to know C and nothing else. */
#include <bits/pthreadtypes.h>
#include <bits/types/struct_timespec.h>

#ifdef __cplusplus
#define __POSIX_TRACE_RESTRICT __restrict
#else
#define __POSIX_TRACE_RESTRICT restrict
#endif

/* glibc's <unistd.h>, included above, denies the option. */
#undef _POSIX_TRACE
#undef _POSIX_TRACE_EVENT_FILTER
#undef _POSIX_TRACE_INHERIT
#undef _POSIX_TRACE_LOG
#define _POSIX_TRACE 200809L
#define _POSIX_TRACE_EVENT_FILTER 200809L
#define _POSIX_TRACE_INHERIT 200809L
#define _POSIX_TRACE_LOG 200809L

/* <limits.h>: the minima, then the limits themselves. */
#ifndef _POSIX_TRACE_EVENT_NAME_MAX
#define _POSIX_TRACE_EVENT_NAME_MAX 30
#endif
#ifndef _POSIX_TRACE_NAME_MAX
#define _POSIX_TRACE_NAME_MAX 8
#endif
#ifndef _POSIX_TRACE_SYS_MAX
#define _POSIX_TRACE_SYS_MAX 8
#endif
#ifndef _POSIX_TRACE_USER_EVENT_MAX
#define _POSIX_TRACE_USER_EVENT_MAX 32
#endif

#undef TRACE_EVENT_NAME_MAX
#undef TRACE_NAME_MAX
#undef TRACE_SYS_MAX
#undef TRACE_USER_EVENT_MAX
#define TRACE_EVENT_NAME_MAX 255
#define TRACE_NAME_MAX 64
#define TRACE_SYS_MAX 64
#define TRACE_USER_EVENT_MAX 1024

typedef unsigned int trace_event_id_t;
typedef int trace_id_t;

typedef struct {
	unsigned long long __posix_trace_bits[64];
} trace_event_set_t;

typedef struct {
	unsigned long long __posix_trace_opaque[64];
} trace_attr_t;

struct posix_trace_event_info {
	trace_event_id_t posix_event_id;
	pid_t posix_pid;
	void *posix_prog_address;
	pthread_t posix_thread_id;
	struct timespec posix_timestamp;
	int posix_truncation_status;
};

struct posix_trace_status_info {
	int posix_stream_status;
	int posix_stream_full_status;
	int posix_stream_overrun_status;
	int posix_stream_flush_status;
	int posix_stream_flush_error;
	int posix_log_overrun_status;
	int posix_log_full_status;
};

/* Event types. */
#define POSIX_TRACE_ERROR ((trace_event_id_t)1)
#define POSIX_TRACE_START ((trace_event_id_t)2)
#define POSIX_TRACE_STOP ((trace_event_id_t)3)
#define POSIX_TRACE_FILTER ((trace_event_id_t)4)
#define POSIX_TRACE_OVERFLOW ((trace_event_id_t)5)
#define POSIX_TRACE_RESUME ((trace_event_id_t)6)
#define POSIX_TRACE_FLUSH_START ((trace_event_id_t)7)
#define POSIX_TRACE_FLUSH_STOP ((trace_event_id_t)8)
#define POSIX_TRACE_UNNAMED_USEREVENT ((trace_event_id_t)9)
#define POSIX_TRACE_UNNAMED_USER_EVENT POSIX_TRACE_UNNAMED_USEREVENT

/* Stream-full policies, then log-full policies: a value is in both lists only
 * if the standard says so. */
#define POSIX_TRACE_LOOP 1
#define POSIX_TRACE_UNTIL_FULL 2
#define POSIX_TRACE_FLUSH 3
#define POSIX_TRACE_APPEND 4

/* Inheritance. */
#define POSIX_TRACE_CLOSE_FOR_CHILD 1
#define POSIX_TRACE_INHERITED 2

/* Status. NO_OVERRUN is zero, as reading the status resets it to zero. */
#define POSIX_TRACE_SUSPENDED 0
#define POSIX_TRACE_RUNNING 1
#define POSIX_TRACE_NOT_FULL 0
#define POSIX_TRACE_FULL 1
#define POSIX_TRACE_NO_OVERRUN 0
#define POSIX_TRACE_OVERRUN 1
#define POSIX_TRACE_NOT_FLUSHING 0
#define POSIX_TRACE_FLUSHING 1

/* Truncation. */
#define POSIX_TRACE_NOT_TRUNCATED 0
#define POSIX_TRACE_TRUNCATED_RECORD 1
#define POSIX_TRACE_TRUNCATED_READ 2

/* posix_trace_eventset_fill(). */
#define POSIX_TRACE_WOPID_EVENTS 1
#define POSIX_TRACE_SYSTEM_EVENTS 2
#define POSIX_TRACE_ALL_EVENTS 3

/* posix_trace_set_filter(). */
#define POSIX_TRACE_SET_EVENTSET 1
#define POSIX_TRACE_ADD_EVENTSET 2
#define POSIX_TRACE_SUB_EVENTSET 3

#ifdef __cplusplus
extern "C" {
#endif

int posix_trace_attr_destroy(trace_attr_t *);
int posix_trace_attr_getclockres(const trace_attr_t *, struct timespec *);
int posix_trace_attr_getcreatetime(const trace_attr_t *, struct timespec *);
int posix_trace_attr_getgenversion(const trace_attr_t *, char *);
int posix_trace_attr_getinherited(const trace_attr_t *__POSIX_TRACE_RESTRICT,
				  int *__POSIX_TRACE_RESTRICT);
int posix_trace_attr_getlogfullpolicy(
	const trace_attr_t *__POSIX_TRACE_RESTRICT,
	int *__POSIX_TRACE_RESTRICT);
int posix_trace_attr_getlogsize(const trace_attr_t *__POSIX_TRACE_RESTRICT,
				size_t *__POSIX_TRACE_RESTRICT);
int posix_trace_attr_getmaxdatasize(const trace_attr_t *__POSIX_TRACE_RESTRICT,
				    size_t *__POSIX_TRACE_RESTRICT);
int posix_trace_attr_getmaxsystemeventsize(
	const trace_attr_t *__POSIX_TRACE_RESTRICT,
	size_t *__POSIX_TRACE_RESTRICT);
int posix_trace_attr_getmaxusereventsize(
	const trace_attr_t *__POSIX_TRACE_RESTRICT, size_t,
	size_t *__POSIX_TRACE_RESTRICT);
int posix_trace_attr_getname(const trace_attr_t *, char *);
int posix_trace_attr_getstreamfullpolicy(
	const trace_attr_t *__POSIX_TRACE_RESTRICT,
	int *__POSIX_TRACE_RESTRICT);
int posix_trace_attr_getstreamsize(const trace_attr_t *__POSIX_TRACE_RESTRICT,
				   size_t *__POSIX_TRACE_RESTRICT);
int posix_trace_attr_init(trace_attr_t *);
int posix_trace_attr_setinherited(trace_attr_t *, int);
int posix_trace_attr_setlogfullpolicy(trace_attr_t *, int);
int posix_trace_attr_setlogsize(trace_attr_t *, size_t);
int posix_trace_attr_setmaxdatasize(trace_attr_t *, size_t);
int posix_trace_attr_setname(trace_attr_t *, const char *);
int posix_trace_attr_setstreamfullpolicy(trace_attr_t *, int);
int posix_trace_attr_setstreamsize(trace_attr_t *, size_t);

int posix_trace_clear(trace_id_t);
int posix_trace_close(trace_id_t);
int posix_trace_create(pid_t, const trace_attr_t *__POSIX_TRACE_RESTRICT,
		       trace_id_t *__POSIX_TRACE_RESTRICT);
int posix_trace_create_withlog(pid_t,
			       const trace_attr_t *__POSIX_TRACE_RESTRICT, int,
			       trace_id_t *__POSIX_TRACE_RESTRICT);
void posix_trace_event(trace_event_id_t, const void *__POSIX_TRACE_RESTRICT,
		       size_t);
int posix_trace_eventid_equal(trace_id_t, trace_event_id_t, trace_event_id_t);
int posix_trace_eventid_get_name(trace_id_t, trace_event_id_t, char *);
int posix_trace_eventid_open(const char *__POSIX_TRACE_RESTRICT,
			     trace_event_id_t *__POSIX_TRACE_RESTRICT);
int posix_trace_eventset_add(trace_event_id_t, trace_event_set_t *);
int posix_trace_eventset_del(trace_event_id_t, trace_event_set_t *);
int posix_trace_eventset_empty(trace_event_set_t *);
int posix_trace_eventset_fill(trace_event_set_t *, int);
int posix_trace_eventset_ismember(
	trace_event_id_t, const trace_event_set_t *__POSIX_TRACE_RESTRICT,
	int *__POSIX_TRACE_RESTRICT);
int posix_trace_eventtypelist_getnext_id(
	trace_id_t, trace_event_id_t *__POSIX_TRACE_RESTRICT,
	int *__POSIX_TRACE_RESTRICT);
int posix_trace_eventtypelist_rewind(trace_id_t);
int posix_trace_flush(trace_id_t);
int posix_trace_get_attr(trace_id_t, trace_attr_t *);
int posix_trace_get_filter(trace_id_t, trace_event_set_t *);
int posix_trace_get_status(trace_id_t, struct posix_trace_status_info *);
int posix_trace_getnext_event(
	trace_id_t, struct posix_trace_event_info *__POSIX_TRACE_RESTRICT,
	void *__POSIX_TRACE_RESTRICT, size_t, size_t *__POSIX_TRACE_RESTRICT,
	int *__POSIX_TRACE_RESTRICT);
int posix_trace_open(int, trace_id_t *);
int posix_trace_rewind(trace_id_t);
int posix_trace_set_filter(trace_id_t, const trace_event_set_t *, int);
int posix_trace_shutdown(trace_id_t);
int posix_trace_start(trace_id_t);
int posix_trace_stop(trace_id_t);
int posix_trace_timedgetnext_event(
	trace_id_t, struct posix_trace_event_info *__POSIX_TRACE_RESTRICT,
	void *__POSIX_TRACE_RESTRICT, size_t, size_t *__POSIX_TRACE_RESTRICT,
	int *__POSIX_TRACE_RESTRICT,
	const struct timespec *__POSIX_TRACE_RESTRICT);
int posix_trace_trid_eventid_open(trace_id_t,
				  const char *__POSIX_TRACE_RESTRICT,
				  trace_event_id_t *__POSIX_TRACE_RESTRICT);
int posix_trace_trygetnext_event(
	trace_id_t, struct posix_trace_event_info *__POSIX_TRACE_RESTRICT,
	void *__POSIX_TRACE_RESTRICT, size_t, size_t *__POSIX_TRACE_RESTRICT,
	int *__POSIX_TRACE_RESTRICT);

/*
 * An untraced program notices that without a call: the function is called only
 * if one of these words says so, or is not available yet. Arguments are
 * evaluated once, as for the function, which exists for callers that take its
 * address, put its name in parentheses or undefine the macro. The low 16 bits
 * of the word behind __word count the streams.
 */
#if defined(__GNUC__) && defined(__LP64__)
struct __posix_trace_home {
	const unsigned long *__word;
};
extern struct __posix_trace_home *__posix_trace_home;

#if defined(__has_attribute)
#if __has_attribute(__noplt__)
void(posix_trace_event)(trace_event_id_t, const void *__POSIX_TRACE_RESTRICT,
			size_t) __attribute__((__noplt__));
#endif
#endif

static __inline__ __attribute__((__always_inline__, __unused__)) void
__posix_trace_event(trace_event_id_t __event_id, const void *__data_ptr,
		    size_t __data_len)
{
	const unsigned long *__word =
		__atomic_load_n(&__posix_trace_home->__word, __ATOMIC_ACQUIRE);

	if (!__word || __atomic_load_n(__word, __ATOMIC_RELAXED) & 0xffff)
		(posix_trace_event)(__event_id, __data_ptr, __data_len);
}
#define posix_trace_event(__event_id, __data_ptr, __data_len) \
	__posix_trace_event(__event_id, __data_ptr, __data_len)
#endif

#ifdef __cplusplus
}
#endif

#endif
