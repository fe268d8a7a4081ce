/* compile_call.c - functions, timers, and their calls */
#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "template/compile.h"
#include "template/macro.h"

static bool take_argument(struct pxt_compiler *compiler, unsigned base)
{
	if (!pxt_compile_number(compiler, base,
				"an argument, which is a format code, a macro "
				"or a number,"))
		return false;
	pxt_emit(compiler, PXT_OP_PUSH, 0, 0, 0);
	return true;
}

/* Takes arguments in parentheses. */
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

/* Timers take hex numbers: their pairs are mostly ids. */
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
	if (pxt_array_reserve(&compiler->call, &compiler->call_room,
			      compiler->calls + 1, sizeof(*compiler->call))) {
		compiler->error = ENOMEM;
		return false;
	}
	compiler->call[compiler->calls++] = (struct pxt_call){
		.name = *name,
		.insn = pxt_emit(compiler, PXT_OP_CALL, count, 0, 0),
		.arguments = count,
	};
	return true;
}

bool pxt_compile_call(struct pxt_compiler *compiler,
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
	if (pxt_macro_is_subroutine(token) || pxt_macro_is_predefined(token))
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
	if (compiler->functions == PXT_FUNCTIONS_MAX)
		return pxt_wrong(compiler, name,
				 "there are at most 1024 functions");
	if (pxt_array_reserve(&compiler->function, &compiler->function_room,
			      compiler->functions + 1, sizeof(*added))) {
		compiler->error = ENOMEM;
		return false;
	}
	compiler->function[compiler->functions++] = *added;
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

bool pxt_compile_function(struct pxt_compiler *compiler)
{
	const struct pxt_token name = *pxt_now(compiler);
	struct pxt_names *outside = compiler->names;
	struct pxt_names names;
	struct pxt_function function = {
		.name = name.text,
		.len = name.len,
		.file = compiler->file,
	};
	uint32_t over = PXT_NOWHERE;
	bool done;

	if (pxt_token_is_word(&name, "starttimer") ||
	    pxt_token_is_word(&name, "endtimer"))
		return pxt_wrong(compiler, &name,
				 "this function is there already");
	warn_of_second(compiler, &name);
	pxt_lexer_take(&compiler->lexer);
	pxt_jump(compiler, &over);
	pxt_names_init(&names);
	compiler->names = &names;
	done = compile_body(compiler, &function);
	compiler->names = outside;
	if (!done)
		return false;
	pxt_land_all(compiler, over);
	if (!pxt_lexer_is_double(&compiler->lexer, '}'))
		return pxt_unexpected(compiler, "'}}'");
	pxt_lexer_take(&compiler->lexer);
	pxt_lexer_take(&compiler->lexer);
	return add_function(compiler, &name, &function);
}
