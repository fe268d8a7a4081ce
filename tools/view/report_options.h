/*
 * report_options.h - options of templates and reports
 *
 *	--templates[=FILE]	--hook NAME=ID
 *	--hooks ID,...		--no-hooks ID,...	--no-titles
 *	--replace-builtin
 *
 * Commands have these options through output_argp.
 */
#ifndef REPORT_OPTIONS_H
#define REPORT_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

#include "source/source.h"
#include "template/hook_id.h"
#include "template/report.h"
#include "template/templates.h"

enum { REPORT_FILES = 32, REPORT_HOOKS = 256 };

struct report_options {
	bool wants; /* render events by templates */
	const char *file[REPORT_FILES];
	size_t files;
	const char *hook[REPORT_HOOKS]; /* NAME=ID */
	size_t hooks;
	bool replaces_builtin; /* files may replace built-in templates */
	bool chooses;	       /* ids are selected */
	struct pxt_hook_ids chosen, refused;
	bool no_titles;
	struct pxt_report_options report;
	bool is_given; /* a report option was given */
};

extern const struct argp report_argp;

/* Parses "NAME=VALUE,..." of -O. Misuse ends the program. */
void report_options_parse(struct report_options *options, const char *arg,
			  struct argp_state *state);

/* Loads the requested templates, and those of the source: to be closed. Returns
 * the exit status, after reporting errors. */
int report_options_load(const struct report_options *options,
			struct source *source,
			struct pxt_templates **templates);

#endif
