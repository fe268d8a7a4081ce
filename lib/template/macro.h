/*
 * macro.h - macros that have a meaning: data words, statements, and others
 *
 * All take the token of a name, which is without its $.
 */
#ifndef PXT_TEMPLATE_MACRO_H
#define PXT_TEMPLATE_MACRO_H

#include <stdbool.h>

#include "template/code.h"
#include "template/lexer.h"

/* What is read of an event. */
struct pxt_known_macro {
	const char *name;
	enum pxt_macro macro;
	bool is_assigned; /* may be */
};

/* NULL: none of these. */
const struct pxt_known_macro *pxt_macro_find(const struct pxt_token *token);

/* D1 to D5: which; else 0. */
unsigned pxt_macro_data_word(const struct pxt_token *token);

/* What a macro does that is no value, as $BREAK. False: it is none of them. */
bool pxt_macro_statement(const struct pxt_token *token, enum pxt_op *op);

/* Whether it is the id of another template: four hex digits, or three. */
bool pxt_macro_is_subroutine(const struct pxt_token *token);

/* Whether it means anything of the first three. */
bool pxt_macro_is_predefined(const struct pxt_token *token);

#endif
