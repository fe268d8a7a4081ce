/* process_file.h - what process files are called: PID-STARTTIME */
#ifndef PXT_STREAM_PROCESS_FILE_H
#define PXT_STREAM_PROCESS_FILE_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	PXT_PROCESS_FILE_NAME = 48, /* bytes that have room for each name */
};

void pxt_process_file_name(pid_t pid, uint64_t start, char *name);

/* What a file is called while it is being made: one thread makes one at a
 * time. */
void pxt_process_file_unfinished(uint64_t start, char *name);
bool pxt_process_file_is_unfinished(const char *name);

/* Whether a name is that of a process file, and of which process. */
bool pxt_process_file_parse(const char *name, pid_t *pid, uint64_t *start);

/* The entries of a directory of process files, to be closed; or NULL. */
DIR *pxt_process_file_list(int dir);

#endif
