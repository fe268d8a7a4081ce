/*
 * names.h - the macros of a template, or of a function
 *
 * A macro has its place in a frame of variables: the order in which they are
 * first defined. A use may stand before that.
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
		struct pxt_token first; /* where it is met */
		int slot;		/* -1: not defined so far */
	} name[PXT_NAMES_MAX];
	unsigned count;
	unsigned slots;
};

/* There is none. */
static inline void pxt_names_init(struct pxt_names *names)
{
	names->count = names->slots = 0;
}

/* The number of a name, or -1: there are too many. */
int pxt_names_use(struct pxt_names *names, const struct pxt_token *token);
int pxt_names_define(struct pxt_names *names, const struct pxt_token *token);

/* All are known: let the instructions from `from` on say the place. Complains
 * of those that are not defined. */
void pxt_names_resolve(const struct pxt_names *names, struct pxt_code *code,
		       uint32_t from, struct pxt_complaints *complaints);

#endif
