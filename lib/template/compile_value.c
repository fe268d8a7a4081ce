/* compile_value.c - what codes, macros and expressions give */
#include <stdio.h>
#include <string.h>

#include "template/compile.h"
#include "template/hook_id.h"

static const struct macro {
	const char *name;
	enum pxt_macro macro;
	bool is_assigned; /* may be */
} macros[] = {
	{ "BASEPOINTER", PXT_MACRO_BASE, true },
	{ "DATAPOINTER", PXT_MACRO_PLACE, true },
	{ "EVENT", PXT_MACRO_EVENT, false },
	{ "EXECPATH", PXT_MACRO_EXEC, false },
	{ "GENERIC", PXT_MACRO_GENERIC, false },
	{ "HD", PXT_MACRO_HOOK_DATA, false },
	{ "HL", PXT_MACRO_HOOK_LENGTH, false },
	{ "HOOKENV", PXT_MACRO_HOOK_ENVIRONMENT, false },
	{ "HT", PXT_MACRO_HOOK_TYPE, false },
	{ "LOGFILE", PXT_MACRO_LOG, false },
	{ "LOGID0", PXT_MACRO_LOG_OFFSET, false },
	{ "LOGIDX", PXT_MACRO_LOG_PLACE, false },
	{ "PID", PXT_MACRO_PID, false },
	{ "TID", PXT_MACRO_TID, false },
	{ "TRACEID", PXT_MACRO_ID, false },
};

static const char *const statements[] = {
	"BREAK", "DEFAULT", "ERROR", "SKIP", "STOP",
};

static bool is(const struct pxt_token *token, const char *text)
{
	return strlen(text) == token->len &&
	       !memcmp(token->text, text, token->len);
}

static const struct macro *find_macro(const struct pxt_token *token)
{
	for (size_t i = 0; i < sizeof(macros) / sizeof(*macros); i++)
		if (is(token, macros[i].name))
			return &macros[i];
	return NULL;
}

/* D1 to D5: which; else 0. */
static unsigned data_word(const struct pxt_token *token)
{
	if (token->len != 2 || *token->text != 'D' || token->text[1] < '1' ||
	    token->text[1] > '5')
		return 0;
	return (unsigned)(token->text[1] - '0');
}

static bool is_statement(const struct pxt_token *token)
{
	for (size_t i = 0; i < sizeof(statements) / sizeof(*statements); i++)
		if (is(token, statements[i]))
			return true;
	return false;
}

bool pxt_is_subroutine(const struct pxt_token *token)
{
	if (token->len != 3 && token->len != 4)
		return false;
	for (size_t i = 0; i < token->len; i++)
		if (!strchr("0123456789abcdefABCDEF", token->text[i]))
			return false;
	return true;
}

bool pxt_is_predefined(const struct pxt_token *token)
{
	return find_macro(token) || data_word(token) || is_statement(token);
}

bool pxt_is_value(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);
	struct pxt_format_code code;
	const char *why;

	if (token->kind == PXT_TOKEN_MACRO)
		return !pxt_is_subroutine(token) && !is_statement(token);
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

/* A size of 0 is a byte without a blank behind it. */
static unsigned byte_size(const struct pxt_format_code *code)
{
	if (code->is_word)
		return PXT_SIZE_WORD;
	return code->major ? code->major : 1;
}

