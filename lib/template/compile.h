/*
 * compile.h - from the words of a template to what runs
 *
 * compile.c does templates, compile_item.c what they are made of, compile_value.c
 * what codes and macros give; each kind of item has its file beside these. What
 * is wrong is told where it stands; then the rest of that template is left out,
 * and the next one is looked at.
 */
#ifndef PXT_TEMPLATE_COMPILE_H
#define PXT_TEMPLATE_COMPILE_H

#include <stdbool.h>
#include <stdint.h>

#include "template/code.h"
#include "template/complaint.h"
#include "template/format_code.h"
#include "template/lexer.h"
#include "template/names.h"

enum {
	PXT_LEVELS = 4,
	PXT_ARGUMENTS_MAX = 16,
	PXT_FUNCTIONS_MAX = 1024,
	PXT_NESTING_MAX = 64, /* braces in braces */
};

#define PXT_NOWHERE UINT32_MAX /* no instruction */

struct pxt_template {
	uint16_t id;
	uint8_t level;	/* 0 to 3: APPL, SVC, KERN, INT */
	bool is_silent; /* the label is listed, not printed */
	uint32_t version[2];
	uint32_t label, label_len; /* in the texts of the code */
	uint32_t start, body;	   /* with the label, and without */
	uint32_t slots;
	unsigned file, line;
	const char *source; /* in the file's text, all its lines */
	size_t source_len;
};

struct pxt_function {
	const char *name; /* in the file's text */
	size_t len;
	unsigned file;
	uint32_t start;
	uint32_t slots;
	unsigned parameters;
};

/* A call whose function may come later. */
struct pxt_call {
	struct pxt_token name;
	uint32_t insn;
	unsigned arguments;
};

/* What a file needs while it is compiled. */
struct pxt_compiler {
	struct pxt_lexer lexer;
	struct pxt_code *code;
	struct pxt_complaints *complaints;
	unsigned file;

	struct pxt_function *function; /* of all files so far */
	size_t functions, function_room;
	struct pxt_call *call; /* of this file */
	size_t calls, call_room;

	struct pxt_names *names; /* of the template or function at hand */
	unsigned depth;
	bool leaves; /* the descriptor at hand has $ERROR */
	int error;   /* ENOMEM */
};

/*
 * Compile the template that the lexer stands at, to the end of its logical
 * line. False: something is wrong, and was told; nothing is left of it in the
 * code that matters.
 */
bool pxt_compile(struct pxt_compiler *compiler, struct pxt_template *template);

/* All of a file is compiled: let the calls know their functions. */
void pxt_compile_calls(struct pxt_compiler *compiler);

/*
 * Between the files of the compiler
 */

static inline struct pxt_token *pxt_now(struct pxt_compiler *compiler)
{
	return &compiler->lexer.now;
}

static inline uint32_t pxt_emit(struct pxt_compiler *compiler, enum pxt_op op,
				unsigned size, uint32_t at, uint64_t number)
{
	return pxt_code_add(compiler->code, op, size, at, number);
}

/* The current token is wrong, or another one. Gives false. */
bool pxt_unexpected(struct pxt_compiler *compiler, const char *expected);
bool pxt_wrong(struct pxt_compiler *compiler, const struct pxt_token *token,
	       const char *why);

/* Take the mark, or complain. */
bool pxt_expect(struct pxt_compiler *compiler, char mark);

bool pxt_token_is_word(const struct pxt_token *token, const char *word);

/* A number as it is written in that base, or in 16 behind "0x". */
bool pxt_constant(const struct pxt_token *token, unsigned base,
		  uint64_t *value);

/* Jumps to one place that is not known yet: each says which one was before. The
 * first one: PXT_NOWHERE. */
void pxt_jump(struct pxt_compiler *compiler, uint32_t *jumps);

/* Let them go on at the next instruction. */
void pxt_land_all(struct pxt_compiler *compiler, uint32_t jumps);

/* The level that a word "L=..." says. False: none of that name. */
bool pxt_level(const struct pxt_token *token, uint8_t *level);

/* The items up to the end of the line, or to a '}', which is left. */
bool pxt_compile_descriptor(struct pxt_compiler *compiler);

/* The same in '{' and '}'. */
bool pxt_compile_braces(struct pxt_compiler *compiler);

/* Print a string, or a word. */
void pxt_compile_string(struct pxt_compiler *compiler,
			const struct pxt_token *token);

/* Print a text without controls. */
void pxt_compile_text(struct pxt_compiler *compiler, const char *text,
		      size_t len);

enum pxt_value_kind {
	PXT_VALUE_NUMBER,
	PXT_VALUE_FLOAT,
	PXT_VALUE_TEXT,
	PXT_VALUE_LONG, /* only to print */
};

/* What was loaded, and how it prints. */
struct pxt_value {
	struct pxt_token token;
	enum pxt_value_kind kind;
	struct pxt_format_code code; /* letter 'M': a bare macro */
	uint8_t size;		     /* bytes, or PXT_SIZE_WORD */
	bool is_masked;
	bool is_id; /* of the event */
};

/* Whether the current token begins a value. */
bool pxt_is_value(struct pxt_compiler *compiler);

/* Load it. */
bool pxt_compile_value(struct pxt_compiler *compiler, struct pxt_value *value);

/* It is needed as a number. */
bool pxt_need_number(struct pxt_compiler *compiler, struct pxt_value *value);

/* Load a value that is a number, or a constant of that base. */
bool pxt_compile_number(struct pxt_compiler *compiler, unsigned base,
			const char *expected);

/* Print what is loaded. */
void pxt_compile_output(struct pxt_compiler *compiler,
			const struct pxt_value *value);

/* The base of constants that are compared with it. */
unsigned pxt_value_base(const struct pxt_value *value);

/* From the first comma behind what is compared. */
bool pxt_compile_switch(struct pxt_compiler *compiler, struct pxt_value *value);

/* From "BITFLAGS" on. */
bool pxt_compile_flags(struct pxt_compiler *compiler);

/* From the parenthesis behind the name on. */
bool pxt_compile_call(struct pxt_compiler *compiler,
		      const struct pxt_token *name);

/* From behind "{{", with the name of a function, to behind "}}". */
bool pxt_compile_function(struct pxt_compiler *compiler);

/* From behind "{{", with the name of a macro, to behind "}}". */
bool pxt_compile_assignment(struct pxt_compiler *compiler);

#endif
