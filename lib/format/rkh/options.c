/* options.c - a user's settings for an RKH stream */
#include "format/rkh/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SWITCH "0|1"
#define WIDTH "1|2|4"

#define WIDTHS                                                                 \
	{ "te_id", WIDTH, "bytes of the number of an event" },                 \
		{ "sig", WIDTH, "of a signal" },                               \
		{ "ts", WIDTH, "of a stamp" },                                 \
		{ "ptr", "2|4|8", "of a pointer" },                            \
		{ "fun", "2|4|8", "of a pointer to a function" },              \
		{ "ntick", WIDTH, "of a number of ticks" },                    \
		{ "nblock", WIDTH, "of a number of blocks" },                  \
		{ "nelem", WIDTH, "of a number of elements" },                 \
		{ "esize", WIDTH, "of the size of an event" },                 \
		{ "bsize", WIDTH, "of the size of a block" },                  \
		{ "nseq", SWITCH, "records are numbered" },                    \
		{ "tstamp", SWITCH, "and have stamps" },                       \
		{ "chk", SWITCH, "and checksums" },                            \
		{ "sender", SWITCH, "posts have their senders" },              \
		{ "que_lwmark", SWITCH, "queues have their low water marks" }, \
	{                                                                      \
		"mp_lwm", SWITCH, "and so have pools"                          \
	}

const struct pxt_format_option pxt_rkh_import_options[] = {
	{ "hz", "N", "ticks of the stamps in a second" },
	{ "dialect", "RELEASE",
	  "of the target, as 2.4.05; v20a is that of captures of 2012" },
	{ "symbols", "FILE", "another capture with the names" },
	{ "config", "FILE", "settings, as {\"ptr\": 4} or as Trazer has them" },
	{ "group", "[!]NAME,...",
	  "select, or exclude, as filters of a target" },
	{ "event", "[!]NAME,...", "likewise" },
	{ "ao", "[!]NAME,...", "likewise, of active objects" },
	{ "signal", "[!]NAME,...", "likewise" },
	WIDTHS,
	{ 0 },
};

const struct pxt_format_option pxt_rkh_export_options[] = {
	{ "hz", "N", "ticks of the stamps in a second, by default a million" },
	{ "users", "N",
	  "how many of the user's events there are: 8, which Trazer knows, to "
	  "32" },
	{ "frame", "N",
	  "bytes of a record at most, by default 255, as Trazer" },
	{ "config", "FILE", "settings, as {\"ptr\": 4} or as Trazer has them" },
	WIDTHS,
	{ 0 },
};

static int refuse(char *why, const char *key, const char *what)
{
	snprintf(why, PXT_RKH_WHY, "%s: %s", key, what);
	return EINVAL;
}

/* Files of settings consist of words and numbers, with anything between. */

enum { FILE_MAX = 64 << 10 };

static int read_file(const char *path, char **text)
{
	FILE *file = fopen(path, "re");
	size_t len;
	int err;

	if (!file)
		return errno;
	*text = calloc(1, FILE_MAX + 1);
	if (!*text) {
		fclose(file);
		return ENOMEM;
	}
	len = fread(*text, 1, FILE_MAX, file);
	err = ferror(file) ? EIO : 0;
	fclose(file);
	if (!err) {
		(*text)[len] = '\0';
		return 0;
	}
	free(*text);
	*text = NULL;
	return err;
}

/* Trazer's names. */
static const struct {
	const char *name;
	enum pxt_rkh_key key;
} others[] = {
	{ "TRAZER_EN_SENDER", PXT_RKH_SENDER },
	{ "TRAZER_SIZEOF_SIG", PXT_RKH_SIG },
	{ "TRAZER_SIZEOF_TSTAMP", PXT_RKH_TS },
	{ "TRAZER_SIZEOF_POINTER", PXT_RKH_PTR },
	{ "TRAZER_SIZEOF_NTIMER", PXT_RKH_NTICK },
	{ "TRAZER_SIZEOF_NBLOCK", PXT_RKH_NBLOCK },
	{ "TRAZER_SIZEOF_NELEM", PXT_RKH_NELEM },
	{ "TRAZER_SIZEOF_ESIZE", PXT_RKH_ESIZE },
	{ "TRAZER_EN_NSEQ", PXT_RKH_NSEQ },
	{ "TRAZER_EN_CHK", PXT_RKH_CHK },
	{ "TRAZER_EN_TSTAMP", PXT_RKH_TSTAMP },
};

/* Trazer's other names, which a stream of a known release makes unnecessary. */
static const char *const idle[] = {
	"TRAZER_EN_RUNTIME_FILTER",
	"TRAZER_EN_USER_TRACE",
	"TRAZER_EN_ALL",
	"TRAZER_EN_MP",
	"TRAZER_EN_RQ",
	"TRAZER_EN_SMA",
	"TRAZER_EN_TIM",
	"TRAZER_EN_SM",
	"TRAZER_EN_FWK",
	"TRAZER_EN_ASSERT",
};

