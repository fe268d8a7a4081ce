/*
 * device.h - lines to devices
 *
 *	tcp:HOST:PORT			connects to a listener
 *	tcp-listen:[HOST:]PORT		waits for a connection
 *	serial:DEVICE[,BAUD]		8 bits, no parity; 115200 baud
 *
 * An address of IPv6 stands in brackets: tcp:[::1]:5000.
 */
#ifndef SOURCE_DEVICE_DEVICE_H
#define SOURCE_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

/* True for the name of a line. */
bool device_is_name(const char *name);

/* Opens a line for reading and writing; waits for a connection, or until the
 * user quits, see follow.h. Returns the exit status, after reporting errors. */
int device_open(const char *name, int *fd);

/* Sends bytes. Returns an error number. */
int device_send(int fd, const void *data, size_t len);

/* Returns the error that cut a line whose reading ended with an error, or with
 * the end of the file: 0. Returns 0 if the far end has closed it. */
int device_cut(int fd, int err);

#endif
