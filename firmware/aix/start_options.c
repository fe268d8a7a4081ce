/* start_options.c - what trcstart() is told: the options of the command trace */
#include "firmware/aix/start_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 4096 };

static const char with_value[] = "jkoTLmbBCr";
static const char here_too[] = "adgfljkoTLsmnpcCbBhMNrIW";
static const char there_only[] = "JKAtxXP@e";

/* Takes the next word. NULL: there is none, or it is too long, or has no end. */
static char *take_word(const char **flags, char word[WORD_MAX], int *err)
{
	const char *at = *flags + strspn(*flags, " \t\n");
	char quote = '\0';
	size_t len = 0;

	if (!*at)
		return NULL;
	for (; *at && (quote || !strchr(" \t\n", *at)); at++) {
		if (*at == quote) {
			quote = '\0';
		} else if (!quote && (*at == '"' || *at == '\'')) {
			quote = *at;
		} else if (len == WORD_MAX - 1) {
			*err = EINVAL;
			return NULL;
		} else {
			word[len++] = *at;
		}
	}
	if (quote)
		*err = EINVAL;
	word[len] = '\0';
	*flags = at;
	return quote ? NULL : word;
}

static int take_size(size_t *size, const char *value)
{
	unsigned long long number;
	char *end;

	if (*value < '0' || *value > '9')
		return EINVAL;
	errno = 0;
	number = strtoull(value, &end, 10);
	if (errno || *end || !number || number > SIZE_MAX)
		return EINVAL;
	*size = number;
	return 0;
}

static int take_text(char *text, size_t size, const char *value)
{
	const size_t len = strlen(value);

	if (!len || len >= size)
		return EINVAL;
	memcpy(text, value, len + 1);
	return 0;
}

/* A list of separators alone has no id. */
static int take_ids(struct start_options *options, char letter,
		    const char *value)
{
	const char *wrong;

	if ((options->chooses && options->refuses != (letter == 'k')) ||
	    !value[strspn(value, ", \t")])
		return EINVAL;
	options->chooses = true;
	options->refuses = letter == 'k';
	return pxt_hook_ids_add(&options->ids, value, &wrong) ? 0 : EINVAL;
}

static int take_value(struct start_options *options, char letter,
		      const char *value)
{
	switch (letter) {
	case 'L':
		return take_size(&options->log_size, value);
	case 'T':
		return take_size(&options->stream_size, value);
	case 'j':
	case 'k':
		return take_ids(options, letter, value);
	case 'm':
		return take_text(options->message, sizeof(options->message),
				 value);
	case 'o':
		return take_text(options->log, sizeof(options->log), value);
	}
	return 0;
}

static void take_letter(struct start_options *options, char letter)
{
	switch (letter) {
	case 'd':
		options->suspended = true;
		break;
	case 'f':
		options->until_full = true;
		break;
	case 'g':
		options->generic = true;
		break;
	case 'l':
		options->loops = true;
		break;
	case 's':
		options->log_is_full = true;
		break;
	}
}

static int refuse(char letter)
{
	if (strchr(there_only, letter))
		fprintf(stderr,
			"posixtrace: trcstart: -%c: AIX has this, and "
			"posixtrace has not\n",
			letter);
	return EINVAL;
}

/* Takes a word of letters, and the next one if the last letter wants it. */
static int take_letters(struct start_options *options, const char *letters,
			const char **flags, bool *has_a)
{
	char next[WORD_MAX];
	int err = 0;

	if (!*letters)
		return EINVAL;
	for (; *letters; letters++) {
		const char *value = letters + 1;

		if (!strchr(here_too, *letters))
			return refuse(*letters);
		*has_a |= *letters == 'a';
		if (!strchr(with_value, *letters)) {
			take_letter(options, *letters);
			continue;
		}
		if (!*value)
			value = take_word(flags, next, &err);
		return value ? take_value(options, *letters, value) : EINVAL;
	}
	return 0;
}

int start_options_parse(struct start_options *options, const char *flags)
{
	char word[WORD_MAX];
	bool has_a = false;
	int err = 0;

	memset(options, 0, sizeof(*options));
	if (!flags)
		return EINVAL;
	while (!err && take_word(&flags, word, &err))
		err = word[0] == '-' ?
			      take_letters(options, word + 1, &flags, &has_a) :
			      EINVAL;
	if (!err && (!has_a || (options->until_full && options->loops)))
		err = EINVAL;
	return err;
}

/* A text that grows */
struct choice {
	char *text;
	size_t size, len;
};

/* A pattern of the names of one kind. */
static void add(struct choice *choice, bool refuses, const char *ids,
		const char *kind)
{
	const int len =
		snprintf(choice->text + choice->len, choice->size - choice->len,
			 "%s%strc:%s%s", choice->len ? "," : "",
			 refuses ? "!" : "", ids, kind);

	choice->len += (size_t)len;
	if (choice->len >= choice->size)
		choice->len = choice->size - 1;
}

/* The type of hooks for whose ids there are no names any more. */
static void add_unnamed(struct choice *choice)
{
	const int len =
		snprintf(choice->text + choice->len, choice->size - choice->len,
			 ",posix_trace_unnamed_userevent");

	choice->len += (size_t)len;
	if (choice->len >= choice->size)
		choice->len = choice->size - 1;
}

/* The names of those ids on the channel. */
static void add_ids(struct choice *choice, bool refuses, const char *ids,
		    int channel)
{
	char kind[] = ":chan0";

	kind[sizeof(kind) - 2] = (char)('0' + channel);
	if (!channel)
		add(choice, refuses, ids, "");
	add(choice, refuses, ids, kind);
}

/* Writes which of the ids first, first + step ... are in the set, behind the
 * digits that they have in common: "7F[01A]". False: none. */
static bool put_group(char *text, const struct pxt_hook_ids *ids,
		      unsigned first, unsigned from, unsigned step)
{
	unsigned count = 0;

	for (int shift = 12; shift > (step == 1 ? 0 : 4); shift -= 4)
		*text++ = "0123456789ABCDEF"[first >> shift & 15];
	*text++ = '[';
	for (unsigned i = from; i < 16; i++)
		if (pxt_hook_ids_has(ids, (uint16_t)(first + i * step))) {
			*text++ = "0123456789ABCDEF"[i];
			count++;
		}
	*text++ = ']';
	*text = '\0';
	if (count == 16) /* "?" is shorter */
		strcpy(text - 18, "?");
	return count;
}

static void add_groups(struct choice *choice,
		       const struct start_options *options, int channel)
{
	char group[24];

	for (unsigned first = 0; first < 0x10000; first += 0x100)
		if (put_group(group, &options->ids, first, 0, 0x10))
			add_ids(choice, options->refuses, group, channel);
	for (unsigned first = 0; first < 0x10000; first += 0x10)
		if (put_group(group, &options->ids, first, 1, 1))
			add_ids(choice, options->refuses, group, channel);
}

int start_options_select(const struct start_options *options, int channel,
			 char *text, size_t size)
{
	struct choice choice = { .text = text, .size = size };

	*text = '\0';
	if (options->chooses && !options->refuses) {
		add_groups(&choice, options, channel);
		return choice.len == size - 1 ? ENOSPC : 0;
	}
	if (channel) {
		add_ids(&choice, false, "*", channel);
	} else {
		add(&choice, false, "*", "");
		add(&choice, true, "*", ":chan[1-7]");
		add_unnamed(&choice);
	}
	if (options->chooses)
		add_groups(&choice, options, channel);
	return choice.len == size - 1 ? ENOSPC : 0;
}
