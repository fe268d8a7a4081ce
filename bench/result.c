/*
 * result.c - what was measured, as text while it comes and as JSON at the end
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_YAJL
#include <yajl/yajl_gen.h>
#endif

#include <trace_np.h>

#include "floor.h"
#include "result.h"

enum kind { ROW, VALUE, SKIP };

struct result_entry {
	enum kind kind;
	const char *section;
	struct result_row row; /* of a value or a skip: the scene only */
	double value;
	const char *unit;
};

void results_init(struct results *results, FILE *text, unsigned rounds)
{
	*results = (struct results){ .text = text, .rounds = rounds };
	if (text)
		fprintf(text,
			"posixtrace %s: nanoseconds per event, %u rounds, "
			"%u processor%s, clock: %s\n",
			posix_trace_version_np(), rounds, measure_processors(),
			measure_processors() == 1 ? "" : "s", floor_clock());
}

void results_fini(struct results *results)
{
	free(results->entry);
	free(results->target);
}

static enum kind last_kind(const struct results *results)
{
	const struct result_entry *last;

	if (!results->count)
		return SKIP;
	last = &results->entry[results->count - 1];
	return strcmp(last->section, results->section) ? SKIP : last->kind;
}

/* Room for one more, or NULL. */
static struct result_entry *add(struct results *results, enum kind kind)
{
	struct result_entry *entry;

	entry = reallocarray(results->entry, results->count + 1,
			     sizeof(*entry));
	if (!entry) {
		results->failed = ENOMEM;
		return NULL;
	}
	results->entry = entry;
	entry += results->count++;
	*entry = (struct result_entry){ .kind = kind,
					.section = results->section };
	return entry;
}

void results_section(struct results *results, const char *name,
		     const char *summary)
{
	results->section = name;
	if (results->text)
		fprintf(results->text, "\n%s: %s\n", name, summary);
}

struct result_row result_row_make(const char *scene, unsigned threads,
				  size_t payload)
{
	struct result_row row = {
		.threads = threads,
		.payload = payload,
		.floor_min = NAN,
		.floor_median = NAN,
		.event_min = NAN,
		.event_median = NAN,
		.ratio = NAN,
		.cpu = NAN,
		.cpu_ratio = NAN,
		.lost = NAN,
		.bytes = NAN,
	};

	snprintf(row.scene, sizeof(row.scene), "%s", scene);
	return row;
}

void result_row_times(struct result_row *row,
		      const struct measure_series *floor,
		      const struct measure_series *event, unsigned rounds)
{
	row->disturbed = event->disturbed;
	row->floor_min = measure_min(floor->wall, rounds);
	row->floor_median = measure_median(floor->wall, rounds);
	row->event_min = measure_min(event->wall, rounds);
	row->event_median = measure_median(event->wall, rounds);
	row->ratio = measure_ratio(event->wall, floor->wall, rounds);
	row->cpu = measure_median(event->cpu, rounds);
	row->cpu_ratio = measure_ratio(event->cpu, floor->cpu, rounds);
}

/*
 * Text
 */
static void print_number(FILE *text, int width, int digits, double value)
{
	if (isnan(value))
		fprintf(text, " %*s", width, "-");
	else
		fprintf(text, " %*.*f", width, digits, value);
}

static void print_head(FILE *text)
{
	fprintf(text, "%-17s %4s %4s %13s %13s %5s %6s %5s %5s %6s\n", "scene",
		"thr", "data", "floor min,med", "event min,med", "ratio", "cpu",
		"ratio", "lost", "B/ev");
}

static void print_row(FILE *text, const struct result_row *row)
{
	fprintf(text, "%-17s %4u %4zu", row->scene, row->threads, row->payload);
	print_number(text, 6, 2, row->floor_min);
	print_number(text, 6, 2, row->floor_median);
	print_number(text, 6, 2, row->event_min);
	print_number(text, 6, 2, row->event_median);
	print_number(text, 5, 2, row->ratio);
	print_number(text, 6, 2, row->cpu);
	print_number(text, 5, 2, row->cpu_ratio);
	print_number(text, 5, 0, row->lost);
	print_number(text, 6, 1, row->bytes);
	if (row->disturbed)
		fprintf(text, "  (%u rounds disturbed)", row->disturbed);
	fprintf(text, "\n");
}

