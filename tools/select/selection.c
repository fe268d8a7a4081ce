/*
 * selection.c - selected items of a log: one grammar for all commands
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/sum.h"
#include "common/command.h"
#include "common/talk.h"
#include "select/select_fields.h"
#include "select/select_logs.h"
#include "select/select_names.h"
#include "select/select_range.h"
#include "select/select_unknown.h"
#include "select/selection.h"
#include "source/programs.h"
#include "source/uncounted_note.h"

void selection_fini(struct selection *selection)
{
	select_logs_fini(selection);
	select_words_fini(&selection->events);
	select_words_fini(&selection->processes);
	select_words_fini(&selection->threads);
	select_words_fini(&selection->hosts);
	select_fields_end(selection);
	where_free(selection->where);
	selection->where = NULL;
}

static bool has_times(const struct selection *selection)
{
	return selection->from.kind || selection->to.kind;
}

static bool has_more(const struct selection *selection)
{
	return selection->events.count || selection->processes.count ||
	       selection->threads.count || selection->hosts.count ||
	       selection->where;
}

bool selection_is_given(const struct selection *selection)
{
	return has_times(selection) || has_more(selection);
}

bool selection_is_of_time(const struct selection *selection)
{
	return has_times(selection) && !has_more(selection);
}

/* Judging */

static enum select_verdict verdict(bool wanted)
{
	return wanted ? SELECT_WANTED : SELECT_UNWANTED;
}

/* Types without a name so far may get one: the answer is not cached. */
bool selection_wants_type(struct selection *selection, trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	bool wanted;

	if (!selection->events.count)
		return true;
	if (type < SELECTION_EVENTS && selection->event[type])
		return selection->event[type] == SELECT_WANTED;
	if (source_get_name(selection->source, type, name)) {
		snprintf(name, sizeof(name), "#%u", type);
		return select_words_want(&selection->events, name, NULL);
	}
	wanted = select_words_want(&selection->events, name, NULL);
	if (type < SELECTION_EVENTS)
		selection->event[type] = (uint8_t)verdict(wanted);
	return wanted;
}

static bool wants_process(struct selection *selection,
			  const struct posix_trace_item_np *item)
{
	const pid_t pid = item->info.posix_pid;
	const size_t at = (unsigned)pid % SELECTION_PROCESSES;
	char name[PROGRAMS_NAME], number[16];
	int64_t program;
	bool wanted;

	if (!selection->processes.count)
		return true;
	if (selection->process[at].verdict &&
	    selection->process[at].pid == pid &&
	    selection->process[at].origin == item->origin &&
	    selection->process[at].program ==
		    programs_which(selection->source, item->origin, pid,
				   &item->info.posix_timestamp))
		return selection->process[at].verdict == SELECT_WANTED;

	programs_name(selection->source, item->origin, pid,
		      &item->info.posix_timestamp, name, &program);
	snprintf(number, sizeof(number), "%d", (int)pid);
	wanted = select_words_want(&selection->processes, number,
				   *name ? name : NULL);
	if (*name) {
		selection->process[at].program = program;
		selection->process[at].origin = item->origin;
		selection->process[at].pid = pid;
		selection->process[at].verdict = (uint8_t)verdict(wanted);
	}
	return wanted;
}

/* Threads without a name have their program's. */
static bool wants_thread(const struct selection *selection,
			 const struct posix_trace_item_np *item)
{
	const pid_t pid = item->info.posix_pid, tid = select_thread(item);
	char name[PROGRAMS_NAME], number[16];

	if (!selection->threads.count)
		return true;
	if (source_get_thread(selection->source, item->origin, pid, tid, name,
			      sizeof(name)))
		programs_name(selection->source, item->origin, pid,
			      &item->info.posix_timestamp, name, NULL);
	snprintf(number, sizeof(number), "%d", (int)tid);
	return select_words_want(&selection->threads, number,
				 *name ? name : NULL);
}

static bool wants_host(const struct selection *selection,
		       const struct posix_trace_item_np *item)
{
	return !selection->hosts.count ||
	       select_words_want(
		       &selection->hosts,
		       source_get_host(selection->source, item->origin), NULL);
}

