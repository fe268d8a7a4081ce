/*
 * incident_link.c - incidents to and from other hosts, over NATS
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "common/command.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "common/text.h"
#include "nats/nats_link.h"
#include "record/incident_link.h"

#ifdef HAVE_NATS

enum {
	QUEUE = 16, /* incidents that wait, in each direction */
	SUBJECT = NATS_STREAM + 16 + INCIDENT_NAME,
	PENDING_MESSAGES = 256,
	PENDING_BYTES = 65536,
	LOOK_MS = 1000,
	FLUSH_MS = 2000,
	END_MS = 2000,
	LATE_MS = 60000,
	RETRY_MOST_MS = 30000,
};

static const int64_t ns_per_ms = 1000000;

struct queue {
	struct incident incident[QUEUE];
	unsigned first, count;
};

struct incident_link {
	const struct nats_address *address;
	const struct remote_options *options;
	char subject[SUBJECT];
	char host[HOST_NAME_MAX + 1];

	pthread_mutex_t lock; /* guards all below, but the thread's own */
	pthread_cond_t news;
	struct queue out, in;
	struct incidents_known known;
	struct incidents_rate declared, asked;
	unsigned long long foreign;  /* messages that are no incidents */
	unsigned long long too_many; /* incidents beyond the rate */
	unsigned long long unsent;   /* incidents that no server got */
	bool is_sending, is_failing, is_ending, has_ended;

	pthread_t thread; /* the owner's */

	/* The thread's own */
	struct nats_link *link;
	natsSubscription *subscription;
	unsigned retry_ms;
};

static bool put(struct queue *queue, const struct incident *incident)
{
	if (queue->count == QUEUE)
		return false;
	queue->incident[(queue->first + queue->count++) % QUEUE] = *incident;
	return true;
}

static bool take(struct queue *queue, struct incident *incident)
{
	if (!queue->count)
		return false;
	*incident = queue->incident[queue->first++ % QUEUE];
	queue->count--;
	return true;
}

/* Listening */

/* Incidents of this host come back from the server, and are known. */
static void sort_message(struct incident_link *link, const char *data,
			 size_t len)
{
	struct incident incident;

	if (!incident_read(&incident, data, len))
		link->foreign++;
	else if (!incidents_known_add(&link->known, incident.id))
		return;
	else if (!incidents_rate_take(&link->asked, now_ns()) ||
		 !put(&link->in, &incident))
		link->too_many++;
}

/* A thread of libnats calls this. */
static void handle_message(natsConnection *connection, natsSubscription *sub,
			   natsMsg *msg, void *closure)
{
	struct incident_link *link = closure;
	const int len = natsMsg_GetDataLength(msg);

	(void)connection;
	(void)sub;
	pthread_mutex_lock(&link->lock);
	sort_message(link, len > 0 ? natsMsg_GetData(msg) : "",
		     len > 0 ? (size_t)len : 0);
	pthread_mutex_unlock(&link->lock);
	natsMsg_Destroy(msg);
}

/* Connecting */

static void note_failure(struct incident_link *link, const char *why)
{
	bool was_failing;

	pthread_mutex_lock(&link->lock);
	was_failing = link->is_failing;
	link->is_failing = true;
	pthread_mutex_unlock(&link->lock);
	if (!was_failing)
		talk("--together: %s; recording goes on, and it is tried "
		     "again until it succeeds",
		     why);
	link->retry_ms = link->retry_ms ? 2 * link->retry_ms : 1000;
	if (link->retry_ms > RETRY_MOST_MS)
		link->retry_ms = RETRY_MOST_MS;
}

static void note_success(struct incident_link *link)
{
	bool was_failing;

	pthread_mutex_lock(&link->lock);
	was_failing = link->is_failing;
	link->is_failing = false;
	pthread_mutex_unlock(&link->lock);
	if (was_failing)
		talk("--together: the server is there");
	link->retry_ms = 0;
}

