/*
 * proc_image.h - the image of another process, seen from outside
 *
 * For a process that has not described itself in its process file: its own
 * library does so when it opens its first event type.
 */
#ifndef PXT_SESSION_TRANSFER_PROC_IMAGE_H
#define PXT_SESSION_TRANSFER_PROC_IMAGE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Makes bytes of model/image.h, as far as the caller has access. here: number
 * in the caller's /proc; number: the one for the image. ENOSPC, and ENOMEM. */
int pxt_proc_image_read(pid_t here, uint32_t number, void *image, size_t size,
			size_t *len);

#endif
