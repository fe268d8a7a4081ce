/*
 * health.h - obstacles to tracing, of the machine and of a process
 */
#ifndef HEALTH_H
#define HEALTH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Approximate size of record's default stream. */
#define HEALTH_ROOM_LEAST (5ULL << 20)

/* Approximate size that the files of any stream may have to have. */
#define HEALTH_FILE_LEAST (9ULL << 20)

enum health_directory {
	HEALTH_NONE, /* made when needed */
	HEALTH_SAFE,
	HEALTH_UNSAFE,
};

enum health_library {
	HEALTH_SAME,  /* same library as this command */
	HEALTH_OTHER, /* a different file */
	HEALTH_ABSENT,
	HEALTH_UNKNOWN,
};

struct health_room {
	char path[PATH_MAX]; /* path of the directory, existing or not */
	unsigned long long free, size; /* bytes */
	bool is_memory;
	enum health_directory state;
};

/* Examines the runtime directory. Returns an error number if it is not
 * accessible. */
int health_room(struct health_room *room);

/* The kernel's clock source. True if it needs no system call. */
bool health_clock(char *source, size_t size);

bool health_has_barrier(void);

/* The limit on the size of files. */
unsigned long long health_file_limit(void);

bool health_is_disabled(void);

/* The address space of a process: mapped, and limit. False: no limit, or not
 * readable. */
struct health_space {
	unsigned long long used, limit; /* bytes */
	unsigned long long stream;	/* share of a stream */
};
bool health_space(pid_t pid, struct health_space *space);

/* Visits each stream that the process has mapped in part only, because of its
 * limited address space. */
typedef void health_narrow(const char *file, unsigned long long mapped,
			   unsigned long long size);
void health_list_narrow(pid_t pid, health_narrow *visit);

/* The library that a process has loaded. */
enum health_library health_library(pid_t pid);

/* True if the process uses the library, and lacks a process file for want of
 * descriptors or address space: its events are lost; why: the resource. An
 * unreadable process counts as negative. */
enum { HEALTH_WHY = 128 };
bool health_has_no_file(pid_t pid, char *why, size_t size);

/* A reason why events of a process cannot be recorded, for doctor. */
struct health_obstacle {
	const char *what;
	const char *remedy;
};

/* Visits each obstacle; events: number of types that the process has opened. */
void health_list_obstacles(pid_t pid, unsigned events,
			   void (*visit)(const struct health_obstacle *obstacle,
					 void *argument),
			   void *argument);

#endif
