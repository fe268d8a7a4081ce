/*
 * own_image.h - what program this process runs, told in its process file
 */
#ifndef PXT_SESSION_TRACED_OWN_IMAGE_H
#define PXT_SESSION_TRACED_OWN_IMAGE_H

/* Tell it, or tell it anew if shared objects have come or gone since. Not
 * for signal handlers. */
void pxt_own_image_publish(void);

#endif
