/*
 * log_facts.c - facts about a log
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/sum.h"
#include "common/policies.h"
#include "common/text.h"
#include "info/log_facts.h"
#include "source/source_log.h"

static void gather_attributes(struct log_facts *facts, trace_id_t trid)
{
	trace_attr_t attr;

	if (posix_trace_get_attr(trid, &attr))
		return;
	posix_trace_attr_getname(&attr, facts->name);
	posix_trace_attr_getgenversion(&attr, facts->generation);
	posix_trace_attr_getcreatetime(&attr, &facts->created);
	posix_trace_attr_getstreamfullpolicy(&attr, &facts->stream_policy);
	posix_trace_attr_getlogfullpolicy(&attr, &facts->log_policy);
	posix_trace_attr_getlogcompression_np(&attr, &facts->compression);
	posix_trace_attr_getinherited(&attr, &facts->inheritance);
	posix_trace_attr_getstreamsize(&attr, &facts->stream_size);
	posix_trace_attr_getmaxdatasize(&attr, &facts->max_data);
	if (facts->log_policy != POSIX_TRACE_APPEND)
		posix_trace_attr_getlogsize(&attr, &facts->log_size);
	posix_trace_attr_destroy(&attr);
}

/* Names come from an untrusted file. */
static void tame(char *text, size_t size)
{
	char copy[512];

	snprintf(copy, sizeof(copy), "%s", text);
	text_tame(text, size, copy);
}

static void gather_target(struct log_facts *facts, trace_id_t trid)
{
	struct posix_trace_process_np process;

	if (!posix_trace_get_process_np(trid, 0, facts->log.target, &process)) {
		text_tame(facts->comm, sizeof(facts->comm), process.name);
		text_tame(facts->command, sizeof(facts->command),
			  process.command);
	}
	tame(facts->name, sizeof(facts->name));
	tame(facts->generation, sizeof(facts->generation));
	tame(facts->log.host, sizeof(facts->log.host));
	tame(facts->log.system, sizeof(facts->log.system));
}

static int gather_times(struct log_facts *facts, trace_id_t trid)
{
	int err = posix_trace_get_times_np(trid, &facts->first, &facts->last);

	facts->has_events = !err;
	return err == ENODATA ? 0 : err;
}

/* Only delivered events count, whatever sections say. */
static int read_all(struct log_facts *facts, trace_id_t trid)
{
	struct posix_trace_count_np *count = &facts->count;
	struct posix_trace_item_np item;
	int unavailable, err;

	count->events = count->lost = 0;
	err = posix_trace_rewind(trid);
	while (!err) {
		err = posix_trace_getnext_item_np(trid, &item, &unavailable);
		if (err || unavailable)
			break;
		count->events += item.kind == POSIX_TRACE_ITEM_EVENT_NP;
		count->lost = pxt_sum(count->lost, item.lost);
		if (item.kind != POSIX_TRACE_ITEM_LOSS_NP)
			continue;
		facts->losses++;
		facts->uncounted += !item.lost;
	}
	facts->verified = !err;
	return err;
}

int log_facts_gather(struct log_facts *facts, struct source *source,
		     bool verify)
{
	const trace_id_t trid = source_log_trid(source);
	struct stat st;
	int err;

	memset(facts, 0, sizeof(*facts));
	facts->source = source;
	facts->trid = trid;
	if (!fstat(source_log_file(source), &st))
		facts->bytes = (uint64_t)st.st_size;
	gather_attributes(facts, trid);
	err = gather_times(facts, trid);
	if (!err)
		err = posix_trace_count_np(trid, &facts->count);
	if (!err && verify)
		err = read_all(facts, trid);
	if (!err)
		err = posix_trace_get_log_np(trid, &facts->log);
	if (!err)
		err = posix_trace_get_damage_np(trid, &facts->damage);
	gather_target(facts, trid);
	return err;
}

const char *log_facts_stream_policy(const struct log_facts *facts)
{
	return words_find(policies_of_streams, facts->stream_policy, "unknown");
}

const char *log_facts_log_policy(const struct log_facts *facts)
{
	return words_find(policies_of_logs, facts->log_policy, "unknown");
}

const char *log_facts_inheritance(const struct log_facts *facts)
{
	return facts->inheritance == POSIX_TRACE_INHERITED ? "inherited" :
							     "close-for-child";
}

const char *log_facts_clock(const struct log_facts *facts)
{
	switch (facts->log.clock) {
	case POSIX_TRACE_CLOCK_MONOTONIC_NP:
		return "monotonic";
	case POSIX_TRACE_CLOCK_TSC_NP:
		return "tsc";
	case POSIX_TRACE_CLOCK_MADE_NP:
		return "made";
	}
	return "unknown";
}

const char *log_facts_compression(const struct log_facts *facts)
{
	return facts->compression == POSIX_TRACE_LOG_ZSTD_NP ? "zstd" : "none";
}

double log_facts_ratio(const struct log_facts *facts)
{
	const struct posix_trace_count_np *count = &facts->count;

	return count->stored_bytes ? (double)count->event_bytes /
					     (double)count->stored_bytes :
				     0;
}

const char *log_facts_sync(const struct log_facts *facts)
{
	switch (facts->log.clock_sync) {
	case POSIX_TRACE_SYNC_KEPT_NP:
		return ", synchronised";
	case POSIX_TRACE_SYNC_NONE_NP:
		return ", not synchronised";
	}
	return "";
}

bool log_facts_origin(const struct log_facts *facts, unsigned number,
		      struct posix_trace_origin_np *origin)
{
	if (posix_trace_get_origin_np(facts->trid, number, origin))
		return false;
	tame(origin->host, sizeof(origin->host));
	tame(origin->system, sizeof(origin->system));
	return true;
}

bool log_facts_knows(const struct posix_trace_origin_np *origin)
{
	static const unsigned char unknown[sizeof(origin->uuid)];

	return *origin->host || memcmp(origin->uuid, unknown, sizeof(unknown));
}

void log_facts_uuid(const unsigned char uuid[16], char text[LOG_FACTS_UUID])
{
	static const char digits[] = "0123456789abcdef";
	char *at = text;

	for (unsigned i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*at++ = '-';
		*at++ = digits[uuid[i] >> 4];
		*at++ = digits[uuid[i] & 15];
	}
	*at = '\0';
}
