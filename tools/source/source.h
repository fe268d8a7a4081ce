/*
 * source.h - sources: the items of a trace
 *
 * Views and figures get items from a source, and the meaning of their numbers.
 * They do not know whether it is a log, several logs, or the trace of another
 * system. Event types have numbers of the source: system types their own,
 * others one per name.
 *
 * Functions return an error number, like the function of <trace_np.h> for a
 * log.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

#include <trace_np.h>

struct source;

/* An origin of items: a machine, and the stream that recorded them there. */
struct source_origin {
	unsigned char uuid[16]; /* UUID of the log */
	unsigned char boot[16]; /* boot id of the machine, from the log */
	char host[65];		/* "": unknown */
	char system[128];
	int clock;		 /* clock, from the log; 0: unknown */
	int clock_sync;		 /* value in the log */
	int64_t clock_offset_ns; /* value in the log */
	uint64_t clock_error_ns; /* value in the log */
	pid_t target;		 /* target of the stream; 0: unknown */
	struct timespec created; /* creation of the stream */
	int64_t offset_ns;	 /* added to its times */
	uint64_t error_ns;	 /* error bound of offset_ns */
};

/* False for an origin between others that a log tells nothing of. */
static inline bool source_origin_is_known(const struct source_origin *origin)
{
	static const unsigned char unknown[sizeof(origin->uuid)];

	return *origin->host || *origin->system ||
	       memcmp(origin->uuid, unknown, sizeof(unknown));
}

/* True for a known system other than Linux. */
static inline bool source_origin_is_other(const struct source_origin *origin)
{
	return *origin->system && strncmp(origin->system, "Linux", 5);
}

/* Called for each module of a process. */
typedef void source_module(const struct posix_trace_module_np *module,
			   void *argument);

/* Called for each object of an origin. */
typedef void source_object(const struct posix_trace_object_np *object,
			   void *argument);

struct source_class {
	int (*next)(struct source *source, struct posix_trace_item_np *item,
		    int *unavailable);
	int (*rewind)(struct source *source);
	int (*seek)(struct source *source, const struct timespec *time);
	int (*get_times)(struct source *source, struct timespec *first,
			 struct timespec *last);

	int (*get_name)(struct source *source, trace_event_id_t type,
			char *name);
	int (*get_description)(struct source *source, trace_event_id_t type,
			       char *description, size_t size);
	int (*get_process)(struct source *source, unsigned origin, pid_t pid,
			   struct posix_trace_process_np *process);
	/* NULL: no modules are known */
	int (*get_module)(struct source *source, unsigned origin, pid_t pid,
			  const void *address, const struct timespec *when,
			  struct posix_trace_module_np *module);
	uint64_t (*get_era)(struct source *source, unsigned origin, pid_t pid,
			    const struct timespec *when);
	const char *(*get_host)(struct source *source, unsigned origin);
	int (*get_origin)(struct source *source, unsigned number,
			  struct source_origin *origin);

	/* NULL: no threads are known */
	int (*get_thread)(struct source *source, unsigned origin, pid_t pid,
			  pid_t tid, char *name, size_t size);
	int (*list_modules)(struct source *source, unsigned origin, pid_t pid,
			    source_module *visit, void *argument);
	int (*get_object)(struct source *source, unsigned origin, pid_t pid,
			  unsigned long long address, const char *kind,
			  const struct timespec *when,
			  struct posix_trace_object_np *object);
	int (*list_objects)(struct source *source, unsigned origin,
			    source_object *visit, void *argument);
	int (*get_note)(struct source *source, unsigned origin, unsigned index,
			struct posix_trace_note_np *note);
	int (*describe)(struct source *source, trace_attr_t *attr,
			struct posix_trace_log_np *about);
	int (*get_status)(struct source *source,
			  struct posix_trace_status_info *status);

	void (*follow)(struct source *source, bool on); /* NULL: never grows */
	/* NULL: poll by time */
	int (*descriptor)(struct source *source);
	bool (*is_complete)(struct source *source);
	bool (*goes_on)(struct source *source); /* NULL: never goes on */
	bool (*has_file)(struct source *source, const struct stat *file);
	int (*tell_damage)(struct source *source, bool growing);
	void (*close)(struct source *source);
};

struct source {
	const struct source_class *class;
	const char *name; /* name given by the user */

	/* A source knows all that numbers mean before it is read; and no
	 * process in it ran several programs. */
	bool is_settled;
	bool has_no_programs;
	/* Items tell names of processes and threads, also of earlier ones. */
	bool has_late_names;
	/* Modules come and go: see source_get_era(). */
	bool has_eras;
	/* A pipe or a line: rewinding may fail. */
	bool is_read_once;
};

/* Items: contracts of posix_trace_getnext_item_np(), posix_trace_rewind(),
 * posix_trace_seek_np() and posix_trace_get_times_np(). */
static inline int source_next(struct source *source,
			      struct posix_trace_item_np *item,
			      int *unavailable)
{
	return source->class->next(source, item, unavailable);
}

static inline int source_rewind(struct source *source)
{
	return source->class->rewind(source);
}

static inline int source_seek(struct source *source,
			      const struct timespec *time)
{
	return source->class->seek(source, time);
}

static inline int source_get_times(struct source *source,
				   struct timespec *first,
				   struct timespec *last)
{
	return source->class->get_times(source, first, last);
}

/* name: TRACE_EVENT_NAME_MAX + 1 bytes. */
static inline int source_get_name(struct source *source, trace_event_id_t type,
				  char *name)
{
	return source->class->get_name(source, type, name);
}

