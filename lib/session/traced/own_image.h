/*
 * own_image.h - the image of this process, in its process file
 */
#ifndef PXT_SESSION_TRACED_OWN_IMAGE_H
#define PXT_SESSION_TRACED_OWN_IMAGE_H

/* Publishes it, again if modules have come or gone since. Handlers may do so at
 * their first event of a type. */
void pxt_own_image_publish(void);

#endif
