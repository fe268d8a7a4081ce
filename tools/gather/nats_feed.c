/*
 * nats_feed.c - the messages of a stream of NATS JetStream
 *
 * A consumer lives as long as a shard is being read, and keeps order; the server
 * sends no more than what is being taken. How far a shard was read the sink knows.
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gather/nats_feed.h"
#include "nats/nats_link.h"

#ifdef HAVE_NATS

enum { WAIT_MS = 5000, NEXT_MS = 2000, SUBJECT = NATS_STREAM + 32 };

static int fail(struct nats_feed *feed, natsStatus status)
{
	nats_why(status, feed->why);
	return status == NATS_NO_MEMORY ? ENOMEM : ECONNRESET;
}

int nats_feed_look(struct nats_feed *feed, struct feed_state *state)
{
	jsStreamInfo *info = NULL;
	jsErrCode code = 0;
	const natsStatus status = js_GetStreamInfo(
		&info, feed->jetstream, feed->address->stream, NULL, &code);

	if (status == NATS_NOT_FOUND) {
		snprintf(feed->why, NATS_WHY, "there is no stream %s",
			 feed->address->stream);
		return ENOENT;
	}
	if (status)
		return fail(feed, status);
	*state = (struct feed_state){
		.first = info->State.FirstSeq,
		.last = info->State.LastSeq,
		.last_ns = info->State.LastTime,
		.created = info->Created,
	};
	jsStreamInfo_Destroy(info);
	return 0;
}

int nats_feed_open(struct nats_feed *feed, struct nats_address *address,
		   const struct remote_options *options,
		   struct feed_state *state)
{
	jsOptions js;
	natsStatus status;
	int err;

	*feed = (struct nats_feed){ .address = address };
	err = nats_link_open(&feed->link, address, options, 0, "gather",
			     feed->why);
	if (err)
		return err;
	jsOptions_Init(&js);
	js.Wait = WAIT_MS;
	status =
		natsConnection_JetStream((jsCtx **)&feed->jetstream,
					 nats_link_connection(feed->link), &js);
	err = status ? fail(feed, status) : nats_feed_look(feed, state);
	if (err)
		nats_feed_close(feed);
	return err;
}

void nats_feed_close(struct nats_feed *feed)
{
	nats_feed_end(feed);
	jsCtx_Destroy(feed->jetstream);
	nats_link_close(feed->link);
	feed->jetstream = NULL;
	feed->link = NULL;
}

int nats_feed_time(struct nats_feed *feed, uint64_t sequence, int64_t *ns)
{
	natsMsg *message = NULL;
	jsErrCode code = 0;
	const natsStatus status =
		js_GetMsg(&message, feed->jetstream, feed->address->stream,
			  sequence, NULL, &code);

	if (status == NATS_NOT_FOUND)
		return ENODATA;
	if (status)
		return fail(feed, status);
	*ns = natsMsg_GetTime(message);
	natsMsg_Destroy(message);
	return 0;
}

/* Asking for a message costs less than a consumer that has none. */
static int find(struct nats_feed *feed, const char *subject, uint64_t from)
{
	char question[SUBJECT + 64], call[NATS_STREAM + 32];
	natsMsg *answer = NULL;
	natsStatus status;
	int err;

	snprintf(call, sizeof(call), "$JS.API.STREAM.MSG.GET.%s",
		 feed->address->stream);
	snprintf(question, sizeof(question),
		 "{\"seq\":%" PRIu64 ",\"next_by_subj\":\"%s\"}", from,
		 subject);
	status = natsConnection_RequestString(&answer,
					      nats_link_connection(feed->link),
					      call, question, WAIT_MS);
	if (status)
		return fail(feed, status);
	if (strstr(natsMsg_GetData(answer), "\"message\":{")) {
		err = 0;
	} else if (strstr(natsMsg_GetData(answer), "\"code\":404")) {
		err = ENODATA;
	} else {
		snprintf(feed->why, NATS_WHY,
			 "the stream cannot be read: %.200s",
			 natsMsg_GetData(answer));
		err = ECONNRESET;
	}
	natsMsg_Destroy(answer);
	return err;
}