void results_row(struct results *results, const struct result_row *row)
{
	bool first = last_kind(results) != ROW;
	struct result_entry *entry;

	if (results->text) {
		if (first)
			print_head(results->text);
		print_row(results->text, row);
		fflush(results->text);
	}
	entry = add(results, ROW);
	if (entry)
		entry->row = *row;
}

static int digits_for(double value)
{
	return fabs(value) < 10 ? 3 : fabs(value) < 1000 ? 1 : 0;
}

void results_value(struct results *results, double value, const char *unit,
		   const char *scene, ...)
{
	struct result_entry *entry;
	char text[RESULT_SCENE_MAX];
	va_list args;

	va_start(args, scene);
	vsnprintf(text, sizeof(text), scene, args);
	va_end(args);
	if (results->text) {
		fprintf(results->text, "%-60s", text);
		print_number(results->text, 12, digits_for(value), value);
		fprintf(results->text, " %s\n", unit);
		fflush(results->text);
	}

	entry = add(results, VALUE);
	if (!entry)
		return;
	memcpy(entry->row.scene, text, sizeof(text));
	entry->value = value;
	entry->unit = unit;
}

void results_skip(struct results *results, const char *why, ...)
{
	struct result_entry *entry;
	char text[RESULT_SCENE_MAX];
	va_list args;

	va_start(args, why);
	vsnprintf(text, sizeof(text), why, args);
	va_end(args);
	if (results->text) {
		fprintf(results->text, "SKIPPED: %s: %s\n", results->section,
			text);
		fflush(results->text);
	}

	entry = add(results, SKIP);
	if (entry)
		memcpy(entry->row.scene, text, sizeof(text));
}

void results_target(struct results *results, const struct result_target *target)
{
	struct result_target *list;

	list = reallocarray(results->target, results->targets + 1,
			    sizeof(*list));
	if (!list) {
		results->failed = ENOMEM;
		return;
	}
	list[results->targets++] = *target;
	results->target = list;
}

static bool is_met(const struct result_target *target)
{
	return target->bound == RESULT_AT_MOST ?
		       target->measured <= target->wanted :
		       target->measured >= target->wanted;
}

static const char *bound_sign(const struct result_target *target)
{
	return target->bound == RESULT_AT_MOST ? "<=" : ">=";
}

static const char *judge(const struct result_target *target)
{
	if (isnan(target->measured))
		return "NOT MEASURED";
	return is_met(target) ? "met" : "MISSED";
}

void results_verdict(const struct results *results)
{
	if (!results->text || !results->targets)
		return;

	fprintf(results->text, "\n%-46s %-14s %10s\n", "target", "wanted",
		"measured");
	for (size_t i = 0; i < results->targets; i++) {
		const struct result_target *target = &results->target[i];
		char wanted[32];

		snprintf(wanted, sizeof(wanted), "%s %g %s", bound_sign(target),
			 target->wanted, target->unit);
		fprintf(results->text, "%-46s %-14s", target->what, wanted);
		print_number(results->text, 10, digits_for(target->measured),
			     target->measured);
		fprintf(results->text, "  %s\n", judge(target));
	}
}

/*
 * JSON
 */
#ifdef HAVE_YAJL
static void put_string(yajl_gen gen, const char *text)
{
	yajl_gen_string(gen, (const unsigned char *)text, strlen(text));
}

static void put_text(yajl_gen gen, const char *key, const char *text)
{
	put_string(gen, key);
	put_string(gen, text);
}

