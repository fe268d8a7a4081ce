/* layout.h - descriptions taken apart, and the fields of an event */
#ifndef _POSIXTRACE_LAYOUT_H
#define _POSIXTRACE_LAYOUT_H 1

#include <posixtrace/description.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a field holds. */
enum {
	POSIX_TRACE_FIELD_UNSIGNED_NP = 0,
	POSIX_TRACE_FIELD_SIGNED_NP = 1,
	POSIX_TRACE_FIELD_FLOAT_NP = 2,
	POSIX_TRACE_FIELD_BOOL_NP = 3,
	POSIX_TRACE_FIELD_CHAR_NP = 4, /* one character */
	POSIX_TRACE_FIELD_TEXT_NP = 5  /* char [], or char * */
};

/* What a field is besides. */
enum {
	POSIX_TRACE_FIELD_KEY_NP = 1,	  /* it connects events */
	POSIX_TRACE_FIELD_HEX_NP = 2,	  /* to be shown in hex */
	POSIX_TRACE_FIELD_COUNTER_NP = 4, /* a level that goes up and down */
	POSIX_TRACE_FIELD_ARRAY_NP = 8,
	POSIX_TRACE_FIELD_ENUM_NP = 16,
	POSIX_TRACE_FIELD_OBJECT_NP = 32, /* an object's address or number */
	POSIX_TRACE_FIELD_DETAIL_NP = 64, /* few want to see it */
	POSIX_TRACE_FIELD_ACQUIRE_NP = 128, /* the thread has it from now on */
	POSIX_TRACE_FIELD_RELEASE_NP = 256, /* the thread gives it away */
	POSIX_TRACE_FIELD_OWNER_NP = 512, /* the kernel's number of the thread
					   * that has the event's object */
	POSIX_TRACE_FIELD_SELF_NP = 1024, /* the object is the thread itself */
	POSIX_TRACE_FIELD_FLAGS_NP = 2048,  /* a constant is a bit, or some */
	POSIX_TRACE_FIELD_OCTAL_NP = 4096,  /* to be shown in octal */
	POSIX_TRACE_FIELD_ERRNO_NP = 8192,  /* an error number, or 0 */
	POSIX_TRACE_FIELD_SIGNAL_NP = 16384, /* a signal, or 0 */
	POSIX_TRACE_FIELD_NONE_NP = 32768    /* with all bits set it is none */
};

/* What an event is besides its fields. */
enum {
	POSIX_TRACE_LAYOUT_BEGIN_NP = 1, /* a span begins */
	POSIX_TRACE_LAYOUT_END_NP = 2,	 /* a span ends */
	POSIX_TRACE_LAYOUT_OPTIONAL_NP = 4 /* END: if one had begun */
};

struct posix_trace_field_np {
	const char *name;
	const char *type;   /* as in C */
	const char *unit;   /* "": none */
	const char *object; /* OBJECT: of which kind; "": any. Else NULL */
	int kind;	    /* POSIX_TRACE_FIELD_..._NP */
	unsigned flags;	    /* POSIX_TRACE_FIELD_..._NP */
	size_t size;	    /* of an element; 0: a text of any length */
	size_t count;	    /* of elements; 0: what there is */
	unsigned __align, __constant, __constants;
	const char *__none; /* what it is called then, or NULL */
};

/* A description, taken apart. The strings are its own: it is not to be
 * copied, nor moved. */
struct posix_trace_layout_np {
	unsigned fields;
	unsigned flags;	  /* POSIX_TRACE_LAYOUT_..._NP */
	const char *span; /* the name of the span; "": that of the event */
	size_t size;	  /* of the data, 0: it varies */
	struct posix_trace_field_np field[POSIX_TRACE_FIELDS_MAX_NP];
	struct {
		const char *__name;
		long long __value;
	} __constant[256];
	char __text[3 * (POSIX_TRACE_DESCRIPTION_MAX_NP + 1)];
};

/* A field of one event: where its data is, in the event's. */
struct posix_trace_value_np {
	const struct posix_trace_field_np *field;
	const void *data; /* at any address */
	size_t len;	  /* bytes; of a text, without the null */
	size_t count;	  /* of elements that are there */
};

/* One number. */
struct posix_trace_number_np {
	int kind; /* POSIX_TRACE_FIELD_..._NP, but for texts */
	union {
		unsigned long long u; /* UNSIGNED, BOOL, CHAR */
		long long s;	      /* SIGNED */
		double f;	      /* FLOAT */
	} as;
	const char *label; /* what it is called as a whole, or NULL */
};

/* Take a description apart. EINVAL: it is none. */
int posix_trace_layout_parse_np(const char *description,
				struct posix_trace_layout_np *layout);

/* Whether a text is a description. EINVAL: it is none, and the byte at *where is
 * the first that is wrong; *expected says in words what belongs there. */
int posix_trace_description_check_np(const char *description, size_t *where,
				     const char **expected);

/* Find the fields in an event's data: as many as are there, which may be less
 * than described if the data was cut. values: room for layout->fields. Gives
 * how many there are. What is found is borrowed from both. */
unsigned posix_trace_layout_decode_np(
	const struct posix_trace_layout_np *layout, const void *data,
	size_t len, struct posix_trace_value_np *values);

/* The name of one of a field's constants, in the order of the description, and
 * its value, as bits; what [[none]] is called comes last. NULL: there are not
 * as many. */
const char *
posix_trace_field_constant_np(const struct posix_trace_layout_np *layout,
			      const struct posix_trace_field_np *field,
			      unsigned index, long long *value);

/* One of the numbers of a value. EINVAL: a text, or no such element. */
int posix_trace_value_number_np(const struct posix_trace_layout_np *layout,
				const struct posix_trace_value_np *value,
				size_t index,
				struct posix_trace_number_np *number);

/* The name of the number at that index; a set of flags gives several, as
 * "O_WRONLY|O_CREAT". Gives the length of the name; 0: there is none. text:
 * gets as much as it has room for, and a null; POSIX_TRACE_NAME_MAX_NP + 1
 * bytes are enough. */
enum { POSIX_TRACE_NAME_MAX_NP = POSIX_TRACE_DESCRIPTION_MAX_NP + 19 };

size_t posix_trace_value_name_np(const struct posix_trace_layout_np *layout,
				 const struct posix_trace_value_np *value,
				 size_t index, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
