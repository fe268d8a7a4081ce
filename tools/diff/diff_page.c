/*
 * diff_page.c - what differs between two sides, as a page in the style of reports
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "diff/diff_page.h"
#include "figures/figures_table.h"
#include "report/assets.h"

static const char head[] =
	"<!DOCTYPE html>\n"
	"<html lang=\"en\">\n"
	"<head>\n"
	"<meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	"'none'; style-src 'unsafe-inline'\">\n"
	"<meta name=\"viewport\" content=\"width=device-width, "
	"initial-scale=1\">\n"
	"<meta name=\"color-scheme\" content=\"light dark\">\n"
	"<title>posixtrace diff</title>\n"
	"<style>\n";

/* Rules beside those of reports: the page is a text with tables. */
static const char own_style[] =
	"main { overflow: auto; padding: 0 12px 12px; display: block; }\n"
	"h2 { font-size: 14px; margin: 14px 0 4px; }\n"
	"table { border-collapse: collapse; }\n"
	"th, td { padding: 2px 12px 2px 0; text-align: left; "
	"border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }\n"
	"th { color: var(--soft); font-weight: 600; }\n"
	".number { text-align: right; white-space: nowrap; "
	"font-variant-numeric: tabular-nums; }\n"
	"summary { cursor: pointer; }\n";

static void put_text(const char *text, FILE *out)
{
	for (; *text; text++)
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			fputc(*text, out);
		}
}

static void put_cell(const char *element, const struct table_column *column,
		     const char *text, FILE *out)
{
	fprintf(out, "<%s%s>", element, column->right ? " class=number" : "");
	put_text(text, out);
	fprintf(out, "</%s>", element);
}

static void put_table(const struct table *table, FILE *out)
{
	fputs("<table>\n<thead><tr>", out);
	for (size_t i = 0; i < table->width; i++)
		put_cell("th", &table->columns[i], table->columns[i].title,
			 out);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (size_t row = 0; row < table_rows(table); row++) {
		const struct table_cell *cell =
			&table->cells[row * table->width];

		fprintf(out, "<tr%s>", *cell->shown == '!' ? " class=bad" : "");
		for (size_t i = 0; i < table->width; i++)
			put_cell("td", &table->columns[i], cell[i].shown, out);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table>\n", out);
}

static int put_measures(const struct diff_tables *tables, bool all, FILE *out)
{
	static struct figures_table made;
	struct diff_tables chosen = *tables;
	int err;

	chosen.all = all;
	diff_tables_make_measures(&chosen, &made);
	err = made.table.failed ? ENOMEM : 0;
	if (!err && table_rows(&made.table))
		put_table(&made.table, out);
	table_fini(&made.table);
	return err;
}

static int put_sides(const struct diff_tables *tables, FILE *out)
{
	static struct figures_table made;
	int err;

	diff_tables_make_sides(tables, &made);
	err = made.table.failed ? ENOMEM : 0;
	if (!err)
		put_table(&made.table, out);
	table_fini(&made.table);
	return err;
}

static void put_head(const struct diff_tables *tables, FILE *out)
{
	fputs(head, out);
	for (const char *const *line = asset_css; *line; line++)
		fprintf(out, "%s\n", *line);
	fputs(own_style, out);
	fputs("</style>\n</head>\n<body>\n<header><h1>posixtrace diff</h1>"
	      "</header>\n<main>\n<p>",
	      out);
	diff_tables_print_summary(tables, out);
	fputs("</p>\n", out);
}

int diff_page_print(const struct diff_tables *tables, FILE *out)
{
	int err;

	put_head(tables, out);
	err = put_sides(tables, out);
	if (!err && tables->judgement->differing) {
		fputs("<h2>Differences</h2>\n", out);
		err = put_measures(tables, false, out);
	}
	if (!err) {
		fputs("<details><summary><h2>All measures</h2></summary>\n",
		      out);
		err = put_measures(tables, true, out);
	}
	fputs("</details>\n</main>\n</body>\n</html>\n", out);
	return err;
}
