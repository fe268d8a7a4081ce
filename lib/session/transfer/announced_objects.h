/*
 * announced_objects.h - objects of a stream's processes, in its log
 *
 * An object is announced as soon as it is found in the family's table, before
 * any event that names it; again when it is renamed; and when it has ended, an
 * object without a name follows.
 */
#ifndef PXT_SESSION_TRANSFER_ANNOUNCED_OBJECTS_H
#define PXT_SESSION_TRANSFER_ANNOUNCED_OBJECTS_H

#include "log/log_writer.h"
#include "session/transfer/thread_names.h"
#include "stream/names.h"

struct pxt_announced_objects;

/* since_ns: objects that ended before are not announced. */
int pxt_announced_objects_create(int64_t since_ns,
				 struct pxt_announced_objects **out);
void pxt_announced_objects_close(struct pxt_announced_objects *objects);

/* Continues with another log, which has none yet. */
void pxt_announced_objects_switch_log(struct pxt_announced_objects *objects);

/* Writes new ones, and passes names of ended threads on. The errors of
 * writing. */
int pxt_announced_objects_write(struct pxt_announced_objects *objects,
				const struct pxt_names *names,
				struct pxt_thread_names *threads,
				struct pxt_log_writer *log);

/* Notes the number of unknown objects, if any. */
int pxt_announced_objects_write_missed(
	const struct pxt_announced_objects *objects,
	const struct pxt_names *names, struct pxt_log_writer *log);

#endif
