/*
 * live_logs.c - logs of streams that a command has among its operands
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "common/command.h"
#include "common/talk.h"
#include "live/live.h"
#include "live/live_logs.h"

static int find(struct live_logs *logs, char **operand)
{
	char *name;
	int status;

	if (!live_is_stream(*operand))
		return EXIT_SUCCESS;
	if (pxt_array_reserve(&logs->name, &logs->room, logs->count + 1,
			      sizeof(*logs->name))) {
		talk_error(*operand, ENOMEM);
		return EXIT_SYSTEM;
	}
	status = live_find_log(&name, *operand);
	if (!status)
		*operand = logs->name[logs->count++] = name;
	return status;
}

int live_logs_find(struct live_logs *logs, char **operand, size_t count)
{
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < count && !status; i++)
		status = find(logs, &operand[i]);
	return status;
}

void live_logs_fini(struct live_logs *logs)
{
	for (size_t i = 0; i < logs->count; i++)
		free(logs->name[i]);
	free(logs->name);
}
