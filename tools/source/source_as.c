/*
 * source_as.c - options about the input
 */
#include <string.h>

#include "source/catalogue.h"
#include "source/foreign/options.h"
#include "source/source_as.h"

bool source_as_format(struct source_as *as, const char *word)
{
	const struct pxt_format *format = catalogue_find(word);

	if (format)
		as->format = format;
	return format;
}

bool source_as_setting(struct source_as *as, const char *text)
{
	bool is_known = catalogue_has_key(source_foreign_options, text);

	for (size_t i = 0; catalogue_formats[i] && !is_known; i++)
		is_known = catalogue_has_key(
			catalogue_formats[i]->import_options, text);
	return is_known && pxt_settings_add(&as->settings, text);
}

const char *source_as_hint(const char *text, struct guess *guess)
{
	guess_begin_of(guess, text, strcspn(text, "="));
	catalogue_guess_key(source_foreign_options, guess);
	for (size_t i = 0; catalogue_formats[i]; i++)
		catalogue_guess_key(catalogue_formats[i]->import_options,
				    guess);
	return guess_hint(guess);
}

bool source_as_order(struct source_as *as, const char *order)
{
	if (as->orders == SOURCE_ORDERS)
		return false;
	as->order[as->orders++] = order;
	return true;
}
