/*
 * compare_rkh.c - whether the command reads a capture of RKH as is expected
 *
 *	compare_rkh EXPECTED.jsonl ACTUAL.jsonl
 *
 * EXPECTED is what another decoder made of the capture, in its own words, see
 * docs/formats.md; ACTUAL is of posixtrace show -f json. Every value of each
 * record has to be there, and nothing else.
 */
#include "config.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_YAJL

#include <yajl/yajl_tree.h>

enum { LINE = 1 << 22 };

static char expected_line[LINE], actual_line[LINE];
static unsigned number; /* of the line that is expected */

static _Noreturn void differ(const char *format, ...)
{
	va_list arguments;

	printf("line %u: ", number);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	printf("\n%.2000s%.2000s", expected_line, actual_line);
	exit(1);
}

static yajl_val get(yajl_val tree, const char *key)
{
	const char *path[] = { key, NULL };

	return tree ? yajl_tree_get(tree, path, yajl_t_any) : NULL;
}

static const char *text_of(yajl_val value)
{
	return YAJL_IS_STRING(value) ? YAJL_GET_STRING(value) : NULL;
}

static const char *text(yajl_val tree, const char *key)
{
	return text_of(get(tree, key));
}

/* As it was written, which has any length. */
static const char *digits(yajl_val value)
{
	return YAJL_IS_NUMBER(value) ? YAJL_GET_NUMBER(value) : NULL;
}

/* Texts: bytes as characters of Latin-1 there, UTF-8 or base64 here */

static size_t from_latin1(const char *from, unsigned char *to)
{
	const unsigned char *at = (const unsigned char *)from;
	size_t len = 0;

	while (*at) {
		if (*at < 0x80) {
			to[len++] = *at++;
		} else {
			to[len++] = (unsigned char)((at[0] & 3) << 6 |
						    (at[1] & 63));
			at += 2;
		}
	}
	return len;
}

static unsigned digit64(char c)
{
	static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "abcdefghijklmnopqrstuvwxyz0123456789+/";

	return (unsigned)(strchr(all, c) - all);
}

static size_t from_base64(const char *from, unsigned char *to)
{
	size_t len = 0;

	for (; *from; from += 4) {
		const unsigned pad = (from[2] == '=') + (from[3] == '=');
		const unsigned bits = digit64(from[0]) << 18 |
				      digit64(from[1]) << 12 |
				      (pad > 1 ? 0 : digit64(from[2]) << 6) |
				      (pad ? 0 : digit64(from[3]));

		to[len++] = (unsigned char)(bits >> 16);
		if (pad < 2)
			to[len++] = (unsigned char)(bits >> 8);
		if (!pad)
			to[len++] = (unsigned char)bits;
	}
	return len;
}

static bool is_same_text(const char *expected, yajl_val actual)
{
	static unsigned char left[LINE], right[LINE];
	const size_t left_len = from_latin1(expected, left);
	const char *coded = text(actual, "b64");
	size_t right_len;

	if (coded) {
		right_len = from_base64(coded, right);
	} else if (text_of(actual)) {
		right_len = strlen(text_of(actual));
		memcpy(right, text_of(actual), right_len);
	} else {
		return false;
	}
	return left_len == right_len && !memcmp(left, right, left_len);
}

/* Pointers are in hexadecimal there; here they are, or are numbers. */
static bool is_same_pointer(const char *expected, yajl_val actual)
{
	const char *plain = digits(actual) ? digits(actual) : text_of(actual);

	return plain &&
	       strtoull(expected, NULL, 16) == strtoull(plain, NULL, 0);
}

static bool is_same(yajl_val expected, yajl_val actual)
{
	const char *there = text_of(expected);

	if (!actual)
		return false;
	if (there && !strncmp(there, "0x", 2) && !YAJL_IS_OBJECT(actual) &&
	    is_same_pointer(there, actual))
		return true;
	if (there)
		return is_same_text(there, actual);
	return digits(expected) && digits(actual) &&
	       !strcmp(digits(expected), digits(actual));
}

static void compare(const char *key, yajl_val expected, yajl_val actual)
{
	if (!is_same(expected, actual))
		differ("%s", key);
}

/* All members of one are in the other. */
static void compare_all(yajl_val expected, yajl_val actual)
{
	for (size_t i = 0; i < YAJL_GET_OBJECT(expected)->len; i++) {
		const char *key = YAJL_GET_OBJECT(expected)->keys[i];

		compare(key, YAJL_GET_OBJECT(expected)->values[i],
			get(actual, key));
	}
}

/* What is there besides the values of a record. */
static bool is_ours(const char *key)
{
	static const char *const ours[] = {
		"id",	   "seq",     "ts",	 "off",	 "len",
		"nseq",	   "rt",      "xseq",	 "came", "expected",
		"formats", "expects", "outcome",
	};

	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		if (!strcmp(ours[i], key))
			return true;
	return false;
}

static size_t count_theirs(yajl_val args)
{
	size_t count = 0;

	for (size_t i = 0; i < YAJL_GET_OBJECT(args)->len; i++)
		count += !is_ours(YAJL_GET_OBJECT(args)->keys[i]);
	return count;
}

