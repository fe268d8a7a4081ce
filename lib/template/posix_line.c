/* posix_line.c - lines "#!posix": the events of this system that a template is
 * for */
#include <string.h>

#include "template/compile.h"
#include "template/hook_id.h"
#include "template/posix_line.h"

static bool complain_of_token(const struct pxt_lexer *lexer,
			      struct pxt_complaints *complaints,
			      const char *expected)
{
	const struct pxt_token *token = &lexer->now;

	if (token->kind == PXT_TOKEN_BAD)
		pxt_complain(complaints, token->line, token->column,
			     token->text, token->len, "%s", token->why);
	else
		pxt_complain(complaints, token->line, token->column,
			     token->text, token->len, "%s was expected",
			     expected);
	return false;
}

static bool take_word(struct pxt_lexer *lexer,
		      struct pxt_complaints *complaints, const char *word,
		      const char *expected)
{
	if (!pxt_token_is_word(&lexer->now, word))
		return complain_of_token(lexer, complaints, expected);
	pxt_lexer_take(lexer);
	return true;
}

/* Returns the value of a token "KEY=VALUE" with that key. */
static bool value_of(const struct pxt_token *token, const char *key,
		     struct pxt_token *value)
{
	const size_t len = strlen(key);

	if (token->kind != PXT_TOKEN_WORD || token->len <= len ||
	    memcmp(token->text, key, len) || token->text[len] != '=')
		return false;
	*value = *token;
	value->text += len + 1;
	value->len -= len + 1;
	return true;
}

static bool parse_kind(const struct pxt_token *value,
		       enum pxt_payload_kind *kind)
{
	static const char *const kinds[] = { "words", "generic", "raw",
					     "hook" };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (pxt_token_is_word(value, kinds[i])) {
			*kind = (enum pxt_payload_kind)i;
			return true;
		}
	return false;
}

static bool take_setting(struct pxt_lexer *lexer,
			 struct pxt_complaints *complaints,
			 struct pxt_attachment *attachment)
{
	struct pxt_token value;
	uint64_t number;

	if (value_of(&lexer->now, "kind", &value)) {
		if (!parse_kind(&value, &attachment->kind))
			return complain_of_token(
				lexer, complaints,
				"'kind=words', 'kind=generic', "
				"'kind=raw' or 'kind=hook'");
	} else if (value_of(&lexer->now, "subhook", &value)) {
		if (!pxt_constant(&value, 10, &number) || number > UINT16_MAX)
			return complain_of_token(lexer, complaints,
						 "a number of 16 bits");
		attachment->subhook = (uint16_t)number;
	} else if (value_of(&lexer->now, "word", &value)) {
		if (!pxt_constant(&value, 10, &number) ||
		    (number != 4 && number != 8))
			return complain_of_token(lexer, complaints,
						 "'word=4' or 'word=8'");
		attachment->word = (uint8_t)number;
	} else if (value_of(&lexer->now, "order", &value)) {
		attachment->is_big = pxt_token_is_word(&value, "big");
		if (!attachment->is_big && !pxt_token_is_word(&value, "little"))
			return complain_of_token(
				lexer, complaints,
				"'order=big' or 'order=little'");
		attachment->has_order = true;
	} else if (value_of(&lexer->now, "system", &value)) {
		if (!value.len || value.len >= sizeof(attachment->system))
			return complain_of_token(lexer, complaints,
						 "the first word of a system");
		memcpy(attachment->system, value.text, value.len);
	} else if (value_of(&lexer->now, "layout", &value)) {
		if (!pxt_constant(&value, 16, &number) || number > UINT32_MAX)
			return complain_of_token(
				lexer, complaints,
				"the mark of a description, eight "
				"hex digits,");
		attachment->has_layout = true;
		attachment->layout = (uint32_t)number;
	} else {
		return complain_of_token(
			lexer, complaints,
			"'kind=', 'subhook=', 'word=', 'order=', "
			"'system=' or 'layout='");
	}
	pxt_lexer_take(lexer);
	return true;
}

static bool parse(struct pxt_lexer *lexer, struct pxt_complaints *complaints,
		  struct pxt_attachment *attachment, struct pxt_token *name)
{
	const struct pxt_token *token = &lexer->now;

	memset(attachment, 0, sizeof(*attachment));
	if (!take_word(lexer, complaints, "event", "'event'"))
		return false;
	if (token->kind != PXT_TOKEN_STRING)
		return complain_of_token(lexer, complaints,
					 "the name of an event in '\"'");
	*name = *token;
	pxt_lexer_take(lexer);
	if (!take_word(lexer, complaints, "hook", "'hook'"))
		return false;
	if (token->kind != PXT_TOKEN_WORD ||
	    !pxt_hook_id_parse(token->text, token->len, &attachment->id))
		return complain_of_token(
			lexer, complaints,
			pxt_hook_id_expected(token->text, token->len));
	pxt_lexer_take(lexer);
	while (token->kind != PXT_TOKEN_END)
		if (!take_setting(lexer, complaints, attachment))
			return false;
	return true;
}

bool pxt_posix_line_parse(struct pxt_lexer *lexer,
			  struct pxt_complaints *complaints,
			  struct pxt_attachment *attachment,
			  struct pxt_token *name)
{
	const bool done = parse(lexer, complaints, attachment, name);

	pxt_lexer_skip_line(lexer);
	return done;
}
