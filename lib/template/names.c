/* names.c - macros of a template or function */
#include <string.h>

#include "template/names.h"

int pxt_names_use(struct pxt_names *names, const struct pxt_token *token)
{
	for (unsigned i = 0; i < names->count; i++) {
		const struct pxt_token *known = &names->name[i].first;

		if (known->len == token->len &&
		    !memcmp(known->text, token->text, token->len))
			return (int)i;
	}
	if (names->count == PXT_NAMES_MAX)
		return -1;
	names->name[names->count].first = *token;
	names->name[names->count].slot = -1;
	return (int)names->count++;
}

int pxt_names_define(struct pxt_names *names, const struct pxt_token *token)
{
	const int number = pxt_names_use(names, token);

	if (number >= 0 && names->name[number].slot < 0)
		names->name[number].slot = (int)names->slots++;
	return number;
}

static void complain_of_undefined(const struct pxt_names *names,
				  struct pxt_complaints *complaints)
{
	for (unsigned i = 0; i < names->count; i++) {
		const struct pxt_token *first = &names->name[i].first;

		if (names->name[i].slot < 0)
			pxt_complain(complaints, first->line, first->column,
				     first->text - 1, first->len + 1,
				     "no macro of that name is defined here; "
				     "'{{ $NAME = VALUE }}' does that");
	}
}

/* Functions inside have resolved their own names already. */
void pxt_names_resolve(const struct pxt_names *names, struct pxt_code *code,
		       uint32_t from, struct pxt_complaints *complaints)
{
	complain_of_undefined(names, complaints);
	if (code->error)
		return;
	for (; from < code->count; from++) {
		struct pxt_insn *insn = &code->insn[from];

		if (insn->op != PXT_OP_READ_NAME && insn->op != PXT_OP_SET_NAME)
			continue;
		insn->op = insn->op == PXT_OP_READ_NAME ? PXT_OP_READ_SLOT :
							  PXT_OP_SET_SLOT;
		insn->at = (uint32_t)names->name[insn->at].slot;
	}
}
