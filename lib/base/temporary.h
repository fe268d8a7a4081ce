/*
 * temporary.h - a file without a name, in TMPDIR or /tmp
 */
#ifndef PXT_BASE_TEMPORARY_H
#define PXT_BASE_TEMPORARY_H

/* Opens a file for reading and writing. Errors of the file system. */
int pxt_temporary_open(int *fd);

/* The directory of such files, for messages; borrowed. */
const char *pxt_temporary_directory(void);

#endif
