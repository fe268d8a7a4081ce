/*
 * lexer.h - the words of a file of templates
 *
 * A template is one logical line: a backslash at the end of a line goes on in
 * the next one, and lines of comment stand outside. The lexer gives the tokens
 * of one such line after another.
 *
 * The text is not trusted: what would drive a terminal is no token.
 */
#ifndef PXT_TEMPLATE_LEXER_H
#define PXT_TEMPLATE_LEXER_H

#include <stdbool.h>
#include <stddef.h>

enum pxt_token_kind {
	PXT_TOKEN_END, /* of the logical line */
	PXT_TOKEN_STRING,
	PXT_TOKEN_NEWLINE,  /* \n */
	PXT_TOKEN_TAB,	    /* \t */
	PXT_TOKEN_WILDCARD, /* \* */
	PXT_TOKEN_MACRO,
	PXT_TOKEN_WORD,
	PXT_TOKEN_MARK, /* one of {}(),%& and, in expressions, =+-*\/ */
	PXT_TOKEN_BAD,	/* see why */
};

struct pxt_token {
	enum pxt_token_kind kind;
	const char *text; /* in the file; of a string without its quotes, of a
			   * macro without its $ */
	size_t len;
	unsigned line, column; /* from 1 on */
	const char *why;       /* BAD */
};

struct pxt_lexer {
	const char *at, *end; /* what is not read yet */
	const char *line_start;
	unsigned line;
	bool in_expression; /* between {{ and }}: a word ends at =+-*\/ */
	bool is_comment;    /* the line, which is never continued */
	struct pxt_token now;
};

/* text: borrowed, and not null-terminated. */
void pxt_lexer_init(struct pxt_lexer *lexer, const char *text, size_t len,
		    unsigned line);

/* What begins at the next line that is not empty, and no comment. */
enum pxt_line {
	PXT_LINE_NONE, /* there is none */
	PXT_LINE_TEMPLATE,
	PXT_LINE_POSIX, /* "#!posix", which is passed; to others, a comment */
};

/* Go there, and stand at its first token. */
enum pxt_line pxt_lexer_next_line(struct pxt_lexer *lexer);

/* Go to the next token of the line; behind its end is its end. */
void pxt_lexer_take(struct pxt_lexer *lexer);

/* Leave out what is left of this logical line. */
void pxt_lexer_skip_line(struct pxt_lexer *lexer);

/* Whether the current token is that mark. */
static inline bool pxt_token_is(const struct pxt_token *token, char mark)
{
	return token->kind == PXT_TOKEN_MARK && *token->text == mark;
}

/* Whether the mark stands there twice, with nothing between. */
bool pxt_lexer_is_double(const struct pxt_lexer *lexer, char mark);

/* Whether a string stands behind the current token. */
bool pxt_lexer_is_before_string(const struct pxt_lexer *lexer);

/* The bytes of a string, with its escapes resolved, one after another. At its
 * end -1. *at: 0 at first. */
int pxt_token_byte(const struct pxt_token *token, size_t *at);

#endif
