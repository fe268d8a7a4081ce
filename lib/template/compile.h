/*
 * compile.h - from the words of a template to code
 *
 * compile.c compiles templates, compile_item.c their items, compile_value.c
 * codes and macros; each kind of item has a file of its own. An error is
 * reported with its line and column; then the rest of that template is skipped.
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
	uint8_t level;	/* values 0 to 3: APPL, SVC, KERN, INT */
	bool is_silent; /* the label is only for lists */
	uint32_t version[2];
	uint32_t label, label_len; /* offset in the texts of the code */
	uint32_t start, body;	   /* first instruction with the label, and
				    * without */
	uint32_t slots;
	unsigned file, line;
	const char *source; /* in the file's text, with all its lines */
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

/* A call of a function that may be defined later. */
struct pxt_call {
	struct pxt_token name;
	uint32_t insn;
	unsigned arguments;
};

/* The state of compiling a file. */
struct pxt_compiler {
	struct pxt_lexer lexer;
	struct pxt_code *code;
	struct pxt_complaints *complaints;
	unsigned file;

	struct pxt_function *function; /* functions of all files so far */
	size_t functions, function_room;
	struct pxt_call *call; /* calls of this file */
	size_t calls, call_room;

	struct pxt_names *names; /* macros of the current template or
				  * function */
	unsigned depth;
	bool leaves; /* the current descriptor has $ERROR */
	int error;   /* ENOMEM */
};

/*
 * Compiles the template at the lexer, to the end of its logical line. False:
 * there was an error, which is reported; the code has nothing of the template
 * that is reachable.
 */
bool pxt_compile(struct pxt_compiler *compiler, struct pxt_template *template);

/* Resolves the calls of a file that is compiled. */
void pxt_compile_calls(struct pxt_compiler *compiler);

/*
 * Shared by the files of the compiler
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

/* Reports that the current token is not the expected one. Returns false. */
bool pxt_unexpected(struct pxt_compiler *compiler, const char *expected);
bool pxt_wrong(struct pxt_compiler *compiler, const struct pxt_token *token,
	       const char *why);

/* Takes the mark, or reports an error. */
bool pxt_expect(struct pxt_compiler *compiler, char mark);

bool pxt_token_is_word(const struct pxt_token *token, const char *word);

/* Parses a number in that base, or in 16 behind "0x". */
bool pxt_constant(const struct pxt_token *token, unsigned base,
		  uint64_t *value);

/* Adds a jump whose target is not known yet to a chain of such jumps. An empty
 * chain is PXT_NOWHERE. */
void pxt_jump(struct pxt_compiler *compiler, uint32_t *jumps);

/* Makes the next instruction the target of a chain. */
void pxt_land_all(struct pxt_compiler *compiler, uint32_t jumps);

/* Parses a word "L=...". False: no level has that name. */
bool pxt_level(const struct pxt_token *token, uint8_t *level);

/* Compiles the items up to the end of the line, or to a '}', which is not
 * taken. */
bool pxt_compile_descriptor(struct pxt_compiler *compiler);

/* Compiles items in '{' and '}'. */
bool pxt_compile_braces(struct pxt_compiler *compiler);

/* Compiles the printing of a string or word. */
void pxt_compile_string(struct pxt_compiler *compiler,
			const struct pxt_token *token);

enum pxt_value_kind {
	PXT_VALUE_NUMBER,
	PXT_VALUE_FLOAT,
	PXT_VALUE_TEXT,
	PXT_VALUE_LONG, /* prints only */
};

/* A value that was loaded, and how it prints. */
struct pxt_value {
	struct pxt_token token;
	enum pxt_value_kind kind;
	struct pxt_format_code code; /* letter 'M': a macro without a code */
	uint8_t size;		     /* bytes, or PXT_SIZE_WORD */
	bool is_masked;
	bool is_id; /* an event's id */
};

/* True if the current token begins a value. */
bool pxt_is_value(struct pxt_compiler *compiler);

/* Compiles the load of a value. */
bool pxt_compile_value(struct pxt_compiler *compiler, struct pxt_value *value);

/* Reports an error unless the value is a number. */
bool pxt_need_number(struct pxt_compiler *compiler, struct pxt_value *value);

/* Compiles the load of a number, or of a constant in that base. */
bool pxt_compile_number(struct pxt_compiler *compiler, unsigned base,
			const char *expected);

/* Compiles the printing of the loaded value. */
void pxt_compile_output(struct pxt_compiler *compiler,
			const struct pxt_value *value);

/* The base of constants that are compared with the value. */
unsigned pxt_value_base(const struct pxt_value *value);

/* Compiles a switch, from the first comma behind its value. */
bool pxt_compile_switch(struct pxt_compiler *compiler, struct pxt_value *value);

/* Compiles a list of flags, from "BITFLAGS". */
bool pxt_compile_flags(struct pxt_compiler *compiler);

/* Compiles a call, from the parenthesis behind the name. */
bool pxt_compile_call(struct pxt_compiler *compiler,
		      const struct pxt_token *name);

/* Compiles a function, from its name behind "{{" to behind "}}". */
bool pxt_compile_function(struct pxt_compiler *compiler);

/* Compiles an assignment, from the macro's name behind "{{" to behind "}}". */
bool pxt_compile_assignment(struct pxt_compiler *compiler);

#endif
