/*
 * session.c - a conversation with servers of NATS
 *
 * Answers come to one subscription, and are taken by who sends. Their subjects
 * end with the number of the message.
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/monotonic_clock.h"
#include "common/remote_options.h"
#include "ship/nats/acknowledgement.h"
#include "ship/nats/session.h"

enum { SLICE_MS = 50, PATIENCE_MS = 10000, MS_NS = 1000000 };

const char *session_init(struct session *session, const char *url)
{
	*session = (struct session){ .link = NULL };
	return nats_address_parse(&session->address, url);
}

void session_close(struct session *session)
{
	natsSubscription_Destroy(session->answers);
	nats_link_close(session->link);
	session->answers = NULL;
	session->link = NULL;
	session->sent = session->there = 0;
	session->bytes = 0;
}

int session_fail(struct session *session, int err, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(session->why, sizeof(session->why), format, ap);
	va_end(ap);
	session_close(session);
	return err;
}

/* An error of libnats */
static int fail(struct session *session, natsStatus status)
{
	char text[NATS_WHY];

	if (status == NATS_NO_MEMORY)
		return session_fail(session, ENOMEM, "%s", strerror(ENOMEM));
	if (status == NATS_CONNECTION_CLOSED ||
	    status == NATS_INVALID_SUBSCRIPTION)
		return session_fail(session, ECONNRESET,
				    "the connection is lost");
	return session_fail(session, EIO, "%s", nats_why(status, text));
}

static natsStatus subscribe(struct session *session)
{
	natsConnection *connection = nats_link_connection(session->link);
	natsInbox *inbox;
	char subject[SESSION_INBOX + 2];
	natsStatus status = natsInbox_Create(&inbox);

	if (status)
		return status;
	snprintf(session->inbox, sizeof(session->inbox), "%s", inbox);
	natsInbox_Destroy(inbox);
	snprintf(subject, sizeof(subject), "%s.*", session->inbox);
	return natsConnection_SubscribeSync(&session->answers, connection,
					    subject);
}

int session_open(struct session *session, const struct remote_options *options)
{
	static const struct remote_options none;
	natsStatus status;
	int err;

	if (session->link && nats_link_state(session->link) == NATS_LINK_UP)
		return 0;
	session_close(session);
	session->why[0] = '\0';
	err = nats_link_open(&session->link, &session->address,
			     options ? options : &none, 0, "posixtrace ship",
			     session->why);
	if (err)
		return err;
	session->epoch++;
	session->window = 1;
	session->is_checked = false;
	status = subscribe(session);
	return status ? fail(session, status) : 0;
}

/* The slot of the message that an answer is to; NULL: none of those that are
 * waited for. */
static struct session_slot *find_slot(struct session *session, natsMsg *answer)
{
	const char *dot = strrchr(natsMsg_GetSubject(answer), '.');
	uint64_t number;

	if (!dot || dot[1] < '0' || dot[1] > '9')
		return NULL;
	number = strtoull(dot + 1, NULL, 10);
	if (number < session->there || number >= session->sent)
		return NULL;
	return &session->slot[number % SESSION_WINDOW];
}

static int take_answer(struct session *session, natsMsg *answer)
{
	struct session_slot *slot = find_slot(session, answer);
	struct acknowledgement ack;

	if (!slot || slot->is_there)
		return 0;
	if (!acknowledgement_parse(&ack, natsMsg_GetData(answer),
				   (size_t)natsMsg_GetDataLength(answer)))
		return session_fail(session, EPROTO,
				    "no stream answers, but something else");
	if (!ack.sequence)
		return session_fail(session, acknowledgement_error(&ack),
				    "stream %s: %s", session->address.stream,
				    ack.text);
	slot->is_there = true;
	session->duplicates += ack.is_duplicate;
	for (; session->there < session->sent; session->there++) {
		slot = &session->slot[session->there % SESSION_WINDOW];
		if (!slot->is_there)
			break;
		session->bytes -= slot->len;
		if (slot->number > session->confirmed)
			session->confirmed = slot->number;
	}
	session->window = SESSION_WINDOW;
	return 0;
}

