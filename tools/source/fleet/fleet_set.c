/*
 * fleet_set.c - the logs of a fleet that a command wants, on one time line
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "source/fleet/fleet_set.h"
#include "source/source_log.h"

enum {
	MARGIN_NS = 10000000, /* between the clocks of two chunks */
	TOLD = 16,	      /* clocks, or bad logs, that are reported */
};

bool fleet_set_is_named(char *const *given, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fleet_pattern_is(given[i]))
			return true;
	return false;
}

void fleet_set_close(struct fleet_set *set)
{
	if (!set || set->is_borrowed)
		return;
	clocks_fini(&set->clocks);
	for (size_t i = 0; i < set->count; i++)
		free(set->member[i].path);
	for (size_t i = 0; i < set->lists; i++)
		fleet_list_fini(&set->list[i]);
	free(set->member);
	free(set->log);
	free(set->list);
	free(set);
}

void fleet_wish_fini(struct fleet_wish *wish)
{
	if (wish->set)
		wish->set->is_borrowed = false;
	fleet_set_close(wish->set);
	wish->set = NULL;
}

/* Finding logs */

static int refuse_place(const char *given, int err)
{
	if (err != ENOENT && err != ENOTDIR) {
		talk_error(given, err);
		return command_error_status(err);
	}
	talk("%s: no such folder", given);
	return EXIT_MISUSE;
}

static int list_place(struct fleet_list *list, const char *given)
{
	struct fleet_pattern wanted;
	int err;

	err = fleet_pattern_find(&wanted, given);
	if (err)
		return refuse_place(given, err);
	err = fleet_list_read(list, &wanted);
	fleet_pattern_fini(&wanted);
	if (err) {
		talk_error(given, err);
		return command_error_status(err);
	}
	if (list->count)
		return EXIT_SUCCESS;
	talk("%s: there is no log", given);
	return EXIT_MISUSE;
}

static int list_all(struct fleet_set *set, char *const *given, size_t count)
{
	int status = EXIT_SUCCESS;

	set->list = calloc(count, sizeof(*set->list));
	if (!set->list) {
		talk_error(given[0], ENOMEM);
		return EXIT_SYSTEM;
	}
	for (size_t i = 0; !status && i < count; i++) {
		if (!fleet_pattern_is(given[i])) {
			talk("%s: logs are not mixed with those of a fleet",
			     given[i]);
			return EXIT_MISUSE;
		}
		status = list_place(&set->list[set->lists++], given[i]);
	}
	return status;
}

static const char *reason_of(int problem, char *text, size_t size)
{
	if (problem == EBADMSG || problem == ENODATA)
		snprintf(text, size, "not a posixtrace log");
	else if (problem == ENOTSUP)
		snprintf(text, size, "a log of a version that is not known");
	else
		snprintf(text, size, "%s", strerror(problem));
	return text;
}

/* A log that cannot be read is left out. */
static bool is_bad(struct fleet_set *set, const struct fleet_list *list,
		   const struct fleet_log *log, size_t *told)
{
	const int problem = log->problem;
	char reason[128];
	int status;

	if (!problem)
		return false;
	status = problem == EBADMSG || problem == ENODATA ?
			 EXIT_DAMAGED :
			 command_error_status(problem);
	if (status > set->status)
		set->status = status;
	if ((*told)++ < TOLD)
		talk("%s/%s: %s", list->folder, log->path,
		     reason_of(problem, reason, sizeof(reason)));
	return true;
}

static int add_members(struct fleet_set *set, struct fleet_list *list,
		       size_t *told)
{
	for (size_t i = 0; i < list->count; i++) {
		struct fleet_member *member = &set->member[set->count];

		if (is_bad(set, list, &list->log[i], told))
			continue;
		member->log = &list->log[i];
		member->index = list->index;
		if (asprintf(&member->path, "%s/%s", list->folder,
			     list->log[i].path) < 0)
			return ENOMEM;
		set->count++;
	}
	return 0;
}

static int compare_uuids(const void *a, const void *b)
{
	const struct fleet_member *const *one = a, *const *other = b;
	const int order = memcmp((*one)->log->origin.uuid,
				 (*other)->log->origin.uuid, 16);

	return order ? order : (*one < *other ? -1 : 1);
}

static void remove_marked(struct fleet_set *set)
{
	size_t kept = 0;

	for (size_t i = 0; i < set->count; i++) {
		if (set->member[i].is_chosen)
			free(set->member[i].path);
		else
			set->member[kept++] = set->member[i];
	}
	set->count = kept;
}

