/*
 * session.h - a conversation with servers of NATS, for all logs of a shipper
 *
 * Messages are sent without waiting for each: up to a window of them is not
 * acknowledged yet. The first failure ends the conversation, and nothing is sent
 * behind it: so what the stream has of a log is in order. The next one begins with
 * a single message, until that is acknowledged.
 */
#ifndef SHIP_NATS_SESSION_H
#define SHIP_NATS_SESSION_H

#include <stdint.h>

#include "late/nats.h"
#include "nats/nats_link.h"

enum {
	SESSION_WINDOW = 256,
	SESSION_WINDOW_BYTES = 32 << 20,
	SESSION_INBOX = 64,
};

/* A message that was sent */
struct session_slot {
	uint64_t number; /* all up to this section is there with it; or 0 */
	size_t len;
	bool is_there;
};

struct session {
	struct nats_address address;
	struct nats_link *link; /* NULL: no conversation */
	natsSubscription *answers;
	char inbox[SESSION_INBOX];
	uint64_t epoch; /* number of the conversation */
	struct session_slot slot[SESSION_WINDOW];
	uint64_t sent, there; /* messages; those before are acknowledged */
	size_t bytes;	      /* not acknowledged */
	bool is_checked;      /* the stream was looked for */
	bool is_direct;	      /* stream can be read directly */
	bool is_whole;	      /* its first message is still there, or to come */
	unsigned window;      /* messages, at present */
	uint64_t confirmed;   /* section; see session_slot */
	uint64_t asked;	      /* questions */
	uint64_t duplicates;  /* messages that were there before */
	char why[NATS_WHY];   /* text of the last error; empty: none */
};

/* Returns NULL, or what is wrong with the URL. */
const char *session_init(struct session *session, const char *url);

/* Begins a conversation, if there is none. */
int session_open(struct session *session, const struct remote_options *options);

/* Ends it. */
void session_close(struct session *session);

/* Ends it with an error, which it returns. */
int session_fail(struct session *session, int err, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Sends a message, when there is room in the window. number: the section that is
 * whole with it, or 0. */
int session_send(struct session *session, natsMsg *message, uint64_t number);

/* Makes a message that session_send() takes, with an id. */
int session_message(struct session *session, natsMsg **message,
		    const char *subject, const char *id, const void *data,
		    size_t len);

/* Waits until all is acknowledged. */
int session_wait(struct session *session);

/* Asks something of the server. An error of which the conversation does not die:
 * ENOENT: nobody answers; EACCES: it is not permitted to ask. */
int session_ask(struct session *session, const char *subject, natsMsg **answer);

#endif
