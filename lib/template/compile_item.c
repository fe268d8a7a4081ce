/* compile_item.c - items of a template: texts, codes, loops, calls */
#include <stdio.h>
#include <string.h>

#include "template/compile.h"
#include "template/hook_id.h"
#include "template/macro.h"

/* Chains of jumps: each instruction has the number of the one before. */
void pxt_jump(struct pxt_compiler *compiler, uint32_t *jumps)
{
	*jumps = pxt_emit(compiler, PXT_OP_JUMP, 0, *jumps, 0);
}

void pxt_land_all(struct pxt_compiler *compiler, uint32_t jumps)
{
	while (jumps != PXT_NOWHERE && !compiler->code->error) {
		const uint32_t before = compiler->code->insn[jumps].at;

		pxt_code_land(compiler->code, jumps);
		jumps = before;
	}
}

/* Compiles the printing of a text without controls, which have instructions of
 * their own. */
static void compile_text(struct pxt_compiler *compiler, const char *text,
			 size_t len)
{
	if (len)
		pxt_emit(compiler, PXT_OP_TEXT, 0,
			 pxt_code_add_text(compiler->code, text, len), len);
}

void pxt_compile_string(struct pxt_compiler *compiler,
			const struct pxt_token *token)
{
	char plain[256];
	size_t at = 0, len = 0;
	int byte;

	if (token->kind == PXT_TOKEN_WORD) {
		compile_text(compiler, token->text, token->len);
		return;
	}
	while ((byte = pxt_token_byte(token, &at)) >= 0) {
		const bool is_plain = byte != '\n' && byte != '\t';

		if (is_plain)
			plain[len++] = (char)byte;
		if (is_plain && len < sizeof(plain))
			continue;
		compile_text(compiler, plain, len);
		len = 0;
		if (!is_plain)
			pxt_emit(compiler,
				 byte == '\n' ? PXT_OP_NEWLINE : PXT_OP_TAB, 0,
				 0, 0);
	}
	compile_text(compiler, plain, len);
}

bool pxt_compile_braces(struct pxt_compiler *compiler)
{
	const struct pxt_token open = *pxt_now(compiler);
	char expected[64];

	if (!pxt_expect(compiler, '{') || !pxt_compile_descriptor(compiler))
		return false;
	if (!pxt_token_is(pxt_now(compiler), '}')) {
		snprintf(expected, sizeof(expected),
			 "'}' for the '{' in line %u, column %u,", open.line,
			 open.column);
		return pxt_unexpected(compiler, expected);
	}
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool compile_value_item(struct pxt_compiler *compiler)
{
	struct pxt_value value;

	if (!pxt_compile_value(compiler, &value))
		return false;
	if (pxt_token_is(pxt_now(compiler), ','))
		return pxt_compile_switch(compiler, &value);
	pxt_compile_output(compiler, &value);
	return true;
}

static bool compile_loop(struct pxt_compiler *compiler)
{
	uint32_t start;

	pxt_lexer_take(&compiler->lexer);
	if (!pxt_compile_number(compiler, 10,
				"a format code, a macro or a number of turns"))
		return false;
	start = pxt_emit(compiler, PXT_OP_LOOP, 0, 0, 0);
	if (!pxt_compile_braces(compiler))
		return false;
	pxt_emit(compiler, PXT_OP_AGAIN, 0, start + 1, 0);
	pxt_code_land(compiler->code, start);
	return true;
}

/* Compiles an item that begins with "{{". */
static bool compile_double_braces(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);

	if (!pxt_lexer_is_double(&compiler->lexer, '{'))
		return pxt_wrong(compiler, token,
				 "belongs behind a match value or the count "
				 "of a LOOP: an item was expected");
	pxt_lexer_take(&compiler->lexer);
	pxt_lexer_take(&compiler->lexer);
	if (token->kind == PXT_TOKEN_MACRO)
		return pxt_compile_assignment(compiler);
	if (token->kind == PXT_TOKEN_WORD)
		return pxt_compile_function(compiler);
	return pxt_unexpected(compiler, "a macro or the name of a function");
}

