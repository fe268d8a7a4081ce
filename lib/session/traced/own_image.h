/*
 * own_image.h - the image of this process, in its process file
 */
#ifndef PXT_SESSION_TRACED_OWN_IMAGE_H
#define PXT_SESSION_TRACED_OWN_IMAGE_H

/* Publishes it, again if modules have come or gone since. Not for signal
 * handlers. */
void pxt_own_image_publish(void);

#endif