static bool is_idle(const char *name)
{
	for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++)
		if (!strcmp(idle[i], name))
			return true;
	return false;
}

static enum pxt_rkh_key find_key(const char *name, size_t len, bool *is_trazers)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		*is_trazers = strlen(others[i].name) == len &&
			      !memcmp(others[i].name, name, len);
		if (*is_trazers)
			return others[i].key;
	}
	*is_trazers = false;
	return pxt_rkh_key_find(name, len);
}

static int set_key(struct pxt_rkh_options *options, enum pxt_rkh_key key,
		   uint64_t value, bool is_trazers, char *why)
{
	if (!pxt_rkh_key_allows(key, value))
		return refuse(why, pxt_rkh_key_name(key), "no stream has that");
	options->config.value[key] = (uint8_t)value;
	/* The target's record outweighs Trazer's files. */
	if (!is_trazers)
		options->has[key] = true;
	return 0;
}

static int set_dialect(struct pxt_rkh_options *options, const char *name,
		       char *why)
{
	options->dialect = pxt_rkh_dialect_find(name);
	if (options->dialect == PXT_RKH_DIALECTS)
		return refuse(why, "dialect", "no such release");
	options->has_dialect = true;
	return 0;
}

static bool is_of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static size_t word_length(const char *at)
{
	size_t len = 0;

	while (is_of_word(at[len]))
		len++;
	return len;
}

/* Returns the next word, null-terminated; *at moves behind it. */
static char *next_word(char **at)
{
	char *word = *at;
	size_t len;

	while (*word && !is_of_word(*word)) {
		if (*word == '#')
			word += strcspn(word, "\n");
		else
			word++;
	}
	len = word_length(word);
	*at = word + len;
	if (word[len] == '#')
		*at += strcspn(*at, "\n");
	else if (word[len])
		++*at;
	word[len] = '\0';
	return word;
}

/* JSON's notation, or C's. */
static bool read_number(const char *word, uint64_t *number)
{
	char *end;

	*number = !strcmp(word, "true");
	if (*number || !strcmp(word, "false"))
		return true;
	*number = strtoull(word, &end, 0);
	return *word >= '0' && *word <= '9' && !*end;
}

/* Takes a name and its value. */
static int take_pair(struct pxt_rkh_options *options, const char *name,
		     const char *value, char *why)
{
	bool is_trazers;
	const enum pxt_rkh_key key = find_key(name, strlen(name), &is_trazers);
	uint64_t number;

	if (!strcmp(name, "dialect"))
		return set_dialect(options, value, why);
	if (key == PXT_RKH_KEYS && strcmp(name, "hz") && !is_idle(name))
		return refuse(why, name, "no such setting");
	if (!read_number(value, &number))
		return refuse(why, name, "not a number that may be");
	if (key != PXT_RKH_KEYS)
		return set_key(options, key, number, is_trazers, why);
	if (!is_idle(name))
		options->hz = number;
	return 0;
}

static int take_file(struct pxt_rkh_options *options, const char *path,
		     char *why)
{
	char *text = NULL, *at, *name;
	int err;

	err = read_file(path, &text);
	if (!text)
		return err == ENOMEM ? err : refuse(why, path, strerror(err));
	at = text;
	name = next_word(&at);
	while (*name && !err) {
		err = take_pair(options, name, next_word(&at), why);
		name = next_word(&at);
	}
	free(text);
	return err;
}

/* Settings */

static int take_keys(struct pxt_rkh_options *options,
		     const struct pxt_settings *settings, char *why)
{
	for (enum pxt_rkh_key key = 0; key < PXT_RKH_KEYS; key++) {
		const char *name = pxt_rkh_key_name(key);
		uint64_t value = 0;
		int err;

		if (!pxt_settings_get(settings, name))
			continue;
		if (!pxt_settings_number(settings, name, 0, 255, &value))
			return refuse(why, name, "not a number that may be");
		err = set_key(options, key, value, false, why);
		if (err)
			return err;
	}
	return 0;
}

int pxt_rkh_options_init(struct pxt_rkh_options *options,
			 const struct pxt_settings *settings, char *why)
{
	const char *file = pxt_settings_get(settings, "config");
	const char *dialect = pxt_settings_get(settings, "dialect");
	int err = 0;

	*options = (struct pxt_rkh_options){ .dialect = PXT_RKH_V30 };
	pxt_rkh_config_init(&options->config);
	if (file)
		err = take_file(options, file, why);
	if (!err)
		err = take_keys(options, settings, why);
	if (!err && dialect)
		err = set_dialect(options, dialect, why);
	if (!err &&
	    !pxt_settings_number(settings, "hz", 1, UINT32_MAX, &options->hz))
		err = refuse(why, "hz", "not a number that may be");
	return err;
}
