/* settings.c - a user's settings for a foreign trace: KEY=VALUE */
#include <ctype.h>
#include <string.h>

#include "base/scan.h"
#include "format/settings.h"

static size_t key_length(const char *text)
{
	size_t len = 0;

	while (isalnum((unsigned char)text[len]) || text[len] == '_')
		len++;
	return isalpha((unsigned char)*text) && text[len] == '=' ? len : 0;
}

bool pxt_settings_is_pair(const char *text)
{
	return key_length(text) > 0;
}

bool pxt_settings_add(struct pxt_settings *settings, const char *text)
{
	if (settings->count == PXT_SETTINGS_MAX || !key_length(text))
		return false;
	settings->text[settings->count++] = text;
	return true;
}

const char *pxt_settings_next(const struct pxt_settings *settings,
			      const char *key, size_t *at)
{
	const size_t len = strlen(key);

	while (*at < settings->count) {
		const char *text = settings->text[(*at)++];

		if (key_length(text) == len && !memcmp(text, key, len))
			return text + len + 1;
	}
	return NULL;
}

const char *pxt_settings_get(const struct pxt_settings *settings,
			     const char *key)
{
	const char *value = NULL, *next;
	size_t at = 0;

	while ((next = pxt_settings_next(settings, key, &at)))
		value = next;
	return value;
}

bool pxt_settings_number(const struct pxt_settings *settings, const char *key,
			 uint64_t least, uint64_t most, uint64_t *value)
{
	const char *text = pxt_settings_get(settings, key);
	uint64_t number;

	if (!text)
		return true;
	if (!pxt_scan_is_number(text, strlen(text), false, most, &number) ||
	    number < least)
		return false;
	*value = number;
	return true;
}

bool pxt_settings_choice(const struct pxt_settings *settings, const char *key,
			 const char *words, unsigned *value)
{
	const char *text = pxt_settings_get(settings, key);

	if (!text)
		return true;
	for (unsigned number = 0; *words; number++) {
		const size_t len = strcspn(words, "|");

		if (strlen(text) == len && !memcmp(text, words, len)) {
			*value = number;
			return true;
		}
		words += len;
		words += *words == '|';
	}
	return false;
}