static void disconnect(struct incident_link *link)
{
	natsSubscription_Destroy(link->subscription);
	link->subscription = NULL;
	nats_link_close(link->link);
	link->link = NULL;
}

static void listen_there(struct incident_link *link)
{
	char why[NATS_WHY];
	natsStatus status;

	status = natsConnection_Subscribe(&link->subscription,
					  nats_link_connection(link->link),
					  link->subject, handle_message, link);
	if (!status)
		status = natsSubscription_SetPendingLimits(
			link->subscription, PENDING_MESSAGES, PENDING_BYTES);
	if (!status)
		status = natsConnection_FlushTimeout(
			nats_link_connection(link->link), FLUSH_MS);
	if (!status) {
		note_success(link);
		return;
	}
	note_failure(link, nats_why(status, why));
	disconnect(link);
}

static void connect_there(struct incident_link *link)
{
	char why[NATS_WHY];

	if (nats_link_open(&link->link, link->address, link->options,
			   NATS_LINK_LASTS, "record", why))
		note_failure(link, why);
	else
		listen_there(link);
}

/* Publishing */

/* Recorders of other hosts have overwritten their events of an old incident. */
static bool is_late(const struct incident *incident)
{
	return now_ns() - incident->made_ns > LATE_MS * ns_per_ms;
}

static void publish(struct incident_link *link, const struct incident *incident)
{
	char message[INCIDENT_MESSAGE];
	const size_t len = incident_write(incident, message);
	natsConnection *connection = nats_link_connection(link->link);
	char why[NATS_WHY];
	natsStatus status;

	status = natsConnection_Publish(connection, link->subject, message,
					(int)len);
	if (!status)
		status = natsConnection_FlushTimeout(connection, FLUSH_MS);
	if (status)
		talk("--together: %s may not have reached others: %s",
		     incident->id, nats_why(status, why));
}

/* Publishes all that waits. The lock is held, but not meanwhile. */
static void publish_all(struct incident_link *link)
{
	struct incident incident;

	while (link->link && take(&link->out, &incident)) {
		if (is_late(&incident)) {
			link->unsent++;
			continue;
		}
		link->is_sending = true;
		pthread_mutex_unlock(&link->lock);
		publish(link, &incident);
		pthread_mutex_lock(&link->lock);
		link->is_sending = false;
	}
	pthread_cond_broadcast(&link->news);
}

/* Waits for news. The lock is held. */
static int wait_for(struct incident_link *link, int64_t ms)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += ms % 1000 * ns_per_ms;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return pthread_cond_timedwait(&link->news, &link->lock, &until);
}

static void *run(void *argument)
{
	struct incident_link *link = argument;
	int64_t due = 0;

	pthread_mutex_lock(&link->lock);
	while (!link->is_ending || (link->link && link->out.count)) {
		pthread_mutex_unlock(&link->lock);
		if (link->link &&
		    nats_link_state(link->link) == NATS_LINK_CLOSED) {
			disconnect(link);
			note_failure(link, "the server has ended this");
		}
		if (!link->link && now_ns() >= due) {
			connect_there(link);
			due = now_ns() + (int64_t)link->retry_ms * ns_per_ms;
		}
		pthread_mutex_lock(&link->lock);
		publish_all(link);
		if (!link->is_ending)
			wait_for(link, LOOK_MS);
	}
	pthread_mutex_unlock(&link->lock);
	disconnect(link);
	pthread_mutex_lock(&link->lock);
	link->has_ended = true;
	pthread_cond_broadcast(&link->news);
	pthread_mutex_unlock(&link->lock);
	return NULL;
}

/* The owner's side */

static int begin_thread(struct incident_link *link)
{
	pthread_condattr_t attr;

	pthread_mutex_init(&link->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&link->news, &attr);
	pthread_condattr_destroy(&attr);
	return pthread_create(&link->thread, NULL, run, link);
}

