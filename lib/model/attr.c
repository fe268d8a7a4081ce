/*
 * attr.c - attributes of a stream, behind the opaque trace_attr_t
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "model/attr.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "model/record.h"

/* For compiling by hand; the build system defines both. */
#ifndef PACKAGE_NAME
#define PACKAGE_NAME "posixtrace"
#endif
#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0.1"
#endif

#define GENVERSION PACKAGE_NAME " " PACKAGE_VERSION
_Static_assert(sizeof(GENVERSION) <= TRACE_NAME_MAX,
	       "the generation version with its null fits");

enum {
	/* Lower limits for a useful stream. */
	STREAM_SIZE_LEAST = 8192,
	STREAM_SYSTEM_EVENTS_LEAST = 16,

	DEFAULT_STREAM_SIZE = 256 << 10,
	DEFAULT_LOG_SIZE = 16 << 20,
	DEFAULT_MAX_DATA = 4096,
};

/* A context precedes the first record of a writer, which may be any. */
static size_t event_size(size_t len)
{
	return pxt_record_span(len) +
	       pxt_record_span(sizeof(struct pxt_context));
}

size_t pxt_attr_user_event_size(const struct pxt_attr *attr, size_t len)
{
	return event_size(len < attr->max_data ? len : (size_t)attr->max_data);
}

/* FILTER is the largest: it has two sets. */
size_t pxt_attr_system_event_size(void)
{
	return event_size(2 * sizeof(trace_event_set_t));
}

static uint64_t least_stream_size(const struct pxt_attr *attr)
{
	uint64_t size;

	size = STREAM_SYSTEM_EVENTS_LEAST * pxt_attr_system_event_size() +
	       pxt_attr_user_event_size(attr, attr->max_data);

	return size > STREAM_SIZE_LEAST ? size : STREAM_SIZE_LEAST;
}

/* Fills in the members without setters: version, clock and time. */
static void sign(struct pxt_attr *attr)
{
	struct timespec resolution;

	clock_getres(CLOCK_REALTIME, &resolution);

	memset(attr->genversion, 0, sizeof(attr->genversion));
	memcpy(attr->genversion, GENVERSION, sizeof(GENVERSION));
	attr->clockres_ns =
		(int64_t)resolution.tv_sec * 1000000000 + resolution.tv_nsec;
	attr->created_ns = 0;
}

void pxt_attr_init(struct pxt_attr *attr)
{
	memset(attr, 0, sizeof(*attr));
	sign(attr);
	attr->stream_size = DEFAULT_STREAM_SIZE;
	attr->log_size = DEFAULT_LOG_SIZE;
	attr->max_data = DEFAULT_MAX_DATA;
	attr->log_policy = POSIX_TRACE_LOOP;
	attr->inherited = POSIX_TRACE_CLOSE_FOR_CHILD;
	attr->orphan = POSIX_TRACE_ORPHAN_STOP_NP;
	attr->log_compression = POSIX_TRACE_LOG_PLAIN_NP;
	attr->magic = PXT_ATTR_MAGIC;
}

bool pxt_attr_is_stream_policy(int policy)
{
	return policy == POSIX_TRACE_LOOP || policy == POSIX_TRACE_UNTIL_FULL ||
	       policy == POSIX_TRACE_FLUSH;
}

bool pxt_attr_is_log_policy(int policy)
{
	return policy == POSIX_TRACE_LOOP || policy == POSIX_TRACE_UNTIL_FULL ||
	       policy == POSIX_TRACE_APPEND;
}

bool pxt_attr_is_inheritance(int inheritance)
{
	return inheritance == POSIX_TRACE_CLOSE_FOR_CHILD ||
	       inheritance == POSIX_TRACE_INHERITED;
}

bool pxt_attr_is_orphan(int orphan)
{
	return orphan == POSIX_TRACE_ORPHAN_STOP_NP ||
	       orphan == POSIX_TRACE_ORPHAN_RUN_NP;
}

bool pxt_attr_is_log_compression(int compression)
{
	return compression == POSIX_TRACE_LOG_PLAIN_NP ||
	       compression == POSIX_TRACE_LOG_ZSTD_NP;
}

struct pxt_attr *pxt_attr_of(trace_attr_t *object)
{
	struct pxt_attr *attr = (struct pxt_attr *)object;

	return attr && attr->magic == PXT_ATTR_MAGIC ? attr : NULL;
}

const struct pxt_attr *pxt_attr_of_const(const trace_attr_t *object)
{
	const struct pxt_attr *attr = (const struct pxt_attr *)object;

	return attr && attr->magic == PXT_ATTR_MAGIC ? attr : NULL;
}

static int copy(const trace_attr_t *object, struct pxt_attr *out)
{
	const struct pxt_attr *attr;

	if (!object) {
		pxt_attr_init(out);
		return 0;
	}

	attr = pxt_attr_of_const(object);
	if (!attr)
		return EINVAL;

	*out = *attr;
	return 0;
}

static void raise_sizes(struct pxt_attr *attr)
{
	uint64_t least = least_stream_size(attr);

	if (attr->stream_size < least)
		attr->stream_size = least;
	if (attr->log_size < attr->stream_size)
		attr->log_size = attr->stream_size;
	if (attr->log_size > PXT_ATTR_LOG_MAX)
		attr->log_size = PXT_ATTR_LOG_MAX;
}

int pxt_attr_settle(const trace_attr_t *object, int with_log,
		    struct pxt_attr *out)
{
	struct pxt_attr attr;
	int err;

	err = copy(object, &attr);
	if (err)
		return err;

	/* The object may be another stream's, or from an old log. */
	sign(&attr);

	if (!attr.stream_policy)
		attr.stream_policy =
			with_log ? POSIX_TRACE_FLUSH : POSIX_TRACE_LOOP;
	if (attr.stream_policy == POSIX_TRACE_FLUSH && !with_log)
		return EINVAL;

	if (attr.stream_size > PXT_ATTR_STREAM_MAX)
		return ENOMEM;
	raise_sizes(&attr);

	/* Objects that the setters did not make are invalid. */
	if (pxt_attr_check(&attr))
		return EINVAL;

	*out = attr;
	return 0;
}

static bool policies_valid(const struct pxt_attr *attr)
{
	return pxt_attr_is_stream_policy((int)attr->stream_policy) &&
	       pxt_attr_is_log_policy((int)attr->log_policy) &&
	       pxt_attr_is_inheritance((int)attr->inherited) &&
	       pxt_attr_is_orphan((int)attr->orphan) &&
	       pxt_attr_is_log_compression((int)attr->log_compression);
}

/* max_data first: a wild one would make the least size wrap. */
static bool sizes_valid(const struct pxt_attr *attr)
{
	return attr->max_data <= PXT_ATTR_DATA_MAX &&
	       attr->stream_size >= least_stream_size(attr) &&
	       attr->stream_size <= PXT_ATTR_STREAM_MAX &&
	       attr->log_size >= attr->stream_size &&
	       attr->log_size <= PXT_ATTR_LOG_MAX;
}

int pxt_attr_check(struct pxt_attr *attr)
{
	attr->name[sizeof(attr->name) - 1] = '\0';
	attr->genversion[sizeof(attr->genversion) - 1] = '\0';

	if (attr->magic != PXT_ATTR_MAGIC || attr->created_ns < 0 ||
	    attr->clockres_ns <= 0)
		return EBADMSG;

	return policies_valid(attr) && sizes_valid(attr) ? 0 : EBADMSG;
}
