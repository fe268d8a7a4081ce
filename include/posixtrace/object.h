/* object.h - what events name by an address or a number */
#ifndef _POSIXTRACE_OBJECT_H
#define _POSIXTRACE_OBJECT_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What lies at an address of a process, or has a number there: a queue, a
 * mutex, a thread. Fields of events name it, see [[object]] in
 * posix_trace_eventid_describe_np(3). An address may be that of one object
 * after another. The strings are borrowed until the log is closed; those of an
 * active stream, whose processes have them now, until the next is asked for. */
enum {
	POSIX_TRACE_OBJECT_KIND_MAX_NP = 63, /* bytes, without the null */
	POSIX_TRACE_OBJECT_NAME_MAX_NP = 255,
	POSIX_TRACE_OBJECT_DETAILS_MAX_NP = 4095
};
struct posix_trace_object_np {
	pid_t pid;
	unsigned long long address;
	const char *kind;      /* as in "queue" */
	const char *name;      /* "": it has none */
	const char *details;   /* as in "message_size=4 capacity=100"; "" */
	struct timespec since; /* it is there; zero: always */
};

/* Tell which object was at an address at a time: of those that are known to
 * have been there the last one that came up to *when, or else the first. when
 * NULL: the last one. If there is one of that kind, it is of that; kind NULL or
 * "" has no preference. ESRCH: none. EINVAL: trid is no stream, or *when no
 * time. */
int posix_trace_get_object_np(trace_id_t trid, unsigned origin, pid_t pid,
			      unsigned long long address, const char *kind,
			      const struct timespec *when,
			      struct posix_trace_object_np *object);

/* Tell the objects of an origin, in the order in which they were told: visit is
 * called for each, and may call any function but posix_trace_close(). EINVAL:
 * trid is no stream. */
int posix_trace_list_objects_np(
	trace_id_t trid, unsigned origin,
	void (*visit)(const struct posix_trace_object_np *object,
		      void *argument),
	void *argument);

/*
 * Tell of an object of this process: that there is one, what it is, which name
 * it has, and its parameters; before the first event that names it. Another one
 * of that kind that was at that address is no more. name and details may be
 * NULL. What is longer than about 200 bytes is cut: of the details the last
 * words, of a name the beginning.
 *
 * Streams of the process, present and later ones, tell it in their logs, and so
 * do those of its children. It costs about a microsecond, and is safe in signal
 * handlers. EINVAL: a text that is too long, or a kind that is empty. ENOSPC,
 * ENOMEM: there is no room for it; the object stays an address.
 */
int posix_trace_object_register_np(const char *kind, unsigned long long address,
				   const char *name, const char *details);

/* It is no more: what comes to be there is another one. EINVAL: no kind. */
int posix_trace_object_unregister_np(const char *kind,
				     unsigned long long address);

/* The same of all of that kind at addresses from first to last. EINVAL: no
 * kind, or first is behind last. It costs some ten microseconds. */
int posix_trace_object_unregister_all_np(const char *kind,
					 unsigned long long first,
					 unsigned long long last);

/* Name the object that is there, which is registered if it was not; also for
 * events that were recorded before. EINVAL, ENOSPC, ENOMEM: as above. */
int posix_trace_object_name_np(const char *kind, unsigned long long address,
			       const char *name);

/*
 * Decide of which objects events are recorded, by who records events for
 * others, as `posixtrace record --wrap` does: hook is asked when an object is
 * registered or named, or an event of it is to be recorded for the first time,
 * and says whether it is wanted. It may be called by any thread, several at a
 * time, and in signal handlers, and gets no events of what it does itself. NULL:
 * all are wanted, again. A hook takes the last one's place; one thread at a
 * time.
 */
void posix_trace_object_hook_np(
	int (*hook)(const struct posix_trace_object_np *object, void *argument),
	void *argument);

/* Whether a hook does not say otherwise. For who records events for others; he
 * need not ask while the word is zero at which the second points. */
int posix_trace_object_wanted_np(const char *kind, unsigned long long address);
const unsigned *posix_trace_object_hooked_np(void);

#ifdef __cplusplus
}
#endif

#endif
