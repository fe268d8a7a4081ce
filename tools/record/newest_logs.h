/*
 * newest_logs.h - the newest logs of a rotation
 */
#ifndef NEWEST_LOGS_H
#define NEWEST_LOGS_H

struct newest_logs {
	char **name; /* array of `most' names; NULL: all are kept */
	unsigned most;
	unsigned next; /* place */
};

/* most: limit; 0: none. Without memory no log is removed. */
void newest_logs_init(struct newest_logs *kept, unsigned most);
void newest_logs_fini(struct newest_logs *kept);

/* Adds a log, and removes the oldest beyond the limit. */
void newest_logs_add(struct newest_logs *kept, const char *name);

#endif