/* Takes an answer, if one comes in time. ETIMEDOUT: none does. */
static int take_next(struct session *session, int64_t ms)
{
	natsMsg *answer;
	natsStatus status =
		natsSubscription_NextMsg(&answer, session->answers, ms);
	int err;

	if (status == NATS_TIMEOUT)
		return ETIMEDOUT;
	if (status == NATS_NO_RESPONDERS)
		return session_fail(session, EAGAIN,
				    "no stream %s answers at present",
				    session->address.stream);
	if (status)
		return fail(session, status);
	err = take_answer(session, answer);
	natsMsg_Destroy(answer);
	return err;
}

/* Reasons for hearing nothing */
static int check(struct session *session, int64_t since)
{
	if (nats_link_take_refusal(session->link))
		return session_fail(session, EACCES,
				    "sending this host's logs is not permitted "
				    "there");
	if (nats_link_state(session->link) != NATS_LINK_UP)
		return fail(session, NATS_CONNECTION_CLOSED);
	if (now_ns() - since > (int64_t)PATIENCE_MS * MS_NS)
		return session_fail(session, ETIMEDOUT,
				    "no answer for %d seconds",
				    PATIENCE_MS / 1000);
	return 0;
}

/* Waits until at most so many messages and bytes are not acknowledged. */
static int wait_until(struct session *session, uint64_t messages, size_t bytes)
{
	int64_t since = now_ns();
	int err = 0;

	while (session->link && (session->sent - session->there > messages ||
				 session->bytes > bytes)) {
		err = take_next(session, SLICE_MS);
		if (!err)
			since = now_ns();
		else if (err != ETIMEDOUT || !session->link)
			return err;
		else
			err = check(session, since);
		if (err)
			return err;
	}
	return session->link ? 0 : ECONNRESET;
}

int session_wait(struct session *session)
{
	return wait_until(session, 0, 0);
}

static natsStatus publish(struct session *session, natsMsg *message)
{
	return natsConnection_PublishMsg(nats_link_connection(session->link),
					 message);
}

int session_message(struct session *session, natsMsg **message,
		    const char *subject, const char *id, const void *data,
		    size_t len)
{
	char reply[SESSION_INBOX + 24];
	natsStatus status;

	snprintf(reply, sizeof(reply), "%s.%" PRIu64, session->inbox,
		 session->sent);
	status = natsMsg_Create(message, subject, reply, data, (int)len);
	if (status)
		return fail(session, status);
	status = natsMsgHeader_Set(*message, "Nats-Msg-Id", id);
	if (!status)
		return 0;
	natsMsg_Destroy(*message);
	return fail(session, status);
}

int session_send(struct session *session, natsMsg *message, uint64_t number)
{
	const size_t len = (size_t)natsMsg_GetDataLength(message);
	natsStatus status;
	int err;

	err = wait_until(session, session->window - 1,
			 SESSION_WINDOW_BYTES - len);
	if (err)
		return err;
	session->slot[session->sent % SESSION_WINDOW] =
		(struct session_slot){ .number = number, .len = len };
	status = publish(session, message);
	if (status)
		return fail(session, status);
	session->sent++;
	session->bytes += len;
	do
		err = take_next(session, 0);
	while (!err);
	return err == ETIMEDOUT && session->link ? 0 : err;
}

/* Waits for the answer to a question. Answers to earlier ones are dropped. */
static int hear(struct session *session, const char *subject, natsMsg **answer)
{
	const int64_t since = now_ns();
	natsStatus status;
	int err = 0;

	while (!err) {
		status = natsSubscription_NextMsg(answer, session->answers,
						  SLICE_MS);
		if (status == NATS_NO_RESPONDERS)
			return ENOENT;
		if (status && status != NATS_TIMEOUT)
			return fail(session, status);
		if (!status && !strcmp(natsMsg_GetSubject(*answer), subject))
			return 0;
		if (!status)
			natsMsg_Destroy(*answer);
		else if (nats_link_take_refusal(session->link))
			return EACCES;
		else
			err = check(session, since);
	}
	return err;
}

int session_ask(struct session *session, const char *subject, natsMsg **answer)
{
	char reply[SESSION_INBOX + 24];
	natsMsg *message;
	natsStatus status;

	snprintf(reply, sizeof(reply), "%s.q%" PRIu64, session->inbox,
		 session->asked++);
	status = natsMsg_Create(&message, subject, reply, "", 0);
	if (status)
		return fail(session, status);
	status = publish(session, message);
	natsMsg_Destroy(message);
	return status ? fail(session, status) : hear(session, reply, answer);
}