struct incident_link *incident_link_begin(const struct nats_address *address,
					  const struct remote_options *options,
					  const char *group)
{
	/* Threads that end late find it. */
	static struct incident_link only;
	struct incident_link *link = &only;
	int err;

	link->address = address;
	link->options = options;
	snprintf(link->subject, SUBJECT, "%s.incident.%s", address->stream,
		 group ? group : "default");
	gethostname(link->host, sizeof(link->host) - 1);
	err = begin_thread(link);
	if (!err)
		return link;
	talk_error("--together", err);
	return NULL;
}

static uint32_t by_chance(void)
{
	uint32_t value;

	if (getrandom(&value, sizeof(value), GRND_NONBLOCK) != sizeof(value))
		value = (uint32_t)now_ns() ^ (uint32_t)getpid() << 16;
	return value;
}

void incident_link_declare(struct incident_link *link,
			   struct incident *incident, const char *why,
			   const void *origin)
{
	incident_make(incident, link->host, time(NULL), by_chance(), why);
	incident->made_ns = now_ns();
	incident->origin = origin;
	pthread_mutex_lock(&link->lock);
	incidents_known_add(&link->known, incident->id);
	put(&link->in, incident);
	if (!incidents_rate_take(&link->declared, now_ns()) ||
	    !put(&link->out, incident))
		link->unsent++;
	pthread_cond_broadcast(&link->news);
	pthread_mutex_unlock(&link->lock);
}

bool incident_link_take(struct incident_link *link, struct incident *incident)
{
	bool any;

	pthread_mutex_lock(&link->lock);
	any = take(&link->in, incident);
	pthread_mutex_unlock(&link->lock);
	return any;
}

static void tell_refused(const struct incident_link *link)
{
	char count[TEXT_MAX];

	if (link->foreign)
		talk("--together: %s message%s of others %s no incidents",
		     text_count(count, link->foreign),
		     text_plural(link->foreign),
		     link->foreign == 1 ? "was" : "were");
	if (link->unsent + link->out.count)
		talk("--together: %s incident%s of this host did not reach "
		     "others",
		     text_count(count, link->unsent + link->out.count),
		     text_plural(link->unsent + link->out.count));
	if (link->too_many)
		talk("--together: %s incident%s of others came too fast",
		     text_count(count, link->too_many),
		     text_plural(link->too_many));
}

static bool is_on_its_way(const struct incident_link *link)
{
	return (link->out.count && !link->is_failing) || link->is_sending;
}

/* A thread that is busy connecting is left behind. */
void incident_link_end(struct incident_link *link)
{
	const int64_t end = now_ns() + END_MS * ns_per_ms;
	bool has_ended;

	if (!link)
		return;
	pthread_mutex_lock(&link->lock);
	while (is_on_its_way(link) && now_ns() < end)
		wait_for(link, (end - now_ns()) / ns_per_ms + 1);
	link->is_ending = true;
	pthread_cond_broadcast(&link->news);
	while (!link->has_ended && !link->is_failing && now_ns() < end)
		wait_for(link, (end - now_ns()) / ns_per_ms + 1);
	tell_refused(link);
	has_ended = link->has_ended;
	pthread_mutex_unlock(&link->lock);

	/* Libraries release what they have in the thread at its very end. */
	if (has_ended)
		pthread_join(link->thread, NULL);
	else
		pthread_detach(link->thread);
}

#else

struct incident_link *incident_link_begin(const struct nats_address *address,
					  const struct remote_options *options,
					  const char *group)
{
	(void)address;
	(void)options;
	(void)group;
	return NULL;
}

void incident_link_declare(struct incident_link *link,
			   struct incident *incident, const char *why,
			   const void *origin)
{
	(void)link;
	(void)incident;
	(void)why;
	(void)origin;
}

bool incident_link_take(struct incident_link *link, struct incident *incident)
{
	(void)link;
	(void)incident;
	return false;
}

void incident_link_end(struct incident_link *link)
{
	(void)link;
}

#endif
