/*
 * log_writer.h - writing sections to a log
 *
 * docs/log-format.md has the layout. The file is a regular one, written at
 * offsets that are counted here, whatever the descriptor's position. A section
 * that could not be written whole is cut off, so that the log stays readable
 * and a later section can take its place when there is room again. On a full disk
 * no section takes the room that the log's end needs.
 *
 * The log-full-policy of a full log: APPEND is never full, UNTIL_FULL ends
 * there, LOOP overwrites the oldest part.
 *
 * One thread at a time.
 */
#ifndef PXT_LOG_WRITER_H
#define PXT_LOG_WRITER_H

#include <stdbool.h>

#include "log/log_format.h"
#include "model/attr.h"

struct pxt_log_writer;

/* Replaces the contents of the file by the beginning of a log. fd: borrowed
 * until close. EBADF: not open for writing. EINVAL: not a regular file, or open
 * with O_APPEND. ENOTSUP: no libzstd for the log's compression. ENOSPC, EFBIG,
 * EIO: no room. */
int pxt_log_create(int fd, const struct pxt_log_header *header,
		   struct pxt_log_writer **out);

/* Called for each chunk in the log: without its records, of which there are
 * records_len bytes, packed or not. */
typedef void pxt_log_seen(void *arg, const struct pxt_log_chunk *chunk,
			  size_t records_len);

/* Continues a log whose writer died at any instant, and cuts off its incomplete
 * end. Of an overwritten log only the rest is seen. fd: borrowed until close.
 * EBADF: not open for reading and writing. EINVAL: not a log, or not a file as
 * above. EALREADY: it has END, and is left alone. The rest is written without
 * compression: a process that completes the log of another did not ask for
 * libzstd. */
int pxt_log_resume(int fd, pxt_log_seen *seen, void *arg,
		   struct pxt_log_writer **out);

/* The same, within a budget of bytes to read, which is reduced; NULL: no limit.
 * ETIMEDOUT: it is used up. */
int pxt_log_resume_within(int fd, uint64_t *budget, pxt_log_seen *seen,
			  void *arg, struct pxt_log_writer **out);

/* Errors: that of the write, which leaves the log as before. EINVAL: not a user
 * type, no name, no description and so on, or origin 0, and EMSGSIZE: more than
 * a section may have; readers would take these for damage. */
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

/* EMSGSIZE: len, and the reasons, exceed pxt_log_room(). EINVAL: reasons, in a
 * log that may become full. A log that loops may lose its oldest part even if
 * the chunk could not be written. */
int pxt_log_put_chunk(struct pxt_log_writer *writer,
		      const struct pxt_log_chunk *chunk, const void *records,
		      size_t len);

/* Maximum bytes of records of the next chunk; longer ones have to be split
 * between two records. UNTIL_FULL: the remaining room, 0 when full. LOOP:
 * always enough for the largest record and a context before it. */
size_t pxt_log_room(const struct pxt_log_writer *writer);

/* True if chunks are packed, and take less room than they need before that. */
bool pxt_log_packs(const struct pxt_log_writer *writer);

/* UNTIL_FULL: the remaining room, divided among so many chunks. */
uint64_t pxt_log_rest(const struct pxt_log_writer *writer, size_t chunks);

/* UNTIL_FULL: a last chunk, in PXT_LOG_RESERVE bytes that are reserved for it.
 * Then the log is full. EMSGSIZE: more than the reserve. */
enum { PXT_LOG_RESERVE = 256 };
int pxt_log_put_last(struct pxt_log_writer *writer,
		     const struct pxt_log_chunk *chunk, const void *records,
		     size_t len);

/* A chunk before END, of a log that could not take all: in as many bytes, which
 * are reserved for it on the disk as well. A full log has for it, with its
 * reasons, what its last chunk left of these. EMSGSIZE: more than these, or than
 * pxt_log_room(). */
int pxt_log_put_rest(struct pxt_log_writer *writer,
		     const struct pxt_log_chunk *chunk, const void *records,
		     size_t len);

/* UNTIL_FULL: the last chunk is written. LOOP: something was overwritten.
 * APPEND: never. */
bool pxt_log_is_full(const struct pxt_log_writer *writer);
bool pxt_log_has_overwritten(const struct pxt_log_writer *writer);

/* LOOP: events in the log, and those that were overwritten. */
uint64_t pxt_log_events_in_all(const struct pxt_log_writer *writer);

/* Drops all chunks; names, processes and so on stay. For LOOP and UNTIL_FULL.
 * If writing those again fails, the chunks are gone all the same, and the next
 * section tries again. */
int pxt_log_clear(struct pxt_log_writer *writer);

/* Events, and losses, of sections that are gone again. */
struct pxt_log_dropped {
	uint64_t events, lost;
	uint64_t first; /* ticks of the first */
};

/* For a log whose END found no room, as the file system reserves none: the last
 * sections are gone, and there is room for a last chunk, and for END. False: these
 * are all that the log has, and stay. */
bool pxt_log_retreat(struct pxt_log_writer *writer,
		     struct pxt_log_dropped *dropped);

/* Writes the last section: the status of the stream, and the names, processes
 * and so on again, so that damage to a section loses none of them. */
int pxt_log_put_end(struct pxt_log_writer *writer,
		    const struct pxt_log_end *end);

/* Bytes in the file. */
uint64_t pxt_log_length(const struct pxt_log_writer *writer);

void pxt_log_writer_close(struct pxt_log_writer *writer);

#endif
