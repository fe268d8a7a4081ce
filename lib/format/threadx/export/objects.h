/*
 * objects.h - objects for the registry of a ThreadX trace
 *
 * Threads and objects of other systems get addresses that are unique, and not
 * those of special contexts.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_OBJECTS_H
#define PXT_FORMAT_THREADX_EXPORT_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/map.h"

enum {
	PXT_THREADX_THREAD = 1,
	PXT_THREADX_TIMER = 2,
	PXT_THREADX_QUEUE = 3,
	PXT_THREADX_SEMAPHORE = 4,
	PXT_THREADX_MUTEX = 5,
	PXT_THREADX_EVENT_FLAGS = 6,
	PXT_THREADX_BYTE_POOL = 8,
	PXT_THREADX_FILE = 10,
	PXT_THREADX_TCP_SOCKET = 13,

	PXT_THREADX_OBJECTS_MAX = 1 << 20, /* maximum */
	PXT_THREADX_GIVEN_NAME = 32,
};

struct pxt_threadx_key {
	unsigned origin;
	pid_t pid;	 /* 0: a system without processes */
	unsigned type;	 /* type in the registry */
	uint64_t number; /* thread id, or address */
};

struct pxt_threadx_object {
	struct pxt_threadx_key key;
	pid_t pid; /* process of its first occurrence */
	uint64_t address;
	uint64_t parameter[2];
	uint64_t owner;	   /* owner of a mutex: address of a thread, or 0 */
	uint16_t priority; /* priority of a thread */
	int8_t state;	   /* state of a waiting thread; 0: running */
	bool is_interrupt; /* not a thread: interrupts threads */
	bool has_word;	   /* named by a word of another number, of pid */
	uint64_t word;

	/* Threads with handles. */
	uint64_t tid;			   /* 0: number of its key */
	uint64_t handle;		   /* 0: number of its key */
	char name[PXT_THREADX_GIVEN_NAME]; /* name given by the program; "":
					    * none */
	bool is_over;

	size_t same;   /* index of the object that its key means now, plus 1; or
		        * 0 */
	bool is_alias; /* the key was never an object itself */
};

/* Zero at first. */
struct pxt_threadx_objects {
	struct pxt_threadx_object *object;
	size_t count, room;
	struct pxt_map entries; /* in object, plus 1; by key */
	size_t last;		/* last result */
};

void pxt_threadx_objects_fini(struct pxt_threadx_objects *objects);

/* Finds or makes the object with this key; its index. ENOSPC: too many.
 * ENOMEM. */
int pxt_threadx_objects_get(struct pxt_threadx_objects *objects,
			    const struct pxt_threadx_key *key, size_t *number);

/* Finds an existing object. */
bool pxt_threadx_objects_find(const struct pxt_threadx_objects *objects,
			      const struct pxt_threadx_key *key,
			      size_t *number);

/* Makes a key mean the object of an index, which has a key of its own. Errors
 * of pxt_threadx_objects_get(). */
int pxt_threadx_objects_bind(struct pxt_threadx_objects *objects,
			     const struct pxt_threadx_key *key, size_t number);

/* Makes a key mean a new object at its next occurrence. Errors of
 * pxt_threadx_objects_get(). */
int pxt_threadx_objects_renew(struct pxt_threadx_objects *objects,
			      const struct pxt_threadx_key *key);

/* The type for a kind of objects, or 0. */
unsigned pxt_threadx_objects_type(const char *kind);

#endif
