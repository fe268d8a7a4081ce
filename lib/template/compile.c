/* compile.c - from a line of a template to code */
#include <stdio.h>
#include <string.h>

#include "template/compile.h"
#include "template/hook_id.h"

bool pxt_wrong(struct pxt_compiler *compiler, const struct pxt_token *token,
	       const char *why)
{
	const char *text = token->text;
	size_t len = token->len;

	if (token->kind == PXT_TOKEN_MACRO) {
		text--;
		len++;
	}
	pxt_complain(compiler->complaints, token->line, token->column, text,
		     len, "%s", why);
	return false;
}

bool pxt_unexpected(struct pxt_compiler *compiler, const char *expected)
{
	const struct pxt_token *token = pxt_now(compiler);
	char why[128];

	if (token->kind == PXT_TOKEN_BAD)
		return pxt_wrong(compiler, token, token->why);
	snprintf(why, sizeof(why), "%s was expected", expected);
	return pxt_wrong(compiler, token, why);
}

bool pxt_expect(struct pxt_compiler *compiler, char mark)
{
	const char expected[] = { '\'', mark, '\'', '\0' };

	if (!pxt_token_is(pxt_now(compiler), mark))
		return pxt_unexpected(compiler, expected);
	pxt_lexer_take(&compiler->lexer);
	return true;
}

bool pxt_token_is_word(const struct pxt_token *token, const char *word)
{
	return token->kind == PXT_TOKEN_WORD && strlen(word) == token->len &&
	       !memcmp(token->text, word, token->len);
}

bool pxt_level(const struct pxt_token *token, uint8_t *level)
{
	static const char *const words[PXT_LEVELS] = { "L=APPL", "L=SVC",
						       "L=KERN", "L=INT" };

	for (uint8_t i = 0; i < PXT_LEVELS; i++)
		if (pxt_token_is_word(token, words[i])) {
			*level = i;
			return true;
		}
	return false;
}

static bool take_id(struct pxt_compiler *compiler,
		    struct pxt_template *template)
{
	const struct pxt_token *token = pxt_now(compiler);

	if (token->kind != PXT_TOKEN_WORD ||
	    !pxt_hook_id_parse(token->text, token->len, &template->id))
		return pxt_unexpected(
			compiler,
			pxt_hook_id_expected(token->text, token->len));
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool parse_version(const struct pxt_token *token, uint32_t version[2])
{
	unsigned part = 0, digits = 0;

	version[0] = version[1] = 0;
	for (size_t i = 0; i < token->len; i++) {
		const char c = token->text[i];

		if (c == '.') {
			if (part++ || !digits)
				return false;
			digits = 0;
			continue;
		}
		if (c < '0' || c > '9' || ++digits > 9)
			return false;
		version[part] = version[part] * 10 + (uint32_t)(c - '0');
	}
	return part == 1 && digits;
}

static bool take_version(struct pxt_compiler *compiler,
			 struct pxt_template *template)
{
	const struct pxt_token *token = pxt_now(compiler);

	if (token->kind != PXT_TOKEN_WORD ||
	    !parse_version(token, template->version))
		return pxt_unexpected(compiler, "a version, as 1.0,");
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static bool take_level(struct pxt_compiler *compiler,
		       struct pxt_template *template)
{
	const struct pxt_token *token = pxt_now(compiler);

	if (token->kind != PXT_TOKEN_WORD || token->len < 2 ||
	    memcmp(token->text, "L=", 2))
		return true;
	if (!pxt_level(token, &template->level))
		return pxt_unexpected(compiler,
				      "'L=APPL', 'L=SVC', 'L=KERN' or "
				      "'L=INT'");
	pxt_lexer_take(&compiler->lexer);
	return true;
}

static void keep_label(struct pxt_compiler *compiler,
		       struct pxt_template *template)
{
	struct pxt_code *code = compiler->code;
	size_t at = 0;
	int byte;

