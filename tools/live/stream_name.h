/*
 * stream_name.h - names of streams in users' notation
 *
 *	3, anna/3, 1000/3, 3@4242	as shown by posixtrace ls
 */
#ifndef STREAM_NAME_H
#define STREAM_NAME_H

#include <stdbool.h>
#include <sys/types.h>

#include <trace_np.h>

struct stream_name {
	int number;
	uid_t user;   /* without one it is the caller's */
	pid_t beside; /* a process beside which the stream is; 0: the user's */
};

/* False: not a name of a stream. */
bool stream_name_parse(const char *text, struct stream_name *name);
bool stream_name_means(const struct stream_name *name,
		       const struct posix_trace_stream_np *stream);

#endif
