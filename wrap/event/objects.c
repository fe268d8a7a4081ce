/* objects.c - announcing the objects that events name */
#include "wrap/event/objects.h"

#include <errno.h>
#include <string.h>
#include <trace_np.h>

enum { DETAILS = 160 }; /* a handler's stack may be small */

/* Text made without snprintf(), which is not safe in signal handlers. */
struct text {
	char *at, *end;
};

static void put_char(struct text *text, char c)
{
	if (text->at < text->end)
		*text->at++ = c;
}

static void put_text(struct text *text, const char *from)
{
	while (*from && text->at < text->end)
		*text->at++ = *from++;
}

static void put_digits(struct text *text, uint64_t number, unsigned base)
{
	char digit[20];
	int count = 0;

	do
		digit[count++] = "0123456789abcdef"[number % base];
	while (number /= base);
	while (count)
		put_char(text, digit[--count]);
}

static void put_value(struct text *text, const struct wrap_parameter *parameter)
{
	if (parameter->text) {
		put_text(text, parameter->text);
	} else if (parameter->hex) {
		put_text(text, "0x");
		put_digits(text, (uint64_t)parameter->number, 16);
	} else if (parameter->number < 0) {
		put_char(text, '-');
		put_digits(text, -(uint64_t)parameter->number, 10);
	} else {
		put_digits(text, (uint64_t)parameter->number, 10);
	}
}

/* "name=value name=value" */
static void describe(char details[DETAILS],
		     const struct wrap_parameter *parameter)
{
	struct text text = { details, details + DETAILS - 1 };

	for (; parameter && parameter->name; parameter++) {
		if (text.at != details)
			put_char(&text, ' ');
		put_text(&text, parameter->name);
		put_char(&text, '=');
		put_value(&text, parameter);
	}
	*text.at = '\0';
}

/* The end of a long name distinguishes it from others. */
static const char *end_of(const char *name)
{
	const size_t len = name ? strlen(name) : 0;

	return len > POSIX_TRACE_OBJECT_NAME_MAX_NP ?
		       name + len - POSIX_TRACE_OBJECT_NAME_MAX_NP :
		       name;
}

void wrap_object(const char *kind, uint64_t address, const char *name,
		 const struct wrap_parameter *parameters)
{
	const int saved_errno = errno;
	char details[DETAILS];

	describe(details, parameters);
	posix_trace_object_register_np(kind, address, end_of(name), details);
	errno = saved_errno;
}

void wrap_object_name(const char *kind, uint64_t address, const char *name)
{
	const int saved_errno = errno;

	posix_trace_object_name_np(kind, address, end_of(name));
	errno = saved_errno;
}

void wrap_object_end(const char *kind, uint64_t address)
{
	const int saved_errno = errno;

	posix_trace_object_unregister_np(kind, address);
	errno = saved_errno;
}

void wrap_object_end_all(const char *kind, uint64_t first, uint64_t last)
{
	const int saved_errno = errno;

	posix_trace_object_unregister_all_np(kind, first, last);
	errno = saved_errno;
}