	template->label = code->text_len;
	while ((byte = pxt_token_byte(pxt_now(compiler), &at)) >= 0) {
		const char c = (char)byte;

		pxt_code_add_text(code, &c, 1);
	}
	template->label_len = code->text_len - template->label;
	template->is_silent = !code->error && template->label_len &&
			      code->text[template->label] == '@';
}

static void take_label(struct pxt_compiler *compiler,
		       struct pxt_template *template)
{
	static const char blank[] = " ";

	if (pxt_now(compiler)->kind != PXT_TOKEN_STRING)
		return;
	keep_label(compiler, template);
	if (template->label_len && !template->is_silent) {
		pxt_compile_string(compiler, pxt_now(compiler));
		pxt_emit(compiler, PXT_OP_TEXT, 0,
			 pxt_code_add_text(compiler->code, blank, 1), 1);
	}
	pxt_lexer_take(&compiler->lexer);
}

static bool compile_line(struct pxt_compiler *compiler,
			 struct pxt_template *template)
{
	if (!take_id(compiler, template) || !take_version(compiler, template) ||
	    !take_level(compiler, template))
		return false;
	template->start = compiler->code->count;
	take_label(compiler, template);
	template->body = compiler->code->count;
	if (!pxt_compile_descriptor(compiler))
		return false;
	if (pxt_now(compiler)->kind != PXT_TOKEN_END)
		return pxt_wrong(compiler, pxt_now(compiler),
				 "closes nothing: an item, or the end of the "
				 "template, was expected");
	pxt_emit(compiler, PXT_OP_RETURN, 0, 0, 0);
	return true;
}

bool pxt_compile(struct pxt_compiler *compiler, struct pxt_template *template)
{
	const unsigned before = compiler->complaints->errors;
	struct pxt_lexer *lexer = &compiler->lexer;
	struct pxt_names names;
	bool done;

	memset(template, 0, sizeof(*template));
	template->file = compiler->file;
	template->line = lexer->now.line;
	template->source = lexer->now.text;
	pxt_names_init(&names);
	compiler->names = &names;
	compiler->depth = 0;
	done = compile_line(compiler, template);
	if (done) {
		pxt_names_resolve(&names, compiler->code, template->start,
				  compiler->complaints);
		template->slots = names.slots;
		template->source_len =
			(size_t)(lexer->now.text - template->source);
	}
	compiler->names = NULL;
	pxt_lexer_skip_line(lexer);
	return done && compiler->complaints->errors == before;
}

/* Returns the last function of that name in this file, or else in an earlier
 * file. */
static const struct pxt_function *find(const struct pxt_compiler *compiler,
				       const struct pxt_token *name)
{
	const struct pxt_function *other = NULL;

	for (size_t i = compiler->functions; i > 0; i--) {
		const struct pxt_function *function =
			&compiler->function[i - 1];

		if (function->len != name->len ||
		    memcmp(function->name, name->text, name->len))
			continue;
		if (function->file == compiler->file)
			return function;
		if (!other)
			other = function;
	}
	return other;
}

static void complain_of_arguments(struct pxt_compiler *compiler,
				  const struct pxt_call *call,
				  const struct pxt_function *function)
{
	pxt_complain(compiler->complaints, call->name.line, call->name.column,
		     call->name.text, call->name.len,
		     "called with %u arguments, %u were expected",
		     call->arguments, function->parameters);
}

void pxt_compile_calls(struct pxt_compiler *compiler)
{
	struct pxt_code *code = compiler->code;

	for (size_t i = 0; i < compiler->calls && !code->error; i++) {
		const struct pxt_call *call = &compiler->call[i];
		const struct pxt_function *function =
			find(compiler, &call->name);

		if (!function)
			pxt_wrong(compiler, &call->name,
				  "no function of that name is defined; a text "
				  "stands in '\"'");
		else if (function->parameters != call->arguments)
			complain_of_arguments(compiler, call, function);
		else {
			code->insn[call->insn].at = function->start;
			code->insn[call->insn].number = function->slots;
		}
	}
	compiler->calls = 0;
}
