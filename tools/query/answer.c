/*
 * answer.c - rows of a statement, printed
 */
#include <errno.h>
#include <inttypes.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/array.h"
#include "base/utf8.h"
#include "common/text.h"
#include "event/json_args.h"
#include "query/answer.h"

enum { GAP = 2, NUMBER = 64 };

/* Text: cells wait until the widths are known */

static int places(const char *text)
{
	wchar_t wide[256];
	const size_t len = mbstowcs(wide, text, 256);
	const int width =
		len == (size_t)-1 || len == 256 ? -1 : wcswidth(wide, len);

	return width < 0 ? (int)strlen(text) : width;
}

/* A text as a terminal may show it. To be freed. */
static char *make_plain(const struct answer *answer, const char *text,
			size_t len)
{
	enum { WIDEST = 3 };
	char *shown = malloc(WIDEST * len + 1);

	if (!shown)
		return NULL;
	text_tame_part(shown, WIDEST * len + 1, text, len);
	if (answer->ascii)
		text_to_ascii(shown);
	return shown;
}

static char *make_hex(const uint8_t *data, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	char *text = malloc(2 * len + 1);

	for (size_t i = 0; text && i < len; i++) {
		text[2 * i] = digits[data[i] >> 4];
		text[2 * i + 1] = digits[data[i] & 15];
	}
	if (text)
		text[2 * len] = '\0';
	return text;
}

/* The text of a cell for people and for csv. To be freed. */
static char *make_text(const struct answer *answer, sqlite3_stmt *statement,
		       int column)
{
	char number[NUMBER];
	size_t len;

	switch (sqlite3_column_type(statement, column)) {
	case SQLITE_NULL:
		return strdup("");
	case SQLITE_INTEGER:
		snprintf(number, sizeof(number), "%" PRId64,
			 (int64_t)sqlite3_column_int64(statement, column));
		return strdup(number);
	case SQLITE_BLOB:
		len = (size_t)sqlite3_column_bytes(statement, column);
		return make_hex(sqlite3_column_blob(statement, column), len);
	default:
		break;
	}
	sqlite3_column_text(statement, column);
	len = (size_t)sqlite3_column_bytes(statement, column);
	if (answer->form == TABLE_TEXT)
		return make_plain(
			answer,
			(const char *)sqlite3_column_text(statement, column),
			len);
	return strndup((const char *)sqlite3_column_text(statement, column),
		       len);
}

static void put_padded(struct answer *answer, int number, const char *text)
{
	const struct answer_column *column = &answer->column[number];
	const bool is_last = number == answer->columns - 1;
	int pad = column->width - places(text);

	pad = pad > 0 ? pad : 0;
	if (column->right)
		out_repeat(answer->out, ' ', (size_t)pad);
	out_text(answer->out, text);
	if (!column->right && !is_last)
		out_repeat(answer->out, ' ', (size_t)pad);
	out_text(answer->out, is_last ? "\n" : "  ");
}

static void measure(struct answer *answer)
{
	for (size_t i = 0; i < answer->count; i++) {
		struct answer_column *column =
			&answer->column[i % (size_t)answer->columns];
		const int width = places(answer->text[i]);

		if (width > column->width)
			column->width = width;
	}
}

/* Puts the rows that wait. */
static void lay(struct answer *answer)
{
	if (!answer->is_laid)
		measure(answer);
	answer->is_laid = true;
	for (size_t i = 0; i < answer->count; i++) {
		put_padded(answer, (int)(i % (size_t)answer->columns),
			   answer->text[i]);
		free(answer->text[i]);
	}
	answer->count = 0;
}

static int keep(struct answer *answer, char *text)
{
	if (!text ||
	    pxt_array_reserve(&answer->text, &answer->room, answer->count + 1,
			      sizeof(*answer->text))) {
		free(text);
		return ENOMEM;
	}
	answer->text[answer->count++] = text;
	return 0;
}

static bool is_number(sqlite3_stmt *statement, int column)
{
	const int type = sqlite3_column_type(statement, column);

	return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

static int put_text_row(struct answer *answer, sqlite3_stmt *statement)
{
	int err = 0;

	for (int i = 0; i < answer->columns && !err; i++) {
		if (!answer->is_laid)
			answer->column[i].right |= is_number(statement, i);
		err = keep(answer, make_text(answer, statement, i));
	}
	if (answer->is_laid ||
	    answer->count >= (size_t)ANSWER_ROWS * (size_t)answer->columns)
		lay(answer);
	return err;
}

static int put_text_head(struct answer *answer, sqlite3_stmt *statement)
{
	int err = 0;

	for (int i = 0; i < answer->columns && !err; i++) {
		const char *name = sqlite3_column_name(statement, i);

		err = name ? keep(answer,
				  make_plain(answer, name, strlen(name))) :
			     ENOMEM;
	}
	return err;
}

/* csv: RFC 4180. tsv has no tabs and newlines in its fields. */

static void put_quoted(struct out *out, const char *text)
{
	out_text(out, "\"");
	for (; *text; text++) {
		if (*text == '"')
			out_text(out, "\"");
		out_bytes(out, text, 1);
	}
	out_text(out, "\"");
}

static void put_escaped(struct out *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\t')
			out_text(out, "\\t");
		else if (*text == '\n')
			out_text(out, "\\n");
		else if (*text == '\r')
			out_text(out, "\\r");
		else if (*text == '\\')
			out_text(out, "\\\\");
		else
			out_bytes(out, text, 1);
	}
}

static void put_field(struct answer *answer, int column, const char *text)
{
	const bool is_csv = answer->form == TABLE_CSV;

	if (column)
		out_text(answer->out, is_csv ? "," : "\t");
	if (!is_csv)
		put_escaped(answer->out, text);
	else if (strpbrk(text, ",\"\r\n"))
		put_quoted(answer->out, text);
	else
		out_text(answer->out, text);
	if (column == answer->columns - 1)
		out_text(answer->out, is_csv ? "\r\n" : "\n");
}

