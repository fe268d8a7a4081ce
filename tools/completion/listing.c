/* listing.c - lists of words for completion */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "completion/listing.h"
#include "event/columns.h"
#include "select/select_fields.h"
#include "source/catalogue.h"
#include "source/foreign/options.h"
#include "wrap/calls/group_names.h"

void listing_read(void)
{
	for (size_t i = 0; catalogue_formats[i]; i++)
		if (catalogue_formats[i]->import)
			printf(" %s", catalogue_formats[i]->name);
}

void listing_written(void)
{
	printf(" " CATALOGUE_LOG);
	for (size_t i = 0; catalogue_formats[i]; i++)
		if (catalogue_formats[i]->export)
			printf(" %s", catalogue_formats[i]->name);
}

/* Tables of the settings of all formats. */
static const struct pxt_format_option *table_of_settings(size_t number)
{
	const struct pxt_format *format;

	if (!number--)
		return source_foreign_options;
	format = catalogue_formats[number / 2];
	return number % 2 ? format->export_options : format->import_options;
}

static bool is_in_table_before(size_t number, const char *key)
{
	const struct pxt_format_option *option;

	while (number--)
		for (option = table_of_settings(number); option && option->key;
		     option++)
			if (!strcmp(option->key, key))
				return true;
	return false;
}

void listing_settings(void)
{
	const struct pxt_format_option *option;

	for (size_t i = 0; !i || catalogue_formats[(i - 1) / 2]; i++)
		for (option = table_of_settings(i); option && option->key;
		     option++)
			if (!is_in_table_before(i, option->key))
				printf(" %s=", option->key);
}

static void list(const char *name(size_t index))
{
	const char *one;

	for (size_t i = 0; (one = name(i)); i++)
		printf(" %s", one);
}

void listing_groups(void)
{
	list(wrap_groups_name);
}

void listing_columns(void)
{
	list(columns_name);
}

void listing_facts(void)
{
	list(select_fields_name);
}

/* Prints the patterns of files that are read. */
static void list_patterns(const char *quote)
{
	const char *at;

	printf(" %s*." CATALOGUE_LOG "%s", quote, quote);
	for (size_t i = 0; catalogue_formats[i]; i++) {
		at = catalogue_formats[i]->import ?
			     catalogue_formats[i]->patterns :
			     "";
		for (; *at; at += strspn(at, " ")) {
			const int len = (int)strcspn(at, " ");

			printf(" %s%.*s%s", quote, len, at, quote);
			at += len;
		}
	}
}

void listing_patterns(void)
{
	list_patterns("");
}

void listing_quoted_patterns(void)
{
	list_patterns("'");
}

void listing_print(const char *begin, void (*print)(void), const char *end)
{
	fputs(begin, stdout);
	print();
	puts(end);
}

void listing_commands(void)
{
	for (size_t i = 0; commands[i]; i++)
		printf(" %s", commands[i]->name);
}

void listing_variables(void)
{
	listing_print("_posixtrace_commands='", listing_commands, "'");
	listing_print("_posixtrace_read='", listing_read, "'");
	listing_print("_posixtrace_written='", listing_written, "'");
	listing_print("_posixtrace_keys='", listing_settings, "'");
	listing_print("_posixtrace_groups='", listing_groups, "'");
	listing_print("_posixtrace_columns='", listing_columns, "'");
	listing_print("_posixtrace_facts='", listing_facts, "'\n");
}

const char listing_functions[] =
	"_posixtrace_column()\n"
	"{\n"
	"\tposixtrace ls \"$1\" -f tsv 2> /dev/null | tail -n +2 | cut -f 1\n"
	"}\n\n"
	"_posixtrace_pids()\n"
	"{\n"
	"\t_posixtrace_column processes\n"
	"}\n\n"
	"_posixtrace_streams()\n"
	"{\n"
	"\t_posixtrace_column streams\n"
	"}\n\n";
