/*
 * description.h - descriptions of an event's data, in C's syntax
 *
 * The members of a struct, with the attributes of C23:
 *
 *	uint64_t id [[key]]; enum : uint8_t { buy, sell } side;
 *	double price [[unit(EUR)]]; char symbol[8]; char *text
 *
 * Fields are read one by one, from a text that stays in place: nothing is
 * allocated, and text outside of the grammar of
 * posix_trace_eventid_describe_np(3) is refused. Unknown attributes are
 * skipped, as in C.
 */
#ifndef PXT_MODEL_DESCRIPTION_H
#define PXT_MODEL_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PXT_DESCRIPTION_MAX = 4095, /* bytes, without the null at its end */
	PXT_DESCRIPTION_FIELDS = 64,
	PXT_DESCRIPTION_CONSTANTS = 256, /* limit for the constants of all
					  * enumerations */
	PXT_DESCRIPTION_WORD = 63,	 /* bytes of a name, or a unit */
	PXT_DESCRIPTION_ARRAY = 65535,	 /* elements */
};

/* A part of the description. */
struct pxt_text {
	const char *at;
	size_t len;
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

/* Roles of an event. */
enum {
	PXT_DESCRIPTION_BEGIN = 1, /* begin of a span */
	PXT_DESCRIPTION_END = 2,   /* end of a span */
	PXT_DESCRIPTION_OPTIONAL = 4, /* end of a span that may have no begin */
};

struct pxt_description {
	const char *at, *end;
	struct pxt_field base; /* type of the current declaration */
	bool declaring;
	bool ended; /* no field may follow */
	bool packed;
	bool varies;	 /* set by a string, or an array without length */
	unsigned fields; /* read so far */
	unsigned constants;
	unsigned flags;	      /* PXT_DESCRIPTION_..., as far as read */
	struct pxt_text span; /* name of the span; may be empty */
	const char *expected; /* at `at`, after EINVAL */
	uint64_t offset;      /* behind the last field, unless it varies */
	uint32_t align;	      /* the greatest so far */
};

void pxt_description_init(struct pxt_description *description, const char *text,
			  size_t len);

/* Reads the next field. ENODATA: no more. EINVAL: invalid, at about `at`. */
int pxt_description_next(struct pxt_description *description,
			 struct pxt_field *field);

/* Checks the whole description, including that names of fields are unique.
 * EINVAL. */
int pxt_description_check(const char *text, size_t len);

/* Same check; after EINVAL *where is the offset of the error, and *expected
 * names what belongs there. */
int pxt_description_judge(const char *text, size_t len, size_t *where,
			  const char **expected);

/* After the last field: the size of the data, like sizeof. False: it varies. */
bool pxt_description_size(const struct pxt_description *description,
			  size_t *size);

struct pxt_constant {
	struct pxt_text name;
	int64_t value; /* raw bits; the caller sets -1 before the first */
};

/* Reads the next constant of an enumeration from the rest of its text. ENODATA:
 * no more. EINVAL. */
int pxt_constant_next(struct pxt_text *rest, struct pxt_constant *constant);

static inline uint64_t pxt_field_align(uint64_t offset, uint32_t align)
{
	return (offset + align - 1) & ~((uint64_t)align - 1);
}

#endif
