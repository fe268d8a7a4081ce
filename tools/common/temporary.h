/*
 * temporary.h - a file without a name, in TMPDIR or /tmp
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

/* Its descriptor, for reading and writing. -1: errno tells why. */
int temporary_open(void);

#endif
