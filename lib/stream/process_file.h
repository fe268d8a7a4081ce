/*
 * process_file.h - names of process files: PID-STARTTIME, or, of a process in a
 * PID namespace of its own, PID-STARTTIME-SPACE
 */
#ifndef PXT_STREAM_PROCESS_FILE_H
#define PXT_STREAM_PROCESS_FILE_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	PXT_PROCESS_FILE_NAME = 64, /* bytes for any name */
};

/* A process as it knows itself: see base/number_space.h. */
struct pxt_process_id {
	pid_t pid; /* in its own space */
	uint64_t start;
	uint64_t space; /* 0: not known */
};

/* Identifies a process by its number here. */
void pxt_process_identify(pid_t here, uint64_t start,
			  struct pxt_process_id *id);

void pxt_process_file_name(const struct pxt_process_id *id, char *name);

/* The temporary name of a file under construction: a thread makes one at a
 * time. */
void pxt_process_file_unfinished(const struct pxt_process_id *id, char *name);
bool pxt_process_file_is_unfinished(const char *name);

/* True for the name of a process file, and parses it. */
bool pxt_process_file_parse(const char *name, struct pxt_process_id *id);

/* False: no file is that of a process which has not ended, and has its number
 * in the caller's space. Otherwise none of these processes was started before
 * *oldest. */
bool pxt_process_file_any_living(int dir, uint64_t *oldest);

/* Opens a directory of process files, to be closed; or NULL. */
DIR *pxt_process_file_list(int dir);

#endif
