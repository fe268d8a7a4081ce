/* writer.h - logs that a program writes */
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
 * Writing a log: out of other logs, or of the trace of another system. The
 * functions are for one thread at a time for each log. See
 * posix_trace_writer_np(3).
 *
 * Errors of writing, as ENOSPC, leave the log as it was: readable up to there.
 * The same may be tried again.
 */
struct posix_trace_writer_np;

/*
 * Begin a log. fd: open for reading and writing, a regular file, whose contents
 * are replaced; borrowed until close.
 *
 * attr: the stream's name and so on, as posix_trace_get_attr() gives them;
 * NULL: the defaults. The log-full-policy is APPEND, whatever they say.
 *
 * about: counts but for version, clock, tick_ns and complete, which are what
 * logs that are written have. With a uuid of zeroes the log gets one by chance.
 *
 * EINVAL: no valid object. Else as posix_trace_create_withlog().
 */
int posix_trace_writer_open_np(int fd, const trace_attr_t *attr,
			       const struct posix_trace_log_np *about,
			       struct posix_trace_writer_np **writer);

/* Tell of an origin, before the first of its items is put. EINVAL: its number
 * is 0, which is the log itself. */
int posix_trace_writer_origin_np(struct posix_trace_writer_np *writer,
				 const struct posix_trace_origin_np *origin);

/* Tell of a process, and its modules; the last one of an origin and a number
 * is what readers know. Modules that do not fit are left out. EINVAL: a module
 * ends before it starts, or has a build ID of more than 32 bytes. EMSGSIZE: the
 * process's name or command is too long. */
int posix_trace_writer_process_np(struct posix_trace_writer_np *writer,
				  unsigned origin,
				  const struct posix_trace_process_np *process,
				  const struct posix_trace_module_np *modules,
				  size_t count);

/* Tell what a thread is called. EINVAL: a name that is too long. */
int posix_trace_writer_thread_np(struct posix_trace_writer_np *writer,
				 unsigned origin, pid_t pid, pid_t tid,
				 const char *name);

/* Tell of an object: best before the first item that names it. The last one
 * with that process, address, kind and time is what readers know. EINVAL: a
 * text that is too long, or a kind that is empty, or since is no time. */
int posix_trace_writer_object_np(struct posix_trace_writer_np *writer,
				 unsigned origin,
				 const struct posix_trace_object_np *object);

/* Note something of an origin; the last value of a key is what readers know.
 * EINVAL: a text that is too long, or a key that is empty. */
int posix_trace_writer_note_np(struct posix_trace_writer_np *writer,
			       unsigned origin, const char *key,
			       const char *value);

/*
 * A number for a type of event. *type: the one that is wanted, or 0. The same
 * name with the same description gives the same number, with another
 * description another one. A type of the system has its own.
 *
 * description NULL: it has none. name NULL: the number has no name; one that no
 * type has ever, 10 to 15 and from 4096 on, is given as well.
 *
 * EINVAL: no name is as long, or no description. ENOSPC: there are no more
 * numbers.
 */
int posix_trace_writer_type_np(struct posix_trace_writer_np *writer,
			       const char *name, const char *description,
			       trace_event_id_t *type);

/*
 * Put an item, an event or a loss, behind the others: readers get them in that
 * order, which should be that of time. All members count but those of info that
 * mean nothing in a loss. Of the truncation status, what was cut when it was
 * recorded stays so. What is before 1970 is then.
 *
 * EINVAL: no such kind, or time; a type that has no number here; or a loss with
 * data that is no such text. EMSGSIZE: more data than a log can have, which is
 * about 64 MiB for an event.
 */
int posix_trace_writer_put_np(struct posix_trace_writer_np *writer,
			      const struct posix_trace_item_np *item);

/* Write what was put, so that the log can be read up to there. Else
 * it waits in memory, about a mebibyte of it; a log that is written often, in
 * small pieces, is longer for it. */
int posix_trace_writer_flush_np(struct posix_trace_writer_np *writer);

/* Write what was put, and the end of the log, with the stream's status, as
 * posix_trace_get_status() tells it of a log. status NULL: the log is
 * abandoned, and has no end. The writer is gone, whatever is returned. */
int posix_trace_writer_close_np(struct posix_trace_writer_np *writer,
				const struct posix_trace_status_info *status);

/* The attribute creation-time, for logs that are written: only a stream that is
 * created has one by itself. EINVAL: no valid object, or no time since 1970. */
int posix_trace_attr_setcreatetime_np(trace_attr_t *attr,
				      const struct timespec *time);

#ifdef __cplusplus
}
#endif

#endif
