/* compile_item.c - what a template is made of: texts, choices, loops, calls */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "template/compile.h"
#include "template/hook_id.h"

static const uint32_t NOWHERE = UINT32_MAX;

static const char text_or_brace[] = "a string, or a descriptor in '{' and '}',";

/* Jumps to one place that is not known yet: each says which one was before. */
static void jump(struct pxt_compiler *compiler, uint32_t *jumps)
{
	*jumps = pxt_emit(compiler, PXT_OP_JUMP, 0, *jumps, 0);
}

static void land_all(struct pxt_compiler *compiler, uint32_t jumps)
{
	while (jumps != NOWHERE && !compiler->code->error) {
		const uint32_t before = compiler->code->insn[jumps].at;

		pxt_code_land(compiler->code, jumps);
		jumps = before;
	}
}

/* Without controls: these have instructions of their own. */
static void put_plain(struct pxt_compiler *compiler, const char *text,
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
		put_plain(compiler, token->text, token->len);
		return;
	}
	while ((byte = pxt_token_byte(token, &at)) >= 0) {
		const bool is_plain = byte != '\n' && byte != '\t';

		if (is_plain)
			plain[len++] = (char)byte;
		if (is_plain && len < sizeof(plain))
			continue;
		put_plain(compiler, plain, len);
		len = 0;
		if (!is_plain)
			pxt_emit(compiler,
				 byte == '\n' ? PXT_OP_NEWLINE : PXT_OP_TAB, 0,
				 0, 0);
	}
	put_plain(compiler, plain, len);
}

static bool compile_braces(struct pxt_compiler *compiler)
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

/* Whether it is a word that prints itself. */
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

/* What is printed of a choice. */
static bool compile_choice(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);

	if (pxt_token_is(token, '{'))
		return compile_braces(compiler);
	if (token->kind != PXT_TOKEN_STRING && !is_plain_word(token))
		return pxt_unexpected(compiler, text_or_brace);
	pxt_compile_string(compiler, token);
	pxt_lexer_take(&compiler->lexer);
	return true;
}

/*
 * Switches
 */

static uint64_t largest(unsigned bits)
{
	return bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
}

/* How wide it is turns out with the entry. */
static bool is_word(const struct pxt_value *value)
{
	return value->size == PXT_SIZE_WORD && !value->is_masked;
}

/* In bits, or 64 where the constant is compared as it stands. */
static unsigned width(const struct pxt_value *value)
{
	if (value->is_masked || is_word(value))
		return 64;
	if (value->code.letter == 'B')
		return value->code.major * 8 + value->code.minor;
	return strchr("XDUoE", value->code.letter) ? value->size * 8u : 64;
}

/* Give a constant the type of what it is compared with. False: it is too large
 * for that. */
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
	return base == 16 ? "a match value in hex, or '\\*'," :
	       base == 8  ? "a match value in octal, or '\\*'," :
			    "a match value in decimal, or '\\*',";
}

/* The same id with three digits and with four. */
static void widen_id(const struct pxt_token *token, uint64_t *number)
{
	size_t digits = token->len;

	if (digits > 2 && (token->text[1] | 0x20) == 'x')
		digits -= 2;
	if (digits <= 3)
		*number <<= 4;
}

/* Readers of templates take 10 for ten. */
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

/* Where to go on unless it matches; NOWHERE: it does. */
static bool compile_match(struct pxt_compiler *compiler,
			  const struct pxt_value *value, uint32_t *unless)
{
	const struct pxt_token *token = pxt_now(compiler);

	*unless = NOWHERE;
	if (token->kind != PXT_TOKEN_WILDCARD) {
		if (token->kind != PXT_TOKEN_WORD &&
		    token->kind != PXT_TOKEN_STRING)
			return pxt_unexpected(
				compiler,
				value->kind == PXT_VALUE_TEXT ?
					"a text to match, or '\\*'," :
					match_expected(pxt_value_base(value)));
		if (value->kind == PXT_VALUE_TEXT)
			match_text(compiler, unless);
		else if (!match_number(compiler, value, unless))
			return false;
	}
	pxt_lexer_take(&compiler->lexer);
	return true;
}

/* From the first comma on. */
static bool compile_switch(struct pxt_compiler *compiler,
			   struct pxt_value *value)
{
	uint32_t jumps = NOWHERE, unless;

