/*
 * temporary.h - a file without a name, in TMPDIR or /tmp
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

/* Open such a file, for reading and writing. Gives its descriptor; -1: errno
 * tells why. */
int temporary_open(void);

#endif