int nats_feed_begin(struct nats_feed *feed, unsigned shard, uint64_t from)
{
	char subject[SUBJECT];
	jsSubOptions options;
	natsStatus status;
	int err;

	snprintf(subject, sizeof(subject), "%s.%02u.*.*.*",
		 feed->address->stream, shard);
	err = find(feed, subject, from);
	if (err)
		return err;
	jsSubOptions_Init(&options);
	options.Stream = feed->address->stream;
	options.Ordered = true;
	options.Config.DeliverPolicy = js_DeliverByStartSequence;
	options.Config.OptStartSeq = from;
	options.Config.MemoryStorage = true;
	status = js_SubscribeSync((natsSubscription **)&feed->subscription,
				  feed->jetstream, subject, NULL, &options,
				  NULL);
	if (!status)
		status = natsSubscription_SetPendingLimits(feed->subscription,
							   -1, -1);
	return status ? fail(feed, status) : 0;
}

static const char *header(natsMsg *message, const char *name)
{
	const char *value = NULL;

	return natsMsgHeader_Get(message, name, &value) ? NULL : value;
}

static void describe(struct feed_message *message, natsMsg *from)
{
	message->raw = (struct raw_message){
		.subject = natsMsg_GetSubject(from),
		.id = header(from, FLEET_ID),
		.at = header(from, FLEET_AT),
		.fragment = header(from, FLEET_FRAGMENT),
		.preface = header(from, FLEET_PREFACE),
		.confirmed = header(from, FLEET_CONFIRMED),
		.bytes = (const unsigned char *)natsMsg_GetData(from),
		.len = (size_t)natsMsg_GetDataLength(from),
	};
}

static void drop_message(struct nats_feed *feed)
{
	natsMsg_Destroy(feed->message);
	feed->message = NULL;
}

int nats_feed_next(struct nats_feed *feed, struct feed_message *message)
{
	jsMsgMetaData *facts = NULL;
	natsStatus status;

	drop_message(feed);
	status = natsSubscription_NextMsg((natsMsg **)&feed->message,
					  feed->subscription, NEXT_MS);
	if (status == NATS_TIMEOUT)
		return EAGAIN;
	if (!status)
		status = natsMsg_GetMetaData(&facts, feed->message);
	if (status)
		return fail(feed, status);
	describe(message, feed->message);
	message->sequence = facts->Sequence.Stream;
	message->ns = facts->Timestamp;
	message->pending = facts->NumPending;
	jsMsgMetaData_Destroy(facts);
	return 0;
}

void nats_feed_end(struct nats_feed *feed)
{
	drop_message(feed);
	if (!feed->subscription)
		return;
	natsSubscription_Unsubscribe(feed->subscription);
	natsSubscription_Destroy(feed->subscription);
	feed->subscription = NULL;
}

#else

int nats_feed_open(struct nats_feed *feed, struct nats_address *address,
		   const struct remote_options *options,
		   struct feed_state *state)
{
	(void)options;
	(void)state;
	*feed = (struct nats_feed){ .address = address };
	snprintf(feed->why, NATS_WHY, "built without libnats");
	return ENOTSUP;
}

void nats_feed_close(struct nats_feed *feed)
{
	(void)feed;
}

int nats_feed_look(struct nats_feed *feed, struct feed_state *state)
{
	(void)feed;
	(void)state;
	return ENOTSUP;
}

int nats_feed_time(struct nats_feed *feed, uint64_t sequence, int64_t *ns)
{
	(void)feed;
	(void)sequence;
	(void)ns;
	return ENOTSUP;
}

int nats_feed_begin(struct nats_feed *feed, unsigned shard, uint64_t from)
{
	(void)feed;
	(void)shard;
	(void)from;
	return ENOTSUP;
}

int nats_feed_next(struct nats_feed *feed, struct feed_message *message)
{
	(void)feed;
	(void)message;
	return ENOTSUP;
}

void nats_feed_end(struct nats_feed *feed)
{
	(void)feed;
}

#endif
