/*
 * stream_name.h - names of streams in users' notation
 *
 *	3, anna/3, 1000/3	as shown by posixtrace ls
 */
#ifndef STREAM_NAME_H
#define STREAM_NAME_H

#include <stdbool.h>
#include <sys/types.h>

/* Without a user it is the caller's. False: not a name of a stream. */
bool stream_name_parse(const char *name, uid_t *user, int *number);

#endif
