/* process_file.h - names of process files: PID-STARTTIME */
#ifndef PXT_STREAM_PROCESS_FILE_H
#define PXT_STREAM_PROCESS_FILE_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	PXT_PROCESS_FILE_NAME = 48, /* bytes for any name */
};

void pxt_process_file_name(pid_t pid, uint64_t start, char *name);

/* The temporary name of a file under construction: a thread makes one at a
 * time. */
void pxt_process_file_unfinished(uint64_t start, char *name);
bool pxt_process_file_is_unfinished(const char *name);

/* True for the name of a process file, and parses it. */
bool pxt_process_file_parse(const char *name, pid_t *pid, uint64_t *start);

/* False: no file is that of a process which has not ended. Otherwise none of
 * these processes was started before *oldest. */
bool pxt_process_file_any_living(int dir, uint64_t *oldest);

/* Opens a directory of process files, to be closed; or NULL. */
DIR *pxt_process_file_list(int dir);

#endif
