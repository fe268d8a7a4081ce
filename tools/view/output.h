/*
 * output.h - items of a trace, as the user wants to see them
 *
 *	-f text|json|csv|tsv|report	-o FILE		-O COLUMN,...
 *	--time=FORM	--utc	--color=WHEN	--no-pager	-v	--force
 *	--no-symbols	--templates[=FILE]
 *
 * A command has output_argp for a child of its own argp, with a struct
 * output_options for its input. Losses are seen in every format.
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
	OUTPUT_REPORT, /* as AIX has it; only of items */
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
	struct symbols *symbols; /* or NULL */
	struct source *source; /* borrowed */
	struct pxt_templates *templates; /* or NULL */
	struct rendering *rendering;	 /* or NULL */
	bool has_items;
	bool is_over; /* a template said so */
	uint64_t hidden; /* events lost, in losses that no column shows */
	bool hides_some; /* of nobody knows how many */
	int missing;	 /* after close, the exit status if columns are */
	union {
		struct line line;
		struct grid grid;
		struct json json;
		struct report_view *report;
	} view;
};

/* Begin with a source, borrowed until close; its files are never replaced.
 * Gives the exit status, and has told what was wrong. */
int output_open(struct output *output, const struct output_options *options,
		struct source *source);

/* Times are told from then on, and not from the first item. */
void output_count_from(struct output *output, const struct timespec *time);

void output_put(struct output *output, const struct posix_trace_item_np *item);

/* Write what there is. False: it is of no use to go on. */
bool output_flush(struct output *output);

/* Whether it is of no use to go on. */
static inline bool output_is_over(const struct output *output)
{
	return output->is_over || output->to.out.error;
}

/* Gives the exit status, and has told what was wrong. */
int output_close(struct output *output);

#endif
