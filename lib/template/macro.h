/*
 * macro.h - predefined macros: data words, statements, and others
 *
 * All functions take the token of a name, which is without its $.
 */
#ifndef PXT_TEMPLATE_MACRO_H
#define PXT_TEMPLATE_MACRO_H

#include <stdbool.h>

#include "template/code.h"
#include "template/lexer.h"

/* A macro whose value is read from the event. */
struct pxt_macro_entry {
	const char *name;
	enum pxt_macro macro;
	bool is_assigned; /* may be assigned to */
};

/* NULL: no such macro. */
const struct pxt_macro_entry *pxt_macro_find(const struct pxt_token *token);

/* Returns 1 to 5 for D1 to D5, or 0. */
unsigned pxt_macro_data_word(const struct pxt_token *token);

/* Finds a macro that acts and has no value, as $BREAK. False: no such macro. */
bool pxt_macro_statement(const struct pxt_token *token, enum pxt_op *op);

/* True for the id of another template: four hex digits, or three. */
bool pxt_macro_is_subroutine(const struct pxt_token *token);

/* True for a name that one of the first three functions knows. */
bool pxt_macro_is_predefined(const struct pxt_token *token);

#endif
