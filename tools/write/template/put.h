/*
 * put.h - a template of an event, as its description says
 */
#ifndef WRITE_TEMPLATE_PUT_H
#define WRITE_TEMPLATE_PUT_H

#include <stdbool.h>
#include <stdio.h>

#include <trace_np.h>

enum { TEMPLATE_RESTS = 2 };

/* What a description does not tell of the events of a system. */
struct template_manner {
	const char *system;
	/* Of a number of 32 bits: whether it is a word there. */
	bool (*is_word)(const struct posix_trace_field_np *field);
	/* Whether its values have other names elsewhere. NULL: none has. */
	bool (*is_bare)(const struct posix_trace_field_np *field);
	/* Items that begin a group if a field is there only sometimes, or
	 * NULL. NULL: all are there. */
	const char *(*opens)(const struct posix_trace_field_np *field);
	const char *before; /* items that come first; NULL: none */
	/* From a field on: items that end within braces. NULL: none */
	struct {
		unsigned from;
		const char *opens;
	} rest[TEMPLATE_RESTS];
};

/* An id of count ones from `first` on, by the name of an event: who has a copy
 * of its template wants the id to be that of the same event when there are more
 * of them. is_taken: of each of these; there is one that is not. */
unsigned template_id(const char *name, unsigned first, unsigned count,
		     bool *is_taken);

/* A template that has the function more(), which others in its file use that
 * are written without a manner. */
void template_put_more(FILE *out, unsigned id);

/* manner NULL: those of this machine. EINVAL: there is no such description. */
int template_put(FILE *out, unsigned id, const char *name,
		 const char *description, const struct template_manner *manner);

#endif
