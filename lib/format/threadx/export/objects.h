/*
 * objects.h - what becomes the registry of a ThreadX event trace
 *
 * Threads and objects of another system get addresses that no two of them
 * share, and that are none of a context.
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

	PXT_THREADX_OBJECTS_MAX = 1 << 20, /* at most */
	PXT_THREADX_GIVEN_NAME = 32,
};

struct pxt_threadx_key {
	unsigned origin;
	pid_t pid;	 /* 0: the system has no processes that matter */
	unsigned type;	 /* of the registry */
	uint64_t number; /* a thread's id; an address */
};

struct pxt_threadx_object {
	struct pxt_threadx_key key;
	pid_t pid; /* where it was met */
	uint64_t address;
	uint64_t parameter[2];
	uint64_t owner;	   /* of a mutex: the address of a thread, or 0 */
	uint16_t priority; /* of a thread */
	int8_t state;	   /* of a thread that waits; 0: it does not */
	bool is_interrupt; /* it is none, but interrupts threads */
	bool has_word;	   /* its name is that of another number, of pid */
	uint64_t word;

	/* Of a thread, which its program calls by a handle. */
	uint64_t tid;			   /* 0: the number of its key */
	uint64_t handle;		   /* likewise */
	char name[PXT_THREADX_GIVEN_NAME]; /* by its program; "": none */
	bool is_over;

	size_t same;   /* the object that its key means now, plus 1; or 0 */
	bool is_alias; /* and it was never an object itself */
};

/* Zeroes at first. */
struct pxt_threadx_objects {
	struct pxt_threadx_object *object;
	size_t count, room;
	struct pxt_map entries; /* in object, plus 1; by key */
	size_t last;		/* found before */
};

void pxt_threadx_objects_fini(struct pxt_threadx_objects *objects);

/* The number of the object with this key, which is made if need be. ENOSPC:
 * there are too many. ENOMEM. */
int pxt_threadx_objects_get(struct pxt_threadx_objects *objects,
			    const struct pxt_threadx_key *key, size_t *number);

/* The same if it is there already. */
bool pxt_threadx_objects_find(const struct pxt_threadx_objects *objects,
			      const struct pxt_threadx_key *key,
			      size_t *number);

/* From now on a key means the object of that number, which has a key of its own.
 * As pxt_threadx_objects_get(). */
int pxt_threadx_objects_bind(struct pxt_threadx_objects *objects,
			     const struct pxt_threadx_key *key, size_t number);

/* From now on a key means an object that is yet to be met. As
 * pxt_threadx_objects_get(). */
int pxt_threadx_objects_renew(struct pxt_threadx_objects *objects,
			      const struct pxt_threadx_key *key);

/* What a kind of objects becomes, or 0. */
unsigned pxt_threadx_objects_type(const char *kind);

#endif
