/*
 * table.c - tables, for people and for programs
 */
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/array.h"
#include "common/table.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#ifdef HAVE_YAJL
#include <yajl/yajl_gen.h>
#endif

const struct word table_forms[] = {
	{ "text", TABLE_TEXT },
	{ "json", TABLE_JSON },
	{ "csv", TABLE_CSV },
	{ "tsv", TABLE_TSV },
	{ 0 },
};

void table_init(struct table *table, const char *name,
		const struct table_column *columns, size_t width)
{
	*table = (struct table){
		.name = name,
		.columns = columns,
		.width = width,
	};
}

void table_fini(struct table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		free(table->cells[i].shown);
		free(table->cells[i].value);
	}
	free(table->cells);
}

/* Filling */

static struct table_cell *add_cell(struct table *table)
{
	struct table_cell *cells;

	if (table->failed)
		return NULL;
	if (pxt_array_reserve(&table->cells, &table->room, table->count + 1,
			      sizeof(*cells))) {
		table->failed = true;
		return NULL;
	}
	cells = &table->cells[table->count++];
	memset(cells, 0, sizeof(*cells));
	return cells;
}

static void put(struct table *table, const char *shown, const char *value,
		bool is_bare)
{
	struct table_cell *cell = add_cell(table);

	if (!cell)
		return;
	cell->shown = strdup(shown);
	cell->value = strdup(value);
	cell->is_bare = is_bare;
	if (!cell->shown || !cell->value)
		table->failed = true;
}

void table_text(struct table *table, const char *shown, const char *value)
{
	put(table, shown, value, false);
}

void table_bare(struct table *table, const char *shown, const char *value)
{
	put(table, shown, value, true);
}

void table_number(struct table *table, unsigned long long value,
		  const char *shown)
{
	char digits[32];

	snprintf(digits, sizeof(digits), "%llu", value);
	put(table, shown ? shown : digits, digits, true);
}

size_t table_rows(const struct table *table)
{
	return table->count / table->width;
}

/* Text */

enum {
	TEXT_LEAST = 8, /* minimum of a shortened text */
	PART = 512,	/* longest shortened text */
};

static unsigned fitted;

void table_fit(unsigned columns)
{
	fitted = columns;
}

int table_places(const char *text)
{
	wchar_t wide[512];
	const size_t len = mbstowcs(wide, text, sizeof(wide) / sizeof(*wide));
	const int width = len == (size_t)-1 ? -1 : wcswidth(wide, len);

	return width < 0 ? (int)strlen(text) : width;
}

static int widest(const struct table *table, size_t column)
{
	int width = table_places(table->columns[column].title);

	if (width < table->columns[column].least)
		width = table->columns[column].least;
	for (size_t row = 0; row < table_rows(table); row++) {
		const int needed =
			table_places(table_cell(table, row, column)->shown);

		width = needed > width ? needed : width;
	}
	return width;
}

/* The width to which a column may be narrowed; numbers are not narrowed. */
static int narrowest(const struct table_column *column, int width)
{
	const int title = table_places(column->title);
	int least = column->least > TEXT_LEAST ? column->least : TEXT_LEAST;

	least = title > least ? title : least;
	return column->right || width < least ? width : least;
}

/* The widest column that can be narrowed, or NULL. */
static int *find_wide(const struct table *table, int *widths)
{
	int *wide = NULL;

	for (size_t i = 0; i < table->width; i++)
		if (widths[i] > narrowest(&table->columns[i], widths[i]) &&
		    (!wide || widths[i] > *wide))
			wide = &widths[i];
	return wide;
}

static void narrow(const struct table *table, int *widths)
{
	long total = TABLE_GAP * (long)(table->width - 1);
	int *wide;

	for (size_t i = 0; i < table->width; i++)
		total += widths[i];
	while (fitted && total > fitted && (wide = find_wide(table, widths))) {
		--*wide;
		total--;
	}
}

void table_measure(const struct table *table, int *widths)
{
	for (size_t i = 0; i < table->width; i++)
		widths[i] = widest(table, i);
	narrow(table, widths);
}

/* Number of characters, from the end of text if step is negative, that fit the
 * room. */
static size_t fitting_letters(const wchar_t *at, size_t len, int step, int room)
{
	size_t count = 0;

	while (count < len && (room -= wcwidth(*at)) >= 0) {
		at += step;
		count++;
	}
	return count;
}

const char *table_shorten(const char *text, int width, char *cut)
{
	const bool is_utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	const char *mark = is_utf8 ? "\u2026" : "...";
	const int room = width - (is_utf8 ? 1 : 3);
	wchar_t wide[PART];
	size_t len, front, back;

	if (table_places(text) <= width)
		return text;
	len = mbstowcs(wide, text, PART);
	if (len >= PART || wcswidth(wide, len) < 0) {
		snprintf(cut, TABLE_CUT, "%.*s%s", room, text, mark);
		return cut;
	}
	front = fitting_letters(wide, len, 1, room - room / 2);
	back = fitting_letters(wide + len - 1, len - front, -1, room / 2);
	wide[front] = L'\0';
	snprintf(cut, TABLE_CUT, "%ls%s%ls", wide, mark, wide + len - back);
	return cut;
}

