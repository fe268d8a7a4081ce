/*
 * log_facts_print.c - facts about a log, for people
 */
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "info/info_objects.h"
#include "info/info_text.h"
#include "info/log_facts.h"
#include "source/clocks/offset.h"
#include "source/damage_notes.h"
#include "source/damage_print.h"
#include "source/own_time.h"

static void put_error(unsigned long long ns)
{
	char text[TEXT_MAX];

	printf(" to +-%s",
	       text_duration(text, ns < INT64_MAX ? (int64_t)ns : INT64_MAX));
}

static void put_origin(const struct posix_trace_origin_np *origin,
		       unsigned logs)
{
	char offset[OFFSET_MAX], count[32] = "a log";

	if (logs > 1)
		snprintf(count, sizeof(count), "%u logs", logs);
	printf("  made of    %s of %s", count,
	       *origin->host ? origin->host : "no known host");
	if (origin->offset_ns || origin->error_ns)
		printf(", its clock shifted by %s",
		       offset_and_error(offset, origin->offset_ns,
					origin->error_ns));
	printf("\n");
}

static bool reads_alike(const struct posix_trace_origin_np *a,
			const struct posix_trace_origin_np *b)
{
	return !strcmp(a->host, b->host) && a->offset_ns == b->offset_ns &&
	       a->error_ns == b->error_ns;
}

/* A merged log belongs to no program. Several logs of one host are often
 * adjacent. */
static void put_origins(const struct log_facts *facts)
{
	struct posix_trace_origin_np origin, next;
	unsigned logs = 0;

	for (unsigned i = 1; log_facts_origin(facts, i, &next); i++) {
		if (!log_facts_knows(&next))
			continue;
		if (logs && !reads_alike(&origin, &next)) {
			put_origin(&origin, logs);
			logs = 0;
		}
		origin = next;
		logs++;
	}
	if (logs)
		put_origin(&origin, logs);
}

static void put_program(const struct log_facts *facts)
{
	if (!facts->log.target)
		return;
	if (*facts->comm)
		printf("  program    %s (%d)\n", facts->comm,
		       (int)facts->log.target);
	else
		printf("  program    %d\n", (int)facts->log.target);
	if (*facts->command)
		printf("  command    %s\n", facts->command);
}

static void put_machine(const struct log_facts *facts)
{
	if (*facts->log.host)
		printf("  host       %s, %s\n", facts->log.host,
		       facts->log.system);
	else if (*facts->log.system)
		printf("  system     %s\n", facts->log.system);
	printf("  clock      %s", log_facts_clock(facts));
	if (facts->log.clock != POSIX_TRACE_CLOCK_MADE_NP)
		printf(", %.4g ns a tick", facts->log.tick_ns);
	printf("%s", log_facts_sync(facts));
	if (facts->log.clock_sync == POSIX_TRACE_SYNC_KEPT_NP)
		put_error(facts->log.clock_error_ns);
	printf("\n");
}

static void put_policies(const struct log_facts *facts)
{
	char size[TEXT_MAX];

	printf("  stream     %s, %s, %s\n", text_size(size, facts->stream_size),
	       log_facts_stream_policy(facts), log_facts_inheritance(facts));
	printf("  log        %s", log_facts_log_policy(facts));
	if (facts->log_size)
		printf(", %s of events at most",
		       text_size(size, facts->log_size));
	printf("\n");
}

/* The trace of a board, as a log. */
static bool has_own_time(const struct log_facts *facts)
{
	struct source_origin origin;

	return !source_get_origin(facts->source, 0, &origin) &&
	       own_time_at(&origin, &facts->first);
}

static void put_times(const struct log_facts *facts, bool utc)
{
	if (facts->created.tv_sec)
		info_text_time("created", &facts->created, utc);
	if (facts->has_events)
		info_text_times(&facts->first, &facts->last,
				has_own_time(facts), utc);
}

static void put_compression(const struct log_facts *facts)
{
	char events[TEXT_MAX], stored[TEXT_MAX];

	if (facts->compression == POSIX_TRACE_LOG_PLAIN_NP)
		return;
	printf("  compressed by %s", log_facts_compression(facts));
	if (log_facts_ratio(facts) > 0)
		printf(", %.1f to 1: %s of events in %s",
		       log_facts_ratio(facts),
		       text_size(events, facts->count.event_bytes),
		       text_size(stored, facts->count.stored_bytes));
	printf("\n");
}

static void put_overwritten(const struct posix_trace_count_np *count)
{
	char number[TEXT_MAX], all[TEXT_MAX];

	if (!count->overwritten)
		return;
	printf("  overwritten %s event%s",
	       text_count(number, count->overwritten),
	       text_plural(count->overwritten));
	if (count->has_end)
		printf(" before these, of %s in all",
		       text_count(all, count->events_in_all));
	printf("\n");
}

/* The sections of the log tell fewer if some were overwritten, or are damaged. */
static void put_lost_in_all(const struct posix_trace_count_np *count)
{
	char number[TEXT_MAX];

	if (count->has_end &&
	    (count->overwritten || count->lost_in_all > count->lost))
		printf("  lost in all %s\n",
		       text_count(number, count->lost_in_all));
	else if (count->overwritten)
		printf("  lost in all unknown: the log has no end\n");
}

static void put_contents(const struct log_facts *facts)
{
	char size[TEXT_MAX], number[TEXT_MAX];

	printf("  size       %s in %s", text_size(size, facts->bytes),
	       text_count(number, facts->count.chunks));
	printf(" chunk%s\n", text_plural(facts->count.chunks));
	put_compression(facts);
	printf("  events     %s\n", text_count(number, facts->count.events));
	put_overwritten(&facts->count);
	info_text_lost(facts->count.lost, facts->losses, facts->uncounted);
	put_lost_in_all(&facts->count);
	printf("  complete   %s\n",
	       facts->log.complete ? "yes" :
				     "no: it is being recorded, or was cut");
}

static void put_damage(const struct log_facts *facts)
{
	const struct posix_trace_damage_np *damage = &facts->damage;
	char what[sizeof(damage->what)];

	text_tame(what, sizeof(what), damage->what);
	if (damage->count)
		printf("  damage     %u place%s, first at byte %llu: %s\n",
		       damage->count, text_plural(damage->count),
		       damage->offset, what);
	else
		printf("  damage     %s\n", facts->verified ?
						    "none" :
						    "none met (--verify "
						    "reads everything)");
}

/* Damage of the sources of this log. */
static void put_damage_before(const struct log_facts *facts, bool all)
{
	struct source_origin origin;
	char host[sizeof(origin.host)];

	for (unsigned i = 0; !source_get_origin(facts->source, i, &origin);
	     i++) {
		if (!damage_notes_count(facts->source, i))
			continue;
		text_tame(host, sizeof(host), origin.host);
		printf("  made of    damaged input");
		if (*host)
			printf(" of %s", host);
		else if (i)
			printf(" of origin %u", i);
		printf(": ");
		damage_print(facts->source, i, all);
	}
}

void log_facts_print(const struct log_facts *facts, const char *file, bool all,
		     bool utc)
{
	char name[4096], uuid[LOG_FACTS_UUID];

	text_tame(name, sizeof(name), file);
	log_facts_uuid(facts->log.uuid, uuid);
	printf("%s\n", name);
	put_program(facts);
	put_origins(facts);
	put_machine(facts);
	put_policies(facts);
	put_times(facts, utc);
	put_contents(facts);
	put_damage(facts);
	put_damage_before(facts, all);
	printf("  format     version %u, %s\n", facts->log.version, uuid);
	info_objects_print(facts->source, all);
}
