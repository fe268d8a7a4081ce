/* process_image.h - what program a process runs, told in its file */
#ifndef PXT_STREAM_PROCESS_IMAGE_H
#define PXT_STREAM_PROCESS_IMAGE_H

#include "stream/process.h"

/* Tell what program runs, up to PXT_PROCESS_IMAGE bytes of model/image.h; by
 * the process itself, one thread at a time. */
void pxt_process_set_image(struct pxt_process *process, const void *image,
			   size_t len);

/* What was told is of another program than the one that runs now. */
void pxt_process_forget_image(struct pxt_process *process);

/* The program's name in what was told last, or its beginning. ENODATA. Safe in
 * signal handlers. */
int pxt_process_get_program_name(const struct pxt_process *process, char *name,
				 size_t size);

/* A child that runs its parent's program has told nothing yet: tell the same,
 * with its own number. */
void pxt_process_copy_image(struct pxt_process *to,
			    const struct pxt_process *from);

/* What was told last; *version changes when it does. ENODATA: nothing yet,
 * or it is being written. */
int pxt_process_get_image(const struct pxt_process *process, void *image,
			  size_t *len, uint32_t *version);

#endif