static bool wants_loss(struct selection *selection,
		       const struct posix_trace_item_np *item)
{
	return !item->info.posix_pid ||
	       (wants_process(selection, item) &&
		(!item->tid || wants_thread(selection, item)));
}

bool selection_has(struct selection *selection,
		   const struct posix_trace_item_np *item)
{
	if (!wants_host(selection, item))
		return false;
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		return wants_loss(selection, item);
	return selection_wants_type(selection, item->info.posix_event_id) &&
	       wants_process(selection, item) &&
	       wants_thread(selection, item) &&
	       (!selection->where || select_fields_hold(selection, item));
}

static bool is_after(const struct timespec *a, const struct timespec *b)
{
	if (a->tv_sec != b->tv_sec)
		return a->tv_sec > b->tv_sec;
	return a->tv_nsec > b->tv_nsec;
}

bool selection_is_past(const struct selection *selection,
		       const struct posix_trace_item_np *item)
{
	return selection->bounded && selection->to.kind &&
	       is_after(&item->info.posix_timestamp, &selection->until);
}

/* Reading */

static void forget_verdicts(struct selection *selection)
{
	memset(selection->event, SELECT_UNKNOWN, sizeof(selection->event));
	memset(selection->process, 0, sizeof(selection->process));
}

static void forget_source(struct selection *selection, struct source *source)
{
	selection->source = source;
	selection->bounded = selection->over = false;
	selection->matched = selection->lost = selection->uncounted = 0;
	forget_verdicts(selection);
}

/* Words are the original's, which only reads them; verdicts, decoded fields and
 * texts of the condition are of one thread. */
int selection_copy(struct selection *copy, const struct selection *original)
{
	struct where_error ignored;

	*copy = *original;
	forget_verdicts(copy);
	copy->described = NULL;
	if (!original->where)
		return 0;
	copy->where = where_parse(original->condition, &ignored);
	if (copy->where && !select_fields_begin(copy))
		return 0;
	selection_copy_fini(copy);
	return ENOMEM;
}

void selection_copy_fini(struct selection *copy)
{
	select_fields_end(copy);
	where_free(copy->where);
	copy->where = NULL;
}

int selection_begin(struct selection *selection, struct source *source,
		    bool utc)
{
	int err;

	forget_source(selection, source);
	selection->chooses = has_more(selection);
	err = select_fields_begin(selection);
	if (err)
		return err;
	return has_times(selection) ? select_range_begin(selection, utc) : 0;
}

void selection_count_item(struct selection *selection,
			  const struct posix_trace_item_np *item)
{
	selection->matched += item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	selection->lost = pxt_sum(selection->lost, item->lost);
	selection->uncounted +=
		item->kind == POSIX_TRACE_ITEM_LOSS_NP && !item->lost;
}

void selection_count(struct selection *selection, unsigned long long events,
		     unsigned long long lost, unsigned long long uncounted)
{
	selection->matched += events;
	selection->lost = pxt_sum(selection->lost, lost);
	selection->uncounted += uncounted;
}

int selection_step(struct selection *selection,
		   struct posix_trace_item_np *item, int *unavailable,
		   bool *is_selected)
{
	int err;

	*is_selected = false;
	*unavailable = 1;
	if (selection->over)
		return 0;
	err = source_next(selection->source, item, unavailable);
	if (err || *unavailable)
		return err;
	selection->passed = item->info.posix_timestamp;
	if (selection_is_past(selection, item)) {
		selection->over = true;
		*unavailable = 1;
		return 0;
	}
	*is_selected = !selection->chooses || selection_has(selection, item);
	if (*is_selected)
		selection_count_item(selection, item);
	return 0;
}

int selection_next(struct selection *selection,
		   struct posix_trace_item_np *item, int *unavailable)
{
	bool is_selected;
	int err;

	do
		err = selection_step(selection, item, unavailable,
				     &is_selected);
	while (!err && !*unavailable && !is_selected);
	return err;
}

