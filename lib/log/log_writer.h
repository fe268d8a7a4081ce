/*
 * log_writer.h - put sections into a log
 *
 * The layout is in docs/log-format.md. The file is a regular one; it is
 * written at offsets counted here, whatever the descriptor's position. A
 * section that could not be written whole is taken back (the file is cut to
 * where it began), so that the log stays readable and a later section can
 * take its place when there is room again.
 *
 * What happens when a log is full is its log-full-policy: APPEND knows no
 * full log, UNTIL_FULL ends there, LOOP overwrites the oldest part.
 *
 * One thread at a time.
 */
#ifndef PXT_LOG_WRITER_H
#define PXT_LOG_WRITER_H

#include <stdbool.h>

#include "log/log_format.h"
#include "model/attr.h"

struct pxt_log_writer;

/* Replace what the file holds by the beginning of a log. fd: borrowed until
 * close. EBADF: not open for writing. EINVAL: not a regular file, or one
 * that is open with O_APPEND. ENOSPC, EFBIG, EIO: no room, or none to be
 * had. */
int pxt_log_create(int fd, const struct pxt_log_header *header,
		   struct pxt_log_writer **out);

/* Told of a chunk that is in the log: without its records, of which there
 * are records_len bytes. */
typedef void pxt_log_seen(void *arg, const struct pxt_log_chunk *chunk,
			  size_t records_len);

/* Go on with a log whose writer died, at whatever instant, and cut off what
 * that one had not finished. Of a log that was overwritten only what is left
 * is seen. fd: borrowed until close. EBADF: not open for reading and
 * writing. EINVAL: not a log, or not a file as above. EALREADY: it has its
 * END, and is left alone. */
int pxt_log_resume(int fd, pxt_log_seen *seen, void *arg,
		   struct pxt_log_writer **out);

/* The same, reading no more of the log than a budget allows, which has then
 * less left; NULL: all. ETIMEDOUT: it was used up. */
int pxt_log_resume_within(int fd, uint64_t *budget, pxt_log_seen *seen,
			  void *arg, struct pxt_log_writer **out);

/* Each: 0, or the error of the write, and then the log is as before. EINVAL:
 * no user type, no name, no description and so on, or origin 0, and EMSGSIZE:
 * more than a section may have; a reader would call any of these damage. */
int pxt_log_put_name(struct pxt_log_writer *writer, uint32_t family,
		     uint32_t type, const char *name);
int pxt_log_put_description(struct pxt_log_writer *writer, uint32_t family,
			    uint32_t type, const char *description);
int pxt_log_put_process(struct pxt_log_writer *writer, const void *image,
			size_t len);
int pxt_log_put_origin(struct pxt_log_writer *writer,
		       const struct pxt_log_origin *origin);
int pxt_log_put_thread(struct pxt_log_writer *writer,
		       const struct pxt_log_thread *thread);
int pxt_log_put_object(struct pxt_log_writer *writer,
		       const struct pxt_log_object *object);
int pxt_log_put_note(struct pxt_log_writer *writer,
		     const struct pxt_log_note *note);

/* EMSGSIZE: len, and the reasons, are more than pxt_log_room(). EINVAL: it has
 * reasons, and the log is one that may be full. A log that loops may have lost
 * its oldest part to a chunk that could not be written after all. */
int pxt_log_put_chunk(struct pxt_log_writer *writer,
		      const struct pxt_log_chunk *chunk, const void *records,
		      size_t len);

/* Bytes of records that the next chunk may have; who has more splits it
 * between two records. UNTIL_FULL: what is left, 0 when full. LOOP: always
 * enough for the largest record and a context before it. */
size_t pxt_log_room(const struct pxt_log_writer *writer);

/* UNTIL_FULL: what is left, if it is to be divided among so many chunks. */
uint64_t pxt_log_rest(const struct pxt_log_writer *writer, size_t chunks);

/* UNTIL_FULL: one last chunk, out of PXT_LOG_RESERVE bytes that are kept for
 * it. Then the log is full. EMSGSIZE: more than the reserve. */
enum { PXT_LOG_RESERVE = 256 };
int pxt_log_put_last(struct pxt_log_writer *writer,
		     const struct pxt_log_chunk *chunk, const void *records,
		     size_t len);

/* UNTIL_FULL: the last chunk is there. LOOP: it has overwritten something.
 * APPEND: never. */
bool pxt_log_is_full(const struct pxt_log_writer *writer);
bool pxt_log_has_overwritten(const struct pxt_log_writer *writer);

/* Drop all chunks; names, processes and so on stay. For LOOP and
 * UNTIL_FULL. After an error of writing these once more the chunks are gone
 * all the same, and it is tried again with the next section. */
int pxt_log_clear(struct pxt_log_writer *writer);

/* The last section: the status the stream had, and once more the names,
 * processes and so on, so that a damaged section costs none of them. */
int pxt_log_put_end(struct pxt_log_writer *writer,
		    const struct pxt_log_end *end);

/* Bytes in the file. */
uint64_t pxt_log_length(const struct pxt_log_writer *writer);

void pxt_log_writer_close(struct pxt_log_writer *writer);

#endif
