/* writer.h - logs written by a program */
#ifndef _POSIXTRACE_WRITER_H
#define _POSIXTRACE_WRITER_H 1

#include <posixtrace/item.h>
#include <posixtrace/log.h>
#include <posixtrace/object.h>
#include <posixtrace/origin.h>
#include <posixtrace/process.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writing a log made from other logs, or from the trace of another system. One
 * thread at a time may write a log. See posix_trace_writer_np(3).
 *
 * Errors of writing, as ENOSPC, leave the log unchanged and readable. The call
 * may be repeated.
 */
struct posix_trace_writer_np;

/*
 * Begins a log. fd: open for writing, a regular file, whose contents are replaced;
 * borrowed until close.
 *
 * attr: the stream's name and so on, as of posix_trace_get_attr(); NULL: the
 * defaults. The log-full-policy is always APPEND.
 *
 * about: version, clock, tick_ns and complete are ignored. A uuid of zeroes is
 * replaced by a random one.
 *
 * EINVAL: invalid object. Otherwise the errors of posix_trace_create_withlog().
 */
int posix_trace_writer_open_np(int fd, const trace_attr_t *attr,
			       const struct posix_trace_log_np *about,
			       struct posix_trace_writer_np **writer);

/* Adds an origin, before the first of its items. EINVAL: number 0, which is the
 * log itself. */
int posix_trace_writer_origin_np(struct posix_trace_writer_np *writer,
				 const struct posix_trace_origin_np *origin);

/* Adds a process, and its modules; readers know the last one of an origin and a
 * number. Modules that do not fit are left out. EINVAL: a module ends before it
 * starts, or has a build ID of more than 32 bytes, or of some at NULL. EMSGSIZE:
 * the process's name or command is too long. */
int posix_trace_writer_process_np(struct posix_trace_writer_np *writer,
				  unsigned origin,
				  const struct posix_trace_process_np *process,
				  const struct posix_trace_module_np *modules,
				  size_t count);

/* Names a thread. EINVAL: the name is too long. */
int posix_trace_writer_thread_np(struct posix_trace_writer_np *writer,
				 unsigned origin, pid_t pid, pid_t tid,
				 const char *name);

/* Adds an object: best before the first item that names it. Readers know the
 * last one with that process, address, kind and time. EINVAL: a text is too
 * long, the kind is empty, or since is not a time. */
int posix_trace_writer_object_np(struct posix_trace_writer_np *writer,
				 unsigned origin,
				 const struct posix_trace_object_np *object);

/* Adds a note about an origin; readers know the last value of a key. EINVAL: a
 * text is too long, or the key is empty. */
int posix_trace_writer_note_np(struct posix_trace_writer_np *writer,
			       unsigned origin, const char *key,
			       const char *value);

/*
 * Assigns a number to an event type. *type: the preferred number, from 16 to 4095;
 * any other is no preference. The same name with the same description gives the
 * same number, with another description another one. System types have their own.
 *
 * description NULL: none. name NULL: the number has no name; numbers that are
 * never assigned, 10 to 15 and from 4096 on, are possible then.
 *
 * EINVAL: the name or description is too long; or there is a description without a
 * name, or of a system type. A description is not judged, as logs have refused ones:
 * see posix_trace_description_check_np(). ENOSPC: no more numbers.
 */
int posix_trace_writer_type_np(struct posix_trace_writer_np *writer,
			       const char *name, const char *description,
			       trace_event_id_t *type);

/*
 * Puts an item, an event or a loss, behind the others: readers get them in that
 * order, which should be that of time. All members count except those of info
 * that are unspecified for a loss. The truncation status keeps data cut at
 * recording. Times before 1970 become 1970.
 *
 * EINVAL: an invalid kind or time; a type without a number here; or a loss
 * whose data is not a valid reason. EMSGSIZE: more data than a log can have,
 * about 64 MiB for an event.
 */
int posix_trace_writer_put_np(struct posix_trace_writer_np *writer,
			      const struct posix_trace_item_np *item);

/* Writes buffered items, so that the log can be read up to there. About a
 * mebibyte is buffered; frequent writing of small pieces makes a log longer. */
int posix_trace_writer_flush_np(struct posix_trace_writer_np *writer);

/* Writes buffered items, and the end of the log, with the stream's status, as
 * of posix_trace_get_status(). status NULL: the log is abandoned, and has no
 * end. The writer is released in any case. */
int posix_trace_writer_close_np(struct posix_trace_writer_np *writer,
				const struct posix_trace_status_info *status);

/* Sets the attribute creation-time, for logs that are written: otherwise only a
 * created stream has it. EINVAL: invalid object, or a time before 1970. */
int posix_trace_attr_setcreatetime_np(trace_attr_t *attr,
				      const struct timespec *time);

#ifdef __cplusplus
}
#endif

#endif