int selection_seek(struct selection *selection, const struct timespec *time)
{
	selection->over = false;
	return source_seek(selection->source, time);
}

static void digest_words(const struct select_words *words,
			 struct digest *digest)
{
	digest_add_number(digest, (int64_t)words->count);
	for (size_t i = 0; i < words->count; i++)
		digest_add_text(digest, words->word[i]);
}

static void digest_when(const struct moment *when, struct digest *digest)
{
	digest_add_number(digest, when->kind);
	if (!when->kind)
		return;
	digest_add_number(digest, when->utc);
	digest_add_number(digest, when->ns);
	digest_add_number(digest, when->tm.tm_year);
	digest_add_number(digest, when->tm.tm_mon);
	digest_add_number(digest, when->tm.tm_mday);
	digest_add_number(digest, when->tm.tm_hour);
	digest_add_number(digest, when->tm.tm_min);
	digest_add_number(digest, when->tm.tm_sec);
	digest_add_text(digest, when->event);
}

void selection_digest(const struct selection *selection, struct digest *digest)
{
	digest_words(&selection->events, digest);
	digest_words(&selection->processes, digest);
	digest_words(&selection->threads, digest);
	digest_words(&selection->hosts, digest);
	digest_when(&selection->from, digest);
	digest_when(&selection->to, digest);
	digest_add_text(digest, selection->condition);
}

int selection_refuse(const struct selection *selection, int err)
{
	if (err == ESPIPE) {
		talk("%s: a time needs a trace that can be read twice: "
		     "record it first",
		     selection->source->name);
		return EXIT_MISUSE;
	}
	if (err != ESRCH) {
		talk_error(selection->source->name, err);
		return EXIT_SYSTEM;
	}
	select_names_tell_event(selection->source, selection->from.event);
	select_names_tell_event(selection->source, selection->to.event);
	talk("%s: no event is at that time: there are fewer of this name",
	     selection->source->name);
	return EXIT_NOTHING;
}

void selection_tell_names(const struct selection *selection)
{
	struct select_unknown unknown = { 0 };

	select_unknown_look(&unknown, selection);
	select_unknown_tell(&unknown, selection->source->name);
	select_unknown_fini(&unknown);
}

int selection_tell(const struct selection *selection)
{
	const char *name = selection->source->name;
	const bool is_given = selection_is_given(selection);
	const bool is_of_time = selection_is_of_time(selection);

	selection_tell_names(selection);
	if (selection->matched)
		return EXIT_SUCCESS;
	/* Places where everything is lost are shown, and copied. */
	if ((!is_given || is_of_time) &&
	    (selection->lost || selection->uncounted))
		return EXIT_SUCCESS;
	if (!is_given)
		talk("%s: no event", name);
	else if (is_of_time)
		talk("%s: no event is in that time", name);
	else
		talk("%s: no event matches", name);
	return EXIT_NOTHING;
}

int selection_tell_of(const struct selection *selection, int damage)
{
	if (damage && !selection_is_given(selection))
		return EXIT_SUCCESS;
	return selection_tell(selection);
}

/* Are there events that were lost before they could be counted? */
static bool is_uncounted(const struct selection *selection)
{
	struct source_origin origin;

	if (selection->uncounted)
		return true;
	for (unsigned i = 0; !source_get_origin(selection->source, i, &origin);
	     i++)
		if (source_find_note(selection->source, i, UNCOUNTED_NOTE))
			return true;
	return false;
}

bool selection_has_losses(const struct selection *selection)
{
	return selection->lost || is_uncounted(selection);
}

int selection_tell_losses(const struct selection *selection)
{
	const unsigned long long lost = selection->lost;
	const char *name = selection->source->name;
	const bool uncounted = is_uncounted(selection);

	if (lost)
		talk("%s: %llu event%s lost%s", name, lost,
		     lost == 1 ? " is" : "s are",
		     uncounted ? ", and maybe more" : "");
	else if (uncounted)
		talk("%s: events are lost, their number is unknown", name);
	return lost || uncounted ? EXIT_LOST : EXIT_SUCCESS;
}
