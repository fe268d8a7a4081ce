/*
 * kept.h - of the logs of a rotation the newest
 */
#ifndef KEPT_H
#define KEPT_H

struct kept {
	char **name; /* as many as are kept; NULL: all are */
	unsigned most;
	unsigned next; /* place */
};

/* most: how many; 0: all. Without memory none is ever removed. */
void kept_init(struct kept *kept, unsigned most);
void kept_fini(struct kept *kept);

/* There is another one: the oldest is removed if they are too many. */
void kept_add(struct kept *kept, const char *name);

#endif
