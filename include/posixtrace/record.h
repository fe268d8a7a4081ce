/* record.h - recording in one line, and on behalf of callers */
#ifndef _POSIXTRACE_RECORD_H
#define _POSIXTRACE_RECORD_H 1

#include <posixtrace/description.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Records an event like posix_trace_event(), at another place in the
 * program: address is its posix_prog_address. For functions that record
 * their callers. */
void posix_trace_event_at_np(trace_event_id_t event_id, const void *data,
			     size_t len, const void *address);

/* The reading of the stream's clock that an event's time is from: the
 * processor's time stamp counter, or CLOCK_MONOTONIC; the other one is 0. */
struct posix_trace_stamp_np {
	unsigned long long counter;
	unsigned long long monotonic_ns;
};

/* Makes data at its place in a stream, and returns its length; or
 * POSIX_TRACE_NOT_MADE_NP. */
typedef size_t posix_trace_maker_np(void *argument, void *data,
				    struct posix_trace_stamp_np stamp);
#define POSIX_TRACE_NOT_MADE_NP ((size_t)-1)

/* Records an event like posix_trace_event_at_np(), whose data of at most so
 * many bytes is made by a function: this saves a copy. Readers wait for it.
 * Safe in signal handlers. EAGAIN: there is no event, as none is wanted, none
 * was made, or it has to be recorded by posix_trace_event_at_np(): a thread's
 * first one, and those of several streams. */
int posix_trace_event_in_place_np(trace_event_id_t event_id, size_t most,
				  posix_trace_maker_np *make, void *argument,
				  const void *address);

/* Tells the streams that record now that count events are lost here: a loss in
 * its place. reason: EBADMSG, the program's data is no event; any other is
 * taken for EOVERFLOW, records came faster than they could be kept. For
 * functions that cannot record what their callers have given them. Safe in
 * signal handlers. */
void posix_trace_lose_np(unsigned long long count, int reason);

/* Tells whether a stream that runs now records events of that type: 1 or 0. For
 * data that is costly to come by. Safe in signal handlers. EINVAL: wanted is
 * NULL. */
int posix_trace_eventid_wanted_np(trace_event_id_t event_id, int *wanted);

/*
 * Recording in one line: the first time the name is opened and described, and
 * from then on a list of values is an event, and so is a struct. See
 * posix_trace_record_np(3).
 *
 *	POSIX_TRACE_RECORD_NP("order_sent",
 *			      "uint64_t id [[key]]; uint32_t bytes",
 *			      order->id, len);
 *	POSIX_TRACE_RECORD_STRUCT_NP("order", ORDER_DESCRIPTION, *order);
 *	POSIX_TRACE_RECORD_NP("market_closed", "");
 *
 * Both are expressions that give zero or an error number, and evaluate their
 * values once.
 */
enum {
	POSIX_TRACE_VALUES_MAX_NP = 16,	 /* in a list */
	POSIX_TRACE_RECORD_MAX_NP = 1024 /* bytes of these */
};

/* A place in a program that records events. Zero, except the first two
 * members. */
struct posix_trace_site_np {
	const char *name;
	const char *description;
	trace_event_id_t event_id; /* nonzero: the site is complete */
	int error;
	unsigned fields;
	unsigned claimed;
	struct {
		unsigned short kind;
		unsigned short size;
		unsigned count;
		unsigned align;
	} field[POSIX_TRACE_VALUES_MAX_NP];
};

enum {
	POSIX_TRACE_ARGUMENT_SIGNED_NP = 0,
	POSIX_TRACE_ARGUMENT_UNSIGNED_NP = 1,
	POSIX_TRACE_ARGUMENT_FLOAT_NP = 2,
	POSIX_TRACE_ARGUMENT_TEXT_NP = 3
};

struct posix_trace_argument_np {
	int kind; /* POSIX_TRACE_ARGUMENT_..._NP */
	union {
		unsigned long long bits;
		double number;
		const char *text;
	} as;
};

/* For the macros: opens a site for a list of values, or (arguments NULL) for a
 * struct of size bytes: into *site, or temporarily into *now, if another thread
 * is opening it. Returns the one that was opened. */
