/*
 * announced_objects.h - the objects of a stream's processes, told in its log
 *
 * An object is told as soon as it is found in the family's table, which is
 * before any event that names it; once more when it is called otherwise; and
 * when it has ended, that something without a name is there.
 */
#ifndef PXT_SESSION_TRANSFER_ANNOUNCED_OBJECTS_H
#define PXT_SESSION_TRANSFER_ANNOUNCED_OBJECTS_H

#include "log/log_writer.h"
#include "session/transfer/thread_names.h"
#include "stream/names.h"

struct pxt_announced_objects;

/* since_ns: what had ended by then is told to no log. */
int pxt_announced_objects_create(int64_t since_ns,
				 struct pxt_announced_objects **out);
void pxt_announced_objects_close(struct pxt_announced_objects *objects);

/* The next are written to another log, which has none yet. */
void pxt_announced_objects_switch_log(struct pxt_announced_objects *objects);

/* Write what is new, and tell threads what those are called that have ended.
 * The errors of writing. */
int pxt_announced_objects_write(struct pxt_announced_objects *objects,
				const struct pxt_names *names,
				struct pxt_thread_names *threads,
				struct pxt_log_writer *log);

/* Note how many will never be known, if there are any. */
int pxt_announced_objects_write_missed(
	const struct pxt_announced_objects *objects,
	const struct pxt_names *names, struct pxt_log_writer *log);

#endif