static int put_field_row(struct answer *answer, sqlite3_stmt *statement)
{
	for (int i = 0; i < answer->columns; i++) {
		char *text = make_text(answer, statement, i);

		if (!text)
			return ENOMEM;
		put_field(answer, i, text);
		free(text);
	}
	return 0;
}

static int put_field_head(struct answer *answer, sqlite3_stmt *statement)
{
	for (int i = 0; i < answer->columns; i++)
		put_field(answer, i, sqlite3_column_name(statement, i));
	return 0;
}

/* json */

static bool is_utf8(const char *text, size_t len)
{
	const uint8_t *at = (const uint8_t *)text, *end = at + len;
	uint32_t code;
	size_t taken = 1;

	while (at < end && taken) {
		taken = pxt_utf8_take(at, end, &code);
		at += taken;
	}
	return at == end;
}

static void put_json_text(struct jsonl *json, const char *text, size_t len)
{
	if (is_utf8(text, len))
		jsonl_text(json, text, len);
	else
		jsonl_bytes(json, text, len);
}

static void put_json_value(struct jsonl *json, sqlite3_stmt *statement,
			   int column)
{
	switch (sqlite3_column_type(statement, column)) {
	case SQLITE_INTEGER:
		jsonl_signed(json, sqlite3_column_int64(statement, column));
		break;
	case SQLITE_FLOAT:
		json_args_put_float(
			json, sqlite3_column_double(statement, column), false);
		break;
	case SQLITE_TEXT:
		put_json_text(
			json,
			(const char *)sqlite3_column_text(statement, column),
			(size_t)sqlite3_column_bytes(statement, column));
		break;
	case SQLITE_BLOB:
		jsonl_bytes(json, sqlite3_column_blob(statement, column),
			    (size_t)sqlite3_column_bytes(statement, column));
		break;
	default:
		jsonl_raw(json, "null", sizeof("null") - 1);
	}
}

static bool is_taken(const struct answer *answer, int columns, const char *key)
{
	for (int i = 0; i < columns; i++)
		if (!strcmp(answer->column[i].key, key))
			return true;
	return false;
}

/* Columns of two tables may have one name, and readers of an object keep one value
 * of each. */
static int make_key(struct answer *answer, int column, const char *name)
{
	char *key = is_utf8(name, strlen(name)) ? strdup(name) :
						  text_copy_tame(name);

	while (key && is_taken(answer, column, key)) {
		char *longer;

		if (asprintf(&longer, "_%s", key) < 0)
			longer = NULL;
		free(key);
		key = longer;
	}
	answer->column[column].key = key;
	return key ? 0 : ENOMEM;
}

static int put_json_head(struct answer *answer, sqlite3_stmt *statement)
{
	int err = 0;

	for (int i = 0; i < answer->columns && !err; i++) {
		const char *name = sqlite3_column_name(statement, i);

		err = name ? make_key(answer, i, name) : ENOMEM;
	}
	return err;
}

static int put_json_row(struct answer *answer, sqlite3_stmt *statement)
{
	struct jsonl *json = &answer->json;

	jsonl_open_object(json);
	for (int i = 0; i < answer->columns; i++) {
		jsonl_key(json, answer->column[i].key);
		put_json_value(json, statement, i);
	}
	jsonl_close_object(json);
	jsonl_end_line(json);
	return 0;
}

/* Answers */

int answer_set_form(struct answer *answer, enum table_form form)
{
	int err = 0;

	if (form == TABLE_JSON && !answer->has_json)
		err = jsonl_init(&answer->json, answer->out);
	if (err)
		return err;
	answer->has_json |= form == TABLE_JSON;
	answer->form = form;
	return 0;
}

int answer_init(struct answer *answer, enum table_form form, struct out *out)
{
	*answer = (struct answer){
		.out = out,
		.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0,
	};
	return answer_set_form(answer, form);
}

static void forget_keys(struct answer *answer)
{
	for (int i = 0; i < answer->columns; i++) {
		free(answer->column[i].key);
		answer->column[i].key = NULL;
	}
}

void answer_fini(struct answer *answer)
{
	forget_keys(answer);
	for (size_t i = 0; i < answer->count; i++)
		free(answer->text[i]);
	free(answer->text);
	free(answer->column);
	if (answer->has_json)
		jsonl_fini(&answer->json);
}

int answer_begin(struct answer *answer, sqlite3_stmt *statement)
{
	const int columns = sqlite3_column_count(statement);

	forget_keys(answer);
	answer->columns = 0;
	answer->is_laid = false;
	if (pxt_array_reserve(&answer->column, &answer->column_room,
			      (size_t)columns, sizeof(*answer->column)))
		return ENOMEM;
	answer->columns = columns;
	memset(answer->column, 0,
	       (size_t)answer->columns * sizeof(*answer->column));
	if (answer->is_later && answer->form == TABLE_TEXT)
		out_text(answer->out, "\n");
	answer->is_later = true;
	if (answer->form == TABLE_TEXT)
		return put_text_head(answer, statement);
	return answer->form == TABLE_JSON ? put_json_head(answer, statement) :
					    put_field_head(answer, statement);
}

int answer_put(struct answer *answer, sqlite3_stmt *statement)
{
	if (answer->form == TABLE_TEXT)
		return put_text_row(answer, statement);
	return answer->form == TABLE_JSON ? put_json_row(answer, statement) :
					    put_field_row(answer, statement);
}

int answer_end(struct answer *answer)
{
	if (answer->form == TABLE_TEXT)
		lay(answer);
	return 0;
}
