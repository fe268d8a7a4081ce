/*
 * redaction.h - what is to be left out of a copy of a log, or be made unknown
 *
 *	drop field secret,password of login_*
 *	hash field user
 *	mask field path
 *	drop events debug_*
 *	hash programs
 *
 * Of several rules that are about something the last one holds.
 */
#ifndef REDACT_REDACTION_H
#define REDACT_REDACTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum redact_action { REDACT_KEEP, REDACT_DROP, REDACT_HASH, REDACT_MASK };

enum redact_category {
	REDACT_PROGRAMS,  /* names of programs, and of the stream */
	REDACT_COMMANDS,  /* arguments of programs */
	REDACT_MODULES,	  /* files of code: paths and build IDs */
	REDACT_THREADS,	  /* names of threads */
	REDACT_HOSTS,	  /* names of machines, their systems and boot ids */
	REDACT_OBJECTS,	  /* names and parameters of objects */
	REDACT_ADDRESSES, /* addresses in programs */
	REDACT_NOTES,	  /* notes other than templates */
	REDACT_TEMPLATES,
	REDACT_UNDESCRIBED, /* data without a description, or behind it */
	REDACT_FIELDS,
	REDACT_EVENTS,
	REDACT_CATEGORIES
};

/* A rule, and how often it was kept. */
struct redact_rule {
	enum redact_category category;
	enum redact_action action;
	char *names;  /* fields or events: patterns, with commas in between */
	char *events; /* fields: patterns of their events; NULL: all */
	char *text;   /* rule as written */
	uint64_t count;
};

struct redaction {
	struct redact_rule *rule;
	size_t count, room;
	bool needs_key;
};

/* Adds a rule; errors are reported. where: the file or the option, line: 0
 * without one. Returns the exit status. */
int redaction_add(struct redaction *redaction, const char *text,
		  const char *where, unsigned line);

/* Adds those of a file. Returns the exit status. */
int redaction_read(struct redaction *redaction, const char *file);

void redaction_fini(struct redaction *redaction);

/* The rule that holds for a category, or for a field of an event, or for an
 * event; NULL: it is kept. */
struct redact_rule *redaction_find(const struct redaction *redaction,
				   enum redact_category category);
struct redact_rule *redaction_find_field(const struct redaction *redaction,
					 const char *event, const char *field);
struct redact_rule *redaction_find_event(const struct redaction *redaction,
					 const char *event);

#endif
