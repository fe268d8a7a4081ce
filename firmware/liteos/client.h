/*
 * client.h - the line to a client that reads messages of LiteOS
 *
 * POSIXTRACE_LITEOS_CLIENT names it: a path, or tcp:HOST:PORT. Without that
 * nothing is sent.
 */
#ifndef FIRMWARE_LITEOS_CLIENT_H
#define FIRMWARE_LITEOS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the line unless it is open. False: there is none; what failed is told
 * once. Not for signal handlers. */
bool liteos_client_open(void);

/* False: what is sent goes nowhere. */
bool liteos_client_is_open(void);

/* Sends bytes, if the line is open, and waits for a slow client as a kernel
 * does; after an error nothing is sent any more. Keeps errno, and raises no
 * SIGPIPE. Safe in signal handlers. */
void liteos_client_send(const void *bytes, size_t len);

#endif
