/*
 * trace.h - what an importer tells of a trace besides its items
 *
 * Types of events, the names of threads and objects, facts of the system, and
 * what was wrong. An importer fills it as it reads; whoever shows the items
 * asks it. Names are copied, as much of them as a log holds, and where that is
 * not all it is told. Nothing fails here: without memory it remembers that, see
 * pxt_trace_error().
 */
#ifndef PXT_FORMAT_TRACE_H
#define PXT_FORMAT_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

enum {
	PXT_TRACE_PID = 1,   /* of the system, where it knows no processes */
	PXT_TRACE_WHY = 160, /* bytes of a reason, with its null */
};

struct pxt_trace;

/* ENOMEM. */
int pxt_trace_create(struct pxt_trace **trace);
void pxt_trace_close(struct pxt_trace *trace);

/* Forget what was told, but for the numbers of types: it is read again. */
void pxt_trace_rewind(struct pxt_trace *trace);

/* The whole trace was read: the system, names, objects and notes are known for
 * good. They stay when it is read again, and what is told of them then is
 * nothing new. */
void pxt_trace_learned(struct pxt_trace *trace);

/* ENOMEM: something was not kept. */
int pxt_trace_error(const struct pxt_trace *trace);

/*
 * For importers
 */

/* The number of a type: the same name with the same description has one. The
 * description is of posix_trace_eventid_describe_np(), for data in the byte
 * order of this machine; NULL: none. Importers keep it rather than ask for each
 * event. */
trace_event_id_t pxt_trace_type(struct pxt_trace *trace, const char *name,
				const char *description);

/* What the system is: "ThreadX, 32 bits, little-endian". It never begins with
 * "Linux". */
void pxt_trace_system(struct pxt_trace *trace, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A fact of the trace as a whole, for those who write it again. The last value
 * of a key counts. */
void pxt_trace_note(struct pxt_trace *trace, const char *key,
		    const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Objects that are told from here on hold since that time, up to the next item.
 * Those told before the first item need no time. */
void pxt_trace_now(struct pxt_trace *trace, uint64_t ns);

/* Name a process, a thread of a process. The last name counts. */
void pxt_trace_process(struct pxt_trace *trace, pid_t pid, const char *name);
void pxt_trace_thread(struct pxt_trace *trace, pid_t pid, pid_t tid,
		      const char *name);

/* An object, since the time of pxt_trace_now(), or of the item before: of the
 * same address and kind there was another one before, or the same with another
 * name. */
void pxt_trace_object(struct pxt_trace *trace, pid_t pid, uint64_t address,
		      const char *kind, const char *name, const char *details);

/* Bytes that could not be read, and why: "bad checksum". */
void pxt_trace_damage(struct pxt_trace *trace, uint64_t offset, uint64_t len,
		      const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* What was guessed, or is to be known by who reads the figures: told once, a
 * line. */
void pxt_trace_tell(struct pxt_trace *trace, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Why an import cannot begin. */
void pxt_trace_refuse(struct pxt_trace *trace, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Where the record of the next events begins in the trace, in bytes. */
void pxt_trace_place(struct pxt_trace *trace, uint64_t offset);

/* Make an item an event, or a loss, at a time of the trace, in nanoseconds:
 * since the epoch, or since the start of the trace for those that know no
 * better. */
void pxt_trace_event(struct pxt_trace *trace, struct posix_trace_item_np *item,
		     trace_event_id_t type, uint64_t ns, pid_t pid, pid_t tid,
		     const void *data, size_t len);

/* lost 0: nobody knows how many. What is missing lies between the two times,
 * whichever is the later: clocks may go back. Where bytes were passed over,
 * gap.h says which. What is printed is kept until the next call. */
void pxt_trace_loss(struct pxt_trace *trace, struct posix_trace_item_np *item,
		    uint64_t from_ns, uint64_t to_ns, uint64_t lost,
		    const char *format, ...)
	__attribute__((format(printf, 6, 7)));

/*
 * For those who read
 */

struct pxt_trace_damage {
	uint64_t offset; /* in bytes */
	uint64_t len;
	char why[PXT_TRACE_WHY];
};

/* All times are so much later than the importer says. */
void pxt_trace_shift(struct pxt_trace *trace, int64_t ns);

/* What it is called where the importer gave no name to its only process. */
void pxt_trace_set_name(struct pxt_trace *trace, const char *name);

/* NULL: there is no such type, or it has no description. */
const char *pxt_trace_type_name(const struct pxt_trace *trace,
				trace_event_id_t type);
const char *pxt_trace_type_description(const struct pxt_trace *trace,
				       trace_event_id_t type);

const char *pxt_trace_get_system(const struct pxt_trace *trace);
const char *pxt_trace_get_refusal(const struct pxt_trace *trace);

/* NULL: nobody knows. */
const char *pxt_trace_get_process(const struct pxt_trace *trace, pid_t pid);
const char *pxt_trace_get_thread(const struct pxt_trace *trace, pid_t pid,
				 pid_t tid);

/* The object of that address and kind that was there at a time, as
 * pxt_trace_objects_get() has it. when: NULL: in the end. ESRCH. */
int pxt_trace_get_object(const struct pxt_trace *trace, pid_t pid,
			 uint64_t address, const char *kind,
			 const struct timespec *when,
			 struct posix_trace_object_np *object);

/* The name of that object at the time of pxt_trace_now(), or NULL. any: it may
 * be of any kind, if there is none of that. */
const char *pxt_trace_named(const struct pxt_trace *trace, pid_t pid,
			    uint64_t address, const char *kind, bool any);

/* One after another: 0, 1, 2... ESRCH: there are not as many. */
int pxt_trace_list_object(const struct pxt_trace *trace, size_t index,
			  struct posix_trace_object_np *object);

/* 0, 1, 2...; NULL: there are not as many. */
size_t pxt_trace_count_notes(const struct pxt_trace *trace);
const char *pxt_trace_list_note(const struct pxt_trace *trace, size_t index,
				const char **key);
const char *pxt_trace_get_note(const struct pxt_trace *trace, const char *key);

/* How many places were damaged so far, and one of the first of them, which is
 * good until the next is told. */
uint64_t pxt_trace_damages(const struct pxt_trace *trace);
const struct pxt_trace_damage *
pxt_trace_get_damage(const struct pxt_trace *trace, size_t index);

/* A line that was not told yet, or NULL. */
const char *pxt_trace_next_tale(struct pxt_trace *trace);

#endif
