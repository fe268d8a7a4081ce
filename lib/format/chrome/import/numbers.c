/* numbers.c - numbers of processes and threads */
#include "format/chrome/import/numbers.h"

#include <errno.h>
#include <string.h>

enum {
	FIRST = 1 << 30, /* the kernel's numbers are below 1 << 22 */
	MOST = 1 << 20,
};

void pxt_chrome_numbers_fini(struct pxt_chrome_numbers *numbers)
{
	pxt_map_fini(&numbers->given);
}

/* The number that a value is, also as a text of digits. -1: none. */
static pid_t number_of(const struct pxt_chrome_value *value,
		       struct pxt_text text)
{
	pid_t number = 0;

	if (value->kind == PXT_CHROME_SIGNED)
		return value->number.s >= 0 && value->number.s < FIRST ?
			       (pid_t)value->number.s :
			       -1;
	if (value->kind != PXT_CHROME_TEXT || !text.len ||
	    (text.len > 1 && *text.at == '0'))
		return -1;
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] < '0' || text.at[i] > '9' ||
		    number > (FIRST - 10) / 10)
			return -1;
		number = 10 * number + text.at[i] - '0';
	}
	return number;
}

static int find(struct pxt_chrome_numbers *numbers,
		const struct pxt_chrome_event *event,
		const struct pxt_chrome_value *value, pid_t *number)
{
	const struct pxt_text text = pxt_chrome_event_text(event, value);
	size_t *given;

	*number = number_of(value, text);
	if (*number >= 0)
		return 0;
	*number = 0;
	if (value->kind <= PXT_CHROME_BOOL)
		return 0;
	if (numbers->given.count == MOST &&
	    !pxt_map_get(&numbers->given, text.at, text.len)) {
		pxt_trace_tell(numbers->trace,
			       "of more than %d processes and threads that are "
			       "no numbers the others are one",
			       MOST);
		*number = FIRST;
		return 0;
	}
	given = pxt_map_at(&numbers->given, text.at, text.len);
	if (!given)
		return ENOMEM;
	if (!*given)
		*given = numbers->given.count;
	*number = (pid_t)(FIRST + *given);
	return 0;
}

/* Copies a text for a name, cut to what a name can have. */
static const char *name_of(const struct pxt_chrome_event *event,
			   const struct pxt_chrome_value *value,
			   char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 2])
{
	size_t len = value->len;

	if (len > POSIX_TRACE_THREAD_NAME_MAX_NP + 1)
		len = POSIX_TRACE_THREAD_NAME_MAX_NP + 1;
	if (len)
		memcpy(name, event->bytes + value->at, len);
	name[len] = '\0';
	return name;
}

int pxt_chrome_numbers_find(struct pxt_chrome_numbers *numbers,
			    const struct pxt_chrome_event *event, pid_t *pid,
			    pid_t *tid)
{
	const struct pxt_chrome_value *process = &event->member[PXT_CHROME_PID];
	const struct pxt_chrome_value *thread = &event->member[PXT_CHROME_TID];
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 2];
	int err;

	err = find(numbers, event, process, pid);
	if (err)
		return err;
	if (*pid > FIRST && !pxt_trace_get_process(numbers->trace, *pid))
		pxt_trace_process(numbers->trace, *pid,
				  name_of(event, process, name));
	err = find(numbers, event, thread, tid);
	if (err)
		return err;
	if (*tid > FIRST && !pxt_trace_get_thread(numbers->trace, *pid, *tid))
		pxt_trace_thread(numbers->trace, *pid, *tid,
				 name_of(event, thread, name));
	return 0;
}
