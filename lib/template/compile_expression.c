/* compile_expression.c - assignments to macros: {{ $name = VALUE + VALUE }} */
#include "template/compile.h"
#include "template/macro.h"

static bool compile_operand(struct pxt_compiler *compiler)
{
	return pxt_compile_number(compiler, 10,
				  "a format code, a macro or a number");
}

/* Compiles operators of equal rank, left to right. */
static bool compile_chain(struct pxt_compiler *compiler, const char *marks,
			  enum pxt_op first, enum pxt_op second,
			  bool (*operand)(struct pxt_compiler *compiler))
{
	struct pxt_token *token = pxt_now(compiler);

	if (!operand(compiler))
		return false;
	while (pxt_token_is(token, marks[0]) || pxt_token_is(token, marks[1])) {
		const enum pxt_op op =
			pxt_token_is(token, marks[0]) ? first : second;

		pxt_emit(compiler, PXT_OP_PUSH, 0, 0, 0);
		pxt_lexer_take(&compiler->lexer);
		if (!operand(compiler))
			return false;
		pxt_emit(compiler, op, 0, 0, 0);
	}
	return true;
}

static bool compile_term(struct pxt_compiler *compiler)
{
	return compile_chain(compiler, "*/", PXT_OP_MULTIPLY, PXT_OP_DIVIDE,
			     compile_operand);
}

static bool compile_expression(struct pxt_compiler *compiler)
{
	return compile_chain(compiler, "+-", PXT_OP_ADD, PXT_OP_SUBTRACT,
			     compile_term);
}

/* The macro's name is checked, and not taken yet. */
static bool compile_setting(struct pxt_compiler *compiler,
			    const struct pxt_macro_entry *macro)
{
	int name = 0;

	if (!macro)
		name = pxt_names_define(compiler->names, pxt_now(compiler));
	if (name < 0)
		return pxt_wrong(compiler, pxt_now(compiler),
				 "these are too many macros for a template");
	compiler->lexer.in_expression = true;
	pxt_lexer_take(&compiler->lexer);
	if (!macro && pxt_token_is(pxt_now(compiler), '}'))
		return true;
	if (!pxt_expect(compiler, '=') || !compile_expression(compiler))
		return false;
	if (macro)
		pxt_emit(compiler,
			 macro->macro == PXT_MACRO_PLACE ? PXT_OP_SET_PLACE :
							   PXT_OP_SET_BASE,
			 0, 0, 0);
	else
		pxt_emit(compiler, PXT_OP_SET_NAME, 0, (uint32_t)name, 0);
	return true;
}

bool pxt_compile_assignment(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);
	const struct pxt_macro_entry *macro = pxt_macro_find(token);

	if (pxt_macro_is_subroutine(token))
		return pxt_wrong(compiler, token,
				 "hex digits are the id of a template: "
				 "choose another name");
	if (pxt_macro_is_predefined(token) && !(macro && macro->is_assigned))
		return pxt_wrong(
			compiler, token,
			"this macro cannot be set; of those that have "
			"a meaning, $DATAPOINTER and $BASEPOINTER can");
	if (!compile_setting(compiler, macro))
		return false;
	if (!pxt_lexer_is_double(&compiler->lexer, '}'))
		return pxt_unexpected(compiler, "an operator or '}}'");
	pxt_lexer_take(&compiler->lexer);
	compiler->lexer.in_expression = false;
	pxt_lexer_take(&compiler->lexer);
	return true;
}
