/*
 * images.h - what programs the processes of a stream run, told in its log
 *
 * The target's portrait goes there before its events do, a child's behind the
 * first of its own: a log's reader knows them all.
 */
#ifndef PXT_SESSION_TRANSFER_IMAGES_H
#define PXT_SESSION_TRANSFER_IMAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "log/log_writer.h"
#include "stream/process.h"

struct pxt_portraits;

/* dir: borrowed, of the process files. */
int pxt_portraits_create(int dir, struct pxt_portraits **out);
void pxt_portraits_close(struct pxt_portraits *portraits);

/* An event of this process is in the stream, or will be. */
void pxt_portraits_note(struct pxt_portraits *portraits, uint32_t pid);

/* Is the process of this number here, too, if only until its parent asks for
 * its end? */
bool pxt_portraits_known(struct pxt_portraits *portraits, uint32_t pid);

/* Does it say that it was executed by this name, of which a thread's has the
 * beginning? */
bool pxt_portraits_is_called(struct pxt_portraits *portraits, uint32_t pid,
			     const char *name);

/* How many of the processes have told themselves what program they run. */
unsigned pxt_portraits_told(const struct pxt_portraits *portraits);

/* The next are written to another log, which has none yet. */
void pxt_portraits_again(struct pxt_portraits *portraits);

/* Write those that are new, or have changed. The errors of writing. */
int pxt_portraits_write(struct pxt_portraits *portraits,
			struct pxt_log_writer *log);

#endif
