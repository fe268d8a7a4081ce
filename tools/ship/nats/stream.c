/*
 * stream.c - the stream that messages go to
 *
 * A host needs to publish its own subjects only. If it may also get the last
 * message of these directly, it sends nothing twice after it has lost a checkpoint.
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nats/fleet_subject.h"
#include "ship/nats/acknowledgement.h"
#include "ship/nats/stream.h"

enum { WAIT_MS = 10000, DAY_S = 24 * 3600, KEPT_DAYS = 7, TEXT = 512 };

static const int64_t second_ns = 1000000000;

/* Takes what the last message says. */
static int take_last(struct session *session, natsMsg *message,
		     struct stream_last *last)
{
	const char *value = NULL;

	if (!natsMsgHeader_Get(message, "Status", &value)) {
		last->is_none = !strncmp(value, "404", 3);
		if (last->is_none)
			return 0;
		return session_fail(session, EPROTO,
				    "stream %s: status %.20s for its last "
				    "message",
				    session->address.stream, value);
	}
	if (!natsMsgHeader_Get(message, FLEET_CONFIRMED, &value))
		last->confirmed = strtoull(value, NULL, 10);
	return 0;
}

/* Asks the stream itself, if it allows to be read directly. */
static int ask_directly(struct session *session, const char *subject,
			struct stream_last *last)
{
	char text[TEXT];
	natsMsg *message;
	int err;

	snprintf(text, sizeof(text), "$JS.API.DIRECT.GET.%s.%s",
		 session->address.stream, subject);
	err = session_ask(session, text, &message);
	if (err)
		return err;
	err = take_last(session, message, last);
	natsMsg_Destroy(message);
	return err;
}

static int fail(struct session *session, natsStatus status, jsErrCode code)
{
	char text[NATS_WHY];

	return session_fail(session, code == JSClusterNoPeersErr ? EAGAIN : EIO,
			    "stream %s: %.300s", session->address.stream,
			    nats_why(status, text));
}

static int open_context(struct session *session, jsCtx **js)
{
	jsOptions patience;
	natsStatus status = jsOptions_Init(&patience);

	patience.Wait = WAIT_MS;
	if (!status)
		status = natsConnection_JetStream(
			js, nats_link_connection(session->link), &patience);
	return status ? fail(session, status, 0) : 0;
}

static int make(struct session *session, const struct store_options *options)
{
	const char *stream = session->address.stream;
	char subjects[NATS_STREAM + 16];
	const char *const list[] = { subjects };
	jsStreamConfig config;
	jsStreamInfo *info = NULL;
	jsErrCode code = 0;
	jsCtx *js = NULL;
	natsStatus status;
	const int err = open_context(session, &js);

	if (err)
		return err;
	jsStreamConfig_Init(&config);
	snprintf(subjects, sizeof(subjects), "%s.*.*.*.*", stream);
	config.Name = stream;
	config.Description = "logs of posixtrace, section by section";
	config.Subjects = (const char **)(uintptr_t)list;
	config.SubjectsLen = 1;
	config.Storage = js_FileStorage;
	config.Replicas = options->replicas ? options->replicas : 1;
	config.Discard = js_DiscardNew;
	config.MaxAge = KEPT_DAYS * DAY_S * second_ns;
	config.AllowDirect = true;
	status = js_AddStream(&info, js, &config, NULL, &code);
	jsStreamInfo_Destroy(info);
	jsCtx_Destroy(js);
	return status ? fail(session, status, code) : 0;
}

/* The stream does not answer directly. */
static int ask_slowly(struct session *session, const char *subject,
		      struct stream_last *last)
{
	natsMsg *message;
	jsErrCode code = 0;
	jsCtx *js = NULL;
	natsStatus status;
	int err;

	err = open_context(session, &js);
	if (err)
		return err;
	status = js_GetLastMsg(&message, js, session->address.stream, subject,
			       NULL, &code);
	jsCtx_Destroy(js);
	last->is_none = code == JSNoMessageFoundErr;
	if (last->is_none)
		return 0;
	if (status)
		return fail(session, status, code);
	err = take_last(session, message, last);
	natsMsg_Destroy(message);
	return err;
}

static bool has(natsMsg *message, const char *part)
{
	return memmem(natsMsg_GetData(message),
		      (size_t)natsMsg_GetDataLength(message), part,
		      strlen(part)) != NULL;
}

/* Takes what is known of the stream, which is made if it is absent. */
static int take_info(struct session *session, natsMsg *info,
		     const struct store_options *options)
{
	struct acknowledgement ack;

	session->is_direct = session->is_whole = true;
	if (!has(info, "\"error\"")) {
		session->is_direct = has(info, "\"allow_direct\":true");
		session->is_whole = has(info, "\"first_seq\":0,") ||
				    has(info, "\"first_seq\":1,");
		return 0;
	}
	if (!acknowledgement_parse(&ack, natsMsg_GetData(info),
				   (size_t)natsMsg_GetDataLength(info)))
		return session_fail(session, EPROTO, "no JetStream there");
	if (ack.code == JSStreamNotFoundErr && options && options->creates)
		return make(session, options);
	if (ack.code == JSStreamNotFoundErr)
		return session_fail(session, ENOENT,
				    "there is no stream %s; --create makes it",
				    session->address.stream);
	return session_fail(session, acknowledgement_error(&ack), "%s",
			    ack.text);
}

/* Looks for the stream, once in a conversation. A host that may not look for it
 * may send to it all the same. */
static int look_for(struct session *session,
		    const struct store_options *options)
{
	char text[TEXT];
	natsMsg *info;
	int err;

	if (session->is_checked)
		return 0;
	snprintf(text, sizeof(text), "$JS.API.STREAM.INFO.%s",
		 session->address.stream);
	err = session_ask(session, text, &info);
	if (err == ENOENT)
		return session_fail(session, EAGAIN,
				    "no JetStream there, at present");
	session->is_direct = true;
	session->is_whole = false;
	if (!err) {
		err = take_info(session, info, options);
		natsMsg_Destroy(info);
	}
	if (err == EACCES && session->link)
		err = 0;
	session->is_checked = !err;
	return err;
}

int stream_find_last(struct session *session, const char *subject,
		     const struct store_options *options,
		     struct stream_last *last)
{
	int err = look_for(session, options);

	*last = (struct stream_last){ .confirmed = 0 };
	if (err)
		return err;
	err = session->is_direct ? ask_directly(session, subject, last) :
				   ask_slowly(session, subject, last);
	last->is_none &= session->is_whole;
	if (err == ENOENT && session->link)
		return session_fail(session, EAGAIN,
				    "stream %s has no leader at present",
				    session->address.stream);
	return err == EACCES && session->link ? 0 : err;
}

bool stream_leader_lacks(struct session *session, const char *subject)
{
	natsMsg *message = NULL;
	jsErrCode code = 0;
	jsCtx *js = NULL;

	if (open_context(session, &js))
		return false;
	if (!js_GetLastMsg(&message, js, session->address.stream, subject, NULL,
			   &code))
		natsMsg_Destroy(message);
	jsCtx_Destroy(js);
	nats_link_take_refusal(session->link);
	return code == JSNoMessageFoundErr;
}
