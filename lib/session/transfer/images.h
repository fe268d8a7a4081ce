/*
 * images.h - what programs the processes of a stream run, told in its log
 *
 * The target's image goes there before its events do, a child's behind the
 * first of its own: a log's reader knows them all.
 */
#ifndef PXT_SESSION_TRANSFER_IMAGES_H
#define PXT_SESSION_TRANSFER_IMAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "log/log_writer.h"
#include "stream/process.h"

struct pxt_images;

/* dir: borrowed, of the process files. */
int pxt_images_create(int dir, struct pxt_images **out);
void pxt_images_close(struct pxt_images *images);

/* An event of this process is in the stream, or will be. */
void pxt_images_note(struct pxt_images *images, uint32_t pid);

/* Is the process of this number here, too, if only until its parent asks for
 * its end? */
bool pxt_images_has_process(struct pxt_images *images, uint32_t pid);

/* Does it say that it was executed by this name, of which a thread's has the
 * beginning? */
bool pxt_images_is_called(struct pxt_images *images, uint32_t pid,
			  const char *name);

/* Count the processes that have told themselves what program they run. */
unsigned pxt_images_count_own(const struct pxt_images *images);

/* The next are written to another log, which has none yet. */
void pxt_images_switch_log(struct pxt_images *images);

/* Write those that are new, or have changed. The errors of writing. */
int pxt_images_write(struct pxt_images *images, struct pxt_log_writer *log);

#endif
