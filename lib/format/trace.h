/*
 * trace.h - facts about a foreign trace
 *
 * Types of events, names of threads and objects, facts about the system, and
 * damage. The importer fills the table as it reads; views query it. Names are
 * copied, cut to what a log can hold, which is reported. Functions do not fail:
 * a lack of memory is remembered, see pxt_trace_error().
 */
#ifndef PXT_FORMAT_TRACE_H
#define PXT_FORMAT_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

enum {
	PXT_TRACE_PID = 1,   /* process number of a system without processes */
	PXT_TRACE_WHY = 160, /* bytes of a reason, with the null */
};

struct pxt_trace;

/* ENOMEM. */
int pxt_trace_create(struct pxt_trace **trace);
void pxt_trace_close(struct pxt_trace *trace);

/* Forgets everything but the numbers of types, for reading again. */
void pxt_trace_rewind(struct pxt_trace *trace);

/* Ends the first reading: the system, names, objects and notes are final. They
 * survive a rewind, and are not reported again. */
void pxt_trace_learned(struct pxt_trace *trace);

/* ENOMEM: something was not stored. */
int pxt_trace_error(const struct pxt_trace *trace);

/*
 * For importers
 */

/* Returns the number of a type: a name with a description has one number. The
 * description is for posix_trace_eventid_describe_np(), with data in the byte
 * order of this machine; NULL: none. Importers store the number rather than ask
 * for each event. */
trace_event_id_t pxt_trace_type(struct pxt_trace *trace, const char *name,
				const char *description);

/* Sets the system, as "ThreadX, 32 bits, little-endian". It never begins with
 * "Linux". */
void pxt_trace_system(struct pxt_trace *trace, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Sets the trace's own UUID, the boot id of the machine that recorded it, and
 * the machine's name, which are zero, or "", if unknown. */
void pxt_trace_machine(struct pxt_trace *trace, const unsigned char uuid[16],
		       const unsigned char boot[16], const char *host);

/* Sets a fact about the trace, for exporters. The last value of a key
 * counts. */
void pxt_trace_note(struct pxt_trace *trace, const char *key,
		    const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Sets the time from which objects that are set next exist, up to the next
 * item. Before the first item no time is needed. */
void pxt_trace_now(struct pxt_trace *trace, uint64_t ns);

/* Names a process, or a thread. The last name counts. */
void pxt_trace_process(struct pxt_trace *trace, pid_t pid, const char *name);
void pxt_trace_thread(struct pxt_trace *trace, pid_t pid, pid_t tid,
		      const char *name);

/* Sets an object, from the time of pxt_trace_now() or of the last item on. An
 * earlier object of the same address and kind ends, or is renamed. */
void pxt_trace_object(struct pxt_trace *trace, pid_t pid, uint64_t address,
		      const char *kind, const char *name, const char *details);

/* Reports bytes that could not be read, and why: "bad checksum". Reading may end
 * at a place without an offset: PXT_TRACE_END. */
#define PXT_TRACE_END UINT64_MAX

void pxt_trace_damage(struct pxt_trace *trace, uint64_t offset, uint64_t len,
		      const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Reports a guess, or a caveat for readers of figures: a line, once. */
void pxt_trace_tell(struct pxt_trace *trace, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Reports why an import cannot begin. */
void pxt_trace_refuse(struct pxt_trace *trace, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Sets the offset of the record of the next events. */
void pxt_trace_place(struct pxt_trace *trace, uint64_t offset);

/* Fills an item with an event or a loss, at a time of the trace in nanoseconds:
 * since the epoch, or since the start of the trace if that is all the importer
 * knows. */
void pxt_trace_event(struct pxt_trace *trace, struct posix_trace_item_np *item,
		     trace_event_id_t type, uint64_t ns, pid_t pid, pid_t tid,
		     const void *data, size_t len);

/* lost 0: an unknown number. The gap lies between the two times in either
 * order: clocks may go back. Skipped bytes are described by gap.h. The
 * formatted text is kept until the next call. */
void pxt_trace_loss(struct pxt_trace *trace, struct posix_trace_item_np *item,
		    uint64_t from_ns, uint64_t to_ns, uint64_t lost,
		    const char *format, ...)
	__attribute__((format(printf, 6, 7)));

/*
 * For readers
 */

struct pxt_trace_damage {
	uint64_t offset; /* in bytes */
	uint64_t len;
	char why[PXT_TRACE_WHY];
};

/* Shifts all times. */
void pxt_trace_shift(struct pxt_trace *trace, int64_t ns);

/* Names the only process of the trace, if the importer did not. */
void pxt_trace_set_name(struct pxt_trace *trace, const char *name);

/* NULL: no such type, or no description. */
const char *pxt_trace_type_name(const struct pxt_trace *trace,
				trace_event_id_t type);
const char *pxt_trace_type_description(const struct pxt_trace *trace,
				       trace_event_id_t type);

const char *pxt_trace_get_system(const struct pxt_trace *trace);
const char *pxt_trace_get_host(const struct pxt_trace *trace);
/* NULL: unknown. */
const unsigned char *pxt_trace_get_uuid(const struct pxt_trace *trace);
const unsigned char *pxt_trace_get_boot(const struct pxt_trace *trace);
const char *pxt_trace_get_refusal(const struct pxt_trace *trace);

/* NULL: unknown. */
const char *pxt_trace_get_process(const struct pxt_trace *trace, pid_t pid);
const char *pxt_trace_get_thread(const struct pxt_trace *trace, pid_t pid,
				 pid_t tid);

/* Finds the object of an address and kind at a time, by the rules of
 * pxt_trace_objects_get(). when NULL: at the end. ESRCH. */
int pxt_trace_get_object(const struct pxt_trace *trace, pid_t pid,
			 uint64_t address, const char *kind,
			 const struct timespec *when,
			 struct posix_trace_object_np *object);

/* The name of that object at the time of pxt_trace_now(), or NULL. any: an
 * object of another kind may stand in for it. */
const char *pxt_trace_named(const struct pxt_trace *trace, pid_t pid,
			    uint64_t address, const char *kind, bool any);

/* Lists the objects: 0, 1, 2... ESRCH: no more. */
int pxt_trace_list_object(const struct pxt_trace *trace, size_t index,
			  struct posix_trace_object_np *object);

/* Lists by index; NULL: no more. */
size_t pxt_trace_count_notes(const struct pxt_trace *trace);
const char *pxt_trace_list_note(const struct pxt_trace *trace, size_t index,
				const char **key);
const char *pxt_trace_get_note(const struct pxt_trace *trace, const char *key);

/* Number of damaged places so far, and one of the first of them, valid until
 * the next is reported. */
uint64_t pxt_trace_damages(const struct pxt_trace *trace);
const struct pxt_trace_damage *
pxt_trace_get_damage(const struct pxt_trace *trace, size_t index);

/* Returns a remark that was not returned before, or NULL. */
const char *pxt_trace_next_tale(struct pxt_trace *trace);

#endif
