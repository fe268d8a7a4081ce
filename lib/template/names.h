/*
 * names.h - macros of a template or function
 *
 * A macro has a slot in a frame of variables, in the order of first
 * definitions. It may be used before it is defined.
 */
#ifndef PXT_TEMPLATE_NAMES_H
#define PXT_TEMPLATE_NAMES_H

#include <stdint.h>

#include "template/code.h"
#include "template/complaint.h"
#include "template/lexer.h"

enum { PXT_NAMES_MAX = 256 };

struct pxt_names {
	struct pxt_name {
		struct pxt_token first; /* first use */
		int slot;		/* -1: not defined so far */
	} name[PXT_NAMES_MAX];
	unsigned count;
	unsigned slots;
};

/* Empties the table. */
static inline void pxt_names_init(struct pxt_names *names)
{
	names->count = names->slots = 0;
}

/* Returns the number of a name, or -1: the table is full. */
int pxt_names_use(struct pxt_names *names, const struct pxt_token *token);
int pxt_names_define(struct pxt_names *names, const struct pxt_token *token);

/* Replaces names by slots in the instructions from `from` on. Reports names
 * that are not defined. */
void pxt_names_resolve(const struct pxt_names *names, struct pxt_code *code,
		       uint32_t from, struct pxt_complaints *complaints);

#endif
