/*
 * c99.c - what strict C99 can see of <trace.h>
 *
 * Nothing is included before it or beside it (HDR-01). check-header.sh
 * compiles this file, also after other headers, and reads the list of
 * functions in it.
 */
#include <trace.h>

#define ASSERT(what, condition) \
	extern char assertion_##what[(condition) ? 1 : -1]

/*
 * The fifty functions, as the standard declares them. A pointer of another
 * type is an error, but for restrict, which is no part of a function's type:
 * check-header.sh compares that.
 */
#define FUNCTION(result, name, parameters)                 \
	extern result(*const pointer_##name) parameters;   \
	result(*const pointer_##name) parameters = (name); \
	extern result(*const address_##name) parameters;   \
	result(*const address_##name) parameters = &name;  \
	extern result name parameters

/* HDR-14 HDR-20 */
/* BEGIN FUNCTIONS */
FUNCTION(int, posix_trace_attr_destroy, (trace_attr_t *));
FUNCTION(int, posix_trace_attr_getclockres,
	 (const trace_attr_t *, struct timespec *));
FUNCTION(int, posix_trace_attr_getcreatetime,
	 (const trace_attr_t *, struct timespec *));
FUNCTION(int, posix_trace_attr_getgenversion, (const trace_attr_t *, char *));
FUNCTION(int, posix_trace_attr_getinherited,
	 (const trace_attr_t *restrict, int *restrict));
FUNCTION(int, posix_trace_attr_getlogfullpolicy,
	 (const trace_attr_t *restrict, int *restrict));
FUNCTION(int, posix_trace_attr_getlogsize,
	 (const trace_attr_t *restrict, size_t *restrict));
FUNCTION(int, posix_trace_attr_getmaxdatasize,
	 (const trace_attr_t *restrict, size_t *restrict));
FUNCTION(int, posix_trace_attr_getmaxsystemeventsize,
	 (const trace_attr_t *restrict, size_t *restrict));
FUNCTION(int, posix_trace_attr_getmaxusereventsize,
	 (const trace_attr_t *restrict, size_t, size_t *restrict));
FUNCTION(int, posix_trace_attr_getname, (const trace_attr_t *, char *));
FUNCTION(int, posix_trace_attr_getstreamfullpolicy,
	 (const trace_attr_t *restrict, int *restrict));
FUNCTION(int, posix_trace_attr_getstreamsize,
	 (const trace_attr_t *restrict, size_t *restrict));
FUNCTION(int, posix_trace_attr_init, (trace_attr_t *));
FUNCTION(int, posix_trace_attr_setinherited, (trace_attr_t *, int));
FUNCTION(int, posix_trace_attr_setlogfullpolicy, (trace_attr_t *, int));
FUNCTION(int, posix_trace_attr_setlogsize, (trace_attr_t *, size_t));
FUNCTION(int, posix_trace_attr_setmaxdatasize, (trace_attr_t *, size_t));
FUNCTION(int, posix_trace_attr_setname, (trace_attr_t *, const char *));
FUNCTION(int, posix_trace_attr_setstreamfullpolicy, (trace_attr_t *, int));
FUNCTION(int, posix_trace_attr_setstreamsize, (trace_attr_t *, size_t));
FUNCTION(int, posix_trace_clear, (trace_id_t));
FUNCTION(int, posix_trace_close, (trace_id_t));
FUNCTION(int, posix_trace_create,
	 (pid_t, const trace_attr_t *restrict, trace_id_t *restrict));
FUNCTION(int, posix_trace_create_withlog,
	 (pid_t, const trace_attr_t *restrict, int, trace_id_t *restrict));
FUNCTION(void, posix_trace_event,
	 (trace_event_id_t, const void *restrict, size_t));
FUNCTION(int, posix_trace_eventid_equal,
	 (trace_id_t, trace_event_id_t, trace_event_id_t));
FUNCTION(int, posix_trace_eventid_get_name,
	 (trace_id_t, trace_event_id_t, char *));
FUNCTION(int, posix_trace_eventid_open,
	 (const char *restrict, trace_event_id_t *restrict));
FUNCTION(int, posix_trace_eventset_add,
	 (trace_event_id_t, trace_event_set_t *));
FUNCTION(int, posix_trace_eventset_del,
	 (trace_event_id_t, trace_event_set_t *));
FUNCTION(int, posix_trace_eventset_empty, (trace_event_set_t *));
FUNCTION(int, posix_trace_eventset_fill, (trace_event_set_t *, int));
FUNCTION(int, posix_trace_eventset_ismember,
	 (trace_event_id_t, const trace_event_set_t *restrict, int *restrict));
FUNCTION(int, posix_trace_eventtypelist_getnext_id,
	 (trace_id_t, trace_event_id_t *restrict, int *restrict));
FUNCTION(int, posix_trace_eventtypelist_rewind, (trace_id_t));
FUNCTION(int, posix_trace_flush, (trace_id_t));
FUNCTION(int, posix_trace_get_attr, (trace_id_t, trace_attr_t *));
FUNCTION(int, posix_trace_get_filter, (trace_id_t, trace_event_set_t *));
FUNCTION(int, posix_trace_get_status,
	 (trace_id_t, struct posix_trace_status_info *));
FUNCTION(int, posix_trace_getnext_event,
	 (trace_id_t, struct posix_trace_event_info *restrict, void *restrict,
	  size_t, size_t *restrict, int *restrict));
FUNCTION(int, posix_trace_open, (int, trace_id_t *));
FUNCTION(int, posix_trace_rewind, (trace_id_t));
FUNCTION(int, posix_trace_set_filter,
	 (trace_id_t, const trace_event_set_t *, int));
FUNCTION(int, posix_trace_shutdown, (trace_id_t));
FUNCTION(int, posix_trace_start, (trace_id_t));
FUNCTION(int, posix_trace_stop, (trace_id_t));
FUNCTION(int, posix_trace_timedgetnext_event,
	 (trace_id_t, struct posix_trace_event_info *restrict, void *restrict,
	  size_t, size_t *restrict, int *restrict,
	  const struct timespec *restrict));
FUNCTION(int, posix_trace_trid_eventid_open,
	 (trace_id_t, const char *restrict, trace_event_id_t *restrict));
FUNCTION(int, posix_trace_trygetnext_event,
	 (trace_id_t, struct posix_trace_event_info *restrict, void *restrict,
	  size_t, size_t *restrict, int *restrict));
/* END FUNCTIONS */

/* HDR-15 */
#if _POSIX_TRACE_EVENT_NAME_MAX != 30 || _POSIX_TRACE_NAME_MAX != 8 || \
	_POSIX_TRACE_SYS_MAX != 8 || _POSIX_TRACE_USER_EVENT_MAX != 32
#error "the minima are not those of the standard"
#endif

/* HDR-16 HDR-18 */
#if TRACE_EVENT_NAME_MAX < _POSIX_TRACE_EVENT_NAME_MAX || \
	TRACE_NAME_MAX < _POSIX_TRACE_NAME_MAX ||         \
	TRACE_SYS_MAX < _POSIX_TRACE_SYS_MAX ||           \
	TRACE_USER_EVENT_MAX < _POSIX_TRACE_USER_EVENT_MAX
#error "a limit is below its minimum"
#endif
extern char event_name[TRACE_EVENT_NAME_MAX];
extern char trace_name[TRACE_NAME_MAX];
extern char streams[TRACE_SYS_MAX];
extern char user_events[TRACE_USER_EVENT_MAX];

/* NAM-28 */
#if TRACE_USER_EVENT_MAX < 256 || TRACE_EVENT_NAME_MAX < 64
#error "programs written for VxWorks do not fit"
#endif

/* HDR-17 */
#if _POSIX_TRACE != 200809L || _POSIX_TRACE_EVENT_FILTER != 200809L || \
	_POSIX_TRACE_LOG != 200809L || _POSIX_TRACE_INHERIT != 200809L
#error "an option is denied"
#endif

/* HDR-02 */
ASSERT(types_are_complete, sizeof(trace_attr_t) && sizeof(trace_event_id_t) &&
				   sizeof(trace_event_set_t) &&
				   sizeof(trace_id_t) && sizeof(size_t));

/* HDR-03 HDR-04 */
extern struct posix_trace_event_info event;
extern struct posix_trace_status_info status;
struct posix_trace_event_info event;
struct posix_trace_status_info status;

static trace_event_id_t *const event_id = &event.posix_event_id;
static pid_t *const pid = &event.posix_pid;
static void **const prog_address = &event.posix_prog_address;
static pthread_t *const thread_id = &event.posix_thread_id;
static struct timespec *const timestamp = &event.posix_timestamp;
static int *const truncation_status = &event.posix_truncation_status;

static int *const status_members[] = {
	&status.posix_stream_status,	     &status.posix_stream_full_status,
	&status.posix_stream_overrun_status, &status.posix_stream_flush_status,
	&status.posix_stream_flush_error,    &status.posix_log_overrun_status,
	&status.posix_log_full_status,
};
ASSERT(status_is_seven_ints, sizeof(status) == 7 * sizeof(int));

/* HDR-23 */
static const trace_event_id_t table[] = {
	POSIX_TRACE_ERROR,
	POSIX_TRACE_START,
	POSIX_TRACE_STOP,
	POSIX_TRACE_FILTER,
	POSIX_TRACE_OVERFLOW,
	POSIX_TRACE_RESUME,
	POSIX_TRACE_FLUSH_START,
	POSIX_TRACE_FLUSH_STOP,
	POSIX_TRACE_UNNAMED_USEREVENT,
};

/* HDR-22 */
trace_event_set_t pass(trace_event_set_t set);
trace_event_set_t pass(trace_event_set_t set)
{
	trace_event_set_t copy;

	copy = set;
	return copy;
}

/* HDR-11 HDR-25: two equal case labels would be an error. */
int number(trace_event_id_t type);
int number(trace_event_id_t type)
{
	switch (type) {
	case POSIX_TRACE_ERROR:
		return event_id != NULL;
	case POSIX_TRACE_START:
		return pid != NULL;
	case POSIX_TRACE_STOP:
		return prog_address != NULL;
	case POSIX_TRACE_FILTER:
		return thread_id != NULL;
	case POSIX_TRACE_OVERFLOW:
		return timestamp != NULL;
	case POSIX_TRACE_RESUME:
		return truncation_status != NULL;
	case POSIX_TRACE_FLUSH_START:
		return status_members[0] != NULL;
	case POSIX_TRACE_FLUSH_STOP:
		return table[0] == POSIX_TRACE_ERROR;
	case POSIX_TRACE_UNNAMED_USEREVENT:
		return 1;
	default:
		return 0;
	}
}
