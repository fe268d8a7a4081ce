/*
 * figures_print.c - printing the figures of a trace
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "event/described_system.h"
#include "event/other_system.h"
#include "figures/figures_tables.h"
#include "figures/locks/tables.h"
#include "figures/posts_table.h"
#include "figures/threadx/threadx.h"
#include "figures/unended_table.h"
#include "figures/unit_tests_tables.h"

enum { P50 = 500000, P99 = 990000, P999 = 999000, RANGE = 96 };

/* The order of rows */

struct order {
	struct figures *figures;
	int64_t *begin_ns; /* begins of threads or processes, by row */
};

static int compare_times(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int compare_most(uint64_t a, uint64_t b)
{
	return (a < b) - (a > b);
}

/* Groups the rows of a thread, or process. */
static int compare_threads(const struct entity *a, const struct entity *b)
{
	if (a->origin != b->origin)
		return a->origin < b->origin ? -1 : 1;
	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	return compare_times(a->program, b->program);
}

static int compare_first(const struct order *order, uint32_t a, uint32_t b)
{
	const struct tally *tally = &order->figures->tally;
	int sign = compare_times(order->begin_ns[a], order->begin_ns[b]);

	if (!sign)
		sign = compare_threads(&tally->entities.entity[a],
				       &tally->entities.entity[b]);
	if (!sign)
		sign = compare_times(tally->row[a].first_ns,
				     tally->row[b].first_ns);
	return sign ? sign : (a > b) - (a < b);
}

static int compare_names(struct figures *figures, trace_event_id_t a,
			 trace_event_id_t b)
{
	char name[TRACE_EVENT_NAME_MAX * 4];

	text_tame(name, sizeof(name), labels_event(&figures->labels, a).text);
	return strcmp(name, labels_event(&figures->labels, b).text);
}

static int compare(const void *x, const void *y, void *context)
{
	const struct order *order = context;
	const struct tally *tally = &order->figures->tally;
	const uint32_t a = *(const uint32_t *)x;
	const uint32_t b = *(const uint32_t *)y;
	int sign = 0;

	switch (order->figures->options.sort) {
	case FIGURES_FIRST:
		break;
	case FIGURES_COUNT:
		sign = compare_most(tally->row[a].count, tally->row[b].count);
		break;
	case FIGURES_NAME:
		sign = compare_names(order->figures,
				     tally->entities.entity[a].type,
				     tally->entities.entity[b].type);
		break;
	case FIGURES_LOST:
		sign = compare_most(tally->row[a].lost, tally->row[b].lost);
		break;
	}
	return sign ? sign : compare_first(order, a, b);
}

/* A thread or process begins with its first row: the first pass finds that, the
 * second uses it. */
static int find_begins(struct order *order)
{
	const struct tally *tally = &order->figures->tally;
	int64_t *group_ns =
		calloc(tally->entities.count + 1, sizeof(*group_ns));
	struct entities groups;
	uint32_t number;
	int err = 0;

	if (!group_ns)
		return ENOMEM;
	entities_init(&groups, ENTITIES_MOST);
	for (uint32_t i = 0; i < 2 * tally->entities.count; i++) {
		const uint32_t row = i % tally->entities.count;
		const uint32_t known = groups.count;
		struct entity entity = tally->entities.entity[row];

		entity.type = 0;
		err = entities_find(&groups, &entity, &number);
		if (err)
			break;
		if (groups.count != known ||
		    tally->row[row].first_ns < group_ns[number])
			group_ns[number] = tally->row[row].first_ns;
		order->begin_ns[row] = group_ns[number];
	}
	entities_fini(&groups);
	free(group_ns);
	return err;
}

/* The rows in order, to be freed by the caller. */
static int sort_rows(struct figures *figures, uint32_t **rows)
{
	const struct tally *tally = &figures->tally;
	const uint32_t count = tally->entities.count;
	struct order order = { .figures = figures };
	int err = ENOMEM;

	*rows = calloc(count + 1, sizeof(**rows));
	order.begin_ns = calloc(count + 1, sizeof(*order.begin_ns));
	if (*rows && order.begin_ns)
		err = tally->group == TALLY_EVENT ? 0 : find_begins(&order);
	if (!err) {
		for (uint32_t i = 0; i < count; i++)
			(*rows)[i] = i;
		qsort_r(*rows, count, sizeof(**rows), compare, &order);
	} else {
		free(*rows);
	}
	free(order.begin_ns);
	return err;
}

/* A pair for people */

enum {
	LINE = 512,
	WIDE = 140, /* columns for bars with the slowest pair behind them */
};

static void print_quantile(const struct spread *spread, const char *name,
			   uint32_t millionths, FILE *out)
{
	char shown[TEXT_MAX];

	fprintf(out, "   %s %s", name,
		text_brief(shown, spread_quantile(spread, millionths)));
}

static void put_spread(const struct pair *pair, FILE *out)
{
	const struct spread *spread = &pair->spread;
	char count[TEXT_MAX], longest[TEXT_MAX];

	fprintf(out, "  n %s", text_count(count, spread->count));
	if (pair->at_once)
		fprintf(out, "   at once %s", text_count(count, pair->at_once));
	fprintf(out, "   unmatched %s",
		text_count(count, pairs_unmatched(pair)));
	if (spread->count) {
		print_quantile(spread, "min", 0, out);
		print_quantile(spread, "p50", P50, out);
		print_quantile(spread, "p99", P99, out);
		print_quantile(spread, "p99.9", P999, out);
		print_quantile(spread, "max", 1000000, out);
	}
	if (pair->waiting)
		fprintf(out, "   not ended %s, the longest for %s",
			text_count(count, pair->waiting),
			text_brief(longest, pair->longest));
}

/* Prints parts separated by three blanks; overflowing parts go to the next
 * line. */
static void print_parts(const char *line, unsigned columns, FILE *out)
{
	size_t used = 0;

	for (const char *part = line; *part;) {
		const char *next = strstr(part + 1, "   ");
		const size_t len = next ? (size_t)(next - part) : strlen(part);

		if (columns && used && used + len > columns) {
			fputs("\n ", out);
			used = 1;
		}
		fprintf(out, "%.*s", (int)len, part);
		used += len;
		part += len;
	}
	fputc('\n', out);
}

static void print_spread(const struct figures *figures, const struct pair *pair,
			 FILE *out)
{
	char line[LINE] = "";
	FILE *memory = fmemopen(line, sizeof(line), "w");

	if (!memory)
		return;
	put_spread(pair, memory);
	fclose(memory);
	print_parts(line, figures->options.columns, out);
}

/* "20ms" */
static char *axis(char *buf, uint64_t ns)
{
	char *blank = strchr(text_brief(buf, ns), ' ');

	if (blank)
		memmove(blank, blank + 1, strlen(blank));
	return buf;
}

/* The form of --range: exact, and found without reading the log. Times before
 * the beginning come from a clock that was set back. */
static void put_time(const struct figures *figures, char *buf, int64_t ns)
{
	const int64_t offset = figures_since(figures, ns);
	const int64_t time = offset < 0 ? ns : offset;

	snprintf(buf, RANGE / 2, "%c%lld.%09lld%s", offset < 0 ? '@' : '+',
		 (long long)(time / 1000000000), (long long)(time % 1000000000),
		 offset < 0 ? "" : "s");
}

static void print_slowest(const struct figures *figures,
			  const struct pair *pair, FILE *out)
{
	char at[TEXT_MAX], from[RANGE / 2], to[RANGE / 2];
	const int64_t end = pair->slowest_to > pair->slowest_from ?
				    pair->slowest_to :
				    pair->slowest_from;

	put_time(figures, from, pair->slowest_from);
	put_time(figures, to, end);
	fprintf(out, "slowest: %s at %s (show --range %s..%s)", pair->slowest,
		figures_offset(figures, at, pair->slowest_from, 2), from, to);
}

static void print_histogram(const struct figures *figures,
			    const struct pair *pair, FILE *out)
{
	char text[SPREAD_TEXT], from[TEXT_MAX], to[TEXT_MAX];
	const bool is_narrow =
		figures->options.columns && figures->options.columns < WIDE;
	struct spread_bars bars;

	spread_draw(&pair->spread, &bars);
	spread_bars_text(&bars, figures->options.ascii, text);
	fprintf(out, "  %s %s %s%s", axis(from, bars.from), text,
		axis(to, bars.to), is_narrow ? "\n    " : "        ");
	print_slowest(figures, pair, out);
	fputc('\n', out);
}

static void print_pair(const struct figures *figures, const struct pair *pair,
		       FILE *out)
{
	char span[4 * TRACE_EVENT_NAME_MAX];

	if (pair->span) {
		text_tame(span, sizeof(span), pair->span);
		fprintf(out, "SPAN %s: ", span);
	} else {
		fputs("PAIR ", out);
	}
	/* Without waiting there were no begin events. */
	if (pair->begin.names || !pair->at_once)
		fprintf(out, "%s -> ",
			pair->begin.names ? pair->begin.names : "?");
	fprintf(out, "%s by %s\n", pair->end.names ? pair->end.names : "?",
		pairs_by(pair));
	print_spread(figures, pair, out);
	if (pair->spread.count)
		print_histogram(figures, pair, out);
}

/* Figures of a whole trace */

/* Empty tables are not printed. */
static int print_table(struct figures_table *made, FILE *out)
{
	const struct table *table = &made->table;
	char more[TEXT_MAX];
	int err = 0;

	if (table->failed || table_rows(table))
		err = table_print(&table, 1, TABLE_TEXT, out);
	if (made->left)
		fprintf(out, "  and %s more: -f csv has all\n",
			text_count(more, made->left));
	table_fini(&made->table);
	return err;
}

static int print_locks(struct figures *figures, FILE *out)
{
	struct figures_table made[LOCKS_TABLES];
	int err = 0;

	locks_tables(figures, made, true);
	for (size_t i = 0; i < LOCKS_TABLES; i++) {
		const int failed = print_table(&made[i], out);

		err = err ? err : failed;
	}
	locks_remarks(figures, out);
	return err;
}

static int print_tests(struct figures *figures, FILE *out)
{
	struct figures_table made[UNIT_TESTS_TABLES];
	const size_t count = unit_tests_tables(figures, made, true);
	int err = 0;

	for (size_t i = 0; i < count; i++) {
		const int failed = print_table(&made[i], out);

		err = err ? err : failed;
	}
	return err;
}

static int print_threadx(struct figures *figures, FILE *out)
{
	struct figures_table made[THREADX_TABLES];
	size_t count = 0;
	int err = 0;

	if (figures->threadx)
		count = threadx_tables(figures->threadx, made, true);
	for (size_t i = 0; i < count; i++) {
		const int failed = print_table(&made[i], out);

		err = err ? err : failed;
	}
	if (figures->threadx)
		threadx_remarks(figures->threadx, out);
	return err;
}

static int print_text(struct figures *figures, const uint32_t *rows, FILE *out)
{
	const struct pairs *pairs = &figures->pairs;
	struct figures_table made;
	int errors[9];

	figures_events(figures, &made, rows, true);
	errors[0] = print_table(&made, out);
	figures_losses(figures, &made, true);
	errors[1] = print_table(&made, out);
	for (uint32_t i = 0; i < pairs->count; i++)
		print_pair(figures, &pairs->pair[i], out);
	errors[5] = print_locks(figures, out);
	unended_table(figures, &made, true);
	errors[6] = print_table(&made, out);
	figures_intervals(figures, &made, rows, true);
	errors[2] = print_table(&made, out);
	figures_counters(figures, &made, true);
	errors[3] = print_table(&made, out);
	errors[4] = print_threadx(figures, out);
	errors[7] = print_tests(figures, out);
	posts_table(figures, &made, true);
	errors[8] = print_table(&made, out);
	for (size_t i = 0; i < 9; i++)
		if (errors[i])
			return errors[i];
	return 0;
}

/* Then the table of posts is printed, even if empty. */
static bool is_of_rkh(const struct figures *figures)
{
	for (size_t i = 0; i < FIELDS_TYPES; i++) {
		const struct posix_trace_layout_np *layout =
			figures->fields.layouts[i];

		if (layout && !strcmp(described_system_of(layout).name, "RKH"))
			return true;
	}
	return other_system_is_there(figures->source, "RKH");
}

enum {
	EVENTS,
	LOSSES,
	PAIRS,
	INTERVALS,
	COUNTERS,
	LOCKS,
	UNENDED = LOCKS + LOCKS_TABLES,
	OF_SYSTEMS, /* first of the tables of systems */
	TABLES = OF_SYSTEMS + 1 + UNIT_TESTS_TABLES + THREADX_TABLES,
};

static int print_tables(struct figures *figures, const uint32_t *rows,
			enum table_form form, FILE *out)
{
	static struct figures_table made[TABLES];
	const struct table *printed[TABLES];
	size_t count = 0, there = OF_SYSTEMS;
	int err;

	figures_events(figures, &made[EVENTS], rows, false);
	figures_losses(figures, &made[LOSSES], false);
	figures_pairs(figures, &made[PAIRS]);
	figures_intervals(figures, &made[INTERVALS], rows, false);
	figures_counters(figures, &made[COUNTERS], false);
	locks_tables(figures, &made[LOCKS], false);
	unended_table(figures, &made[UNENDED], false);
	if (figures->posts.ways.count || is_of_rkh(figures))
		posts_table(figures, &made[there++], false);
	there += unit_tests_tables(figures, &made[there], false);
	if (figures->threadx)
		there += threadx_tables(figures->threadx, &made[there], false);
	for (size_t i = 0; i < there; i++)
		if (form == TABLE_JSON || i == EVENTS ||
		    table_rows(&made[i].table))
			printed[count++] = &made[i].table;
	err = table_print(printed, count, form, out);
	for (size_t i = 0; i < there; i++)
		table_fini(&made[i].table);
	return err;
}

static int64_t end_of(void *context, unsigned origin, pid_t pid)
{
	return locks_end_of(context, origin, pid);
}

int figures_print(struct figures *figures, enum table_form form, FILE *out)
{
	uint32_t *rows;
	int err;

	tally_end(&figures->tally);
	pairs_end(&figures->pairs, end_of, &figures->locks);
	err = figures->threadx ? threadx_end(figures->threadx) : 0;
	if (!err)
		err = sort_rows(figures, &rows);
	if (err)
		return err;
	err = form == TABLE_TEXT ? print_text(figures, rows, out) :
				   print_tables(figures, rows, form, out);
	free(rows);
	return err;
}
