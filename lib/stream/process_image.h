/* process_image.h - the image of a process, in its file */
#ifndef PXT_STREAM_PROCESS_IMAGE_H
#define PXT_STREAM_PROCESS_IMAGE_H

#include "stream/process.h"

/* Sets the image, up to PXT_PROCESS_IMAGE bytes of model/image.h; called in the
 * process itself, one thread at a time. */
void pxt_process_set_image(struct pxt_process *process, const void *image,
			   size_t len);

/* Invalidates the image after an exec. */
void pxt_process_forget_image(struct pxt_process *process);

/* Copies the beginning of the program's name from the last image. ENODATA. Safe
 * in signal handlers. */
int pxt_process_get_program_name(const struct pxt_process *process, char *name,
				 size_t size);

/* Gives a forked child its parent's image, with its own number. */
void pxt_process_copy_image(struct pxt_process *to,
			    const struct pxt_process *from);

/* Copies the last image; *version changes with it. ENODATA: none yet, or being
 * written. */
int pxt_process_get_image(const struct pxt_process *process, void *image,
			  size_t *len, uint32_t *version);

#endif
