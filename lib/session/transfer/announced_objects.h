/*
 * announced_objects.h - objects of a stream's processes, in its log
 *
 * An object is announced as soon as it is found in the family's table, before
 * any event that names it; again when it is renamed; and when it has ended, an
 * object without a name follows.
 *
 * A slot of the table may have had several objects since the last look. All but
 * the present one are missed, and counted. If the log has the begin of one, but
 * not its end, the object without a name is from that look on: of what was there
 * later nothing is known. When a log has missed objects, each new one of it has
 * an object without a name before it, as one that was missed may have been at
 * its place: events of that one are not the new one's. An object that was named
 * late has none.
 */
#ifndef PXT_SESSION_TRANSFER_ANNOUNCED_OBJECTS_H
#define PXT_SESSION_TRANSFER_ANNOUNCED_OBJECTS_H

#include "log/log_writer.h"
#include "session/transfer/thread_names.h"
#include "stream/names.h"

struct pxt_announced_objects;

/* since_ns: objects that ended before are not announced; nor are those counted
 * that are gone from the table by now. */
int pxt_announced_objects_create(int64_t since_ns,
				 const struct pxt_names *names,
				 struct pxt_announced_objects **out);
void pxt_announced_objects_close(struct pxt_announced_objects *objects);

/* Continues with another log, which has none yet, and has missed none but those
 * that are still there, if they are gone at its first look, and all that ever found
 * no slot. */
void pxt_announced_objects_switch_log(struct pxt_announced_objects *objects);

/* Writes new ones, and passes names of ended threads on. The errors of
 * writing. */
int pxt_announced_objects_write(struct pxt_announced_objects *objects,
				const struct pxt_names *names,
				struct pxt_thread_names *threads,
				struct pxt_log_writer *log);

/* Notes the number of objects that were missed, if any. */
int pxt_announced_objects_write_missed(
	const struct pxt_announced_objects *objects,
	const struct pxt_names *names, struct pxt_log_writer *log);

#endif
