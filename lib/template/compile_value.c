/* compile_value.c - values of codes and macros */
#include <string.h>

#include "template/compile.h"
#include "template/macro.h"

bool pxt_is_value(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);
	struct pxt_format_code code;
	enum pxt_op op;
	const char *why;

	if (token->kind == PXT_TOKEN_MACRO)
		return !pxt_macro_is_subroutine(token) &&
		       !pxt_macro_statement(token, &op);
	return token->kind == PXT_TOKEN_WORD &&
	       pxt_format_code_parse(token->text, token->len, &code, &why) ==
		       PXT_FORMAT_CODE &&
	       !code.is_pointer;
}

bool pxt_constant(const struct pxt_token *token, unsigned base, uint64_t *value)
{
	const char *at = token->text, *end = at + token->len;

	if (token->len > 2 && at[0] == '0' && (at[1] | 0x20) == 'x') {
		base = 16;
		at += 2;
	}
	if (at == end)
		return false;
	for (*value = 0; at < end; at++) {
		unsigned digit = (unsigned)(*at - '0');

		if (digit > 9) {
			digit = (unsigned)((*at | 0x20) - 'a') + 10;
			if (digit < 10)
				return false;
		}
		if (digit >= base || *value > (UINT64_MAX - digit) / base)
			return false;
		*value = *value * base + digit;
	}
	return true;
}

unsigned pxt_value_base(const struct pxt_value *value)
{
	switch (value->code.letter) {
	case 'D':
	case 'U':
	case 'E':
	case 'F':
	case 'P':
	case 'T':
		return 10;
	case 'o':
		return 8;
	}
	return 16;
}

/* Size 0 is a byte without a blank behind it. */
static unsigned byte_size(const struct pxt_format_code *code)
{
	if (code->is_word)
		return PXT_SIZE_WORD;
	return code->major ? code->major : 1;
}

static void load_text(struct pxt_compiler *compiler, struct pxt_value *value)
{
	const struct pxt_format_code *code = &value->code;

	value->kind = PXT_VALUE_TEXT;
	if (code->letter == 'S')
		pxt_emit(compiler, PXT_OP_READ_COUNTED, code->major, 0, 0);
	else if (!code->major && code->has_minor)
		value->kind = PXT_VALUE_LONG;
	else
		pxt_emit(compiler, PXT_OP_READ_TEXT, 0, 0,
			 code->major ? code->major : 1);
}

static void load_bits(struct pxt_compiler *compiler, struct pxt_value *value)
{
	if (pxt_format_code_bits(&value->code) > 64)
		value->kind = PXT_VALUE_LONG;
	else
		pxt_emit(compiler, PXT_OP_READ_BITS, 0, 0,
			 pxt_format_code_bits(&value->code));
}

static void load_code(struct pxt_compiler *compiler, struct pxt_value *value)
{
	value->size = (uint8_t)byte_size(&value->code);
	switch (value->code.letter) {
	case 'A':
	case 'S':
		load_text(compiler, value);
		break;
	case 'B':
		load_bits(compiler, value);
		break;
	case 'X':
		if (value->size != PXT_SIZE_WORD && value->size > 8)
			value->kind = PXT_VALUE_LONG;
		else
			pxt_emit(compiler, PXT_OP_READ_UNSIGNED, value->size, 0,
				 0);
		break;
	case 'D':
	case 'E':
		pxt_emit(compiler, PXT_OP_READ_SIGNED, value->size, 0, 0);
		break;
	case 'F':
		value->kind = PXT_VALUE_FLOAT;
		pxt_emit(compiler, PXT_OP_READ_FLOAT, value->size, 0, 0);
		break;
	case 'H':
		pxt_emit(compiler, PXT_OP_READ_HB, 0, 0, 0);
		break;
	case 'h':
		pxt_emit(compiler, PXT_OP_READ_HT, 0, 0, 0);
		break;
	default:
		pxt_emit(compiler, PXT_OP_READ_UNSIGNED, value->size, 0, 0);
	}
}

static bool load_custom(struct pxt_compiler *compiler)
{
	const int name = pxt_names_use(compiler->names, pxt_now(compiler));

	if (name < 0)
		return pxt_wrong(compiler, pxt_now(compiler),
				 "these are too many macros for a template");
	pxt_emit(compiler, PXT_OP_READ_NAME, 0, (uint32_t)name, 0);
	return true;
}

static bool load_macro(struct pxt_compiler *compiler, struct pxt_value *value)
{
	const struct pxt_token *token = pxt_now(compiler);
	const struct pxt_macro_entry *macro = pxt_macro_find(token);

	value->code.letter = 'M';
	value->size = 8;
	if (macro && macro->macro >= PXT_MACRO_EXEC) {
		value->kind = PXT_VALUE_TEXT;
		pxt_emit(compiler, PXT_OP_READ_TEXT_MACRO, macro->macro, 0, 0);
		return true;
	}
	if (macro) {
		value->is_id = macro->macro == PXT_MACRO_ID;
		pxt_emit(compiler, PXT_OP_READ_MACRO, macro->macro, 0, 0);
		return true;
	}
	if (pxt_macro_data_word(token)) {
		pxt_emit(compiler, PXT_OP_READ_DATA, pxt_macro_data_word(token),
			 0, 0);
		return true;
	}
	return load_custom(compiler);
}

