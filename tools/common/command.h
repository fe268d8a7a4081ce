/*
 * command.h - subcommands as constants, and their shared parts
 */
#ifndef COMMAND_H
#define COMMAND_H

#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

enum { COMMAND_SUMMARY = 80 };

struct command {
	const char *name;
	const char *summary;	 /* NULL: what the text of argp begins with */
	const struct argp *argp; /* NULL: it reads its arguments itself */
	unsigned flags;		 /* flags of argp_parse() */
	bool mixes;		 /* options may be behind operands in order */
	/* Gives the exit status. */
	int (*run)(const struct command *cmd, int argc, char **argv);
};

extern const struct command cmd_bench;
extern const struct command cmd_check;
extern const struct command cmd_clear;
extern const struct command cmd_completion;
extern const struct command cmd_convert;
extern const struct command cmd_cut;
extern const struct command cmd_diff;
extern const struct command cmd_doctor;
extern const struct command cmd_flush;
extern const struct command cmd_fmt;
extern const struct command cmd_gather;
extern const struct command cmd_help;
extern const struct command cmd_info;
extern const struct command cmd_ls;
extern const struct command cmd_merge;
extern const struct command cmd_query;
extern const struct command cmd_record;
extern const struct command cmd_recover;
extern const struct command cmd_redact;
extern const struct command cmd_report;
extern const struct command cmd_select;
extern const struct command cmd_ship;
extern const struct command cmd_show;
extern const struct command cmd_shutdown;
extern const struct command cmd_snapshot;
extern const struct command cmd_split;
extern const struct command cmd_start;
extern const struct command cmd_stat;
extern const struct command cmd_stop;
extern const struct command cmd_top;
extern const struct command cmd_view;

/* Known by the name of the program only. */
extern const struct command cmd_trcrpt;

extern const struct command *const commands[]; /* NULL ends the list */

/* Exit statuses besides EXIT_SUCCESS, the same in all subcommands. */
enum {
	EXIT_NOTHING = 1,   /* done, and nothing matched */
	EXIT_MISUSE = 2,    /* called wrongly */
	EXIT_DAMAGED = 3,   /* the input is damaged, or no log */
	EXIT_LOST = 4,	    /* events are lost, and that matters */
	EXIT_DENIED = 5,    /* not permitted */
	EXIT_NO_TARGET = 6, /* no such process */
	EXIT_SYSTEM = 7,    /* no space, no memory, I/O error */
	EXIT_RECORD = 125,  /* record itself failed, like env(1) */
	EXIT_NOT_EXECUTABLE = 126,
	EXIT_NOT_FOUND = 127,
	EXIT_SIGNALLED = 128, /* plus the signal's number */
};

/* The exit status for an error number of a file or the like: DENIED or
 * SYSTEM. */
static inline int command_error_status(int err)
{
	return err == EACCES || err == EPERM ? EXIT_DENIED : EXIT_SYSTEM;
}

/* The subcommand of that name, or NULL. */
const struct command *command_find(const char *name);

/* The subcommand's summary in one line; returns buf. */
char *command_summary(const struct command *cmd, char buf[COMMAND_SUMMARY]);

/* Reports an unknown subcommand, and suggests similar ones. */
void command_refuse(const char *typed);

/* Print the overview of all subcommands, as --help does. */
void command_overview(void);

#endif
