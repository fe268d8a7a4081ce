/*
 * blocking.h - a line that reading waits for
 */
#ifndef SOURCE_DEVICE_BLOCKING_H
#define SOURCE_DEVICE_BLOCKING_H

/* From here on reading and writing wait. An error number. */
int device_make_blocking(int fd);

#endif
