/*
 * images.h - images of a stream's processes, in its log
 *
 * The target's image is written before its events, a child's after the first of
 * its own: a log's reader knows them all.
 */
#ifndef PXT_SESSION_TRANSFER_IMAGES_H
#define PXT_SESSION_TRANSFER_IMAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "log/log_writer.h"
#include "stream/process.h"

struct pxt_images;

/* dir: directory of process files, borrowed. space: of the processes' numbers,
 * see base/number_space.h. */
int pxt_images_create(int dir, uint64_t space, struct pxt_images **out);
void pxt_images_close(struct pxt_images *images);

/* Notes a process with an event in the stream, or soon. */
void pxt_images_note(struct pxt_images *images, uint32_t pid);

/* The number here of a process, or a thread, of the stream; 0: there is none. */
pid_t pxt_images_number(const struct pxt_images *images, uint32_t number);

/* True if the process of this number still exists, even as a zombie. */
bool pxt_images_has_process(struct pxt_images *images, uint32_t pid);

/* True if it was executed by this name; a thread's name has the beginning. */
bool pxt_images_has_name(struct pxt_images *images, uint32_t pid,
			 const char *name);

/* Count the processes that have told themselves what program they run. */
unsigned pxt_images_count_recorded(const struct pxt_images *images);

/* Continues with another log, which has none yet. */
void pxt_images_switch_log(struct pxt_images *images);

/* Writes new or changed ones. The errors of writing. */
int pxt_images_write(struct pxt_images *images, struct pxt_log_writer *log);

#endif