/* A log that is there twice counts once: that which has more. */
static int drop_twins(struct fleet_set *set)
{
	struct fleet_member **sorted =
		calloc(set->count + 1, sizeof(struct fleet_member *));

	if (!sorted)
		return ENOMEM;
	for (size_t i = 0; i < set->count; i++)
		sorted[i] = &set->member[i];
	qsort(sorted, set->count, sizeof(*sorted), compare_uuids);
	for (size_t i = 1; i < set->count; i++) {
		struct fleet_member *one = sorted[i - 1], *other = sorted[i];

		if (memcmp(one->log->origin.uuid, other->log->origin.uuid, 16))
			continue;
		if (other->log->events > one->log->events) {
			sorted[i - 1] = other;
			sorted[i] = one;
		}
		sorted[i]->is_chosen = true;
		talk("%s: is the same log as %s: left out", sorted[i]->path,
		     sorted[i - 1]->path);
		sorted[i] = sorted[i - 1];
	}
	free(sorted);
	remove_marked(set);
	return 0;
}

static int gather_members(struct fleet_set *set)
{
	size_t logs = 0, told = 0;
	int err = 0;

	for (size_t i = 0; i < set->lists; i++)
		logs += set->list[i].count;
	set->member = calloc(logs + 1, sizeof(*set->member));
	if (!set->member)
		return ENOMEM;
	for (size_t i = 0; !err && i < set->lists; i++) {
		err = add_members(set, &set->list[i], &told);
		if (set->list[i].is_denied)
			set->status = EXIT_DENIED;
	}
	set->unreadable = told;
	if (told > TOLD)
		talk("%zu more logs cannot be read", told - TOLD);
	return err ? err : drop_twins(set);
}

/* Times */

int64_t fleet_set_first(const struct fleet_set *set, size_t member)
{
	return clock_shift_add(&set->clocks.shift[member],
			       set->member[member].log->first_ns);
}

int64_t fleet_set_last(const struct fleet_set *set, size_t member)
{
	return clock_shift_add(&set->clocks.shift[member],
			       set->member[member].log->last_ns);
}

static int fail(int err)
{
	talk_error("fleet", err);
	return EXIT_SYSTEM;
}

static int align(struct fleet_set *set, const struct source_as *as,
		 bool is_silent)
{
	int status = EXIT_SUCCESS;

	set->log = calloc(set->count + 1, sizeof(*set->log));
	if (!set->log)
		return fail(ENOMEM);
	for (size_t i = 0; i < set->count; i++) {
		const struct fleet_log *log = set->member[i].log;

		set->log[i] = (struct clock_log){
			.name = set->member[i].path,
			.origin = &log->origin,
			.has_times = log->has_times,
			.first = stamp_time(log->first_ns),
			.last = stamp_time(log->last_ns),
		};
	}
	if (clocks_init(&set->clocks, set->log, set->count))
		return fail(ENOMEM);
	set->clocks.silent_from = TOLD;
	set->clocks.is_silent = is_silent;
	if (as && as->fleet)
		status = as->fleet->align(&set->clocks, as);
	else
		clocks_settle(&set->clocks, NULL, NULL, 0);
	if (!status && !is_silent && set->clocks.count > TOLD)
		talk_plain("%zu more clocks: posixtrace info tells of each",
			   set->clocks.count - TOLD);
	return status;
}

static void find_span(struct fleet_set *set)
{
	set->first_ns = INT64_MAX;
	set->last_ns = INT64_MIN;
	for (size_t i = 0; i < set->count; i++) {
		if (!set->member[i].log->has_times)
			continue;
		if (fleet_set_first(set, i) < set->first_ns)
			set->first_ns = fleet_set_first(set, i);
		if (fleet_set_last(set, i) > set->last_ns)
			set->last_ns = fleet_set_last(set, i);
		set->has_times = true;
	}
}

/* The heads of chunks tell times to some microseconds: those of the first and
 * the last event of all are asked for. */
static void ask_log(struct fleet_log *log, const char *path)
{
	struct timespec first, last;
	struct source *source;

	if (source_log_open(&source, path))
		return;
	if (!source_get_times(source, &first, &last)) {
		log->first_ns = stamp_ns(&first);
		log->last_ns = stamp_ns(&last);
	}
	source_close(source);
}

