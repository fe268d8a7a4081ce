/*
 * long_options.c - long options of argp
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/long_options.h"
#include "common/talk.h"

/* Options that argp adds to all; they end the program. */
static const struct argp_option common_options[] = {
	{ "help", '?', NULL, 0, NULL, 0 },
	{ "usage", 0, NULL, 0, NULL, 0 },
	{ "version", 'V', NULL, 0, NULL, 0 },
	{ 0 },
};

static const struct argp common = { .options = common_options };

static bool is_end(const struct argp_option *option)
{
	return !option->name && !option->key && !option->doc;
}

typedef bool option_test(const struct argp_option *option, const char *name,
			 size_t len);

static bool has_name(const struct argp_option *option, const char *name,
		     size_t len)
{
	return option->name && !strncmp(option->name, name, len) &&
	       !option->name[len];
}

static bool is_begun(const struct argp_option *option, const char *name,
		     size_t len)
{
	return option->name && !strncmp(option->name, name, len);
}

static bool has_letter(const struct argp_option *option, const char *letter,
		       size_t len)
{
	(void)len;
	return option->key && option->key == (unsigned char)*letter;
}

static const struct argp_option *
find(const struct argp *argp, option_test *test, const char *name, size_t len)
{
	const struct argp_option *found = NULL;

	for (const struct argp_option *at = argp->options; at && !is_end(at);
	     at++)
		if (test(at, name, len))
			return at;
	for (const struct argp_child *child = argp->children;
	     child && child->argp && !found; child++)
		found = find(child->argp, test, name, len);
	return found;
}

const struct argp_option *option_find(const struct argp *argp, const char *name,
				      size_t len)
{
	return find(argp, len ? has_name : has_letter, name, len);
}

bool option_wants_value(const struct argp_option *option)
{
	return option->arg && !(option->flags & OPTION_ARG_OPTIONAL);
}

static void add_names(const struct argp *argp, struct guess *guess)
{
	char name[GUESS_WORD];

	for (const struct argp_option *at = argp->options; at && !is_end(at);
	     at++) {
		if (!at->name || at->flags & (OPTION_HIDDEN | OPTION_DOC))
			continue;
		snprintf(name, sizeof(name), "--%s", at->name);
		guess_add(guess, name);
	}
	for (const struct argp_child *child = argp->children;
	     child && child->argp; child++)
		add_names(child->argp, guess);
}

void option_guess(const struct argp *argp, struct guess *guess)
{
	add_names(argp, guess);
	add_names(&common, guess);
}

/* Words as getopt reads them */

enum step {
	STEP_WORD,  /* look at the next word */
	STEP_VALUE, /* the next word is a value */
	STEP_WRONG, /* no such option */
	STEP_END,   /* the rest is not examined */
};

/* Names may be abbreviated. */
static enum step step_long(const struct argp *argp, const char *name)
{
	const size_t len = strcspn(name, "=");
	const struct argp_option *option = find(argp, has_name, name, len);

	if (!option)
		option = find(argp, is_begun, name, len);
	if (option)
		return option_wants_value(option) && !name[len] ? STEP_VALUE :
								  STEP_WORD;
	return find(&common, is_begun, name, len) ? STEP_END : STEP_WRONG;
}

static enum step step_letters(const struct argp *argp, const char *letters)
{
	for (; *letters; letters++) {
		const struct argp_option *option =
			find(argp, has_letter, letters, 0);

		if (!option)
			return STEP_END;
		if (option->arg)
			return option_wants_value(option) && !letters[1] ?
				       STEP_VALUE :
				       STEP_WORD;
	}
	return STEP_WORD;
}

static enum step step(const struct argp *argp, unsigned flags, const char *word)
{
	if (word[0] != '-' || !word[1])
		return flags & ARGP_IN_ORDER || getenv("POSIXLY_CORRECT") ?
			       STEP_END :
			       STEP_WORD;
	if (word[1] != '-')
		return step_letters(argp, word + 1);
	return word[2] ? step_long(argp, word + 2) : STEP_END;
}

/* getopt would put the word on the terminal as it is. */
static void refuse(const struct argp *argp, const char *program,
		   const char *word)
{
	const size_t len = strcspn(word, "=");
	struct guess guess;

	guess_begin_of(&guess, word, len);
	option_guess(argp, &guess);
	talk_plain("%s: unrecognized option '%.*s'%s", program, (int)len, word,
		   *guess.best ? guess_hint(&guess) : "");
	if (!*guess.best)
		talk_plain("Try `%s --help' or `%s --usage' for more "
			   "information.",
			   program, program);
}

bool option_refuse(const struct argp *argp, unsigned flags, int argc,
		   char **argv)
{
	for (int i = 1; i < argc; i++) {
		switch (step(argp, flags, argv[i])) {
		case STEP_WORD:
			break;
		case STEP_VALUE:
			i++;
			break;
		case STEP_WRONG:
			refuse(argp, argv[0], argv[i]);
			return true;
		case STEP_END:
			return false;
		}
	}
	return false;
}