static bool compile_pointer(struct pxt_compiler *compiler,
			    const struct pxt_format_code *code)
{
	const uint64_t bits = pxt_format_code_bits(code);

	if (code->letter == 'G')
		pxt_emit(compiler, PXT_OP_GO, 0, 0, bits);
	else if (code->letter == 'O')
		pxt_emit(compiler, PXT_OP_MOVE, 0, 0, bits);
	else if (code->letter == 'R')
		pxt_emit(compiler, PXT_OP_MOVE, 0, 0, -bits);
	else
		pxt_emit(compiler, PXT_OP_GO_TO_WORD, 0, 0, code->major);
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool compile_level(struct pxt_compiler *compiler)
{
	uint8_t level;

	if (!pxt_level(pxt_now(compiler), &level))
		return pxt_unexpected(compiler,
				      "'L=APPL', 'L=SVC', 'L=KERN' or "
				      "'L=INT'");
	pxt_emit(compiler, PXT_OP_LEVEL, level, 0, 0);
	pxt_lexer_take(&compiler->lexer);
	return true;
}

/* Plain words are calls, or texts with a blank behind them. */
static bool compile_plain_word(struct pxt_compiler *compiler)
{
	const struct pxt_token word = *pxt_now(compiler);

	pxt_lexer_take(&compiler->lexer);
	if (pxt_token_is(pxt_now(compiler), '('))
		return pxt_compile_call(compiler, &word);
	pxt_compile_string(compiler, &word);
	compile_text(compiler, " ", 1);
	return true;
}

static bool compile_word(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);
	struct pxt_format_code code;
	const char *why;

	if (pxt_token_is_word(token, "LOOP"))
		return compile_loop(compiler);
	if (pxt_token_is_word(token, "BITFLAGS"))
		return pxt_compile_flags(compiler);
	if (token->len > 1 && !memcmp(token->text, "L=", 2))
		return compile_level(compiler);
	switch (pxt_format_code_parse(token->text, token->len, &code, &why)) {
	case PXT_FORMAT_WRONG:
		return pxt_wrong(compiler, token, why);
	case PXT_FORMAT_CODE:
		return code.is_pointer ? compile_pointer(compiler, &code) :
					 compile_value_item(compiler);
	case PXT_FORMAT_WORD:
		break;
	}
	return compile_plain_word(compiler);
}

static bool compile_subroutine(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);
	uint16_t id;

	if (!pxt_hook_id_parse(token->text, token->len, &id))
		return pxt_unexpected(
			compiler,
			pxt_hook_id_expected(token->text, token->len));
	pxt_emit(compiler, PXT_OP_SUBROUTINE, 0, 0, id);
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool compile_macro(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);
	enum pxt_op op;

	if (pxt_macro_is_subroutine(token))
		return compile_subroutine(compiler);
	if (!pxt_macro_statement(token, &op))
		return compile_value_item(compiler);
	pxt_emit(compiler, op, 0, 0, 0);
	compiler->leaves |= op == PXT_OP_ERROR;
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool compile_item(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);

	switch (token->kind) {
	case PXT_TOKEN_STRING:
		pxt_compile_string(compiler, token);
		break;
	case PXT_TOKEN_NEWLINE:
		pxt_emit(compiler, PXT_OP_NEWLINE, 0, 0, 0);
		break;
	case PXT_TOKEN_TAB:
		pxt_emit(compiler, PXT_OP_TAB, 0, 0, 0);
		break;
	case PXT_TOKEN_MACRO:
		return compile_macro(compiler);
	case PXT_TOKEN_WORD:
		return compile_word(compiler);
	case PXT_TOKEN_MARK:
		if (*token->text == '{')
			return compile_double_braces(compiler);
		/* fall through */
	default:
		return pxt_unexpected(compiler, "a string, a format code, a "
						"macro or a keyword");
	}
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool compile_items(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);

	while (token->kind != PXT_TOKEN_END && !pxt_token_is(token, '}'))
		if (!compile_item(compiler))
			return false;
	return true;
}

bool pxt_compile_descriptor(struct pxt_compiler *compiler)
{
	const bool leaves = compiler->leaves;
	bool done;

	if (compiler->depth == PXT_NESTING_MAX)
		return pxt_wrong(compiler, pxt_now(compiler),
				 "these are too many braces in braces");
	compiler->depth++;
	compiler->leaves = false;
	done = compile_items(compiler);
	if (compiler->leaves)
		pxt_emit(compiler, PXT_OP_RETURN, 0, 0, 0);
	compiler->leaves = leaves;
	compiler->depth--;
	return done;
}