static uint64_t bits_of(const struct pxt_format_code *code)
{
	return (uint64_t)code->major * 8 + code->minor;
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
	if (bits_of(&value->code) > 64)
		value->kind = PXT_VALUE_LONG;
	else
		pxt_emit(compiler, PXT_OP_READ_BITS, 0, 0,
			 bits_of(&value->code));
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
	const struct macro *macro = find_macro(token);

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
	if (data_word(token)) {
		pxt_emit(compiler, PXT_OP_READ_DATA, data_word(token), 0, 0);
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
		if ((!code->major && code->has_minor) || code->major > 8)
			break;
		value->kind = PXT_VALUE_TEXT;
		pxt_emit(compiler, PXT_OP_AS_TEXT, value->size, 0, 0);
		return true;
	case 'B':
		if (bits_of(code) > 64)
			break;
		pxt_emit(compiler, PXT_OP_KEEP_BITS, 0, 0, bits_of(code));
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

/* From behind '%'. */
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

/* From behind '&'. */
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

static void put_text(struct pxt_compiler *compiler,
		     const struct pxt_value *value)
{
	const struct pxt_format_code *code = &value->code;
	const bool is_a0 = code->letter == 'A' && !code->major;

	pxt_emit(compiler, PXT_OP_PUT_TEXT, code->has_minor, !is_a0,
		 code->minor);
}

static void put_long(struct pxt_compiler *compiler,
		     const struct pxt_value *value)
{
	if (value->code.letter == 'X')
		pxt_emit(compiler, PXT_OP_PUT_HEX_BYTES, 0, 1, value->size);
	else if (value->code.letter == 'B')
		pxt_emit(compiler, PXT_OP_PUT_LONG_BITS, 0, 1,
			 bits_of(&value->code));
	else
		pxt_emit(compiler, PXT_OP_BLANKS, 0, 0, value->code.minor);
}

static void put_number(struct pxt_compiler *compiler,
		       const struct pxt_value *value)
{
	const struct pxt_format_code *code = &value->code;

	switch (code->letter) {
	case 'M':
		pxt_emit(compiler, PXT_OP_PUT_MACRO, 0, 1, 0);
		break;
	case 'X':
		pxt_emit(compiler, PXT_OP_PUT_HEX, value->size,
			 code->major || code->is_word, 0);
		break;
	case 'B':
		pxt_emit(compiler, PXT_OP_PUT_BITS, 0, 1, bits_of(code));
		break;
	case 'D':
		pxt_emit(compiler, PXT_OP_PUT_SIGNED, 0, 1, 0);
		break;
	case 'U':
	case 'H':
		pxt_emit(compiler, PXT_OP_PUT_UNSIGNED, 0, 1, 0);
		break;
	case 'o':
		pxt_emit(compiler, PXT_OP_PUT_OCTAL, 0, 1, 0);
		break;
	case 'E':
		pxt_emit(compiler, PXT_OP_PUT_ERROR, 0, 0, 0);
		break;
	case 'T':
		pxt_emit(compiler, PXT_OP_PUT_TIME, 0, 1, 0);
		break;
	case 'P':
		pxt_emit(compiler, PXT_OP_PUT_PROCESS, 0, 1, 0);
		break;
	case 'h':
		pxt_emit(compiler, PXT_OP_PUT_HT, 0, 1, 0);
		break;
	}
}

void pxt_compile_output(struct pxt_compiler *compiler,
			const struct pxt_value *value)
{
	switch (value->kind) {
	case PXT_VALUE_NUMBER:
		put_number(compiler, value);
		break;
	case PXT_VALUE_FLOAT:
		pxt_emit(compiler, PXT_OP_PUT_FLOAT, value->code.major, 1, 0);
		break;
	case PXT_VALUE_TEXT:
		put_text(compiler, value);
		break;
	case PXT_VALUE_LONG:
		put_long(compiler, value);
		break;
	}
}

static bool compile_operand(struct pxt_compiler *compiler)
{
	struct pxt_value value;
	uint64_t number;

	if (pxt_is_value(compiler))
		return pxt_compile_value(compiler, &value) &&
		       pxt_need_number(compiler, &value);
	if (pxt_now(compiler)->kind != PXT_TOKEN_WORD ||
	    !pxt_constant(pxt_now(compiler), 10, &number))
		return pxt_unexpected(compiler,
				      "a format code, a macro or a number");
	pxt_emit(compiler, PXT_OP_CONSTANT, 0, 0, number);
	pxt_lexer_take(&compiler->lexer);
	return true;
}

/* Operators of equal rank, left to right. */
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

/* The name is checked, and not taken yet. */
static bool compile_setting(struct pxt_compiler *compiler,
			    const struct macro *macro)
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
	const struct macro *macro = find_macro(token);

	if (pxt_is_subroutine(token))
		return pxt_wrong(compiler, token,
				 "hex digits are the id of a template: "
				 "choose another name");
	if (pxt_is_predefined(token) && !(macro && macro->is_assigned))
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
