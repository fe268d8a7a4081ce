/*
 * catalogue.c - which formats can be read and written, for people
 */
#include <fnmatch.h>
#include <stdbool.h>
#include <string.h>

#include "source/catalogue.h"
#include "source/source_foreign.h"

static void print_options(FILE *out, const char *what,
			  const struct pxt_format_option *option)
{
	if (!option || !option->key)
		return;
	fprintf(out, "  %s\n", what);
	for (; option->key; option++) {
		const int width = fprintf(out, "    -o %s=%s", option->key,
					  option->value);

		fprintf(out, "%*s%s\n", width < 26 ? 27 - width : 1, "",
			option->summary);
	}
}

static void print_format(FILE *out, const struct pxt_format *format)
{
	fprintf(out, "%-9s %s\n", format->name, format->summary);
	fprintf(out, "  %s; files %s\n",
		!format->export ? "read only" :
		!format->import ? "written only" :
				  "read and written",
		format->patterns);
	print_options(out, "reading:", format->import_options);
	print_options(out, "writing:", format->export_options);
}

void catalogue_print(FILE *out)
{
	fprintf(out, "%-9s %s\n", CATALOGUE_LOG, "posixtrace log");
	fputs("  read and written; files *.ptl\n", out);
	for (size_t i = 0; pxt_formats[i]; i++) {
		fputc('\n', out);
		print_format(out, pxt_formats[i]);
	}
	fputc('\n', out);
	print_options(out, "reading any but logs:", source_foreign_options);
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

/* patterns: with blanks between. */
static bool matches(const char *patterns, const char *name)
{
	char pattern[64];

	while (*patterns) {
		const size_t len = strcspn(patterns, " ");

		if (len && len < sizeof(pattern)) {
			memcpy(pattern, patterns, len);
			pattern[len] = '\0';
			if (!fnmatch(pattern, name, 0))
				return true;
		}
		patterns += len;
		patterns += strspn(patterns, " ");
	}
	return false;
}

const struct pxt_format *catalogue_guess(const char *name, unsigned *count)
{
	const char *slash = strrchr(name, '/');
	const struct pxt_format *found = NULL;

	*count = 0;
	for (size_t i = 0; pxt_formats[i]; i++) {
		const struct pxt_format *format = pxt_formats[i];

		if (!format->export ||
		    !matches(format->patterns, slash ? slash + 1 : name))
			continue;
		if (!(*count)++)
			found = format;
	}
	return found;
}
