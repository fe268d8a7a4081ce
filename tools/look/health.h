/*
 * health.h - what the machine, and a process, say about being traced
 */
#ifndef HEALTH_H
#define HEALTH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Bytes that a stream of the default size of record takes, about. */
#define HEALTH_ROOM_LEAST (5ULL << 20)

enum health_directory {
	HEALTH_NONE, /* it is made when it is needed */
	HEALTH_SAFE,
	HEALTH_UNSAFE,
};

enum health_library {
	HEALTH_SAME,  /* that of this command */
	HEALTH_OTHER, /* another file */
	HEALTH_ABSENT,
	HEALTH_UNKNOWN,
};

struct health_room {
	char path[PATH_MAX]; /* of the directory, or where it is to be */
	unsigned long long free, size; /* bytes */
	bool is_memory;
	enum health_directory state;
};

/* Where streams are kept. An error number: it cannot be looked at. */
int health_room(struct health_room *room);

/* The kernel's clock source. Is it the one that needs no call? */
bool health_clock(char *source, size_t size);

bool health_has_barrier(void);

/* The largest file we may make. */
unsigned long long health_file_limit(void);

bool health_is_disabled(void);

/* The address space that a process has mapped, and may map. false: nothing limits
 * it, or that is not for us to see. */
struct health_space {
	unsigned long long used, limit; /* bytes */
	unsigned long long stream;	/* of that, a stream takes at most */
};
bool health_space(pid_t pid, struct health_space *space);

/* Visit each stream of which the process has mapped a part only, as its address
 * space was limited then. */
typedef void health_narrow(const char *file, unsigned long long mapped,
			   unsigned long long size);
void health_list_narrow(pid_t pid, health_narrow *visit);

/* A process: which library has it loaded; is it told to do nothing; has it
 * another directory of streams? What is not for us to see is not so. */
enum health_library health_library(pid_t pid);
bool health_process_is_disabled(pid_t pid);
bool health_directory_differs(pid_t pid);

/* Does the process use the library, and lack a process file for want of
 * descriptors or address space? Then its events are lost; why: what it lacks.
 * What is not for us to see is not so. */
enum { HEALTH_WHY = 128 };
bool health_has_no_file(pid_t pid, char *why, size_t size);

/* Why no event of a process can be recorded now, in the words of doctor. */
struct health_obstacle {
	const char *what;
	const char *remedy;
};

/* Visit each obstacle; the process has opened so many event types. */
void health_list_obstacles(pid_t pid, unsigned events,
			   void (*visit)(const struct health_obstacle *obstacle,
					 void *argument),
			   void *argument);

#endif
