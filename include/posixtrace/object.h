/* object.h - objects that events name by an address or a number */
#ifndef _POSIXTRACE_OBJECT_H
#define _POSIXTRACE_OBJECT_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Objects at an address of a process, or with a number there: queues,
 * mutexes, threads. Fields of events name them, see [[object]] in
 * posix_trace_eventid_describe_np(3). An address may serve one object after
 * another. The strings are borrowed until the log is closed; those of an
 * active stream, which shows present objects of its processes, until the
 * next request. */
enum {
	POSIX_TRACE_OBJECT_KIND_MAX_NP = 63, /* bytes, without the null */
	POSIX_TRACE_OBJECT_NAME_MAX_NP = 255,
	POSIX_TRACE_OBJECT_DETAILS_MAX_NP = 4095
};
struct posix_trace_object_np {
	pid_t pid;
	unsigned long long address;
	const char *kind;      /* kind, such as "queue" */
	const char *name;      /* "" if it has none */
	const char *details;   /* text, "message_size=4"; may be "" */
	struct timespec since; /* start of its existence; zero: always */
};

/* Finds the object at an address at a time: of the known ones the last that
 * existed by *when, or else the first. when NULL: the last one. Objects of that
 * kind take precedence; kind NULL or "" has no preference. ESRCH: none. EINVAL:
 * trid is not a stream, or *when not a time. */
int posix_trace_get_object_np(trace_id_t trid, unsigned origin, pid_t pid,
			      unsigned long long address, const char *kind,
			      const struct timespec *when,
			      struct posix_trace_object_np *object);

/* Visits the objects of an origin, in order of registration. visit may call any
 * function but posix_trace_close(). EINVAL: trid is not a stream. */
int posix_trace_list_objects_np(
	trace_id_t trid, unsigned origin,
	void (*visit)(const struct posix_trace_object_np *object,
		      void *argument),
	void *argument);

/*
 * Registers an object of this process, with its kind, name and parameters;
 * before the first event that names it. It ends another object of that kind at
 * that address. name and details may be NULL. Texts beyond about 200 bytes are
 * cut: details lose their last words, a name its beginning.
 *
 * Logs of the process's streams, present and later ones, contain it, and so do
 * those of its children. The call costs about a microsecond, and is safe in
 * signal handlers. EINVAL: a text is too long, or the kind is empty. ENOSPC,
 * ENOMEM: no room; the object stays an address.
 */
int posix_trace_object_register_np(const char *kind, unsigned long long address,
				   const char *name, const char *details);

/* The same for an object that was there before, which earlier events name. If
 * the address had another of its kind later than since, it begins with the end
 * of that. EINVAL: since is NULL, or no time from 1970 on. */
int posix_trace_object_register_since_np(const char *kind,
					 unsigned long long address,
					 const char *name, const char *details,
					 const struct timespec *since);

/* Ends an object: a later one at the address is another one. EINVAL: no
 * kind, or an empty one. */
int posix_trace_object_unregister_np(const char *kind,
				     unsigned long long address);

/* Ends all objects of that kind at addresses from first to last. EINVAL: no
 * kind, or an empty one, or first is behind last. The call costs some ten
 * microseconds. */
int posix_trace_object_unregister_all_np(const char *kind,
					 unsigned long long first,
					 unsigned long long last);

/* Names the object at an address, registering it if necessary; also for events
 * that were recorded before. EINVAL, ENOSPC, ENOMEM: as above. */
int posix_trace_object_name_np(const char *kind, unsigned long long address,
			       const char *name);

/*
 * Chooses the objects whose events are recorded, for libraries that record on
 * behalf of others, as `posixtrace record --wrap` does: hook is asked when an
 * object is registered or named, or before its first event, and returns whether
 * it is wanted. It may be called by any thread, several at a time, and in
 * signal handlers; its own actions cause no events. NULL: all objects are
 * wanted again. A hook replaces the previous one; one thread at a time.
 */
void posix_trace_object_hook_np(
	int (*hook)(const struct posix_trace_object_np *object, void *argument),
	void *argument);

/* Asks the hook: true if there is none. For libraries that record on behalf of
 * others; the call is unnecessary while the word is zero at which the second
 * function's result points. */
int posix_trace_object_wanted_np(const char *kind, unsigned long long address);
const unsigned *posix_trace_object_hooked_np(void);

#ifdef __cplusplus
}
#endif

#endif
