/*
 * durable.h - what is on the disk when a machine loses its power
 */
#ifndef DURABLE_H
#define DURABLE_H

#include <stddef.h>
#include <stdint.h>

/* Writes all of it at that place. Returns an error number. */
int durable_write(int fd, const void *data, size_t len, uint64_t at);

/* Waits until the names in a folder are on the disk. Returns an error number. */
int durable_folder(const char *folder);

#endif
