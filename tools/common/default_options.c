/*
 * default_options.c - default options from the environment
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/default_options.h"
#include "common/long_options.h"
#include "common/talk.h"

static const char variable[] = "POSIXTRACE_OPTS";

/* The new arguments and their text, until the end of the program. */
static char **joined;
static char *text;

static void forget(void)
{
	free(joined);
	free(text);
}

/* Words, in shell syntax */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* Inside "..." a backslash is literal, unless it escapes a special
 * character. */
static bool takes_next(const char *at, char quote)
{
	return *at == '\\' && quote != '\'' &&
	       (!quote || at[1] == '"' || at[1] == '\\');
}

/* Unquote one word from *at on, in place, with a null behind it. false: a quote
 * is not closed, or there is nothing behind a backslash. */
static bool take_word(char **at, char **word)
{
	char *from = *at, *to = *at, quote = '\0';

	*word = to;
	for (; *from && (quote || !is_blank(*from)); from++) {
		if (quote && *from == quote) {
			quote = '\0';
		} else if (!quote && (*from == '"' || *from == '\'')) {
			quote = *from;
		} else {
			if (takes_next(from, quote) && !*++from)
				return false;
			*to++ = *from;
		}
	}
	if (quote)
		return false;
	*at = *from ? from + 1 : from;
	*to = '\0';
	return true;
}

/* words: room for as many as there are characters. */
static bool split(char *at, char **words, size_t *count)
{
	*count = 0;
	for (;;) {
		while (is_blank(*at))
			at++;
		if (!*at)
			return true;
		if (!take_word(&at, &words[*count]))
			return false;
		++*count;
	}
}

/* Options of any subcommand */

static const struct argp_option *find_anywhere(const char *name, size_t len)
{
	const struct argp_option *found = NULL;

	for (size_t i = 0; commands[i] && !found; i++)
		if (commands[i]->argp)
			found = option_find(commands[i]->argp, name, len);
	return found;
}

/* All words, and those for this subcommand */

struct taking {
	const struct argp *argp;
	char **words;
	size_t count, at;
	char **taken;
	size_t takes;
};

static int refuse(const char *word, const char *why)
{
	talk("%s: %s: %s", variable, word, why);
	return EXIT_MISUSE;
}

static int refuse_long(const char *word, size_t len)
{
	struct guess guess;

	guess_begin_of(&guess, word, len);
	for (size_t i = 0; commands[i]; i++)
		if (commands[i]->argp)
			option_guess(commands[i]->argp, &guess);
	talk("%s: %s: no command has such an option%s", variable, word,
	     guess_hint(&guess));
	return EXIT_MISUSE;
}

/* Takes an option with its value, which may be the next word. */
static int take(struct taking *taking, bool known, bool value_follows)
{
	const size_t words = value_follows ? 2 : 1;
	char **word = taking->words + taking->at;

	if (taking->count - taking->at < words)
		return refuse(*word, "its value is missing");
	for (size_t i = 0; i < words && known; i++)
		taking->taken[taking->takes++] = word[i];
	taking->at += words;
	return EXIT_SUCCESS;
}

static int take_long(struct taking *taking)
{
	const char *word = taking->words[taking->at], *name = word + 2;
	const size_t len = strcspn(name, "=");
	const struct argp_option *option = NULL, *known;

	known = len ? option_find(taking->argp, name, len) : NULL;
	if (len)
		option = known ? known : find_anywhere(name, len);
	if (!option)
		return refuse_long(word, len + 2);
	return take(taking, known, option_wants_value(option) && !name[len]);
}

/* Combined letters are taken together, or skipped. */
static int take_short(struct taking *taking)
{
	const char *word = taking->words[taking->at];
	const struct argp_option *option = NULL;
	bool known = true, value = false;

	for (const char *at = word + 1; *at && !value; at++) {
		option = option_find(taking->argp, at, 0);
		known &= option != NULL;
		if (!option)
			option = find_anywhere(at, 0);
		if (!option)
			return refuse(word, "no command has such an option");
		value = option_wants_value(option);
		if (value && at[1])
			return take(taking, known, false);
	}
	return take(taking, known, value);
}

static int take_option(struct taking *taking)
{
	const char *word = taking->words[taking->at];

	if (word[0] != '-' || !word[1])
		return refuse(word, "not an option");
	return word[1] == '-' ? take_long(taking) : take_short(taking);
}

static char **join(const struct taking *taking, int argc, char **argv)
{
	const size_t given = (size_t)argc;
	char **longer = calloc(given + taking->takes + 1, sizeof(*longer));

	if (!longer)
		return NULL;
	longer[0] = argv[0];
	memcpy(longer + 1, taking->taken, taking->takes * sizeof(*longer));
	memcpy(longer + 1 + taking->takes, argv + 1,
	       (given - 1) * sizeof(*longer));
	return longer;
}

static int no_memory(void)
{
	talk_error(variable, ENOMEM);
	return EXIT_SYSTEM;
}

static int insert(struct taking *taking, int *argc, char ***argv)
{
	int status = EXIT_SUCCESS;

	if (!split(text, taking->words, &taking->count))
		return refuse(getenv(variable), "a quote has no end");
	while (taking->at < taking->count && !status)
		status = take_option(taking);
	if (status || !taking->takes)
		return status;
	joined = join(taking, *argc, *argv);
	if (!joined)
		return no_memory();
	*argv = joined;
	*argc += (int)taking->takes;
	return EXIT_SUCCESS;
}

int default_options_insert(const struct argp *argp, int *argc, char ***argv)
{
	const char *value = getenv(variable);
	struct taking taking = { .argp = argp };
	int status;

	if (!value || !*value)
		return EXIT_SUCCESS;
	atexit(forget);
	text = strdup(value);
	taking.words = calloc(strlen(value), sizeof(*taking.words));
	taking.taken = calloc(strlen(value), sizeof(*taking.taken));
	status = text && taking.words && taking.taken ?
			 insert(&taking, argc, argv) :
			 no_memory();
	free(taking.words);
	free(taking.taken);
	return status;
}
