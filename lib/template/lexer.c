/* lexer.c - the words of a file of templates */
#include <stdint.h>
#include <string.h>

#include "template/lexer.h"

static const char posix_line[] = "#!posix";

void pxt_lexer_init(struct pxt_lexer *lexer, const char *text, size_t len,
		    unsigned line)
{
	memset(lexer, 0, sizeof(*lexer));
	lexer->at = lexer->line_start = text;
	lexer->end = text + len;
	lexer->line = line;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static size_t bytes_left(const struct pxt_lexer *lexer)
{
	return (size_t)(lexer->end - lexer->at);
}

static void skip_blanks(struct pxt_lexer *lexer)
{
	while (bytes_left(lexer) && is_blank(*lexer->at))
		lexer->at++;
}

/* Goes to the beginning of the file's next line. */
static void begin_line(struct pxt_lexer *lexer)
{
	if (!bytes_left(lexer))
		return;
	lexer->at++;
	lexer->line_start = lexer->at;
	lexer->line++;
}

static void skip_physical_line(struct pxt_lexer *lexer)
{
	const char *end = memchr(lexer->at, '\n', bytes_left(lexer));

	lexer->at = end ? end : lexer->end;
	begin_line(lexer);
}

/* Returns the end of the line that a backslash continues, or NULL unless only
 * blanks follow the backslash. */
static const char *continuation(const char *at, const char *end)
{
	for (at++; at < end && is_blank(*at); at++)
		;
	return at == end || *at == '\n' ? at : NULL;
}

/* Lines of comment may stand between a line and its continuation. */
static void continue_line(struct pxt_lexer *lexer, const char *line_end)
{
	lexer->at = line_end;
	begin_line(lexer);
	for (;;) {
		const char *start = lexer->at;

		skip_blanks(lexer);
		if (!bytes_left(lexer) || *lexer->at != '#') {
			lexer->at = start;
			return;
		}
		skip_physical_line(lexer);
	}
}

/* Goes to the next token, or to the end of the logical line. */
static void skip_space(struct pxt_lexer *lexer)
{
	for (;;) {
		const char *line_end;

		skip_blanks(lexer);
		if (!bytes_left(lexer) || *lexer->at != '\\' ||
		    lexer->is_comment)
			return;
		line_end = continuation(lexer->at, lexer->end);
		if (!line_end)
			return;
		continue_line(lexer, line_end);
	}
}

static bool is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

/* A control of ASCII, or of ISO 8859 in UTF-8: terminals obey them. Carriage
 * returns between the bytes of such a control do not hide it. */
static bool is_control(const char *at, const char *end)
{
	const uint8_t c = (uint8_t)*at;

	if (c != 0xc2)
		return c < 0x20 || c == 0x7f;
	for (at++; at < end && *at == '\r'; at++)
		;
	return at < end && (uint8_t)*at >= 0x80 && (uint8_t)*at < 0xa0;
}

static void set_token(struct pxt_lexer *lexer, enum pxt_token_kind kind,
		      const char *text, size_t len)
{
	lexer->now.kind = kind;
	lexer->now.text = text;
	lexer->now.len = len;
}

static void refuse(struct pxt_lexer *lexer, size_t len, const char *why)
{
	set_token(lexer, PXT_TOKEN_BAD, lexer->now.text, len);
	lexer->now.why = why;
}

static void take_string(struct pxt_lexer *lexer)
{
	const char *text = ++lexer->at;

	for (; bytes_left(lexer) && *lexer->at != '\n'; lexer->at++) {
		const char *line_end;

		if (*lexer->at == '"') {
			set_token(lexer, PXT_TOKEN_STRING, text,
				  (size_t)(lexer->at++ - text));
			return;
		}
		if (*lexer->at != '\t' && *lexer->at != '\r' &&
		    is_control(lexer->at, lexer->end))
			break;
		if (*lexer->at != '\\' || bytes_left(lexer) < 2)
			continue;
		line_end = continuation(lexer->at, lexer->end);
		if (line_end && line_end < lexer->end && !lexer->is_comment) {
			lexer->at = line_end;
			lexer->line++;
			lexer->line_start = line_end + 1;
		} else if (lexer->at[1] == '"' || lexer->at[1] == '\\') {
			lexer->at++;
		}
	}
	if (bytes_left(lexer) && *lexer->at != '\n')
		refuse(lexer, (size_t)(lexer->at - text) + 2,
		       "a string has no control characters");
	else
		refuse(lexer, (size_t)(lexer->at - text) + 1,
		       "a string ends with '\"'");
}

static void take_escape(struct pxt_lexer *lexer)
{
	const char *text = lexer->at;
	const char c = bytes_left(lexer) > 1 ? text[1] : '\0';

	if (c != 'n' && c != 't' && c != '*') {
		refuse(lexer, 1,
		       "behind '\\' stands 'n', 't', '*' or the end "
		       "of the line");
		return;
	}
	set_token(lexer,
		  c == 'n' ? PXT_TOKEN_NEWLINE :
		  c == 't' ? PXT_TOKEN_TAB :
			     PXT_TOKEN_WILDCARD,
		  text, 2);
	lexer->at += 2;
}

static void take_macro(struct pxt_lexer *lexer)
{
	const char *text = ++lexer->at;

	while (bytes_left(lexer) && (is_alnum(*lexer->at) || *lexer->at == '_'))
		lexer->at++;
	if (lexer->at == text)
		refuse(lexer, 1, "behind '$' stands the name of a macro");
	else
		set_token(lexer, PXT_TOKEN_MACRO, text,
			  (size_t)(lexer->at - text));
}

static bool ends_word(const struct pxt_lexer *lexer, char c)
{
	return is_blank(c) || c == '\n' || (c && strchr("\"$\\{},()%&", c)) ||
	       (lexer->in_expression && c && strchr("=+-*/", c));
}

static void take_word(struct pxt_lexer *lexer)
{
	const char *text = lexer->at;

	for (; bytes_left(lexer) && !ends_word(lexer, *lexer->at); lexer->at++)
		if (is_control(lexer->at, lexer->end)) {
			refuse(lexer, (size_t)(lexer->at - text) + 1,
			       "there are no control characters in a template");
			return;
		}
	if (lexer->at == text)
		set_token(lexer, PXT_TOKEN_MARK, lexer->at++, 1);
	else
		set_token(lexer, PXT_TOKEN_WORD, text,
			  (size_t)(lexer->at - text));
}

void pxt_lexer_take(struct pxt_lexer *lexer)
{
	skip_space(lexer);
	lexer->now.line = lexer->line;
	lexer->now.column = (unsigned)(lexer->at - lexer->line_start) + 1;
	lexer->now.text = lexer->at;
	lexer->now.why = NULL;

	if (!bytes_left(lexer) || *lexer->at == '\n')
		set_token(lexer, PXT_TOKEN_END, lexer->at, 0);
	else if (*lexer->at == '"')
		take_string(lexer);
	else if (*lexer->at == '\\')
		take_escape(lexer);
	else if (*lexer->at == '$')
		take_macro(lexer);
	else
		take_word(lexer);
}

/* A string may continue on a line that would be a comment elsewhere. */
static void skip_tokens(struct pxt_lexer *lexer)
{
	while (lexer->now.kind != PXT_TOKEN_END &&
	       lexer->now.kind != PXT_TOKEN_BAD)
		pxt_lexer_take(lexer);
}

void pxt_lexer_skip_line(struct pxt_lexer *lexer)
{
	skip_tokens(lexer);
	for (;;) {
		const char *start = lexer->at, *at;

		at = memchr(start, '\n', bytes_left(lexer));
		lexer->at = at ? at : lexer->end;
		for (at = lexer->at; at > start && is_blank(at[-1]); at--)
			;
		if (at == start || at[-1] != '\\' || lexer->is_comment)
			break;
		continue_line(lexer, lexer->at);
		if (!bytes_left(lexer))
			break;
	}
	begin_line(lexer);
	set_token(lexer, PXT_TOKEN_END, lexer->at, 0);
}

static bool begins_with_posix(const struct pxt_lexer *lexer)
{
	const size_t len = sizeof(posix_line) - 1;

	return bytes_left(lexer) >= len &&
	       !memcmp(lexer->at, posix_line, len) &&
	       (bytes_left(lexer) == len || is_blank(lexer->at[len]) ||
		lexer->at[len] == '\n');
}

enum pxt_line pxt_lexer_next_line(struct pxt_lexer *lexer)
{
	lexer->in_expression = false;
	for (;;) {
		lexer->is_comment = false;
		skip_blanks(lexer);
		if (!bytes_left(lexer))
			return PXT_LINE_NONE;
		lexer->is_comment = *lexer->at == '#';
		if (lexer->is_comment && begins_with_posix(lexer)) {
			lexer->at += sizeof(posix_line) - 1;
			pxt_lexer_take(lexer);
			return PXT_LINE_POSIX;
		}
		if (lexer->is_comment || *lexer->at == '\n') {
			skip_physical_line(lexer);
			continue;
		}
		pxt_lexer_take(lexer);
		if (lexer->now.kind != PXT_TOKEN_END)
			return PXT_LINE_TEMPLATE;
	}
}

bool pxt_lexer_is_double(const struct pxt_lexer *lexer, char mark)
{
	return pxt_token_is(&lexer->now, mark) && bytes_left(lexer) &&
	       *lexer->at == mark;
}

bool pxt_lexer_is_before_string(const struct pxt_lexer *lexer)
{
	struct pxt_lexer ahead = *lexer;

	pxt_lexer_take(&ahead);
	return ahead.now.kind == PXT_TOKEN_STRING;
}

/* Returns the character behind a backslash, which *at has passed. */
static int escaped_character(const struct pxt_token *token, size_t *at)
{
	const char *end = token->text + token->len;
	const char *line_end = continuation(token->text + *at - 1, end);

	if (line_end && line_end < end) {
		*at = (size_t)(line_end - token->text) + 1;
		return ' ';
	}
	switch (token->text[*at]) {
	case 'n':
		(*at)++;
		return '\n';
	case 't':
		(*at)++;
		return '\t';
	case '"':
	case '\\':
		return token->text[(*at)++];
	}
	return '\\';
}

int pxt_token_byte(const struct pxt_token *token, size_t *at)
{
	const char *text = token->text;

	while (*at < token->len && text[*at] == '\r')
		++*at;
	if (*at >= token->len)
		return -1;
	++*at;
	if (text[*at - 1] != '\\' || *at >= token->len)
		return (uint8_t)text[*at - 1];
	return escaped_character(token, at);
}