	if (value->kind != PXT_VALUE_TEXT && !pxt_need_number(compiler, value))
		return false;
	while (pxt_token_is(pxt_now(compiler), ',')) {
		pxt_lexer_take(&compiler->lexer);
		if (!compile_match(compiler, value, &unless) ||
		    !compile_choice(compiler))
			return false;
		jump(compiler, &jumps);
		if (unless != NOWHERE)
			pxt_code_land(compiler->code, unless);
	}
	land_all(compiler, jumps);
	return true;
}

static bool compile_value_item(struct pxt_compiler *compiler)
{
	struct pxt_value value;

	if (!pxt_compile_value(compiler, &value))
		return false;
	if (pxt_token_is(pxt_now(compiler), ','))
		return compile_switch(compiler, &value);
	pxt_compile_output(compiler, &value);
	return true;
}

/*
 * Loops and flags
 */

static bool compile_loop(struct pxt_compiler *compiler)
{
	struct pxt_value value;
	uint64_t number;
	uint32_t start;

	pxt_lexer_take(&compiler->lexer);
	if (pxt_is_value(compiler)) {
		if (!pxt_compile_value(compiler, &value) ||
		    !pxt_need_number(compiler, &value))
			return false;
	} else {
		if (pxt_now(compiler)->kind != PXT_TOKEN_WORD ||
		    !pxt_constant(pxt_now(compiler), 10, &number))
			return pxt_unexpected(compiler,
					      "a format code, a macro or a "
					      "number of turns");
		pxt_emit(compiler, PXT_OP_CONSTANT, 0, 0, number);
		pxt_lexer_take(&compiler->lexer);
	}
	start = pxt_emit(compiler, PXT_OP_LOOP, 0, 0, 0);
	if (!compile_braces(compiler))
		return false;
	pxt_emit(compiler, PXT_OP_AGAIN, 0, start + 1, 0);
	pxt_code_land(compiler->code, start);
	return true;
}

/* Base 16, or 8 behind an "o". */
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
	if (!flag_constant(pxt_now(compiler), number))
		return pxt_unexpected(compiler, "a constant in hex that begins "
						"with a digit");
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
	uint32_t unless, end = NOWHERE;
	uint64_t number;

	if (!take_flag_constant(compiler, &number))
		return false;
	unless = pxt_emit(compiler, PXT_OP_UNLESS_ANY, 0, 0, number);
	if (!take_flag_text(compiler))
		return false;
	if (pxt_now(compiler)->kind == PXT_TOKEN_STRING) {
		jump(compiler, &end);
		pxt_code_land(compiler->code, unless);
		take_flag_text(compiler);
		land_all(compiler, end);
	} else {
		pxt_code_land(compiler->code, unless);
	}
	return true;
}

/* From behind '&'. */
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

/* Whether a string stands behind the current token. */
static bool is_before_string(struct pxt_compiler *compiler)
{
	struct pxt_lexer ahead = compiler->lexer;

	pxt_lexer_take(&ahead);
	return ahead.now.kind == PXT_TOKEN_STRING;
}

/* An octal one may look like a format code, which would end the list. */
static bool begins_flag(struct pxt_compiler *compiler, bool is_behind_comma)
{
	const struct pxt_token *token = pxt_now(compiler);
	uint64_t number;

	if (token->kind != PXT_TOKEN_WORD)
		return false;
	if (*token->text >= '0' && *token->text <= '9')
		return true;
	return flag_constant(token, &number) &&
	       (is_behind_comma ? is_before_string(compiler) :
				  !pxt_is_value(compiler));
}

static bool compile_flags(struct pxt_compiler *compiler)
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

/*
 * Functions
 */

static bool take_argument(struct pxt_compiler *compiler, unsigned base)
{
	struct pxt_value value;
	uint64_t number;

	if (pxt_is_value(compiler)) {
		if (!pxt_compile_value(compiler, &value) ||
		    !pxt_need_number(compiler, &value))
			return false;
	} else {
		if (pxt_now(compiler)->kind != PXT_TOKEN_WORD ||
		    !pxt_constant(pxt_now(compiler), base, &number))
			return pxt_unexpected(compiler, "a format code, a "
							"macro or a number");
		pxt_emit(compiler, PXT_OP_CONSTANT, 0, 0, number);
		pxt_lexer_take(&compiler->lexer);
	}
	pxt_emit(compiler, PXT_OP_PUSH, 0, 0, 0);
	return true;
}

