/*
 * record_options.h - what posixtrace record is asked to do
 */
#ifndef RECORD_OPTIONS_H
#define RECORD_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/command.h"
#include "record/progress.h"
#include "record/recording.h"
#include "record/triggers.h"
#include "select/stream_events.h"
#include "source/source_open.h"

struct record_options {
	const char *output;		  /* a pattern of filename.h, or NULL */
	const char *process[TARGETS_MAX]; /* numbers and names */
	size_t processes;		  /* none: a command */
	char **command;
	const char *device; /* in their place: a line, or a file that grows */
	struct source_as as; /* of the device */
	struct stream_events events;
	struct recording_plan plan;
	int64_t duration_ns; /* 0: to the end */
	uint64_t rotate_bytes; /* go on in another log then; 0: never */
	int64_t rotate_ns;
	unsigned keep; /* logs, the newest; 0: all */
	int64_t flight_ns; /* keep that in memory only; 0: write it */
	uint64_t max_mem;
	struct triggers triggers;
	struct carried_templates carried; /* templates */
	const char *wrap; /* groups of functions of the command, or NULL */
	const char *wrap_only; /* of which objects, or NULL: of all */
	bool pipe;	     /* the log goes to standard output */
	bool force;
	enum progress_form progress;
	bool quiet;
	bool verbose;
};

/* Parse the arguments. Misuse and --help end the program there. */
void record_options_parse(struct record_options *options,
			  const struct command *cmd, int argc, char **argv);

/* Their table. */
extern const struct argp record_argp;

#endif
