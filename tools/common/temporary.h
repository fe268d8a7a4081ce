/*
 * temporary.h - a file without a name, in TMPDIR or /tmp
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

/* Opens a file for reading and writing. Returns its descriptor; -1: see
 * errno. */
int temporary_open(void);

#endif
