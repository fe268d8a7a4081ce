/*
 * rules.h - the rules of a check, from a file and from options
 *
 * A line is a rule. Behind a # that begins a line, or follows a space, is a
 * comment, which belongs to the rule of its line, or to the one below. A rule
 * may have a name before it, with a colon.
 */
#ifndef CHECK_RULES_H
#define CHECK_RULES_H

#include "check/rule.h"

enum { RULES_MOST = 1 << 10, RULES_LINE = 1 << 16 };

struct rules {
	struct rule **rule;
	size_t count, room;
};

/* Adds a rule; errors are reported. comment: may be NULL, as all texts copied.
 * where: the file, or the option. line: 0 without one. Returns the exit
 * status. */
int rules_add(struct rules *rules, const char *text, const char *comment,
	      const char *where, unsigned line);

/* Adds those of a file; "-" is standard input. Returns the exit status. */
int rules_read(struct rules *rules, const char *file);

void rules_fini(struct rules *rules);

#endif
