/*
 * silence.c - detecting that nothing can be recorded
 */

#include "common/monotonic_clock.h"
#include "common/proc.h"
#include "common/talk.h"
#include "common/text.h"
#include "record/silence.h"

struct foreseeing {
	const struct target *target;
	bool any;
};

static void tell_obstacle(const struct health_obstacle *obstacle,
			  void *argument)
{
	struct foreseeing *foreseeing = argument;

	foreseeing->any = true;
	talk("%s (%d): no event can be recorded as it is: %s; try %s",
	     foreseeing->target->name, (int)foreseeing->target->pid,
	     obstacle->what, obstacle->remedy);
}

static void count_types(trace_event_id_t event, const char *name,
			void *argument)
{
	unsigned *types = argument;

	(void)event;
	(void)name;
	(*types)++;
}

bool silence_is_foreseen(const struct target *target)
{
	struct foreseeing foreseeing = { .target = target };
	unsigned types = 0;

	posix_trace_list_events_np(target->pid, count_types, &types);
	health_list_obstacles(target->pid, types, tell_obstacle, &foreseeing);
	return foreseeing.any;
}

void silence_look_for_file(const struct target *target,
			   const struct posix_trace_totals_np *totals,
			   char *why)
{
	/* The file exists, or did. */
	if (totals->threads || totals->lost)
		*why = '\0';
	else if (!target->ended &&
		 !health_has_no_file(target->pid, why, HEALTH_WHY))
		*why = '\0';
}

struct search {
	const struct target *target;
	struct departed *departed;
};

static void find_departed(const struct posix_trace_traceable_np *process,
			  void *argument)
{
	const struct search *search = argument;
	struct departed *departed = search->departed;
	char name[TARGET_NAME_MAX];

	if (departed->pid || process->own_pid == process->pid ||
	    proc_is_unseen(process->pid) ||
	    !proc_descends(process->pid, search->target->pid))
		return;
	if (!proc_name(process->pid, name, sizeof(name)))
		return;
	departed->pid = process->pid;
	text_tame(departed->name, sizeof(departed->name), name);
}

/* Each time as long again as it took so far. */
static bool is_due(struct departed *departed)
{
	const int64_t now = now_ns();

	if (!departed->since)
		departed->since = now;
	if (now - departed->looked < departed->looked - departed->since)
		return false;
	departed->looked = now;
	return true;
}

void silence_look_for_departed(const struct target *target,
			       struct departed *departed)
{
	struct search search = { .target = target, .departed = departed };

	if (departed->pid || target->ended || !is_due(departed))
		return;
	posix_trace_list_processes_np(find_departed, &search);
	if (departed->pid)
		talk("%s (%d), which %s has started, is in another PID "
		     "namespace, and is not recorded; posixtrace record -p %d "
		     "records it",
		     departed->name, (int)departed->pid, target->name,
		     (int)departed->pid);
}

static void tell_command(const struct target *target, char *const *command,
			 const struct departed *departed, bool wrapped)
{
	if (health_is_disabled())
		talk("%s: no event could be recorded: POSIXTRACE_DISABLE is "
		     "set; try to start it without",
		     target->name);
	else if (departed->pid)
		talk("%s: no event could be recorded: %s (%d), which it had "
		     "started, was in another PID namespace, where no stream "
		     "follows; try posixtrace record -p of the process there",
		     target->name, departed->name, (int)departed->pid);
	else if (wrapped)
		talk("%s: no event could be recorded: the wrapper could not be "
		     "loaded, as in programs that are linked statically or run "
		     "with another user's rights",
		     target->name);
	else
		talk("%s: no event could be recorded: neither it nor a program "
		     "that it executed loads libposixtrace, has your rights, "
		     "and is in its PID namespace; try to link it with "
		     "-lposixtrace, or posixtrace record --wrap=all -- %s",
		     target->name, *command);
}

bool silence_was_kept(const struct target *target, bool foreseen,
		      const struct posix_trace_totals_np *totals,
		      char *const *command, const struct departed *departed,
		      bool wrapped)
{
	if (totals->processes || totals->threads || totals->lost)
		return false;
	if (command)
		tell_command(target, command, departed, wrapped);
	else if (foreseen)
		talk("%s (%d): no event could be recorded", target->name,
		     (int)target->pid);
	return command || foreseen;
}
