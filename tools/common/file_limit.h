/*
 * file_limit.h - a write beyond the limit on file sizes is an error
 *
 * By default it ends the process by SIGXFSZ, in silence: a command could
 * neither say why, nor remove half a file, nor try again.
 */
#ifndef COMMON_FILE_LIMIT_H
#define COMMON_FILE_LIMIT_H

/* From now on such writes fail with EFBIG. */
void file_limit_fails(void);

/* In a child, before it executes another program: the signal is as it was. */
void file_limit_restore(void);

#endif
