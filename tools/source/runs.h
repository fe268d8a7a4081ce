/*
 * runs.h - runs of a program, as a user names them
 *
 *	A B		two runs
 *	FOLDER		each log in the folder is a run
 *
 * A run is a log, or all logs of a numbered set or of a folder NAME.ptl.d.
 */
#ifndef RUNS_H
#define RUNS_H

#include <stddef.h>

/* The files of a run. */
struct run_files {
	char **file;
	size_t count;
};

/* Zero at first. */
struct runs {
	struct run_files *run;
	size_t count, room;
};

/* Adds the runs of an operand. Returns the exit status, after reporting
 * errors. */
int runs_add(struct runs *runs, char *operand);
void runs_fini(struct runs *runs);

#endif
