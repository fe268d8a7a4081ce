/* live_wish.c - what a user asks to be followed while it runs */
#include <stdlib.h>
#include <string.h>

#include <trace_np.h>

#include "common/command.h"
#include "common/talk.h"
#include "live/live.h"
#include "live/live_wish.h"

bool live_wish_is_live(const struct live_wish *wish)
{
	return wish->operands ?
		       wish->operands == 1 && live_is_stream(*wish->operand) :
		       wish->follow && wish->selection->processes.count;
}

/* The process is the target, with its children, and not a selection. */
static int open_process(struct live **live, struct select_words *words,
			const struct live_plan *plan)
{
	const char *process = *words->word;
	int status;

	if (words->count > 1 || strpbrk(process, "!*?[")) {
		talk("-p: one process can be watched at a time, by its number "
		     "or name");
		return EXIT_MISUSE;
	}
	status = live_open_process(live, process, plan);
	select_words_fini(words);
	return status;
}

int live_wish_open(struct live **live, const struct live_wish *wish,
		   const struct live_plan *plan)
{
	return wish->operands ?
		       live_open_stream(live, *wish->operand, plan) :
		       open_process(live, &wish->selection->processes, plan);
}

char *live_wish_events(const struct selection *selection)
{
	const struct select_words *words = &selection->events;
	char *list;

	for (size_t i = 0; i < words->count; i++)
		if (*words->word[i] == '#')
			return NULL;
	list = words->count ? select_words_join(words) : NULL;
	if (list && strlen(list) > POSIX_TRACE_SELECTION_MAX_NP) {
		free(list);
		return NULL;
	}
	return list;
}
