/* layout.h - parsed descriptions, and the fields of an event */
#ifndef _POSIXTRACE_LAYOUT_H
#define _POSIXTRACE_LAYOUT_H 1

#include <posixtrace/description.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of fields. */
enum {
	POSIX_TRACE_FIELD_UNSIGNED_NP = 0,
	POSIX_TRACE_FIELD_SIGNED_NP = 1,
	POSIX_TRACE_FIELD_FLOAT_NP = 2,
	POSIX_TRACE_FIELD_BOOL_NP = 3,
	POSIX_TRACE_FIELD_CHAR_NP = 4, /* a single character */
	POSIX_TRACE_FIELD_TEXT_NP = 5  /* char [], or char * */
};

/* Attributes of fields. */
enum {
	POSIX_TRACE_FIELD_KEY_NP = 1,	  /* connects events */
	POSIX_TRACE_FIELD_HEX_NP = 2,	  /* shown in hex */
	POSIX_TRACE_FIELD_COUNTER_NP = 4, /* a level that goes up and down */
	POSIX_TRACE_FIELD_ARRAY_NP = 8,
	POSIX_TRACE_FIELD_ENUM_NP = 16,
	POSIX_TRACE_FIELD_OBJECT_NP = 32,   /* an object's address or number */
	POSIX_TRACE_FIELD_DETAIL_NP = 64,   /* shown on request only */
	POSIX_TRACE_FIELD_ACQUIRE_NP = 128, /* the thread owns it from now on */
	POSIX_TRACE_FIELD_RELEASE_NP = 256, /* the thread releases it */
	POSIX_TRACE_FIELD_OWNER_NP = 512,  /* kernel's number of the thread that
					   * owns the event's object */
	POSIX_TRACE_FIELD_SELF_NP = 1024,  /* the object is the thread itself */
	POSIX_TRACE_FIELD_FLAGS_NP = 2048, /* constants are bits, or groups of
					     * bits */
	POSIX_TRACE_FIELD_OCTAL_NP = 4096, /* shown in octal */
	POSIX_TRACE_FIELD_ERRNO_NP = 8192, /* an error number, or 0 */
	POSIX_TRACE_FIELD_SIGNAL_NP = 16384, /* a signal, or 0 */
	POSIX_TRACE_FIELD_NONE_NP = 32768    /* all bits set mean no value */
};

/* Roles of an event, which may end a span and begin the next of the name. */
enum {
	POSIX_TRACE_LAYOUT_BEGIN_NP = 1,   /* a span begins */
	POSIX_TRACE_LAYOUT_END_NP = 2,	   /* a span ends */
	POSIX_TRACE_LAYOUT_OPTIONAL_NP = 4 /* END: the begin may be missing */
};

struct posix_trace_field_np {
	const char *name;
	const char *type;   /* C's notation */
	const char *unit;   /* "" if there is none */
	const char *object; /* OBJECT: its kind; "": any. Otherwise NULL */
	int kind;	    /* POSIX_TRACE_FIELD_..._NP */
	unsigned flags;	    /* POSIX_TRACE_FIELD_..._NP */
	size_t size;	    /* bytes of an element; 0: a text of any length */
	size_t count;	    /* number of elements; 0: all of the rest */
	unsigned __align, __constant, __constants;
	const char *__none; /* name of the value without meaning, or NULL */
};

/* A parsed description. The strings are inside: it must not be copied, nor
 * moved. */
struct posix_trace_layout_np {
	unsigned fields;
	unsigned flags;	  /* POSIX_TRACE_LAYOUT_..._NP */
	const char *span; /* name of the span; "": that of the event */
	size_t size;	  /* bytes of the data, 0: variable */
	struct posix_trace_field_np field[POSIX_TRACE_FIELDS_MAX_NP];
	struct {
		const char *__name;
		long long __value;
	} __constant[256];
	char __text[3 * (POSIX_TRACE_DESCRIPTION_MAX_NP + 1)];
};

/* A field of one event: the place of its data in the event's. */
struct posix_trace_value_np {
	const struct posix_trace_field_np *field;
	const void *data; /* unaligned */
	size_t len;	  /* bytes; a text's without the null */
	size_t count;	  /* number of elements present */
};

/* A number. */
struct posix_trace_number_np {
	int kind; /* POSIX_TRACE_FIELD_..._NP, but for texts */
	union {
		unsigned long long u; /* UNSIGNED, BOOL, CHAR */
		long long s;	      /* SIGNED */
		double f;	      /* FLOAT */
	} as;
	const char *label; /* name of the whole value, or NULL */
};

/* Parses a description. EINVAL: invalid. */
int posix_trace_layout_parse_np(const char *description,
				struct posix_trace_layout_np *layout);

/* Checks a description. EINVAL: invalid; *where is the offset of the error, and
 * *expected names what belongs there. Both may be NULL. */
int posix_trace_description_check_np(const char *description, size_t *where,
				     const char **expected);

/* Finds the fields in an event's data: those present, which may be fewer than
 * described if the data was cut. values: room for layout->fields. Returns their
 * number. Results are borrowed from both. */
unsigned
posix_trace_layout_decode_np(const struct posix_trace_layout_np *layout,
			     const void *data, size_t len,
			     struct posix_trace_value_np *values);

/* Returns the name of one of a field's constants by index, in the order of the
 * description, and its value, as bits; the name of [[none]] comes last. NULL:
 * no more. */
const char *
posix_trace_field_constant_np(const struct posix_trace_layout_np *layout,
			      const struct posix_trace_field_np *field,
			      unsigned index, long long *value);

/* Gets an element of a value as a number. EINVAL: a text, or no such
 * element. */
int posix_trace_value_number_np(const struct posix_trace_layout_np *layout,
				const struct posix_trace_value_np *value,
				size_t index,
				struct posix_trace_number_np *number);

/* Writes the name of the number at that index; a set of flags gives several, as
 * "O_WRONLY|O_CREAT". Returns the length of the name; 0: none. text: cut to its
 * size, with a null; POSIX_TRACE_NAME_MAX_NP + 1 bytes suffice. */
enum { POSIX_TRACE_NAME_MAX_NP = POSIX_TRACE_DESCRIPTION_MAX_NP + 19 };

size_t posix_trace_value_name_np(const struct posix_trace_layout_np *layout,
				 const struct posix_trace_value_np *value,
				 size_t index, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
