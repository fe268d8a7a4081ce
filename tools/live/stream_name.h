/*
 * stream_name.h - how a user names a stream that exists
 *
 *	3, anna/3, 1000/3	as posixtrace ls tells it
 */
#ifndef STREAM_NAME_H
#define STREAM_NAME_H

#include <stdbool.h>
#include <sys/types.h>

/* Without a user it is one of ours. false: no name of a stream. */
bool stream_name_parse(const char *name, uid_t *user, int *number);

#endif
