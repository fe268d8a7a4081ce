/*
 * field.h - a field of an event's data, as a description has it
 */
#ifndef PXT_MODEL_FIELD_H
#define PXT_MODEL_FIELD_H

#include "base/scan.h"

enum {
	PXT_DESCRIPTION_MAX = 4095, /* bytes, without the null at its end */
	PXT_DESCRIPTION_FIELDS = 64,
	PXT_DESCRIPTION_CONSTANTS = 256, /* limit for the constants of all
					  * enumerations */
	PXT_DESCRIPTION_WORD = 63,	 /* bytes of a name, or a unit */
	PXT_DESCRIPTION_ARRAY = 65535,	 /* elements */
};

enum pxt_field_kind {
	PXT_FIELD_UNSIGNED,
	PXT_FIELD_SIGNED,
	PXT_FIELD_FLOAT,
	PXT_FIELD_BOOL,
	PXT_FIELD_CHAR,
	PXT_FIELD_STRING, /* in place, up to and including a null */
};

enum {
	PXT_FIELD_KEY = 1,
	PXT_FIELD_HEX = 2,
	PXT_FIELD_COUNTER = 4,
	PXT_FIELD_ARRAY = 8,
	PXT_FIELD_ENUM = 16,
	PXT_FIELD_OBJECT = 32,
	PXT_FIELD_DETAIL = 64,
	PXT_FIELD_ACQUIRE = 128,
	PXT_FIELD_RELEASE = 256,
	PXT_FIELD_OWNER = 512,
	PXT_FIELD_SELF = 1024,
	PXT_FIELD_FLAGS = 2048,
	PXT_FIELD_OCTAL = 4096,
	PXT_FIELD_ERRNO = 8192,
	PXT_FIELD_SIGNAL = 16384,
	PXT_FIELD_NONE = 32768,
	PXT_FIELD_POINTER = 1 << 16, /* the pointed-to data is not recorded */
};

struct pxt_field {
	struct pxt_text name;
	struct pxt_text type;	   /* type as written, without asterisks */
	struct pxt_text tag;	   /* tag of an enumeration; may be empty */
	struct pxt_text unit;	   /* may be empty */
	struct pxt_text object;	   /* the kind of an OBJECT; may be empty */
	struct pxt_text none;	   /* name of the value of [[none]]; may be
				    * empty */
	struct pxt_text constants; /* between the braces of an enumeration */
	enum pxt_field_kind kind;
	unsigned flags;
	uint32_t size;	/* bytes of one element; 0: a string */
	uint32_t align; /* a power of two */
	uint32_t count; /* elements; 0: an array that takes the rest of the
			 * data */
};

/* Roles of an event, which may end a span and begin the next of the name. */
enum {
	PXT_DESCRIPTION_BEGIN = 1,    /* begin of a span */
	PXT_DESCRIPTION_END = 2,      /* end of a span */
	PXT_DESCRIPTION_OPTIONAL = 4, /* end of a span that may have no begin */
};

static inline uint64_t pxt_field_align(uint64_t offset, uint32_t align)
{
	return (offset + align - 1) & ~((uint64_t)align - 1);
}

#endif
