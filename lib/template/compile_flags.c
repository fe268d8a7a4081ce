/* compile_flags.c - BITFLAGS: a text for each bit or field that is set */
#include "template/compile.h"

/* Parses base 16, or 8 behind an "o". */
static bool flag_constant(const struct pxt_token *token, uint64_t *number)
{
	struct pxt_token octal = *token;

	if (token->kind != PXT_TOKEN_WORD)
		return false;
	if (*token->text >= '0' && *token->text <= '9')
		return pxt_constant(token, 16, number);
	octal.text++;
	octal.len--;
	return *token->text == 'o' && octal.len &&
	       pxt_constant(&octal, 8, number);
}

static bool take_flag_constant(struct pxt_compiler *compiler, uint64_t *number)
{
	if (!flag_constant(pxt_now(compiler), number)) {
		pxt_unexpected(compiler, "a constant in hex that begins with "
					 "a digit");
		return false;
	}
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool take_flag_text(struct pxt_compiler *compiler)
{
	if (pxt_now(compiler)->kind != PXT_TOKEN_STRING)
		return pxt_unexpected(compiler, "a string");
	pxt_compile_string(compiler, pxt_now(compiler));
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool compile_flag(struct pxt_compiler *compiler)
{
	uint32_t unless, end = PXT_NOWHERE;
	uint64_t number;

	if (!take_flag_constant(compiler, &number))
		return false;
	unless = pxt_emit(compiler, PXT_OP_UNLESS_ANY, 0, 0, number);
	if (!take_flag_text(compiler))
		return false;
	if (pxt_now(compiler)->kind == PXT_TOKEN_STRING) {
		pxt_jump(compiler, &end);
		pxt_code_land(compiler->code, unless);
		take_flag_text(compiler);
		pxt_land_all(compiler, end);
	} else {
		pxt_code_land(compiler->code, unless);
	}
	return true;
}

/* Compiles a field, from behind '&'. */
static bool compile_field(struct pxt_compiler *compiler)
{
	uint64_t field, number;
	uint32_t unless;

	if (!take_flag_constant(compiler, &field) ||
	    !take_flag_constant(compiler, &number))
		return false;
	unless = pxt_emit(compiler, PXT_OP_UNLESS_FIELD, 0, 0, field);
	pxt_emit(compiler, PXT_OP_CONSTANT, 0, 0, number);
	if (!take_flag_text(compiler))
		return false;
	pxt_code_land(compiler->code, unless);
	return true;
}

/* Octal flags may look like a format code, which would end the list. */
static bool begins_flag(struct pxt_compiler *compiler, bool is_behind_comma)
{
	const struct pxt_token *token = pxt_now(compiler);
	uint64_t number;

	if (token->kind != PXT_TOKEN_WORD)
		return false;
	if (*token->text >= '0' && *token->text <= '9')
		return true;
	return flag_constant(token, &number) &&
	       (is_behind_comma ? pxt_lexer_is_before_string(&compiler->lexer) :
				  !pxt_is_value(compiler));
}

bool pxt_compile_flags(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);
	struct pxt_value value;
	bool comma;

	pxt_lexer_take(&compiler->lexer);
	if (!pxt_is_value(compiler))
		return pxt_unexpected(compiler, "a format code or a macro");
	if (!pxt_compile_value(compiler, &value) ||
	    !pxt_need_number(compiler, &value))
		return false;
	if (value.code.letter == 'o')
		pxt_emit(compiler, PXT_OP_AS_OCTAL, 0, 0, 0);
	if (!pxt_expect(compiler, ','))
		return false;
	if (!pxt_token_is(token, '&') && !begins_flag(compiler, true))
		return pxt_unexpected(compiler,
				      "a flag, or '&' with mask and field,");
	for (comma = true;; comma = false) {
		while (pxt_token_is(token, ',')) {
			pxt_lexer_take(&compiler->lexer);
			comma = true;
		}
		if (pxt_token_is(token, '&')) {
			pxt_lexer_take(&compiler->lexer);
			if (!compile_field(compiler))
				return false;
		} else if (!begins_flag(compiler, comma)) {
			return true;
		} else if (!compile_flag(compiler)) {
			return false;
		}
	}
}