/* From the parenthesis to behind the other one. */
static bool take_arguments(struct pxt_compiler *compiler, unsigned base,
			   unsigned *count)
{
	const struct pxt_token *token = pxt_now(compiler);

	*count = 0;
	pxt_lexer_take(&compiler->lexer);
	if (pxt_token_is(token, ')')) {
		pxt_lexer_take(&compiler->lexer);
		return true;
	}
	for (;;) {
		if (++*count > PXT_ARGUMENTS_MAX)
			return pxt_wrong(compiler, token,
					 "a call has at most 16 arguments");
		if (!take_argument(compiler, base))
			return false;
		if (!pxt_token_is(token, ','))
			return pxt_expect(compiler, ')');
		pxt_lexer_take(&compiler->lexer);
	}
}

/* Its pairs are of ids, mostly, and these are hex. */
static bool compile_timer(struct pxt_compiler *compiler,
			  const struct pxt_token *name, enum pxt_op op)
{
	unsigned count;

	if (!take_arguments(compiler, 16, &count))
		return false;
	if (count != 2)
		return pxt_wrong(compiler, name, "a timer has two arguments");
	pxt_emit(compiler, op, 0, 0, 0);
	return true;
}

static bool remember_call(struct pxt_compiler *compiler,
			  const struct pxt_token *name, unsigned count)
{
	struct pxt_call *call = compiler->call;

	if (compiler->calls == compiler->call_room) {
		const size_t room = compiler->call_room * 2 + 16;

		call = reallocarray(call, room, sizeof(*call));
		if (!call) {
			compiler->error = ENOMEM;
			return false;
		}
		compiler->call = call;
		compiler->call_room = room;
	}
	call[compiler->calls++] = (struct pxt_call){
		.name = *name,
		.insn = pxt_emit(compiler, PXT_OP_CALL, count, 0, 0),
		.arguments = count,
	};
	return true;
}

static bool compile_call(struct pxt_compiler *compiler,
			 const struct pxt_token *name)
{
	unsigned count;

	if (pxt_token_is_word(name, "starttimer"))
		return compile_timer(compiler, name, PXT_OP_START_TIMER);
	if (pxt_token_is_word(name, "endtimer"))
		return compile_timer(compiler, name, PXT_OP_END_TIMER);
	return take_arguments(compiler, 10, &count) &&
	       remember_call(compiler, name, count);
}

static bool take_parameter(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);
	const unsigned before = compiler->names->slots;

	if (token->kind != PXT_TOKEN_WORD ||
	    strspn(token->text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
				"abcdefghijklmnopqrstuvwxyz") < token->len)
		return pxt_unexpected(compiler, "the name of a parameter");
	if (pxt_is_subroutine(token) || pxt_is_predefined(token))
		return pxt_wrong(compiler, token,
				 "this name has a meaning already");
	if (compiler->names->slots == PXT_ARGUMENTS_MAX)
		return pxt_wrong(compiler, token,
				 "a function has at most 16 parameters");
	pxt_names_define(compiler->names, token);
	if (compiler->names->slots == before)
		return pxt_wrong(compiler, token,
				 "two parameters have the same name");
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool take_parameters(struct pxt_compiler *compiler)
{
	const struct pxt_token *token = pxt_now(compiler);

	if (!pxt_expect(compiler, '('))
		return false;
	if (pxt_token_is(token, ')')) {
		pxt_lexer_take(&compiler->lexer);
		return true;
	}
	while (take_parameter(compiler)) {
		if (!pxt_token_is(token, ','))
			return pxt_expect(compiler, ')');
		pxt_lexer_take(&compiler->lexer);
	}
	return false;
}

static void warn_of_second(struct pxt_compiler *compiler,
			   const struct pxt_token *name)
{
	for (size_t i = 0; i < compiler->functions; i++) {
		const struct pxt_function *known = &compiler->function[i];

		if (known->file == compiler->file && known->len == name->len &&
		    !memcmp(known->name, name->text, name->len)) {
			pxt_warn(compiler->complaints, name->line, name->column,
				 name->text, name->len,
				 "replaces an earlier function of that name");
			return;
		}
	}
}

