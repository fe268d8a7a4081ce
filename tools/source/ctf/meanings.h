/*
 * meanings.h - what the events of a CTF trace mean
 *
 * CTF says which fields an event has, and not that one begins what another
 * ends, nor that a number is a mutex. The events of LTTng's own helpers, of the
 * kernel's system calls and its scheduler are known; of others the user says it,
 * by the setting spans=BEGIN:END[:KEY],...
 */
#ifndef SOURCE_CTF_MEANINGS_H
#define SOURCE_CTF_MEANINGS_H

#include <stdbool.h>

#include "format/settings.h"

enum { CTF_MEANING_FIELDS = 3, CTF_SPANS = 32, CTF_WORD = 128 };

struct ctf_meaning {
	char role[CTF_WORD]; /* example: "[[begin(lock)]]; " */
	struct {
		const char *name;
		const char *attributes; /* "key, object(mutex)" */
	} field[CTF_MEANING_FIELDS];	/* the rest is NULL */
	/* The meaning is that of events whose field of this name is 0: calls
	 * that did not fail. NULL: of all. */
	const char *zero;
};

/* Spans that the user named. */
struct ctf_span {
	char begin[CTF_WORD], end[CTF_WORD];
	char key[CTF_WORD]; /* key field, or "" */
};

struct ctf_spans {
	struct ctf_span span[CTF_SPANS];
	unsigned count;
};

/* Reads the setting. False: it is wrong, because of *why. */
bool ctf_spans_parse(struct ctf_spans *spans,
		     const struct pxt_settings *settings, const char **why);

/* Finds what events of a name mean. False: nothing is known. */
bool ctf_meaning_find(struct ctf_meaning *meaning,
		      const struct ctf_spans *spans, const char *event);

/* True if the address of events of a name is that of the function which they are
 * about; that of others is where they were recorded. */
bool ctf_meaning_is_function(const char *event);

/* Attributes of a field, or NULL. */
const char *ctf_meaning_of_field(const struct ctf_meaning *meaning,
				 const char *field);

#endif
