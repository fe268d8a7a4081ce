/*
 * log_reader.h - a log as a source of runs, with its other contents
 *
 * Nothing in the file is trusted: a damaged section is noted and skipped, and
 * reading goes on at the next valid one. Memory is bounded by the sections
 * whose times overlap, not by the log's length.
 *
 * One thread at a time.
 */
#ifndef PXT_LOG_READER_H
#define PXT_LOG_READER_H

#include <stdbool.h>

#include "log/log_count.h"
#include "log/log_damage.h"
#include "log/log_format.h"
#include "model/image.h"
#include "model/merge.h"

struct pxt_log_reader;

/* fd: borrowed until close; its position is neither used nor moved. EBADF: not
 * open for reading. EINVAL: not a log, or of another byte order or version.
 * ENOTSUP: compressed, and libzstd is not there. ENOMEM. */
int pxt_log_open(int fd, struct pxt_log_reader **out);
void pxt_log_reader_close(struct pxt_log_reader *reader);

/* The descriptor of the log. */
int pxt_log_reader_file(const struct pxt_log_reader *reader);

const struct pxt_log_header *
pxt_log_reader_header(const struct pxt_log_reader *reader);

/* The source for pxt_merge_create(): runs of the log's chunks, in file order,
 * with the writer's floors. At the end of the file the floor is UINT64_MAX; a
 * growing file delivers more later. */
struct pxt_source *pxt_log_reader_source(struct pxt_log_reader *reader);

/* Follows the log, or not, as at first: without END, the floor at the end of
 * the file is the last one of the writer, which keeps events in order while it
 * is writing. */
void pxt_log_reader_follow(struct pxt_log_reader *reader, bool on);

/* Goes back to the first section. Names, processes and damage stay. The caller
 * resets its merge. */
void pxt_log_reader_rewind(struct pxt_log_reader *reader);

/* Goes to a place from which no event at or after a time is missed, and few
 * before it are delivered. An unreadable log is rewound, and the caller gets
 * the error. */
int pxt_log_reader_seek(struct pxt_log_reader *reader, int64_t time_ns);

/* The name of a user type in a family, or NULL. All names are known after
 * pxt_log_open() if the log has END, otherwise those of the sections read so
 * far. */
const char *pxt_log_reader_name(const struct pxt_log_reader *reader,
				uint32_t family, uint32_t type);

/* The description of a user type, or NULL; known like names. */
const char *pxt_log_reader_description(const struct pxt_log_reader *reader,
				       uint32_t family, uint32_t type);

/* The lowest user type with a name above type, in a family; 0: no more. */
uint32_t pxt_log_reader_next_type(const struct pxt_log_reader *reader,
				  uint32_t family, uint32_t type);

/* The latest image of a process, or NULL. */
const struct pxt_image *
pxt_log_reader_process(const struct pxt_log_reader *reader, uint32_t origin,
		       uint32_t pid);

/* Returns one of the logs that were merged into this one, or NULL. One without
 * items may be unknown: it has no number. */
const struct pxt_log_origin *
pxt_log_reader_origin(const struct pxt_log_reader *reader, uint32_t number);

/* The latest name of a thread, or NULL. Valid until more is read. */
const char *pxt_log_reader_thread(const struct pxt_log_reader *reader,
				  uint32_t origin, uint32_t pid, uint32_t tid);

/* The object at an address at a time, and all objects of an origin, as in
 * log_objects.h. Valid until close. */
const struct pxt_log_object *
pxt_log_reader_object(struct pxt_log_reader *reader,
		      const struct pxt_log_object *wanted);
const struct pxt_log_object *
pxt_log_reader_next_object(struct pxt_log_reader *reader, uint32_t origin,
			   const struct pxt_log_object *before);

/* A note of an origin by index, or NULL. Valid until close. */
const struct pxt_log_note *
pxt_log_reader_note(const struct pxt_log_reader *reader, uint32_t origin,
		    unsigned index);

/* Counts the contents, by the heads of sections. */
int pxt_log_reader_count(struct pxt_log_reader *reader,
			 struct pxt_log_count *count);

/* True if no section is overwritten during the reading. */
bool pxt_log_reader_is_settled(const struct pxt_log_reader *reader);

/* The section END, or NULL if none was found. */
const struct pxt_log_end *
pxt_log_reader_end(const struct pxt_log_reader *reader);

void pxt_log_reader_damage(const struct pxt_log_reader *reader,
			   struct pxt_log_damage *damage);

/* Keeps the damage noted so far, and forgets what was noted since, as by a caller
 * that has read ahead. */
void pxt_log_reader_keep_damage(struct pxt_log_reader *reader);
void pxt_log_reader_forget_damage(struct pxt_log_reader *reader);

#endif
