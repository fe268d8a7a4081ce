/* macro.c - predefined macros: data words, statements, and others */
#include <string.h>

#include "template/macro.h"

static const struct pxt_macro_entry macros[] = {
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

static const struct {
	const char *name;
	enum pxt_op op;
} statements[] = {
	{ "BREAK", PXT_OP_BREAK }, { "DEFAULT", PXT_OP_DEFAULT },
	{ "ERROR", PXT_OP_ERROR }, { "SKIP", PXT_OP_SKIP },
	{ "STOP", PXT_OP_STOP },
};

static bool is_word(const struct pxt_token *token, const char *text)
{
	return strlen(text) == token->len &&
	       !memcmp(token->text, text, token->len);
}

const struct pxt_macro_entry *pxt_macro_find(const struct pxt_token *token)
{
	for (size_t i = 0; i < sizeof(macros) / sizeof(*macros); i++)
		if (is_word(token, macros[i].name))
			return &macros[i];
	return NULL;
}

unsigned pxt_macro_data_word(const struct pxt_token *token)
{
	if (token->len != 2 || *token->text != 'D' || token->text[1] < '1' ||
	    token->text[1] > '5')
		return 0;
	return (unsigned)(token->text[1] - '0');
}

bool pxt_macro_statement(const struct pxt_token *token, enum pxt_op *op)
{
	for (size_t i = 0; i < sizeof(statements) / sizeof(*statements); i++)
		if (is_word(token, statements[i].name)) {
			*op = statements[i].op;
			return true;
		}
	return false;
}

bool pxt_macro_is_subroutine(const struct pxt_token *token)
{
	if (token->len != 3 && token->len != 4)
		return false;
	for (size_t i = 0; i < token->len; i++)
		if (!strchr("0123456789abcdefABCDEF", token->text[i]))
			return false;
	return true;
}

bool pxt_macro_is_predefined(const struct pxt_token *token)
{
	enum pxt_op op;

	return pxt_macro_find(token) || pxt_macro_data_word(token) ||
	       pxt_macro_statement(token, &op);
}