static bool add_function(struct pxt_compiler *compiler,
			 const struct pxt_token *name,
			 const struct pxt_function *added)
{
	struct pxt_function *function = compiler->function;

	if (compiler->functions == PXT_FUNCTIONS_MAX)
		return pxt_wrong(compiler, name,
				 "there are at most 1024 functions");
	if (compiler->functions == compiler->function_room) {
		const size_t room = compiler->function_room * 2 + 16;

		function = reallocarray(function, room, sizeof(*function));
		if (!function) {
			compiler->error = ENOMEM;
			return false;
		}
		compiler->function = function;
		compiler->function_room = room;
	}
	function[compiler->functions++] = *added;
	return true;
}

static bool compile_body(struct pxt_compiler *compiler,
			 struct pxt_function *function)
{
	function->start = compiler->code->count;
	if (!take_parameters(compiler))
		return false;
	function->parameters = compiler->names->slots;
	if (!pxt_compile_descriptor(compiler))
		return false;
	pxt_names_resolve(compiler->names, compiler->code, function->start,
			  compiler->complaints);
	function->slots = compiler->names->slots;
	pxt_emit(compiler, PXT_OP_RETURN, 0, 0, 0);
	return true;
}

/* From the name to behind "}}". */
static bool compile_function(struct pxt_compiler *compiler)
{
	const struct pxt_token name = *pxt_now(compiler);
	struct pxt_names *outside = compiler->names;
	struct pxt_names names;
	struct pxt_function function = {
		.name = name.text,
		.len = name.len,
		.file = compiler->file,
	};
	uint32_t over = NOWHERE;
	bool done;

	if (pxt_token_is_word(&name, "starttimer") ||
	    pxt_token_is_word(&name, "endtimer"))
		return pxt_wrong(compiler, &name,
				 "this function is there already");
	warn_of_second(compiler, &name);
	pxt_lexer_take(&compiler->lexer);
	jump(compiler, &over);
	pxt_names_init(&names);
	compiler->names = &names;
	done = compile_body(compiler, &function);
	compiler->names = outside;
	if (!done)
		return false;
	land_all(compiler, over);
	if (!pxt_lexer_is_double(&compiler->lexer, '}'))
		return pxt_unexpected(compiler, "'}}'");
	pxt_lexer_take(&compiler->lexer);
	pxt_lexer_take(&compiler->lexer);
	return add_function(compiler, &name, &function);
}

/* At "{{". */
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
		return compile_function(compiler);
	return pxt_unexpected(compiler, "a macro or the name of a function");
}

/*
 * Items
 */

static bool compile_pointer(struct pxt_compiler *compiler,
			    const struct pxt_format_code *code)
{
	const uint64_t bits = (uint64_t)code->major * 8 + code->minor;

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

/* A word that is no keyword: a call, or a text, which has a blank behind it. */
static bool compile_plain_word(struct pxt_compiler *compiler)
{
	const struct pxt_token word = *pxt_now(compiler);

	pxt_lexer_take(&compiler->lexer);
	if (pxt_token_is(pxt_now(compiler), '('))
		return compile_call(compiler, &word);
	pxt_compile_string(compiler, &word);
	put_plain(compiler, " ", 1);
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
		return compile_flags(compiler);
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
		return pxt_unexpected(compiler,
				      pxt_hook_id_expected(token->text,
							   token->len));
	pxt_emit(compiler, PXT_OP_SUBROUTINE, 0, 0, id);
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool compile_macro(struct pxt_compiler *compiler)
{
	static const struct {
		const char *name;
		enum pxt_op op;
	} statements[] = {
		{ "BREAK", PXT_OP_BREAK }, { "DEFAULT", PXT_OP_DEFAULT },
		{ "ERROR", PXT_OP_ERROR }, { "SKIP", PXT_OP_SKIP },
		{ "STOP", PXT_OP_STOP },
	};
	const struct pxt_token *token = pxt_now(compiler);

	if (pxt_is_subroutine(token))
		return compile_subroutine(compiler);
	for (size_t i = 0; i < sizeof(statements) / sizeof(*statements); i++) {
		if (strlen(statements[i].name) != token->len ||
		    memcmp(statements[i].name, token->text, token->len))
			continue;
		pxt_emit(compiler, statements[i].op, 0, 0, 0);
		compiler->leaves |= statements[i].op == PXT_OP_ERROR;
		pxt_lexer_take(&compiler->lexer);
		return true;
	}
	return compile_value_item(compiler);
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
