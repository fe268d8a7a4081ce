/*
 * source_redacted.h - a source of which something is made unknown
 *
 * Everything that a copy asks for passes here: items, names, processes, hosts,
 * objects, notes. What was done is told by notes of the first origin.
 */
#ifndef REDACT_SOURCE_REDACTED_H
#define REDACT_SOURCE_REDACTED_H

#include "redact/redactor.h"
#include "source/source.h"

enum { REDACTED_NOTE = 64 };

struct source_redacted {
	struct source source; /* first: what others are given */
	struct source *from;  /* borrowed, as is redactor */
	struct redactor *redactor;
	char note_key[REDACTED_NOTE];
	char note_value[POSIX_TRACE_NOTE_VALUE_MAX_NP + 1];
};

void source_redacted_init(struct source_redacted *redacted, struct source *from,
			  struct redactor *redactor);

/* Redacts an item of the source it is from, as reading does. False: it is left
 * out. Errors are in the redactor. */
bool source_redacted_change(struct source_redacted *redacted,
			    struct posix_trace_item_np *item);

#endif