static void make_exact(struct fleet_set *set)
{
	const int64_t first_ns = set->first_ns, last_ns = set->last_ns;

	for (size_t i = 0; i < set->count; i++) {
		struct fleet_member *member = &set->member[i];

		if (member->log->has_times &&
		    (fleet_set_first(set, i) == first_ns ||
		     fleet_set_last(set, i) == last_ns))
			ask_log(member->log, member->path);
	}
	find_span(set);
}

/* Choosing */

static bool has_span_in(struct fleet_member *member, int64_t from_ns,
			int64_t to_ns)
{
	struct fleet_log *log = member->log;

	if (log->has_spans_kept && fleet_index_load_spans(member->index, log))
		return true;
	for (size_t i = 0; i < log->spans; i++)
		if (log->span[i].first_ns <= to_ns &&
		    log->span[i].last_ns >= from_ns)
			return true;
	return false;
}

/* A range on a log's own clock. The spans of its sections may leave gaps. */
static bool is_in(struct fleet_set *set, size_t i,
		  const struct fleet_range *range)
{
	struct fleet_member *member = &set->member[i];
	const struct clock_shift *shift = &set->clocks.shift[i];
	const int64_t from_ns =
		range->from_ns == INT64_MIN ?
			INT64_MIN :
			clock_shift_sum(
				clock_shift_remove(shift, range->from_ns),
				-MARGIN_NS);
	const int64_t to_ns =
		range->to_ns == INT64_MAX ?
			INT64_MAX :
			clock_shift_sum(clock_shift_remove(shift, range->to_ns),
					MARGIN_NS);

	if (member->log->is_timeless ||
	    (from_ns == INT64_MIN && to_ns == INT64_MAX))
		return true;
	/* Events that were cut off may be of any later time. */
	if (member->log->size > member->log->walked &&
	    (!member->log->has_times || member->log->last_ns <= to_ns))
		return true;
	return member->log->has_times && member->log->first_ns <= to_ns &&
	       member->log->last_ns >= from_ns &&
	       has_span_in(member, from_ns, to_ns);
}

static void choose(struct fleet_set *set, const struct fleet_wish *wish)
{
	const struct timespec epoch = { 0 };
	struct fleet_range range = { INT64_MIN, INT64_MAX, false };
	struct timespec first, last;

	if (wish && wish->resolve)
		wish->resolve(wish->argument, &epoch, &epoch, &range);
	if (range.is_relative)
		make_exact(set);
	first = stamp_time(set->first_ns);
	last = stamp_time(set->last_ns);
	if (wish && wish->resolve && set->has_times)
		wish->resolve(wish->argument, &first, &last, &range);
	for (size_t i = 0; i < set->count; i++) {
		struct fleet_member *member = &set->member[i];

		member->is_chosen =
			(!wish || !wish->wants ||
			 wish->wants(wish->argument, member->log)) &&
			is_in(set, i, &range);
		set->chosen += member->is_chosen;
	}
}

int fleet_set_refuse(const struct fleet_set *set, const char *given)
{
	if (set->status)
		return set->status;
	talk("%s: no log has such a host, process or time", given);
	return EXIT_NOTHING;
}

static int fill(struct fleet_set *set, char *const *given, size_t count,
		const struct source_as *as, bool is_silent)
{
	int status, err;

	status = list_all(set, given, count);
	if (status)
		return status;
	err = gather_members(set);
	if (err)
		return fail(err);
	status = align(set, as, is_silent);
	if (status)
		return status;
	find_span(set);
	choose(set, as ? as->fleet : NULL);
	return EXIT_SUCCESS;
}

static bool is_known(const struct fleet_wish *wish, char *const *given,
		     size_t count)
{
	return wish->set && wish->given == given && wish->count == count;
}

int fleet_set_find(struct fleet_set **set, char *const *given, size_t count,
		   const struct source_as *as, bool anew)
{
	struct fleet_wish *wish = as ? as->fleet : NULL;
	struct fleet_set *made;
	int status;

	if (wish && !anew && is_known(wish, given, count)) {
		*set = wish->set;
		return EXIT_SUCCESS;
	}
	made = calloc(1, sizeof(*made));
	status = made ? fill(made, given, count, as, anew) : fail(ENOMEM);
	if (status) {
		fleet_set_close(made);
		return status;
	}
	if (wish && !anew) {
		fleet_wish_fini(wish);
		made->is_borrowed = true;
		wish->set = made;
		wish->given = given;
		wish->count = count;
	}
	*set = made;
	return EXIT_SUCCESS;
}
