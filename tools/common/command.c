/*
 * command.c - find a subcommand
 */
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/guess.h"
#include "common/talk.h"

const struct command *const commands[] = {
	&cmd_record,   &cmd_show,   &cmd_stat,	  &cmd_query,	&cmd_check,
	&cmd_diff,     &cmd_info,   &cmd_convert, &cmd_report,	&cmd_merge,
	&cmd_cut,      &cmd_split,  &cmd_redact,  &cmd_recover, &cmd_ship,
	&cmd_gather,   &cmd_ls,	    &cmd_top,	  &cmd_view,	&cmd_start,
	&cmd_stop,     &cmd_select, &cmd_clear,	  &cmd_flush,	&cmd_shutdown,
	&cmd_snapshot, &cmd_fmt,    &cmd_doctor,  &cmd_bench,	&cmd_completion,
	&cmd_help,     NULL,
};

const struct command *command_find(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

char *command_summary(const struct command *cmd, char buf[COMMAND_SUMMARY])
{
	const char *doc = cmd->summary ? cmd->summary : cmd->argp->doc;

	snprintf(buf, COMMAND_SUMMARY, "%.*s", (int)strcspn(doc, "\v"), doc);
	return buf;
}

void command_refuse(const char *typed)
{
	struct guess guess;

	guess_begin(&guess, typed);
	for (size_t i = 0; commands[i]; i++)
		guess_add(&guess, commands[i]->name);
	talk("%s: no such subcommand%s", typed,
	     *guess.best ? guess_hint(&guess) : "; see posixtrace --help");
}
