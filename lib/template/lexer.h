/*
 * lexer.h - the words of a file of templates
 *
 * A template is one logical line: a backslash at the end of a line goes on in
 * the next one, and lines of comment stand outside. The lexer gives the tokens
 * of one such line after another.
 *
 * The text is not trusted: controls of terminals are no tokens.
 */
#ifndef PXT_TEMPLATE_LEXER_H
#define PXT_TEMPLATE_LEXER_H

#include <stdbool.h>
#include <stddef.h>

enum pxt_token_kind {
	PXT_TOKEN_END, /* end of the logical line */
	PXT_TOKEN_STRING,
	PXT_TOKEN_NEWLINE,  /* \n */
	PXT_TOKEN_TAB,	    /* \t */
	PXT_TOKEN_WILDCARD, /* \* */
	PXT_TOKEN_MACRO,
	PXT_TOKEN_WORD,
	PXT_TOKEN_MARK, /* a mark: {}(),%& and, in expressions, =+-*\/ */
	PXT_TOKEN_BAD,	/* see why */
};

struct pxt_token {
	enum pxt_token_kind kind;
	const char *text; /* in the file; strings without quotes, macros without
			   * $ */
	size_t len;
	unsigned line, column; /* begins at 1 */
	const char *why;       /* BAD */
};

struct pxt_lexer {
	const char *at, *end; /* the unread text */
	const char *line_start;
	unsigned line;
	bool in_expression; /* between {{ and }}: a word ends at =+-*\/ */
	bool is_comment;    /* the line, which is never continued */
	struct pxt_token now;
};

/* text: borrowed, and not null-terminated. */
void pxt_lexer_init(struct pxt_lexer *lexer, const char *text, size_t len,
		    unsigned line);

/* The kind of the next line that is neither empty nor a comment. */
enum pxt_line {
	PXT_LINE_NONE, /* end of the file */
	PXT_LINE_TEMPLATE,
	PXT_LINE_POSIX, /* "#!posix", which is skipped; a comment to other
			 * readers */
};

/* Goes to that line's first token. */
enum pxt_line pxt_lexer_next_line(struct pxt_lexer *lexer);

/* Goes to the next token of the line, and stays at the last. */
void pxt_lexer_take(struct pxt_lexer *lexer);

/* Skips the rest of the logical line. */
void pxt_lexer_skip_line(struct pxt_lexer *lexer);

/* True if the current token is that mark. */
static inline bool pxt_token_is(const struct pxt_token *token, char mark)
{
	return token->kind == PXT_TOKEN_MARK && *token->text == mark;
}

/* True if the mark stands there twice, with nothing between. */
bool pxt_lexer_is_double(const struct pxt_lexer *lexer, char mark);

/* True if a string follows the current token. */
bool pxt_lexer_is_before_string(const struct pxt_lexer *lexer);

/* Returns the next byte of a string, with escapes resolved; -1 at its end. *at
 * is 0 at first. */
int pxt_token_byte(const struct pxt_token *token, size_t *at);

#endif
