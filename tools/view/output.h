/*
 * output.h - output of items in the user's format
 *
 *	-f text|json|csv|tsv|report	-o FILE		-O COLUMN,...
 *	--time=FORM	--utc	--color=WHEN	--no-pager	-v	--force
 *	--no-symbols	--templates[=FILE]
 *
 * A command includes output_argp in its own argp, with a struct output_options
 * for its input. Losses are shown in every format.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <argp.h>
#include <stdbool.h>

#include <trace_np.h>

#include "view/destination.h"
#include "view/line.h"
#include "view/report_options.h"
#include "view/view_json.h"
#include "view/view_report.h"
#include "view/view_table.h"

enum output_format {
	OUTPUT_TEXT,
	OUTPUT_JSON,
	OUTPUT_CSV,
	OUTPUT_TSV,
	OUTPUT_REPORT, /* AIX's report; items only */
};
enum output_colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

struct output_options {
	struct destination_options to;
	enum output_format format;
	struct columns columns;
	enum stamp_form time;
	enum output_colour colour;
	bool no_symbols;
	bool full;
	struct report_options templates;
};

/* The options, and their group in the help. Misuse ends the program. */
extern const struct argp output_argp;

struct output {
	struct destination to;
	struct output_options options;
	struct symbols *symbols;	 /* may be NULL */
	struct source *source;		 /* borrowed */
	struct pxt_templates *templates; /* may be NULL */
	struct rendering *rendering;	 /* may be NULL */
	bool has_items;
	bool is_over;	 /* ended by a template */
	uint64_t hidden; /* lost events that no column shows */
	bool hides_some; /* hides losses of unknown size */
	int missing;	 /* set by close: exit status for missing columns */
	union {
		struct line line;
		struct grid grid;
		struct json json;
		struct report_view *report;
	} view;
};

/* Begins output of a source, borrowed until close; its files are never
 * replaced. Returns the exit status, after reporting errors. */
int output_open(struct output *output, const struct output_options *options,
		struct source *source);

/* Sets the zero point of times, in place of the first item. */
void output_count_from(struct output *output, const struct timespec *time);

void output_put(struct output *output, const struct posix_trace_item_np *item);

/* True if lines depend on nothing but items, and the line before. */
bool output_is_of_batches(const struct output *output);

/* True if text is put as ASCII. */
bool output_is_ascii(const struct output *output);

/* Writes what is buffered. False: further output is useless. */
bool output_flush(struct output *output);

/* True if further output is useless. */
static inline bool output_is_over(const struct output *output)
{
	return output->is_over || output->to.out.error;
}

/* Returns the exit status, after reporting errors. */
int output_close(struct output *output);

#endif
