/*
 * threadx_golden.c - threadx_golden EXPECTED STAT: whether the figures of
 * `stat -f json` have what is expected of a ThreadX trace, as TraceX shows it
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef HAVE_YAJL

int main(void)
{
	fprintf(stderr, "SKIPPED: built without yajl\n");
	return 77;
}

#else

#include <stdbool.h>
#include <string.h>
#include <yajl/yajl_tree.h>

static int failures;

static yajl_val read_json(const char *name)
{
	static char text[1 << 24];
	char error[1024];
	FILE *file = fopen(name, "r");
	yajl_val tree;
	size_t len;

	if (!file) {
		perror(name);
		exit(99);
	}
	len = fread(text, 1, sizeof(text) - 1, file);
	text[len] = '\0';
	fclose(file);
	tree = yajl_tree_parse(text, error, sizeof(error));
	if (!tree) {
		fprintf(stderr, "%s: %s\n", name, error);
		exit(99);
	}
	return tree;
}

static yajl_val get(yajl_val from, const char *key)
{
	const char *path[] = { key, NULL };

	return from ? yajl_tree_get(from, path, yajl_t_any) : NULL;
}

static long long number(yajl_val from, const char *key)
{
	const yajl_val found = get(from, key);

	return YAJL_IS_INTEGER(found) ? YAJL_GET_INTEGER(found) : -1;
}

static bool is_text(yajl_val from, const char *key, const char *text)
{
	const yajl_val found = get(from, key);

	return YAJL_IS_STRING(found) && !strcmp(found->u.string, text);
}

/* The row of a table in which a key has that text. */
static yajl_val row_of(yajl_val table, const char *key, const char *text)
{
	for (size_t i = 0; YAJL_IS_ARRAY(table) && i < table->u.array.len; i++)
		if (is_text(table->u.array.values[i], key, text))
			return table->u.array.values[i];
	return NULL;
}

static void compare(const char *what, const char *which, long long got,
		    long long expected)
{
	if (got == expected)
		return;
	printf("%s %s: %lld instead of %lld\n", what, which, got, expected);
	failures++;
}

/* All members of a group of figures. */
static void compare_group(yajl_val viewer, const char *group, yajl_val figures)
{
	const yajl_val expected = get(viewer, group);

	for (size_t i = 0;
	     YAJL_IS_OBJECT(expected) && i < expected->u.object.len; i++) {
		const char *key = expected->u.object.keys[i];

		compare(group, key,
			number(row_of(figures, "figure", key), "tracex"),
			number(expected, key));
	}
	if (!YAJL_IS_OBJECT(expected) || !expected->u.object.len) {
		printf("nothing is expected of %s\n", group);
		failures++;
	}
}

static void compare_thread(yajl_val expected, yajl_val contexts)
{
	static const char *const keys[][2] = {
		{ "events", "tracex_events" },
		{ "ticks", "ticks" },
		{ "suspensions", "tracex_suspensions" },
		{ "resumptions", "tracex_resumptions" },
		{ "stack_size", "stack_size" },
		{ "stack_min_available", "tracex_stack_min_available" },
		{ "stack_min_event", "tracex_stack_min_event" },
	};
	const char *address = YAJL_GET_STRING(get(expected, "address"));
	const yajl_val row =
		row_of(contexts, "address", address ? address : "?");

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		compare("thread", keys[i][0], number(row, keys[i][1]),
			number(expected, keys[i][0]));
}

static void compare_threads(yajl_val viewer, yajl_val contexts)
{
	const yajl_val threads = get(viewer, "threads");
	long long rows = 0;

	for (size_t i = 0; YAJL_IS_ARRAY(threads) && i < threads->u.array.len;
	     i++)
		compare_thread(threads->u.array.values[i], contexts);
	for (size_t i = 0; YAJL_IS_ARRAY(contexts) && i < contexts->u.array.len;
	     i++)
		rows += is_text(contexts->u.array.values[i], "kind", "thread");
	compare("threads", "in all", rows, (long long)threads->u.array.len);
}

static long long count_of(yajl_val services, long long id)
{
	for (size_t i = 0; YAJL_IS_ARRAY(services) && i < services->u.array.len;
	     i++) {
		const yajl_val row = services->u.array.values[i];

		if (is_text(row, "context", "") && number(row, "id") == id)
			return number(row, "count");
	}
	return -1;
}

static void compare_services(yajl_val viewer, yajl_val services)
{
	const yajl_val expected = get(viewer, "popularity");
	long long rows = 0;

	for (size_t i = 0; i < expected->u.object.len; i++) {
		const char *id = expected->u.object.keys[i];

		compare("service", id, count_of(services, atoll(id)),
			number(expected, id));
	}
	for (size_t i = 0; YAJL_IS_ARRAY(services) && i < services->u.array.len;
	     i++)
		rows += is_text(services->u.array.values[i], "context", "");
	compare("services", "in all", rows, (long long)expected->u.object.len);
}

static void compare_all(yajl_val expected, yajl_val stat)
{
	const yajl_val viewer = get(expected, "viewer");
	const yajl_val figures = get(stat, "threadx");
	const yajl_val contexts = get(stat, "threadx_contexts");

	compare("events", "as TraceX has them",
		number(row_of(figures, "figure", "events"), "tracex"),
		number(viewer, "total_events"));
	compare("events", "as they are",
		number(row_of(figures, "figure", "events"), "value"),
		number(expected, "event_count"));
	compare("time slices", "as they are",
		number(row_of(figures, "figure", "time_slices"), "value"),
		number(expected, "time_slice_events"));
	compare_group(viewer, "performance", figures);
	compare_group(viewer, "filex", figures);
	compare_group(viewer, "netx", figures);
	compare("ticks", "idle",
		number(row_of(contexts, "kind", "idle"), "ticks"),
		number(get(viewer, "profile"), "idle"));
	compare("ticks", "in interrupts",
		number(row_of(contexts, "kind", "interrupt"), "ticks"),
		number(get(viewer, "profile"), "interrupt"));
	compare_threads(viewer, contexts);
	compare_services(viewer, get(stat, "threadx_services"));
}

int main(int argc, char **argv)
{
	yajl_val expected, stat;

	if (argc != 3)
		return 99;
	expected = read_json(argv[1]);
	stat = read_json(argv[2]);
	if (get(get(expected, "viewer"), "performance"))
		compare_all(expected, stat);
	else
		printf("TraceX does not read it\n");
	yajl_tree_free(expected);
	yajl_tree_free(stat);
	return failures ? 1 : 0;
}

#endif
