/*
 * log_reader.h - a log as a source of runs, with all that it says besides
 *
 * Trusts nothing in the file: a damaged section is noted and skipped, the
 * next sound one is searched for, and what is sound is delivered. Memory is
 * bounded by the sections whose times overlap, not by the log's length.
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

/* fd: borrowed until close; its position is neither used nor moved.
 * EBADF: not open for reading. EINVAL: not a log, or not of this byte order
 * or version. ENOMEM. */
int pxt_log_open(int fd, struct pxt_log_reader **out);
void pxt_log_reader_close(struct pxt_log_reader *reader);

/* The descriptor it was opened with. */
int pxt_log_reader_file(const struct pxt_log_reader *reader);

const struct pxt_log_header *
pxt_log_reader_header(const struct pxt_log_reader *reader);

/* For pxt_merge_create(): runs of the log's chunks, in file order, with the
 * floors the writer vouched for. At the end of the file the floor is
 * UINT64_MAX; a file that grows meanwhile gives more later. */
struct pxt_source *pxt_log_reader_source(struct pxt_log_reader *reader);

/* Whether the log is followed: while it has no END, the floor at the end of the
 * file is the last one that was vouched for, so that events come in order
 * though the writer is in the middle of what it writes. Off at open. */
void pxt_log_reader_follow(struct pxt_log_reader *reader, bool on);

/* Begin again at the first section. Names, processes and damage stay. The
 * caller resets its merge. */
void pxt_log_reader_rewind(struct pxt_log_reader *reader);

/* Begin again so that, of what is not before a time, nothing is missed, and
 * of what is before it, not much is delivered. Otherwise as rewind; so it is,
 * too, where the log cannot be read: then the error is for the caller. */
int pxt_log_reader_seek(struct pxt_log_reader *reader, int64_t time_ns);

/* The name of a user type in one family, or NULL. All names of the log are
 * known from pxt_log_open() on if it has its end section, and from the
 * sections read so far otherwise. */
const char *pxt_log_reader_name(const struct pxt_log_reader *reader,
				uint32_t family, uint32_t type);

/* Its description, or NULL; likewise. */
const char *pxt_log_reader_description(const struct pxt_log_reader *reader,
				       uint32_t family, uint32_t type);

/* The lowest user type with a name that is greater than type, in one family;
 * 0: no more. */
uint32_t pxt_log_reader_next_type(const struct pxt_log_reader *reader,
				  uint32_t family, uint32_t type);

/* What is known of a process (the latest image of that pid), or NULL. */
const struct pxt_image *pxt_log_reader_process(
	const struct pxt_log_reader *reader, uint32_t origin, uint32_t pid);

/* One of several logs that this one was made of, or NULL. */
const struct pxt_log_origin *
pxt_log_reader_origin(const struct pxt_log_reader *reader, uint32_t number);

/* The latest name of a thread, or NULL. Good until more is read. */
const char *pxt_log_reader_thread(const struct pxt_log_reader *reader,
				  uint32_t origin, uint32_t pid, uint32_t tid);

/* The object at an address at a time, and all of an origin, one by one; as
 * log_objects.h tells. Good until close. */
const struct pxt_log_object *
pxt_log_reader_object(struct pxt_log_reader *reader,
		      const struct pxt_log_object *wanted);
const struct pxt_log_object *
pxt_log_reader_next_object(struct pxt_log_reader *reader, uint32_t origin,
			   const struct pxt_log_object *before);

/* A note of an origin, from 0 on, or NULL. Good until close. */
const struct pxt_log_note *
pxt_log_reader_note(const struct pxt_log_reader *reader, uint32_t origin,
		    unsigned index);

/* Count what the log has, by the heads of its sections. */
int pxt_log_reader_count(struct pxt_log_reader *reader,
			 struct pxt_log_count *count);

/* The end section, or NULL while none was found. */
const struct pxt_log_end *
pxt_log_reader_end(const struct pxt_log_reader *reader);

void pxt_log_reader_damage(const struct pxt_log_reader *reader,
			   struct pxt_log_damage *damage);

#endif
