/*
 * texts.h - code whose calls are nobody's events
 *
 * libposixtrace's, as an event would lead to the next; with memory also the
 * dynamic linker's and this library's own, which the program did not ask for.
 * The C library's gives back for the dynamic linker, besides what is its own.
 */
#ifndef WRAP_TEXTS_H
#define WRAP_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where an object is: its segments lie side by side. */
struct wrap_text {
	uintptr_t start;
	size_t len;
};

extern struct wrap_text wrap_tracer, wrap_linker, wrap_self, wrap_library,
	wrap_program;

/* Find them: before any group is recorded. */
void wrap_texts_init(void);

static inline bool wrap_text_has(const struct wrap_text *text,
				 const void *address)
{
	return (uintptr_t)address - text->start < text->len;
}

#endif
