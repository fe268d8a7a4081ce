/*
 * object.h - an object at an address of a process: a mutex, a queue, a thread
 */
#ifndef PXT_MODEL_OBJECT_H
#define PXT_MODEL_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/description.h"

enum {
	PXT_OBJECT_KIND_MAX =
		PXT_DESCRIPTION_WORD, /* bytes, without the null */
	PXT_OBJECT_NAME_MAX = 255,
	PXT_OBJECT_DETAILS_MAX = 4095,

	/* Total of all three, in memory. */
	PXT_OBJECT_TEXT = 216,
};

struct pxt_object {
	uint64_t address;
	int64_t since_ns, until_ns; /* until_ns 0: it still exists */
	uint32_t pid;
	uint8_t kind, name, details; /* lengths in text, in this order */
	uint8_t named_late; /* events of before since_ns mean it, too */
	char text[PXT_OBJECT_TEXT];
};

_Static_assert(sizeof(struct pxt_object) == 248, "of words, in memory");

/* The kind of the object at address 0 whose name is the parent: objects that
 * the process has not registered are those of the parent at the fork. */
#define PXT_OBJECT_PARENT "process"

/* The kind of the object at address 0 whose name is the program that the
 * process ran before it executed another one. */
#define PXT_OBJECT_PROGRAM "program"

/* The kind of a thread's last name, by its number, after its end. */
#define PXT_OBJECT_THREAD "tid"

/* Texts of an object as C strings. */
struct pxt_object_texts {
	char kind[PXT_OBJECT_KIND_MAX + 1];
	char name[PXT_OBJECT_TEXT + 1];
	char details[PXT_OBJECT_TEXT + 1];
};

/* Sets the texts of an object: NULL is an empty one. If they are too long,
 * words of details are left out from the last on, then the name loses its
 * beginning, the less important part of a path. EINVAL: a kind that is empty or
 * invalid. Safe in signal handlers. */
int pxt_object_set(struct pxt_object *object, const char *kind,
		   const char *name, const char *details);

/* A descriptor's number is no address: of the objects at a number, those of
 * descriptors' kinds are of a space of their own. */
bool pxt_object_is_descriptor(const char *kind);

/* True if an object of that space may be shown where one of that kind is wanted
 * and there is none. At 0 only a descriptor is: it is a null pointer. */
bool pxt_object_stands_in(bool is_descriptor, const char *wanted,
			  uint64_t address);

/* Replaces the name only. */
void pxt_object_rename(struct pxt_object *object, const char *name);

/* Reads an object copied from shared memory. EBADMSG: invalid. */
int pxt_object_get(const struct pxt_object *object,
		   struct pxt_object_texts *texts);

#endif
