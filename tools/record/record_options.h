/*
 * record_options.h - options of posixtrace record
 */
#ifndef RECORD_OPTIONS_H
#define RECORD_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/command.h"
#include "common/remote_options.h"
#include "nats/nats_address.h"
#include "record/progress.h"
#include "record/recording.h"
#include "record/triggers.h"
#include "select/stream_events.h"
#include "source/source_open.h"

struct record_options {
	const char *output;		  /* a pattern of filename.h, or NULL */
	const char *process[TARGETS_MAX]; /* numbers and names */
	size_t processes;		  /* 0: a command */
	char **command;
	const char *device;  /* in their place: a line, or a growing file */
	struct source_as as; /* input options of the device */
	struct stream_events events;
	struct recording_plan plan;
	int64_t duration_ns;   /* 0: unlimited */
	uint64_t rotate_bytes; /* begin another log then; 0: never */
	int64_t rotate_ns;
	unsigned keep;	     /* number of newest logs; 0: all */
	uint64_t keep_bytes; /* size of all of them; 0: any */
	int64_t flight_ns;   /* time span in memory only; 0: write all */
	uint64_t max_mem;
	struct triggers triggers;
	struct nats_address
		together; /* other hosts' recorders; no server: none */
	const char *
		group; /* name of the flight recorders that save together; NULL: the default */
	struct remote_options remote;
	struct carried_templates carried; /* templates */
	const char *wrap;      /* groups of functions of the command, or NULL */
	const char *wrap_only; /* objects of the groups, or NULL: all */
	bool pipe;	       /* log to standard output */
	bool force;
	enum progress_form progress;
	bool quiet;
	bool verbose;
};

/* Parses the arguments. Misuse and --help end the program. */
void record_options_parse(struct record_options *options,
			  const struct command *cmd, int argc, char **argv);

/* The parser of these options. */
extern const struct argp record_argp;

#endif