static void print_cell(const struct table_column *column, const char *text,
		       int width, bool is_last, FILE *out)
{
	char cut[TABLE_CUT];
	int rest;

	text = table_shorten(text, width, cut);
	rest = width - table_places(text);
	if (column->right)
		fprintf(out, "%*s%s", rest, "", text);
	else if (is_last)
		fputs(text, out);
	else
		fprintf(out, "%s%*s", text, rest, "");
	fputs(is_last ? "\n" : "  ", out);
}

/* row: -1 for the titles. */
static void print_row(const struct table *table, long row, const int *widths,
		      FILE *out)
{
	for (size_t i = 0; i < table->width; i++)
		print_cell(&table->columns[i],
			   row < 0 ? table->columns[i].title :
				     table_cell(table, (size_t)row, i)->shown,
			   widths[i], i + 1 == table->width, out);
}

static int print_text(const struct table *table, FILE *out)
{
	int *widths = calloc(table->width, sizeof(*widths));

	if (!widths)
		return ENOMEM;
	table_measure(table, widths);
	for (long row = -!table->is_continued; row < (long)table_rows(table);
	     row++)
		print_row(table, row, widths, out);
	free(widths);
	return 0;
}

/* For programs */

static void print_csv_field(const char *text, FILE *out)
{
	if (!text[strcspn(text, ",\"\r\n")]) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++)
		fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
	fputc('"', out);
}

static void print_tsv_field(const char *text, FILE *out)
{
	for (; *text; text++)
		fputc(strchr("\t\r\n", *text) ? ' ' : *text, out);
}

static void print_field(const char *text, enum table_form form, FILE *out)
{
	if (form == TABLE_CSV)
		print_csv_field(text, out);
	else
		print_tsv_field(text, out);
}

static const char *field_of(const struct table *table, long row, size_t column)
{
	return row < 0 ? table->columns[column].key :
			 table_cell(table, (size_t)row, column)->value;
}

static void print_fields(const struct table *table, enum table_form form,
			 FILE *out)
{
	for (long row = -!table->is_continued; row < (long)table_rows(table);
	     row++)
		for (size_t i = 0; i < table->width; i++) {
			print_field(field_of(table, row, i), form, out);
			if (i + 1 < table->width)
				fputc(form == TABLE_CSV ? ',' : '\t', out);
			else
				fputs(form == TABLE_CSV ? "\r\n" : "\n", out);
		}
}

#ifdef HAVE_YAJL

static void put_string(yajl_gen gen, const char *text)
{
	yajl_gen_string(gen, (const unsigned char *)text, strlen(text));
}

static void put_cell(yajl_gen gen, const struct table_cell *cell)
{
	if (!cell->is_bare)
		put_string(gen, cell->value);
	else if (!*cell->value)
		yajl_gen_null(gen);
	else if (*cell->value == 't' || *cell->value == 'f')
		yajl_gen_bool(gen, *cell->value == 't');
	else
		yajl_gen_number(gen, cell->value, strlen(cell->value));
}

static void put_table(yajl_gen gen, const struct table *table)
{
	put_string(gen, table->name);
	yajl_gen_array_open(gen);
	for (size_t row = 0; row < table_rows(table); row++) {
		yajl_gen_map_open(gen);
		for (size_t i = 0; i < table->width; i++) {
			put_string(gen, table->columns[i].key);
			put_cell(gen, table_cell(table, row, i));
		}
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
}

static int print_json(const struct table *const *tables, size_t count,
		      FILE *out)
{
	const unsigned char *text;
	size_t len;
	yajl_gen gen = yajl_gen_alloc(NULL);

	if (!gen)
		return ENOMEM;
	yajl_gen_map_open(gen);
	for (size_t i = 0; i < count; i++)
		put_table(gen, tables[i]);
	yajl_gen_map_close(gen);
	yajl_gen_get_buf(gen, &text, &len);
	fwrite(text, 1, len, out);
	fputc('\n', out);
	yajl_gen_free(gen);
	return 0;
}

#else

static int print_json(const struct table *const *tables, size_t count,
		      FILE *out)
{
	(void)tables;
	(void)count;
	(void)out;
	return ENOSYS;
}

#endif

int table_print(const struct table *const *tables, size_t count,
		enum table_form form, FILE *out)
{
	int err = 0;

	for (size_t i = 0; i < count; i++)
		if (tables[i]->failed)
			return ENOMEM;
	if (form == TABLE_JSON)
		return print_json(tables, count, out);
	for (size_t i = 0; i < count && !err; i++) {
		if (form == TABLE_TEXT) {
			err = print_text(tables[i], out);
			continue;
		}
		if (i)
			fputc('\n', out);
		print_fields(tables[i], form, out);
	}
	return err;
}

const char *table_rate(char *buf, double rate)
{
	static const char *const units[] = { "", " k", " M", " G" };
	size_t unit = 0;

	while (rate >= 999.5 && unit < 3) {
		rate /= 1000;
		unit++;
	}
	snprintf(buf, TABLE_RATE, "%.*f%s",
		 rate && (unit ? rate < 99.95 : rate < 9.95) ? 1 : 0, rate,
		 units[unit]);
	return buf;
}
