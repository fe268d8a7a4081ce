/*
 * triggers.c - triggers of flight recorders
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>

#include <trace_np.h>

#include "common/text.h"
#include "record/triggers.h"

enum { WATCH_SIZE = 65536, WATCH_DATA = 16 };

/* The text behind the colon, if it begins with that word. */
static const char *behind(const char *text, const char *word)
{
	const size_t len = strlen(word);

	return strncmp(text, word, len) || text[len] != ':' || !text[len + 1] ?
		       NULL :
		       text + len + 1;
}

static int parse_signal(const char *name)
{
	int number;

	if (!strncasecmp(name, "SIG", 3))
		name += 3;
	if (isdigit((unsigned char)*name)) {
		number = atoi(name);
		return number < SIGRTMAX && !name[strspn(name, "0123456789")] ?
			       number :
			       0;
	}
	for (number = 1; number < NSIG; number++) {
		const char *known = sigabbrev_np(number);

		if (known && !strcasecmp(known, name))
			return number;
	}
	return 0;
}

/* Signals that cannot be caught, or that mean an end, are excluded. */
static bool add_signal(struct triggers *triggers, int number)
{
	static const int others[] = { SIGINT,  SIGQUIT, SIGTERM, SIGHUP,
				      SIGKILL, SIGSTOP, SIGCHLD, SIGPIPE,
				      SIGXFSZ, SIGBUS,	SIGSEGV };

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (number == others[i])
			return false;
	if (number <= 0 || sigaddset(&triggers->signals, number))
		return false;
	triggers->signal_count++;
	return true;
}

static bool add_event(struct triggers *triggers, const char *name)
{
	const char *before = triggers->events;
	char *list;

	if (*name == '!' || strchr(name, ',') ||
	    asprintf(&list, "%s%s%s", before ? before : "", before ? "," : "",
		     name) < 0)
		return false;
	free(triggers->events);
	triggers->events = list;
	triggers->event_count++;
	return strlen(list) <= POSIX_TRACE_SELECTION_MAX_NP;
}

bool triggers_add(struct triggers *triggers, const char *text)
{
	triggers->any = true;
	if (!strcmp(text, "crash"))
		return triggers->crash = true;
	if (!strcmp(text, "!crash"))
		return triggers->no_crash = true;
	if (!strcmp(text, "exit"))
		return triggers->exit = true;
	if (behind(text, "signal"))
		return add_signal(triggers,
				  parse_signal(behind(text, "signal")));
	return behind(text, "event") &&
	       add_event(triggers, behind(text, "event"));
}

void triggers_settle(struct triggers *triggers)
{
	if (!triggers->any)
		triggers->exit = true;
	triggers->crash = !triggers->no_crash;
	sigaddset(&triggers->signals, SIGUSR1);
}

void triggers_describe(const struct triggers *triggers, char *text, size_t size)
{
	const char *words[] = { triggers->event_count ? "event" : NULL,
				triggers->signal_count ? "signal" : NULL,
				triggers->crash ? "crash" : NULL,
				triggers->exit ? "exit" : NULL };
	const unsigned count = triggers->event_count + triggers->signal_count +
			       triggers->crash + triggers->exit;
	char list[TRIGGER_TEXT_MAX] = "";

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!words[i])
			continue;
		if (*list)
			strcat(list, ", ");
		strcat(list, words[i]);
	}
	if (count)
		snprintf(text, size, "%u trigger%s armed (%s)", count,
			 text_plural(count), list);
	else
		snprintf(text, size, "posixtrace snapshot saves them");
}

/* Signals that ask a process to end in the ordinary way. */
static bool is_ordinary(int signal)
{
	return signal == SIGHUP || signal == SIGINT || signal == SIGTERM ||
	       signal == SIGPIPE;
}

bool triggers_end(const struct triggers *triggers, const struct target *target,
		  char *why)
{
	const int status = target->status;

	if (!target->ended)
		return false;
	if (!target->ours) {
		snprintf(why, TRIGGER_TEXT_MAX, "end");
		return triggers->crash || triggers->exit;
	}
	if (WIFSIGNALED(status)) {
		snprintf(why, TRIGGER_TEXT_MAX, "crash (%s)",
			 strsignal(WTERMSIG(status)));
		return triggers->crash && !is_ordinary(WTERMSIG(status));
	}
	snprintf(why, TRIGGER_TEXT_MAX, "exit %d", WEXITSTATUS(status));
	return triggers->exit && WEXITSTATUS(status);
}

static int set_attr(trace_attr_t *attr, bool follow)
{
	int err;

	err = posix_trace_attr_setname(attr, "triggers");
	if (!err)
		err = posix_trace_attr_setstreamfullpolicy(attr,
							   POSIX_TRACE_LOOP);
	if (!err)
		err = posix_trace_attr_setstreamsize(attr, WATCH_SIZE);
	if (!err)
		err = posix_trace_attr_setmaxdatasize(attr, WATCH_DATA);
	if (!err && follow)
		err = posix_trace_attr_setinherited(attr,
						    POSIX_TRACE_INHERITED);
	return err;
}

int triggers_watch(const struct triggers *triggers, pid_t pid, bool follow,
		   trace_id_t *trid)
{
	trace_attr_t attr;
	int err;

	err = posix_trace_attr_init(&attr);
	if (err)
		return err;
	err = set_attr(&attr, follow);
	if (!err)
		err = posix_trace_create(pid, &attr, trid);
	posix_trace_attr_destroy(&attr);
	if (err)
		return err;

	err = posix_trace_select_np(*trid, triggers->events);
	if (!err)
		err = posix_trace_start(*trid);
	if (err)
		posix_trace_shutdown(*trid);
	return err;
}

static bool is_of_program(const struct posix_trace_event_info *info)
{
	return info->posix_event_id >= POSIX_TRACE_UNNAMED_USEREVENT;
}

/* The first event is reported. */
bool triggers_event(trace_id_t trid, char *why)
{
	char name[TRACE_EVENT_NAME_MAX + 1], tame[sizeof(name)];
	struct posix_trace_event_info info;
	char data[WATCH_DATA];
	bool pulled = false;
	int unavailable;
	size_t len;

	while (!posix_trace_trygetnext_event(trid, &info, data, sizeof(data),
					     &len, &unavailable) &&
	       !unavailable) {
		if (pulled || !is_of_program(&info))
			continue;
		pulled = true;
		if (posix_trace_eventid_get_name(trid, info.posix_event_id,
						 name))
			*name = '\0';
		text_tame(tame, sizeof(tame), name);
		snprintf(why, TRIGGER_TEXT_MAX, "event %s", tame);
	}
	return pulled;
}
