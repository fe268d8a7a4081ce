/*
 * device.h - lines that a trace comes over while it is made
 *
 *	tcp:HOST:PORT			somebody listens there
 *	tcp-listen:[HOST:]PORT		somebody will connect to that
 *	serial:DEVICE[,BAUD]		8 bits, no parity; 115200 baud
 *
 * An address of IPv6 stands in brackets: tcp:[::1]:5000.
 */
#ifndef SOURCE_DEVICE_DEVICE_H
#define SOURCE_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a name is that of a line, and not of a file. */
bool device_is_one(const char *name);

/* Open it for reading and writing; wait until somebody has connected, or the
 * user does not want any more, see follow.h. Gives the exit status, and has
 * told why not. */
int device_open(const char *name, int *fd);

/* Send bytes. An error number. */
int device_send(int fd, const void *data, size_t len);

/* Whether an error of reading says that the other side is gone. */
bool device_is_gone(int err);

#endif
