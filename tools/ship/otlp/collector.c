/*
 * collector.c - a collector of OpenTelemetry
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/array.h"
#include "bridge/otlp/ids.h"
#include "bridge/otlp/packing.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "common/text.h"
#include "ship/otlp/collector.h"
#include "ship/otlp/collector_url.h"
#include "ship/otlp/post.h"

enum { GZIP = 16 + MAX_WBITS, MEMORY = 8, LEVEL = 1 };

static const int64_t minute_ns = INT64_C(60000000000);

struct collector {
	const char *where;
	char traces[COLLECTOR_URL + 16], logs[COLLECTOR_URL + 16];
	struct post *post;
	z_stream zip;
	bool has_zip;
	uint8_t *packed;
	size_t room;
	char why[COLLECTOR_WHY];
	unsigned retry_s;
	int64_t told_ns; /* a refusal; 0: never */
};

const char *collector_lacks(void)
{
	return otlp_ids_are_there() ? post_lacks() : "built without nettle";
}

int collector_open(struct collector **collector, const char *where,
		   const struct remote_options *options)
{
	struct collector_url url = { "" };
	struct collector *made;
	int err;

	if (collector_url_parse(&url, where, options))
		return EINVAL;
	made = calloc(1, sizeof(*made));
	if (!made)
		return ENOMEM;
	made->where = where;
	snprintf(made->traces, sizeof(made->traces), "%s/v1/traces", url.base);
	snprintf(made->logs, sizeof(made->logs), "%s/v1/logs", url.base);
	made->has_zip = deflateInit2(&made->zip, LEVEL, Z_DEFLATED, GZIP,
				     MEMORY, Z_DEFAULT_STRATEGY) == Z_OK;
	err = made->has_zip ? post_open(&made->post, options) : ENOMEM;
	if (err) {
		made->post = NULL;
		collector_close(made);
		return err;
	}
	*collector = made;
	return 0;
}

void collector_close(struct collector *collector)
{
	if (!collector)
		return;
	post_close(collector->post);
	if (collector->has_zip)
		deflateEnd(&collector->zip);
	free(collector->packed);
	free(collector);
}

/* Packs a request by gzip. Returns the length; 0: no memory. */
static size_t zip(struct collector *collector, const void *request, size_t len)
{
	z_stream *stream = &collector->zip;
	size_t most;

	/* The bound of one that has ended lacks the head of gzip. */
	deflateReset(stream);
	most = deflateBound(stream, len);
	if (pxt_array_reserve(&collector->packed, &collector->room, most, 1))
		return 0;
	stream->next_in = (Bytef *)(uintptr_t)request;
	stream->avail_in = (uInt)len;
	stream->next_out = collector->packed;
	stream->avail_out = (uInt)most;
	return deflate(stream, Z_FINISH) == Z_STREAM_END ? stream->total_out :
							   0;
}

/* True if a refusal is to be told: they may be many. */
static bool is_due(struct collector *collector)
{
	const int64_t now = now_ns();

	if (collector->told_ns && now - collector->told_ns < minute_ns)
		return false;
	collector->told_ns = now;
	return true;
}

static void tell_refused(struct collector *collector, long status,
			 bool are_spans, size_t count)
{
	if (is_due(collector))
		talk("%s: status %ld; %zu %s%s refused, and not sent again",
		     collector->where, status, count,
		     are_spans ? "span" : "record", text_plural(count));
}

static void count_taken(bool are_spans, size_t count,
			struct ship_totals *totals)
{
	if (are_spans)
		totals->spans += count;
	else
		totals->records += count;
}

/* Counts what a collector has taken a part of. */
static void read_answer(struct collector *collector,
			const struct post_answer *answer, bool are_spans,
			size_t count, struct ship_totals *totals)
{
	struct otlp_partial partial = { 0 };
	size_t rejected;

	if (!packing_read_answer(answer->body, answer->len, &partial))
		partial = (struct otlp_partial){ 0 };
	rejected = partial.rejected <= 0 ? 0 :
		   (uint64_t)partial.rejected > count ?
					   count :
					   (size_t)partial.rejected;
	count_taken(are_spans, count - rejected, totals);
	totals->refused += rejected;
	if ((rejected || *partial.message) && is_due(collector))
		talk("%s: %zu of %zu %ss refused, and not sent again%s%s",
		     collector->where, rejected, count,
		     are_spans ? "span" : "record",
		     *partial.message ? ": " : "", partial.message);
}

/* Statuses that say nothing of what was sent: a secret that is wrong is mended, and
 * a collector that is busy or away comes back. */
static bool is_passing(long status)
{
	return status == 401 || status == 407 || status == 429 ||
	       (status >= 502 && status <= 504);
}

static const char *hint(long status)
{
	return status == 401 ? ": the collector wants a name and a secret" :
	       status == 407 ? ": the proxy wants a name and a secret" :
			       "";
}

int collector_send(struct collector *collector, bool are_spans,
		   const void *request, size_t len, size_t count,
		   struct ship_totals *totals)
{
	const size_t packed = zip(collector, request, len);
	struct post_answer answer;

	if (!packed ||
	    post_send(collector->post,
		      are_spans ? collector->traces : collector->logs,
		      collector->packed, packed, &answer))
		return ENOMEM;
	collector->retry_s = 0;
	if (answer.status >= 200 && answer.status < 300) {
		read_answer(collector, &answer, are_spans, count, totals);
		totals->bytes += len;
		totals->confirmed = time(NULL);
		return 0;
	}
	if (answer.status && !is_passing(answer.status)) {
		tell_refused(collector, answer.status, are_spans, count);
		totals->refused += count;
		return 0;
	}
	collector->retry_s = answer.retry_s;
	if (answer.status)
		snprintf(collector->why, sizeof(collector->why), "status %ld%s",
			 answer.status, hint(answer.status));
	else
		snprintf(collector->why, sizeof(collector->why), "%s",
			 answer.why);
	return EAGAIN;
}

const char *collector_why(const struct collector *collector)
{
	return collector->why;
}

unsigned collector_retry(const struct collector *collector)
{
	return collector->retry_s;
}
