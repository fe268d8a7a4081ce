/* demangle.c - source names of C++ and Rust */
#include "config.h"

#include "event/demangle.h"

#ifdef HAVE_LIBIBERTY

#include <setjmp.h>
#include <string.h>

#include <libiberty/demangle.h>

struct text {
	char *at;
	size_t room; /* with the null */
	jmp_buf full;
};

/* libiberty has no other way to be stopped. All its data is on the stack. */
static void take(const char *part, size_t len, void *opaque)
{
	struct text *text = opaque;
	const size_t most = text->room - 1;
	const size_t taken = len < most ? len : most;

	if (!taken && !len)
		return;
	memcpy(text->at, part, taken);
	text->at += taken;
	text->room -= taken;
	if (taken < len)
		longjmp(text->full, 1);
}

/* The demangler's limit on recursion applies: it also bounds the length of a
 * name. */
static bool put(const char *name, struct text *text)
{
	const int how = DMGL_PARAMS | DMGL_ANSI;

	return setjmp(text->full) ||
	       rust_demangle_callback(name, how, take, text) ||
	       cplus_demangle_v3_callback(name, how, take, text);
}

bool demangle_is_there(void)
{
	return true;
}

bool demangle(const char *name, char *text, size_t size)
{
	struct text result = { .at = text, .room = size };
	bool done;

	if (!size || name[0] != '_' || (name[1] != 'Z' && name[1] != 'R'))
		return false;
	done = put(name, &result);
	*result.at = '\0';
	return done && result.at != text;
}

#else

bool demangle_is_there(void)
{
	return false;
}

bool demangle(const char *name, char *text, size_t size)
{
	(void)name;
	(void)text;
	(void)size;
	return false;
}

#endif
