/*
 * report_options.h - templates, and reports made of them
 *
 *	--templates[=FILE]	--hook NAME=ID
 *	--hooks ID,...		--no-hooks ID,...	--no-titles
 *	--replace-builtin
 *
 * A command has them by output_argp.
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
	bool wants; /* templates print the events */
	const char *file[REPORT_FILES];
	size_t files;
	const char *hook[REPORT_HOOKS]; /* NAME=ID */
	size_t hooks;
	bool replaces_builtin; /* files may */
	bool chooses; /* only some ids */
	struct pxt_hook_ids chosen, refused;
	bool no_titles;
	struct pxt_report_options report;
	bool is_given; /* something of the report was */
};

extern const struct argp report_argp;

/* Take "NAME=VALUE,..." of -O. Misuse ends the program. */
void report_options_parse(struct report_options *options, const char *arg,
			  struct argp_state *state);

/* The templates that are wanted, and those of the source: to be closed. Gives
 * the exit status, and has told what is wrong. */
int report_options_load(const struct report_options *options,
			struct source *source,
			struct pxt_templates **templates);

#endif
