/*
 * nats_store.c - logs as messages of a stream, see posixtrace-fleet(7)
 *
 * A section is a message, or several if it is large. What a log begins with goes
 * before the first, and again with all that gives names from time to time: so a
 * reader that comes late understands, and old messages may go.
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"
#include "common/monotonic_clock.h"
#include "nats/fleet_subject.h"
#include "ship/log_name.h"
#include "ship/nats/log_names.h"
#include "ship/nats/session.h"
#include "ship/nats/stream.h"
#include "ship/store.h"

enum {
	PIECE = 448 << 10, /* bytes of a section in a message */
	PIECE_HEADERS = 4096,
	ID = FLEET_UUID_TEXT + 64,
	REPEAT_SECTIONS = 512,
	REPEAT_S = 300,
	SECOND_NS = 1000000000,
};

struct stream_log {
	struct store store;
	const struct store_options *options;
	struct session *session;
	uint64_t epoch; /* conversation that was used last */
	const struct preface *preface;
	char subject[FLEET_SUBJECT];
	char uuid[FLEET_UUID_TEXT];
	int fd;
	uint64_t confirmed; /* number of a section: all up to it are there */
	uint64_t put;	    /* the last one sent */
	bool has_begun;	    /* the preface was sent */
	uint64_t repeated;  /* section before which it was, the last time */
	int64_t repeated_ns;
};

/* Logs of a shipper have one session. */
static struct session shared;

static const char *refuse(const char *where)
{
	struct session session;
	const char *wrong = session_init(&session, where);

	if (wrong)
		return wrong;
	nats_address_fini(&session.address);
	return nats_link_lacks();
}

static int find_session(struct stream_log *log, const char *where)
{
	const char *wrong =
		shared.address.count ? NULL : session_init(&shared, where);

	if (wrong)
		return EINVAL;
	log->session = &shared;
	return session_open(log->session, &log->options->remote);
}

static void log_close(struct store *store)
{
	struct stream_log *log = (struct stream_log *)store;

	/* Messages on their way might come behind what is sent again. */
	if (log->session && log->session->sent != log->session->there)
		session_close(log->session);
	free(log);
}

static int set_up(struct stream_log *log, const char *where,
		  const struct store_log *what, struct stream_last *last)
{
	struct fleet_subject name;
	int err;

	log->preface = what->preface;
	log->options = what->options;
	log->fd = what->fd;
	err = log_name_find(&name, what->preface, what->fd);
	if (err)
		return err;
	err = find_session(log, where);
	if (err)
		return err;
	fleet_subject_make(log->subject, log->session->address.stream, &name);
	fleet_uuid_text(log->uuid, name.uuid);
	err = stream_find_last(log->session, log->subject, log->options, last);
	log->epoch = log->session->epoch;
	return err;
}

static int log_open(struct store **store, const char *where,
		    const struct store_log *what, uint64_t *last)
{
	struct stream_log *log = calloc(1, sizeof(*log));
	struct stream_last there;
	int err;

	if (!log)
		return ENOMEM;
	log->store.class = &nats_store;
	err = set_up(log, where, what, &there);
	if (err) {
		log_close(&log->store);
		return err;
	}
	log->confirmed = there.confirmed;
	/* Old messages go: the stream may have less than it has confirmed. One
	 * that is younger than the checkpoint has none of it. */
	if (log->confirmed < what->confirmed &&
	    !(there.is_none && stream_leader_lacks(log->session, log->subject)))
		log->confirmed = what->confirmed;
	if (log->confirmed < what->preface->last)
		log->confirmed = what->preface->last;
	log->put = *last = log->confirmed;
	*store = &log->store;
	return 0;
}

static natsStatus add_number(natsMsg *message, const char *name,
			     uint64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, number);
	return natsMsgHeader_Set(message, name, text);
}

/* A message on its way, with what its headers say besides the id */
struct parcel {
	const char *id;
	const unsigned char *bytes;
	size_t len;
	uint64_t number; /* see session_send() */
	uint64_t at;	 /* 0: not told */
	unsigned piece, pieces;
	bool is_preface;
};

static natsStatus add_headers(const struct stream_log *log, natsMsg *message,
			      const struct parcel *parcel)
{
	char text[32];
	natsStatus status =
		add_number(message, FLEET_CONFIRMED, log->session->confirmed);

	if (!status && parcel->at)
		status = add_number(message, FLEET_AT, parcel->at);
	if (!status && parcel->is_preface)
		status = natsMsgHeader_Set(message, FLEET_PREFACE, "1");
	if (status || parcel->pieces < 2)
		return status;
	snprintf(text, sizeof(text), "%u/%u", parcel->piece, parcel->pieces);
	return natsMsgHeader_Set(message, FLEET_FRAGMENT, text);
}

