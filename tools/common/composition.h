/*
 * composition.h - the text of functions that print to a stream of stdio
 */
#ifndef COMPOSITION_H
#define COMPOSITION_H

#include <stddef.h>
#include <stdio.h>

struct out;

typedef int composition_print(void *argument, FILE *file);

/* The text that print() prints, which the caller frees, also after an error.
 * ENOMEM, or the error of print(). */
int composition_make(composition_print *print, void *argument, char **text,
		     size_t *size);

/* Puts that text; after an error nothing of it. */
int composition_put(composition_print *print, void *argument, struct out *out);

#endif
