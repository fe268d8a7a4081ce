/* compile_switch.c - switches: a value, and what is printed where it matches */
#include <string.h>

#include "template/compile.h"

static const char text_or_brace[] = "a string, or a descriptor in '{' and '}',";

/* True for a word that is printed as it stands. */
static bool is_plain_word(const struct pxt_token *token)
{
	struct pxt_format_code code;
	const char *why;

	return token->kind == PXT_TOKEN_WORD &&
	       !pxt_token_is_word(token, "LOOP") &&
	       !pxt_token_is_word(token, "BITFLAGS") &&
	       pxt_format_code_parse(token->text, token->len, &code, &why) ==
		       PXT_FORMAT_WORD;
}

/* Compiles the items of one choice. */
static bool compile_choice(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);

	if (pxt_token_is(token, '{'))
		return pxt_compile_braces(compiler);
	if (token->kind != PXT_TOKEN_STRING && !is_plain_word(token))
		return pxt_unexpected(compiler, text_or_brace);
	pxt_compile_string(compiler, token);
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static uint64_t largest(unsigned bits)
{
	return bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
}

/* True if the width is the word size, which only the entry tells. */
static bool is_word(const struct pxt_value *value)
{
	return value->size == PXT_SIZE_WORD && !value->is_masked;
}

/* Returns the width in bits; 64 where the constant is compared as it stands. */
static unsigned width(const struct pxt_value *value)
{
	if (value->is_masked || is_word(value))
		return 64;
	if (value->code.letter == 'B')
		return (unsigned)pxt_format_code_bits(&value->code);
	return strchr("XDUoE", value->code.letter) ? value->size * 8u : 64;
}

/* Converts a constant to the type of the value. False: it is too large. */
static bool convert(const struct pxt_value *value, bool is_negative,
		    uint64_t *number)
{
	const unsigned bits = width(value);
	const uint64_t most = largest(bits), half = most / 2;

	if (bits == 64)
		*number = is_negative ? -*number : *number;
	else if (is_negative ? *number > half + 1 : *number > most)
		return false;
	else if (strchr("DE", value->code.letter))
		*number = is_negative	 ? -*number :
			  *number > half ? *number | ~most :
					   *number;
	else
		*number = (is_negative ? -*number : *number) & most;
	return true;
}

static const char *match_expected(unsigned base)
{
	return base == 16 ? "behind ',' a match value in hex, or '\\*'," :
	       base == 8  ? "behind ',' a match value in octal, or '\\*'," :
			    "behind ',' a match value in decimal, or '\\*',";
}

/* An id of three digits becomes one of four. */
static void widen_id(const struct pxt_token *token, uint64_t *number)
{
	size_t digits = token->len;

	if (digits > 2 && (token->text[1] | 0x20) == 'x')
		digits -= 2;
	if (digits <= 3)
		*number <<= 4;
}

/* Readers of templates may take 10 for ten. */
static void warn_of_base(struct pxt_compiler *compiler,
			 const struct pxt_value *value)
{
	const struct pxt_token *token = pxt_now(compiler);

	if (value->code.letter == 'M' && !value->is_id && token->len > 1 &&
	    (token->text[1] | 0x20) != 'x')
		pxt_warn(compiler->complaints, token->line, token->column,
			 token->text, token->len,
			 "taken as hex, as it is compared with a macro; write "
			 "0x..., or cast the macro");
}

static bool match_number(struct pxt_compiler *compiler,
			 const struct pxt_value *value, uint32_t *unless)
{
	struct pxt_token token = *pxt_now(compiler);
	const unsigned base = pxt_value_base(value);
	const bool is_negative = token.len > 1 && *token.text == '-';
	uint64_t number;

	if (is_negative) {
		token.text++;
		token.len--;
	}
	if (!pxt_constant(&token, base, &number))
		return pxt_unexpected(compiler, match_expected(base));
	warn_of_base(compiler, value);
	if (value->is_id)
		widen_id(&token, &number);
	if (!convert(value, is_negative, &number)) {
		pxt_warn(compiler->complaints, token.line, token.column,
			 token.text, token.len,
			 "too large: nothing equals that");
		*unless = pxt_emit(compiler, PXT_OP_JUMP, 0, 0, 0);
		return true;
	}
	*unless = pxt_emit(compiler, PXT_OP_UNLESS_EQUAL,
			   is_word(value) ? PXT_SIZE_WORD : 0, 0, number);
	return true;
}

static void match_text(struct pxt_compiler *compiler, uint32_t *unless)
{
	const struct pxt_token *token = pxt_now(compiler);
	const uint32_t start = compiler->code->text_len;
	size_t at = 0;
	int byte;

	if (token->kind == PXT_TOKEN_WORD)
		pxt_code_add_text(compiler->code, token->text, token->len);
	while (token->kind == PXT_TOKEN_STRING &&
	       (byte = pxt_token_byte(token, &at)) >= 0) {
		const char c = (char)byte;

		pxt_code_add_text(compiler->code, &c, 1);
	}
	*unless = pxt_emit(compiler, PXT_OP_UNLESS_TEXT, 0, 0, 0);
	pxt_emit(compiler, PXT_OP_TEXT, 0, start,
		 compiler->code->text_len - start);
}

/* Compiles a comparison and returns the jump that is taken where it fails;
 * PXT_NOWHERE: it always matches. */
static bool compile_match(struct pxt_compiler *compiler,
			  const struct pxt_value *value, uint32_t *unless)
{
	const struct pxt_token *token = pxt_now(compiler);

	*unless = PXT_NOWHERE;
	if (token->kind != PXT_TOKEN_WILDCARD) {
		if (token->kind != PXT_TOKEN_WORD &&
		    token->kind != PXT_TOKEN_STRING)
			return pxt_unexpected(
				compiler,
				value->kind == PXT_VALUE_TEXT ?
					"behind ',' a text to match, or '\\*'," :
					match_expected(pxt_value_base(value)));
		if (value->kind == PXT_VALUE_TEXT)
			match_text(compiler, unless);
		else if (!match_number(compiler, value, unless))
			return false;
	}
	pxt_lexer_take(&compiler->lexer);
	return true;
}

/* A case without a comma behind it is the last one: what follows looks like
 * one. */
static void warn_of_comma(struct pxt_compiler *compiler,
			  const struct pxt_value *value)
{
	const struct pxt_token *token = pxt_now(compiler);
	uint64_t number;

	if (token->kind == PXT_TOKEN_WORD && *token->text >= '0' &&
	    *token->text <= '9' && value->kind != PXT_VALUE_TEXT &&
	    pxt_constant(token, pxt_value_base(value), &number) &&
	    pxt_lexer_is_before_string(&compiler->lexer))
		pxt_warn(compiler->complaints, token->line, token->column,
			 token->text, token->len,
			 "prints itself: in front of another case stands ','");
}

bool pxt_compile_switch(struct pxt_compiler *compiler, struct pxt_value *value)
{
	uint32_t jumps = PXT_NOWHERE, unless;

	if (value->kind != PXT_VALUE_TEXT && !pxt_need_number(compiler, value))
		return false;
	while (pxt_token_is(pxt_now(compiler), ',')) {
		pxt_lexer_take(&compiler->lexer);
		if (!compile_match(compiler, value, &unless) ||
		    !compile_choice(compiler))
			return false;
		pxt_jump(compiler, &jumps);
		if (unless != PXT_NOWHERE)
			pxt_code_land(compiler->code, unless);
	}
	pxt_land_all(compiler, jumps);
	warn_of_comma(compiler, value);
	return true;
}
