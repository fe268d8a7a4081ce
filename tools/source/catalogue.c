/*
 * catalogue.c - the list of formats for people
 */
#include <fnmatch.h>
#include <stdbool.h>
#include <string.h>

#include "source/catalogue.h"
#include "source/foreign/options.h"

enum { SUMMARY = 27, PAGE = 79 }; /* columns */

/* Prints words on as many lines as needed. width: already used. */
static void print_summary(FILE *out, int width, const char *text)
{
	while (*text) {
		const int len = (int)strcspn(text, " ");

		if (width > SUMMARY && width + 1 + len > PAGE) {
			fputc('\n', out);
			width = 0;
		}
		width += fprintf(out, "%*s%.*s",
				 width < SUMMARY ? SUMMARY - width : 1, "", len,
				 text);
		text += len;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

static void print_options(FILE *out, const char *what,
			  const struct pxt_format_option *option)
{
	if (!option || !option->key)
		return;
	fprintf(out, "  %s\n", what);
	for (; option->key; option++) {
		int width = fprintf(out, "    -o %s=%s", option->key,
				    option->value);

		if (width >= SUMMARY) {
			fputc('\n', out);
			width = 0;
		}
		print_summary(out, width, option->summary);
	}
}

static void print_format(FILE *out, const struct pxt_format *format)
{
	fprintf(out, "%-9s %s\n", format->name, format->summary);
	if (format->missing) {
		fprintf(out, "  not built in: this needs %s\n",
			format->missing);
		return;
	}
	fprintf(out, "  %s; files %s\n",
		!format->export ? "read only" :
		!format->import ? "written only" :
				  "read and written",
		format->patterns);
	print_options(out, "reading:", format->import_options);
	print_options(out, "writing:", format->export_options);
}

const struct pxt_format *catalogue_find(const char *name)
{
	for (size_t i = 0; catalogue_formats[i]; i++)
		if (!strcmp(catalogue_formats[i]->name, name))
			return catalogue_formats[i];
	return NULL;
}

void catalogue_print(FILE *out)
{
	fprintf(out, "%-9s %s\n", CATALOGUE_LOG, "posixtrace log");
	fputs("  read and written; files *.ptl\n", out);
	for (size_t i = 0; catalogue_formats[i]; i++) {
		fputc('\n', out);
		print_format(out, catalogue_formats[i]);
	}
	fputc('\n', out);
	print_options(out, "reading any but logs:", source_foreign_options);
}

const char *catalogue_hint(const char *typed, struct guess *guess)
{
	guess_begin(guess, typed);
	guess_add(guess, CATALOGUE_LOG);
	for (size_t i = 0; catalogue_formats[i]; i++)
		guess_add(guess, catalogue_formats[i]->name);
	return guess_hint(guess);
}

void catalogue_guess_key(const struct pxt_format_option *options,
			 struct guess *guess)
{
	for (; options && options->key; options++)
		guess_add(guess, options->key);
}

bool catalogue_has_key(const struct pxt_format_option *options,
		       const char *setting)
{
	for (; options && options->key; options++) {
		const size_t len = strlen(options->key);

		if (!strncmp(options->key, setting, len) && setting[len] == '=')
			return true;
	}
	return false;
}

/* Containers are read, and never written. */
static bool is_of_text(const char *name)
{
	return !fnmatch("*.hex", name, 0) || !fnmatch("*.mot", name, 0) ||
	       !fnmatch("*.srec", name, 0);
}

/* Returns the length of the longest pattern that matches, or 0. patterns:
 * separated by blanks. */
static size_t match(const char *patterns, const char *name)
{
	char pattern[64];
	size_t longest = 0;

	while (*patterns) {
		const size_t len = strcspn(patterns, " ");

		if (len > longest && len < sizeof(pattern)) {
			memcpy(pattern, patterns, len);
			pattern[len] = '\0';
			if (!fnmatch(pattern, name, 0))
				longest = len;
		}
		patterns += len;
		patterns += strspn(patterns, " ");
	}
	return longest;
}

/* x.otlp.json is not just some x.json. */
const struct pxt_format *catalogue_guess(const char *name, unsigned *count)
{
	const char *slash = strrchr(name, '/');
	const struct pxt_format *found = NULL;
	size_t longest = 0;

	name = slash ? slash + 1 : name;
	*count = 0;
	for (size_t i = 0; catalogue_formats[i]; i++) {
		const struct pxt_format *format = catalogue_formats[i];
		const size_t len = match(format->patterns, name);

		if (!format->export || is_of_text(name) || !len ||
		    len < longest)
			continue;
		*count = len > longest ? 1 : *count + 1;
		if (len > longest)
			found = format;
		longest = len;
	}
	return found;
}
