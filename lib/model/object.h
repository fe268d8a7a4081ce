/*
 * object.h - what lies at an address of a process: a mutex, a queue, a thread
 */
#ifndef PXT_MODEL_OBJECT_H
#define PXT_MODEL_OBJECT_H

#include <stdint.h>

#include "model/description.h"

enum {
	PXT_OBJECT_KIND_MAX = PXT_DESCRIPTION_WORD, /* bytes, without the null */
	PXT_OBJECT_NAME_MAX = 255,
	PXT_OBJECT_DETAILS_MAX = 4095,

	/* Of all three, in memory. */
	PXT_OBJECT_TEXT = 216,
};

struct pxt_object {
	uint64_t address;
	int64_t since_ns, until_ns; /* 0: it is still there */
	uint32_t pid;
	uint8_t kind, name, details; /* bytes in text, one behind the other */
	uint8_t zero;
	char text[PXT_OBJECT_TEXT];
};

_Static_assert(sizeof(struct pxt_object) == 248, "of words, in memory");

/* At address 0, in the name: a process is a copy of that one, and what it has
 * not registered itself is what that one had when it was copied. */
#define PXT_OBJECT_PARENT "process"

/* At address 0, in the name: the program that a process ran, until it executed
 * another one. */
#define PXT_OBJECT_PROGRAM "program"

/* The kind of what is no object, but what the thread of that number was called
 * when it ended. */
#define PXT_OBJECT_THREAD "tid"

/* Texts in C, without what is no text. */
struct pxt_object_texts {
	char kind[PXT_OBJECT_KIND_MAX + 1];
	char name[PXT_OBJECT_TEXT + 1];
	char details[PXT_OBJECT_TEXT + 1];
};

/* Put texts into an object: NULL is an empty one. If that is too much, details
 * are left out from the last on, then a name loses its beginning, which of a
 * path is the lesser part. EINVAL: a kind that is empty, or any that no object
 * has. Safe in signal handlers. */
int pxt_object_set(struct pxt_object *object, const char *kind,
		   const char *name, const char *details);

/* The same, and only the name. */
void pxt_object_rename(struct pxt_object *object, const char *name);

/* What was in memory that others write to. EBADMSG: that is no object. */
int pxt_object_get(const struct pxt_object *object,
		   struct pxt_object_texts *texts);

#endif