static bool cast_text(struct pxt_compiler *compiler, struct pxt_value *value)
{
	if (value->code.letter != 'A')
		return pxt_wrong(compiler, &value->token,
				 "this macro is a text, and prints as such: "
				 "'%Am' was expected");
	pxt_emit(compiler, PXT_OP_CUT_TEXT, 0, 0,
		 value->code.major ? value->code.major : 1);
	return true;
}

static bool cast_number(struct pxt_compiler *compiler, struct pxt_value *value)
{
	const struct pxt_format_code *code = &value->code;

	value->size = (uint8_t)byte_size(code);
	switch (code->letter) {
	case 'A':
		if (code->major > 8)
			break;
		value->kind = code->major || !code->has_minor ? PXT_VALUE_TEXT :
								PXT_VALUE_LONG;
		pxt_emit(compiler, PXT_OP_AS_TEXT, value->size, 0, 0);
		return true;
	case 'B':
		if (pxt_format_code_bits(code) > 64)
			break;
		pxt_emit(compiler, PXT_OP_KEEP_BITS, 0, 0,
			 pxt_format_code_bits(code));
		return true;
	case 'D':
	case 'E':
		pxt_emit(compiler, PXT_OP_KEEP_SIGNED, value->size, 0, 0);
		return true;
	case 'F':
		value->kind = PXT_VALUE_FLOAT;
		pxt_emit(compiler, PXT_OP_AS_FLOAT, value->size, 0, 0);
		return true;
	case 'H':
	case 'h':
	case 'S':
		return pxt_wrong(compiler, pxt_now(compiler),
				 "no macro prints as that code");
	default:
		pxt_emit(compiler, PXT_OP_KEEP_UNSIGNED, value->size, 0, 0);
		return true;
	}
	return pxt_wrong(compiler, pxt_now(compiler),
			 "a macro has at most 8 bytes");
}

/* Compiles a cast, from behind '%'. */
static bool cast(struct pxt_compiler *compiler, struct pxt_value *value)
{
	const bool was_text = value->kind == PXT_VALUE_TEXT;
	const struct pxt_token *token = pxt_now(compiler);
	const char *why;
	enum pxt_format_word word = PXT_FORMAT_WORD;

	if (token->kind == PXT_TOKEN_WORD)
		word = pxt_format_code_parse(token->text, token->len,
					     &value->code, &why);
	if (word == PXT_FORMAT_WRONG)
		return pxt_wrong(compiler, token, why);
	if (word != PXT_FORMAT_CODE || value->code.is_pointer)
		return pxt_unexpected(compiler, "a format code that prints");
	if (!(was_text ? cast_text : cast_number)(compiler, value))
		return false;
	value->is_id = false;
	pxt_lexer_take(&compiler->lexer);
	return true;
}

/* Compiles a mask, from behind '&'. */
static bool mask(struct pxt_compiler *compiler, struct pxt_value *value)
{
	uint64_t number;

	if (value->kind != PXT_VALUE_NUMBER)
		return pxt_wrong(compiler, &value->token,
				 "only numbers of at most 8 bytes have a mask");
	if (pxt_now(compiler)->kind != PXT_TOKEN_WORD ||
	    !pxt_constant(pxt_now(compiler), 16, &number))
		return pxt_unexpected(compiler, "a mask in hex");
	pxt_emit(compiler, PXT_OP_MASK, 0, 0, number);
	value->is_masked = true;
	pxt_lexer_take(&compiler->lexer);
	return true;
}

bool pxt_compile_value(struct pxt_compiler *compiler, struct pxt_value *value)
{
	struct pxt_token *token = pxt_now(compiler);
	const bool is_macro = token->kind == PXT_TOKEN_MACRO;
	const char *why;

	memset(value, 0, sizeof(*value));
	value->token = *token;
	if (is_macro) {
		if (!load_macro(compiler, value))
			return false;
	} else {
		pxt_format_code_parse(token->text, token->len, &value->code,
				      &why);
		load_code(compiler, value);
	}
	pxt_lexer_take(&compiler->lexer);
	if (is_macro && pxt_token_is(token, '%')) {
		pxt_lexer_take(&compiler->lexer);
		if (!cast(compiler, value))
			return false;
	}
	if (pxt_token_is(token, '&')) {
		pxt_lexer_take(&compiler->lexer);
		return mask(compiler, value);
	}
	return true;
}

bool pxt_need_number(struct pxt_compiler *compiler, struct pxt_value *value)
{
	if (value->kind == PXT_VALUE_FLOAT)
		pxt_emit(compiler, PXT_OP_FROM_FLOAT, 0, 0, 0);
	else if (value->kind != PXT_VALUE_NUMBER)
		return pxt_wrong(compiler, &value->token,
				 "this is no number of at most 8 bytes");
	return true;
}

bool pxt_compile_number(struct pxt_compiler *compiler, unsigned base,
			const char *expected)
{
	struct pxt_value value;
	uint64_t number;

	if (pxt_is_value(compiler))
		return pxt_compile_value(compiler, &value) &&
		       pxt_need_number(compiler, &value);
	if (pxt_now(compiler)->kind != PXT_TOKEN_WORD ||
	    !pxt_constant(pxt_now(compiler), base, &number))
		return pxt_unexpected(compiler, expected);
	pxt_emit(compiler, PXT_OP_CONSTANT, 0, 0, number);
	pxt_lexer_take(&compiler->lexer);
	return true;
}
