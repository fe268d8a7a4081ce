/*
 * filename.h - patterns for names of logs, option -o
 *
 *	%p	number of the process		%h	name of the machine
 *	%c	name of its program		%t	local time, 20260921-140337
 *	%n	number of the file, 000001	%%	a percent sign
 *	%e	name of an event		%i	number of a thread
 *	%I	name of an incident
 */
#ifndef FILENAME_H
#define FILENAME_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

struct filename_facts {
	pid_t pid;
	const char *program;
	unsigned number;
	time_t time;
	const char *incident;
	const char *host; /* NULL: this machine */
	const char *event;
	pid_t tid;
};

/* True if only these letters, or a percent sign, follow percent signs. */
bool filename_is_sound(const char *pattern, const char *letters);

/* True if the pattern has that letter. */
bool filename_has(const char *pattern, char letter);

/* The name, to be freed. NULL: no memory. */
char *filename_expand(const char *pattern, const struct filename_facts *facts);

/* A pattern that numbers its files: adds %n before the suffix if it is missing.
 * To be freed. NULL: no memory. */
char *filename_numbered(const char *pattern);

/* The same with another letter. */
char *filename_with(const char *pattern, char letter);

#endif
