/*
 * read_files.h - files that options named, and that were read, besides traces
 *
 * Output does not replace what it is made of.
 */
#ifndef EVENT_READ_FILES_H
#define EVENT_READ_FILES_H

#include <stdbool.h>
#include <sys/stat.h>

/* Notes an open file of rules, templates or questions. */
void read_files_add(int fd);

bool read_files_have(const struct stat *file);

#endif
