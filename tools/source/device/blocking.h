/*
 * blocking.h - lines in blocking mode
 */
#ifndef SOURCE_DEVICE_BLOCKING_H
#define SOURCE_DEVICE_BLOCKING_H

/* Makes reading and writing wait from here on. Returns an error number. */
int device_make_blocking(int fd);

#endif
