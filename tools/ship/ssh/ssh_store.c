/*
 * ssh_store.c - logs in a directory of another machine
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ship/log_name.h"
#include "ship/ssh/ssh_session.h"
#include "ship/store.h"
#include "source/follow.h"

enum { LOGS_MOST = 1 << 16, BUSY_MS = 100, BUSY_MOST_MS = 5000 };

struct ssh_log {
	struct store store;
	const struct preface *preface;
	uint64_t source; /* see struct store_log */
	struct fleet_subject name;
	uint64_t epoch; /* conversation in which it is open */
	uint32_t number;
	uint64_t confirmed, put; /* numbers of sections */
	struct frame there;	 /* the answer that tells what was there */
};

/* Logs of a shipper have one session. */
static struct ssh_session shared;

static const char *refuse(const char *where)
{
	return ssh_address_parse(&shared.address, where);
}

static bool is_current(const struct ssh_log *log)
{
	return shared.pid && log->epoch == shared.epoch;
}

/* Opens the conversation, or another where all numbers of logs are used up. */
static int find_number(struct ssh_log *log)
{
	int err;

	if (shared.logs == LOGS_MOST)
		ssh_session_end(&shared);
	err = ssh_session_open(&shared);
	if (err)
		return err;
	log->epoch = shared.epoch;
	log->number = shared.logs++;
	return 0;
}

static int open_there(struct ssh_log *log)
{
	unsigned char bytes[FRAME_LOG_MOST];
	struct frame frame = { .type = FRAME_LOG };
	int err;

	err = find_number(log);
	if (err)
		return err;
	frame.log = log->number;
	frame.at = log->source;
	frame.len = frame_put_log(bytes, &log->name, log->preface);
	err = ssh_session_send(&shared, &frame, bytes);
	return err ? err : ssh_session_answer(&shared, &frame, &log->there);
}

/* Opens it. One that was killed before may still have it for a moment. */
static int open_soon(struct ssh_log *log)
{
	int err = open_there(log);

	for (int ms = 0; err == EBUSY && ms < BUSY_MOST_MS; ms += BUSY_MS) {
		if (!follow_pause(BUSY_MS))
			break;
		err = open_there(log);
	}
	return err;
}

static void log_close(struct store *store)
{
	struct ssh_log *log = (struct ssh_log *)store;
	const struct frame frame = { .type = FRAME_CLOSE, .log = log->number };

	if (is_current(log))
		ssh_session_send(&shared, &frame, NULL);
	free(log);
}

static int log_open(struct store **store, const char *where,
		    const struct store_log *what, uint64_t *last)
{
	struct ssh_log *log = calloc(1, sizeof(*log));
	int err;

	(void)where;
	if (!log)
		return ENOMEM;
	log->store.class = &ssh_store;
	log->preface = what->preface;
	log->source = what->source;
	err = log_name_find(&log->name, what->preface, what->fd);
	if (!err)
		err = open_soon(log);
	if (err) {
		free(log);
		return err;
	}
	*last = log->confirmed = log->put = log->there.number;
	*store = &log->store;
	return 0;
}

/* Goes on in another conversation where nothing was on its way. */
static int reopen(struct ssh_log *log)
{
	int err;

	if (is_current(log))
		return 0;
	if (log->put != log->confirmed)
		return ECONNRESET;
	err = open_soon(log);
	if (!err && log->there.number != log->confirmed)
		err = ECONNRESET;
	return err;
}

static int log_put(struct store *store, const struct section *section,
		   const unsigned char *bytes)
{
	struct ssh_log *log = (struct ssh_log *)store;
	struct frame frame = {
		.type = FRAME_SECTION,
		.len = section_size(section),
		.number = section->number,
		.at = log->preface->appends ? section->at : 0,
	};
	int err;

	err = reopen(log);
	if (err)
		return err;
	frame.log = log->number;
	err = ssh_session_send(&shared, &frame, bytes);
	if (!err)
		log->put = section->number;
	return err;
}

/* Earlier versions did not tell the sum. */
static int log_compare(struct store *store, const struct section *section)
{
	const struct frame *there = &((struct ssh_log *)store)->there;

	return there->number == section->number && there->at & FRAME_SUM &&
			       there->at != (FRAME_SUM | section->sum) ?
		       EEXIST :
		       0;
}

static int log_confirm(struct store *store)
{
	struct ssh_log *log = (struct ssh_log *)store;
	const struct frame frame = { .type = FRAME_CONFIRM,
				     .log = log->number };
	struct frame said = { .number = 0 };
	int err;

	if (log->put == log->confirmed)
		return 0;
	if (!is_current(log))
		return ECONNRESET;
	err = ssh_session_send(&shared, &frame, NULL);
	if (!err)
		err = ssh_session_answer(&shared, &frame, &said);
	if (!err && said.number < log->put)
		err = EPROTO;
	if (!err)
		log->confirmed = log->put;
	return err;
}

static const char *why(void)
{
	return shared.why[0] ? shared.why : NULL;
}

const struct store_class ssh_store = {
	.kind = "ssh, which has options of its own",
	.refuse = refuse,
	.open = log_open,
	.put = log_put,
	.compare = log_compare,
	.confirm = log_confirm,
	.close = log_close,
	.why = why,
};