const struct posix_trace_site_np *posix_trace_site_open_np(
	struct posix_trace_site_np *site, struct posix_trace_site_np *now,
	const struct posix_trace_argument_np *arguments, size_t size);

/* For the macros: lays the arguments out as described; returns the number of
 * bytes. */
size_t posix_trace_site_pack_np(const struct posix_trace_site_np *site,
				const struct posix_trace_argument_np *arguments,
				unsigned char *data);

/* clang-format off */
#if defined(__GNUC__)

/* The kind of a value, by its type. */
static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_signed(long long __value)
{
	struct posix_trace_argument_np __argument;

	__argument.kind = POSIX_TRACE_ARGUMENT_SIGNED_NP;
	__argument.as.bits = (unsigned long long)__value;
	return __argument;
}

static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_unsigned(unsigned long long __value)
{
	struct posix_trace_argument_np __argument;

	__argument.kind = POSIX_TRACE_ARGUMENT_UNSIGNED_NP;
	__argument.as.bits = __value;
	return __argument;
}

static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_float(double __value)
{
	struct posix_trace_argument_np __argument;

	__argument.kind = POSIX_TRACE_ARGUMENT_FLOAT_NP;
	__argument.as.number = __value;
	return __argument;
}

static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_long_double(long double __value)
{
	return __posix_trace_float((double)__value);
}

static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_text(const char *__value)
{
	struct posix_trace_argument_np __argument;

	__argument.kind = POSIX_TRACE_ARGUMENT_TEXT_NP;
	__argument.as.text = __value;
	return __argument;
}

static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_pointer(const volatile void *__value)
{
	return __posix_trace_unsigned((unsigned long)__value);
}

/* True if events are wanted now. */
static __inline__ __attribute__((__always_inline__, __unused__)) int
__posix_trace_wanted(void)
{
#if defined(__LP64__)
	const unsigned long *__word = __atomic_load_n(
		&__posix_trace_home->__word, __ATOMIC_ACQUIRE);

	return !__word || __atomic_load_n(__word, __ATOMIC_RELAXED) & 0xffff;
#else
	return 1;
#endif
}

#ifdef __cplusplus
}
#define __POSIX_TRACE_OVERLOAD(__type, __kind) \
	static inline __attribute__((__always_inline__, __unused__)) \
	posix_trace_argument_np __posix_trace_argument(__type __value) \
	{ \
		return __posix_trace_##__kind(__value); \
	}
__POSIX_TRACE_OVERLOAD(int, signed)
__POSIX_TRACE_OVERLOAD(long, signed)
__POSIX_TRACE_OVERLOAD(long long, signed)
__POSIX_TRACE_OVERLOAD(unsigned, unsigned)
__POSIX_TRACE_OVERLOAD(unsigned long, unsigned)
__POSIX_TRACE_OVERLOAD(unsigned long long, unsigned)
__POSIX_TRACE_OVERLOAD(double, float)
__POSIX_TRACE_OVERLOAD(long double, long_double)
__POSIX_TRACE_OVERLOAD(const char *, text)
__POSIX_TRACE_OVERLOAD(const volatile void *, pointer)
#undef __POSIX_TRACE_OVERLOAD
extern "C" {
#else
#define __posix_trace_argument(__value) \
	_Generic((__value), \
		float: __posix_trace_float, \
		double: __posix_trace_float, \
		long double: __posix_trace_long_double, \
		char *: __posix_trace_text, \
		const char *: __posix_trace_text, \
		void *: __posix_trace_pointer, \
		const void *: __posix_trace_pointer, \
		unsigned: __posix_trace_unsigned, \
		unsigned long: __posix_trace_unsigned, \
		unsigned long long: __posix_trace_unsigned, \
		default: __posix_trace_signed)(__value)
#endif

/* A description and up to sixteen values: expands to the values, each behind a
 * comma. */
#define __POSIX_TRACE_PICK(_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, \
			   _12, _13, _14, _15, _16, __what, ...) \
	__what
