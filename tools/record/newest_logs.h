/*
 * newest_logs.h - of the logs of a rotation the newest
 */
#ifndef NEWEST_LOGS_H
#define NEWEST_LOGS_H

struct newest_logs {
	char **name; /* as many as are kept; NULL: all are */
	unsigned most;
	unsigned next; /* place */
};

/* most: how many; 0: all. Without memory none is ever removed. */
void newest_logs_init(struct newest_logs *kept, unsigned most);
void newest_logs_fini(struct newest_logs *kept);

/* There is another one: the oldest is removed if they are too many. */
void newest_logs_add(struct newest_logs *kept, const char *name);

#endif