/* Items of the user's events */

static yajl_val element(yajl_val array, size_t index)
{
	return YAJL_IS_ARRAY(array) && index < YAJL_GET_ARRAY(array)->len ?
		       YAJL_GET_ARRAY(array)->values[index] :
		       NULL;
}

static void compare_item(yajl_val item, size_t index, yajl_val args)
{
	const char *kind = text_of(element(item, 0));
	const long long width = YAJL_GET_INTEGER(element(item, 1));
	const yajl_val format = element(get(args, "formats"), index);
	char key[32];

	snprintf(key, sizeof(key), "%s_%zu", kind, index);
	if (!format || YAJL_GET_INTEGER(format) >> 4 != width)
		differ("width of %s", key);
	compare(key, element(item, 2), get(args, key));
}

/* Many of them are one text. */
static void compare_text(yajl_val items, const char *text)
{
	char error[200];
	const yajl_val actual = yajl_tree_parse(text, error, sizeof(error));

	if (!actual ||
	    YAJL_GET_ARRAY(actual)->len != YAJL_GET_ARRAY(items)->len)
		differ("items");
	for (size_t i = 0; i < YAJL_GET_ARRAY(items)->len; i++)
		for (size_t j = 0; j < 3; j++)
			compare("item", element(element(items, i), j),
				element(element(actual, i), j));
	yajl_tree_free(actual);
}

static void compare_items(yajl_val items, yajl_val args)
{
	const size_t count = YAJL_GET_ARRAY(items)->len;

	if (text(args, "items")) {
		compare_text(items, text(args, "items"));
		return;
	}
	/* Among ours is the number of the event. */
	if (count_theirs(args) != count + 1)
		differ("number of items");
	for (size_t i = 0; i < count; i++)
		compare_item(element(items, i), i, args);
}

/* Lines */

static void compare_record(yajl_val expected, yajl_val actual)
{
	static const char *const heads[] = { "off", "len",     "id", "seq",
					     "ts",  "version", "hz", "te_id" };
	const yajl_val args = get(actual, "args");
	const yajl_val items = get(expected, "items");

	if (!text(actual, "name") ||
	    strcmp(text(expected, "ev"), text(actual, "name")))
		differ("event");
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (get(expected, heads[i]) &&
		    !YAJL_IS_NULL(get(expected, heads[i])))
			compare(heads[i], get(expected, heads[i]),
				get(args, heads[i]));
	if (items) {
		compare_items(items, args);
	} else if (get(expected, "cfg")) {
		compare_all(get(expected, "cfg"), args);
	} else {
		compare_all(get(expected, "args"), args);
		if (count_theirs(args) !=
		    YAJL_GET_OBJECT(get(expected, "args"))->len)
			differ("number of arguments");
	}
}

static void compare_why(yajl_val actual, const char *why, yajl_val off,
			yajl_val len)
{
	const char *text_here = text(actual, "why");
	char place[80];

	snprintf(place, sizeof(place), "; %s bytes at %s", digits(len),
		 digits(off));
	if (!text_here || strncmp(text_here, why, strlen(why)) ||
	    !strstr(text_here, place))
		differ("damage");
}

static void compare_gap(yajl_val gap, yajl_val actual)
{
	char why[80];

	compare("lost", get(gap, "lost"), get(actual, "lost"));
	snprintf(why, sizeof(why), "gap: number %s, expected %s",
		 digits(get(gap, "got")), digits(get(gap, "expected")));
	if (!text(actual, "why") || strcmp(text(actual, "why"), why))
		differ("gap");
}

static void compare_line(yajl_val expected, yajl_val actual)
{
	const yajl_val skip = get(expected, "skip");

	if (skip)
		compare_why(actual, text(skip, "why"), get(skip, "off"),
			    get(skip, "len"));
	else if (get(expected, "gap"))
		compare_gap(get(expected, "gap"), actual);
	else if (get(expected, "err"))
		compare_why(actual, text(expected, "err"), get(expected, "off"),
			    get(expected, "len"));
	else
		compare_record(expected, actual);
}

static yajl_val parse(const char *line)
{
	char error[200];
	const yajl_val tree = yajl_tree_parse(line, error, sizeof(error));

	if (!tree)
		differ("%s", error);
	return tree;
}

static FILE *open_file(const char *name)
{
	FILE *file = fopen(name, "r");

	if (file)
		return file;
	perror(name);
	exit(2);
}

int main(int argc, char **argv)
{
	FILE *expected, *actual;

	if (argc != 3)
		return 2;
	expected = open_file(argv[1]);
	actual = open_file(argv[2]);
	while (fgets(expected_line, LINE, expected)) {
		yajl_val left, right;

		number++;
		if (!fgets(actual_line, LINE, actual)) {
			*actual_line = '\0';
			differ("is missing");
		}
		left = parse(expected_line);
		right = parse(actual_line);
		compare_line(left, right);
		yajl_tree_free(left);
		yajl_tree_free(right);
	}
	*expected_line = '\0';
	if (fgets(actual_line, LINE, actual))
		differ("is too much");
	fclose(expected);
	fclose(actual);
	return 0;
}

#else

int main(void)
{
	return 77;
}

#endif