/* As many digits as there are to be trusted; nothing for what is unknown. */
static void put_number(yajl_gen gen, const char *key, double value)
{
	char text[32];
	int len;

	if (!isfinite(value))
		return;
	len = snprintf(text, sizeof(text), "%.10g",
		       fabs(value) < 1e6 ? round(value * 1e4) / 1e4 :
					   round(value));
	put_string(gen, key);
	yajl_gen_number(gen, text, (size_t)len);
}

static void put_row(yajl_gen gen, const struct result_row *row)
{
	put_text(gen, "scene", row->scene);
	put_number(gen, "threads", row->threads);
	put_number(gen, "payload", (double)row->payload);
	put_number(gen, "floor_min_ns", row->floor_min);
	put_number(gen, "floor_median_ns", row->floor_median);
	put_number(gen, "event_min_ns", row->event_min);
	put_number(gen, "event_median_ns", row->event_median);
	put_number(gen, "ratio", row->ratio);
	put_number(gen, "cpu_ns", row->cpu);
	put_number(gen, "cpu_ratio", row->cpu_ratio);
	put_number(gen, "lost", row->lost);
	put_number(gen, "bytes_per_event", row->bytes);
	put_number(gen, "rounds_disturbed", row->disturbed);
}

static void put_entry(yajl_gen gen, const struct result_entry *entry)
{
	yajl_gen_map_open(gen);
	put_text(gen, "section", entry->section);
	switch (entry->kind) {
	case ROW:
		put_row(gen, &entry->row);
		break;
	case VALUE:
		put_text(gen, "scene", entry->row.scene);
		put_number(gen, "value", entry->value);
		put_text(gen, "unit", entry->unit);
		break;
	case SKIP:
		put_text(gen, "skipped", entry->row.scene);
		break;
	}
	yajl_gen_map_close(gen);
}

static void put_target(yajl_gen gen, const struct result_target *target)
{
	yajl_gen_map_open(gen);
	put_text(gen, "what", target->what);
	put_text(gen, "bound", bound_sign(target));
	put_number(gen, "wanted", target->wanted);
	put_text(gen, "unit", target->unit);
	put_number(gen, "measured", target->measured);
	if (!isnan(target->measured)) {
		put_string(gen, "met");
		yajl_gen_bool(gen, is_met(target));
	}
	yajl_gen_map_close(gen);
}

static void put_all(yajl_gen gen, const struct results *results)
{
	yajl_gen_map_open(gen);
	put_text(gen, "version", posix_trace_version_np());
	put_text(gen, "clock", floor_clock());
	put_number(gen, "processors", measure_processors());
	put_number(gen, "rounds", results->rounds);

	put_string(gen, "results");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < results->count; i++)
		put_entry(gen, &results->entry[i]);
	yajl_gen_array_close(gen);

	if (results->targets) {
		put_string(gen, "targets");
		yajl_gen_array_open(gen);
		for (size_t i = 0; i < results->targets; i++)
			put_target(gen, &results->target[i]);
		yajl_gen_array_close(gen);
	}
	yajl_gen_map_close(gen);
}

static int write_gen(yajl_gen gen, FILE *file)
{
	const unsigned char *text;
	size_t len;

	if (yajl_gen_get_buf(gen, &text, &len) != yajl_gen_status_ok)
		return ENOMEM;
	if (fwrite(text, 1, len, file) != len || fflush(file))
		return errno ? errno : EIO;
	return 0;
}

bool results_have_json(void)
{
	return true;
}

int results_json(const struct results *results, FILE *file)
{
	yajl_gen gen;
	int err;

	if (results->failed)
		return results->failed;
	gen = yajl_gen_alloc(NULL);
	if (!gen)
		return ENOMEM;

	yajl_gen_config(gen, yajl_gen_beautify, 1);
	put_all(gen, results);
	err = write_gen(gen, file);

	yajl_gen_free(gen);
	return err;
}
#else
bool results_have_json(void)
{
	return false;
}

int results_json(const struct results *results, FILE *file)
{
	(void)results;
	(void)file;
	return ENOTSUP;
}
#endif