static int send_parcel(struct stream_log *log, const struct parcel *parcel)
{
	struct session *session = log->session;
	natsMsg *message;
	natsStatus status;
	int err;

	err = session_message(session, &message, log->subject, parcel->id,
			      parcel->bytes, parcel->len);
	if (err)
		return err;
	status = add_headers(log, message, parcel);
	err = status ? session_fail(session, ENOMEM, "%s",
				    natsStatus_GetText(status)) :
		       session_send(session, message, parcel->number);
	natsMsg_Destroy(message);
	return err;
}

/* Sends a section; again: the number of the one that is next, behind names that
 * are repeated, or 0. */
static int send_section(struct stream_log *log, const struct section *section,
			const unsigned char *bytes, uint64_t again)
{
	const size_t size = section_size(section);
	const unsigned pieces = (unsigned)((size + PIECE - 1) / PIECE);
	char id[ID];
	int err = 0;

	for (unsigned i = 1; !err && i <= pieces; i++) {
		const size_t at = (size_t)(i - 1) * PIECE;
		const struct parcel parcel = {
			.id = id,
			.bytes = bytes + at,
			.len = size - at < PIECE ? size - at : PIECE,
			.number = i == pieces && !again ? section->number : 0,
			.at = log->preface->appends ? section->at : 0,
			.piece = i,
			.pieces = pieces,
		};
		int len = snprintf(id, sizeof(id), "%s:%" PRIu64 ":%08" PRIx32,
				   log->uuid, section->number, section->sum);

		if (pieces > 1)
			len += sprintf(id + len, ":%u", i);
		if (again)
			sprintf(id + len, ":again:%" PRIu64, again);
		err = send_parcel(log, &parcel);
	}
	return err;
}

static int send_preface(struct stream_log *log, uint64_t again)
{
	const struct preface *preface = log->preface;
	char id[ID];
	const struct parcel parcel = {
		.id = id,
		.bytes = preface->bytes,
		.len = preface->len,
		.is_preface = true,
	};
	int len = snprintf(id, sizeof(id), "%s:preface:%08" PRIx32, log->uuid,
			   pxt_crc32c(0, preface->bytes, preface->len));

	if (again)
		sprintf(id + len, ":%" PRIu64, again);
	return send_parcel(log, &parcel);
}

static int send_name(void *context, const struct section *section,
		     const unsigned char *bytes)
{
	struct stream_log *log = context;

	return send_section(log, section, bytes, log->repeated);
}

/* Sends what the log begins with, and, now and then, its names up to here. */
static int send_beginning(struct stream_log *log, uint64_t next)
{
	const bool is_due =
		next - log->repeated > REPEAT_SECTIONS ||
		now_ns() - log->repeated_ns > (int64_t)REPEAT_S * SECOND_NS;
	const bool is_first = !log->has_begun;
	int err;

	if (log->has_begun && !is_due)
		return 0;
	log->repeated = next;
	log->repeated_ns = now_ns();
	log->has_begun = true;
	err = send_preface(log, is_first ? 0 : next);
	return err || is_first ? err :
				 log_names_walk(log->fd, log->preface, next - 1,
						send_name, log);
}

/* Goes on where the connection was lost while nothing was on its way. */
static int reopen(struct stream_log *log)
{
	struct session *session = log->session;
	int err;

	if (session->epoch == log->epoch && session->link)
		return 0;
	if (log->put != log->confirmed)
		return session->why[0] ? ECONNRESET :
					 session_fail(session, ECONNRESET,
						      "the connection is "
						      "lost");
	err = session_open(session, &log->options->remote);
	log->epoch = session->epoch;
	log->has_begun = false;
	return err;
}

static int log_put(struct store *store, const struct section *section,
		   const unsigned char *bytes)
{
	struct stream_log *log = (struct stream_log *)store;
	int err;

	if (section->number <= log->confirmed)
		return 0;
	err = reopen(log);
	if (err)
		return err;
	if (log->put == log->confirmed)
		log->session->confirmed = log->confirmed;
	err = send_beginning(log, section->number);
	if (!err)
		err = send_section(log, section, bytes, 0);
	if (!err)
		log->put = section->number;
	return err;
}

static int log_confirm(struct store *store)
{
	struct stream_log *log = (struct stream_log *)store;
	int err;

	if (log->put == log->confirmed)
		return 0;
	err = session_wait(log->session);
	if (!err)
		log->confirmed = log->put;
	return err;
}

static const char *why(void)
{
	return shared.why[0] ? shared.why : NULL;
}

const struct store_class nats_store = {
	.kind = "NATS",
	.abilities = STORE_CREATES | STORE_REPLICATES | STORE_CERTIFICATES |
		     STORE_LOGINS | STORE_PLAIN,
	.refuse = refuse,
	.open = log_open,
	.put = log_put,
	.confirm = log_confirm,
	.close = log_close,
	.why = why,
};