static inline int source_get_description(struct source *source,
					 trace_event_id_t type,
					 char *description, size_t size)
{
	return source->class->get_description(source, type, description, size);
}

static inline int source_get_process(struct source *source, unsigned origin,
				     pid_t pid,
				     struct posix_trace_process_np *process)
{
	return source->class->get_process(source, origin, pid, process);
}

/* Modules are those at a time, as far as the source knows when each was there: a
 * log has one time for all. A time that never comes finds what was there at any
 * time, if that is one module. */
static inline int source_get_module(struct source *source, unsigned origin,
				    pid_t pid, const void *address,
				    const struct timespec *when,
				    struct posix_trace_module_np *module)
{
	return source->class->get_module ?
		       source->class->get_module(source, origin, pid, address,
						 when, module) :
		       ESRCH;
}

/* A number for the time, which is another one once a module of the process is
 * gone. */
static inline uint64_t source_get_era(struct source *source, unsigned origin,
				      pid_t pid, const struct timespec *when)
{
	return source->has_eras ?
		       source->class->get_era(source, origin, pid, when) :
		       0;
}

/* The machine of an origin; "": unknown. Valid until the next call. */
static inline const char *source_get_host(struct source *source,
					  unsigned origin)
{
	return source->class->get_host(source, origin);
}

/* Origins have the numbers 0, 1, 2... ESRCH: no more. */
static inline int source_get_origin(struct source *source, unsigned number,
				    struct source_origin *origin)
{
	return source->class->get_origin(source, number, origin);
}

/* Contracts of posix_trace_get_thread_np() and
 * posix_trace_list_modules_np(). */
static inline int source_get_thread(struct source *source, unsigned origin,
				    pid_t pid, pid_t tid, char *name,
				    size_t size)
{
	return source->class->get_thread ?
		       source->class->get_thread(source, origin, pid, tid, name,
						 size) :
		       ENODATA;
}

static inline int source_list_modules(struct source *source, unsigned origin,
				      pid_t pid, source_module *visit,
				      void *argument)
{
	return source->class->list_modules ?
		       source->class->list_modules(source, origin, pid, visit,
						   argument) :
		       ESRCH;
}

/* Contracts of posix_trace_get_object_np(), posix_trace_list_objects_np() and
 * posix_trace_get_note_np(); results are valid until the next call. A source
 * that is read while it comes knows what it has read so far. */
static inline int source_get_object(struct source *source, unsigned origin,
				    pid_t pid, unsigned long long address,
				    const char *kind,
				    const struct timespec *when,
				    struct posix_trace_object_np *object)
{
	return source->class->get_object ?
		       source->class->get_object(source, origin, pid, address,
						 kind, when, object) :
		       ESRCH;
}

static inline int source_list_objects(struct source *source, unsigned origin,
				      source_object *visit, void *argument)
{
	return source->class->list_objects ?
		       source->class->list_objects(source, origin, visit,
						   argument) :
		       0;
}

static inline int source_get_note(struct source *source, unsigned origin,
				  unsigned index,
				  struct posix_trace_note_np *note)
{
	return source->class->get_note ?
		       source->class->get_note(source, origin, index, note) :
		       ENODATA;
}

/* Returns the value of the note with that key; good until the next call. NULL:
 * there is none. */
static inline const char *source_find_note(struct source *source,
					   unsigned origin, const char *key)
{
	struct posix_trace_note_np note;

	for (unsigned i = 0; !source_get_note(source, origin, i, &note); i++)
		if (!strcmp(note.key, key))
			return note.value;
	return NULL;
}

/* The description for a log of all its items. attr: destroyed by the caller. If
 * about->uuid is not that of origin 0, the source consists of several logs, and
 * each origin of the log has the next higher number. */
static inline int source_describe(struct source *source, trace_attr_t *attr,
				  struct posix_trace_log_np *about)
{
	return source->class->describe ?
		       source->class->describe(source, attr, about) :
		       ENOTSUP;
}

/* The final status of its stream, as of posix_trace_get_status(). */
static inline int source_get_status(struct source *source,
				    struct posix_trace_status_info *status)
{
	return source->class->get_status ?
		       source->class->get_status(source, status) :
		       ENODATA;
}

/* Contract of posix_trace_follow_np(): to be repeated while there is
 * nothing. */
static inline void source_follow(struct source *source, bool on)
{
	if (source->class->follow)
		source->class->follow(source, on);
}

/* True if nothing will be added any more. */
static inline bool source_is_complete(struct source *source)
{
	return source->class->is_complete(source);
}

/* The descriptor to poll for more; -1: ask again after a moment. */
static inline int source_descriptor(struct source *source)
{
	return source->class->descriptor ? source->class->descriptor(source) :
					   -1;
}

/* For a complete source that was read: true if more was added after all, which
 * is read next. */
static inline bool source_goes_on(struct source *source)
{
	return source->class->goes_on && source->class->goes_on(source);
}

/* True if the source is read from that file. */
static inline bool source_has_file(struct source *source,
				   const struct stat *file)
{
	return source->class->has_file(source, file);
}

/* Reports the damage met so far. growing: ignore a missing end. Returns the
 * exit status. */
static inline int source_tell_damage(struct source *source, bool growing)
{
	return source->class->tell_damage(source, growing);
}

/* Source may be NULL. */
static inline void source_close(struct source *source)
{
	if (source)
		source->class->close(source);
}

#endif