#define __POSIX_TRACE_A0(__d)
#define __POSIX_TRACE_A1(__d, __v) , __posix_trace_argument(__v)
#define __POSIX_TRACE_A2(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A1(__d, __VA_ARGS__)
#define __POSIX_TRACE_A3(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A2(__d, __VA_ARGS__)
#define __POSIX_TRACE_A4(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A3(__d, __VA_ARGS__)
#define __POSIX_TRACE_A5(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A4(__d, __VA_ARGS__)
#define __POSIX_TRACE_A6(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A5(__d, __VA_ARGS__)
#define __POSIX_TRACE_A7(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A6(__d, __VA_ARGS__)
#define __POSIX_TRACE_A8(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A7(__d, __VA_ARGS__)
#define __POSIX_TRACE_A9(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A8(__d, __VA_ARGS__)
#define __POSIX_TRACE_A10(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A9(__d, __VA_ARGS__)
#define __POSIX_TRACE_A11(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A10(__d, __VA_ARGS__)
#define __POSIX_TRACE_A12(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A11(__d, __VA_ARGS__)
#define __POSIX_TRACE_A13(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A12(__d, __VA_ARGS__)
#define __POSIX_TRACE_A14(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A13(__d, __VA_ARGS__)
#define __POSIX_TRACE_A15(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A14(__d, __VA_ARGS__)
#define __POSIX_TRACE_A16(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A15(__d, __VA_ARGS__)
#define __POSIX_TRACE_VALUES(...) \
	__POSIX_TRACE_PICK(__VA_ARGS__, \
			   __POSIX_TRACE_A16, __POSIX_TRACE_A15, \
			   __POSIX_TRACE_A14, __POSIX_TRACE_A13, \
			   __POSIX_TRACE_A12, __POSIX_TRACE_A11, \
			   __POSIX_TRACE_A10, __POSIX_TRACE_A9, \
			   __POSIX_TRACE_A8, __POSIX_TRACE_A7, \
			   __POSIX_TRACE_A6, __POSIX_TRACE_A5, \
			   __POSIX_TRACE_A4, __POSIX_TRACE_A3, \
			   __POSIX_TRACE_A2, __POSIX_TRACE_A1, \
			   __POSIX_TRACE_A0, _)(__VA_ARGS__)
#define __POSIX_TRACE_DESCRIPTION(__d, ...) __d

#define POSIX_TRACE_RECORD_NP(__name, ...) \
	__extension__({ \
		__POSIX_TRACE_CHECK( \
			__POSIX_TRACE_DESCRIPTION(__VA_ARGS__, _)); \
		static struct posix_trace_site_np __site = { \
			__name, \
			__POSIX_TRACE_DESCRIPTION(__VA_ARGS__, _), \
			0, 0, 0, 0, { { 0, 0, 0, 0 } } \
		}; \
		/* The first element is the number of the others. */ \
		struct posix_trace_argument_np __list[] = { \
			__posix_trace_signed(0) \
			__POSIX_TRACE_VALUES(__VA_ARGS__) \
		}; \
		const struct posix_trace_site_np *__at = &__site; \
		struct posix_trace_site_np __now; \
		unsigned char __data[POSIX_TRACE_RECORD_MAX_NP]; \
		__list[0].as.bits = sizeof(__list) / sizeof(__list[0]) - 1; \
		if (!__atomic_load_n(&__site.event_id, __ATOMIC_ACQUIRE)) \
			__at = posix_trace_site_open_np(&__site, &__now, \
							__list, 0); \
		if (__at->event_id && __posix_trace_wanted()) \
			posix_trace_event( \
				__at->event_id, __data, \
				posix_trace_site_pack_np(__at, __list, \
							 __data)); \
		__at->error; \
	})

#define POSIX_TRACE_RECORD_STRUCT_NP(__name, __description, __object) \
	__extension__({ \
		__POSIX_TRACE_CHECK(__description); \
		static struct posix_trace_site_np __site = { \
			__name, __description, 0, 0, 0, 0, \
			{ { 0, 0, 0, 0 } } \
		}; \
		const struct posix_trace_site_np *__at = &__site; \
		struct posix_trace_site_np __now; \
		const void *__data = &(__object); \
		if (!__atomic_load_n(&__site.event_id, __ATOMIC_ACQUIRE)) \
			__at = posix_trace_site_open_np(&__site, &__now, 0, \
							sizeof(__object)); \
		if (__at->event_id) \
			posix_trace_event(__at->event_id, __data, \
					  __at->fields ? sizeof(__object) : \
							 0); \
		__at->error; \
	})

#endif
/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
