/*
 * put.h - writing a template from a description
 */
#ifndef WRITE_TEMPLATE_PUT_H
#define WRITE_TEMPLATE_PUT_H

#include <stdbool.h>
#include <stdio.h>

#include <trace_np.h>

enum { TEMPLATE_RESTS = 2 };

/* Facts about a system's events beyond their descriptions. */
struct template_manner {
	const char *system;
	/* True if a number of 32 bits is a word there. */
	bool (*is_word)(const struct posix_trace_field_np *field);
	/* True if its values have other names there. NULL: none has. */
	bool (*is_bare)(const struct posix_trace_field_np *field);
	/* Returns items that begin a group for an optional field, or NULL.
	 * NULL: no field is optional. */
	const char *(*opens)(const struct posix_trace_field_np *field);
	const char *before; /* first items; NULL: none */
	/* Items from a field on, ending within braces. NULL: none */
	struct {
		unsigned from;
		const char *opens;
	} rest[TEMPLATE_RESTS];
};

/* Chooses an id among count ones from `first`, by the name of an event: it
 * should be stable when there are more events, for copies of its template.
 * is_taken: by id; one must be free. */
unsigned template_id(const char *name, unsigned first, unsigned count,
		     bool *is_taken);

/* Writes a template with the function more(), which templates in its file use
 * that are written without a manner. */
void template_put_more(FILE *out, unsigned id);

/* manner NULL: this machine's. EINVAL: invalid description. */
int template_put(FILE *out, unsigned id, const char *name,
		 const char *description, const struct template_manner *manner);

#endif
