/*
 * nats_link.h - a connection to NATS servers, made again when it breaks
 *
 *	struct nats_address address; // nats_address_parse(&address, url)
 *	struct remote_options options;  // input of remote_argp, see common/
 *	struct nats_link *link;
 *	char why[NATS_WHY];
 *
 *	err = nats_link_open(&link, &address, &options, "gather", why);
 *	if (err)
 *		talk("%s: %s", url, why);    // once more later, or the end
 *	else
 *		use(nats_link_connection(link));
 *
 * TLS is used, and the certificate and the host's name are checked, if a server
 * is on another machine, or asks for it; --plain waives the first. With the flag
 * NATS_LINK_LASTS a link that breaks is made again, for as long as it takes; both
 * are told once. It is closed for good only if the server refuses who it is
 * twice: its owner opens another one then. Without the flag a broken link stays
 * broken: its owner knows better what to say then.
 *
 * libnats runs threads, which tell the state: a process that forks goes on
 * without them in the child.
 */
#ifndef NATS_LINK_H
#define NATS_LINK_H

#include <stdbool.h>

#ifdef HAVE_NATS
#include "late/nats.h"
#endif

#include "nats/nats_address.h"

struct remote_options;
struct nats_link;

enum nats_link_flags { NATS_LINK_LASTS = 1 };

enum nats_link_state {
	NATS_LINK_UP,
	NATS_LINK_DOWN,	  /* being made again */
	NATS_LINK_CLOSED, /* for good */
};

/* False: built without libnats; nats_link_open() gives ENOTSUP then. */
bool nats_link_is_there(void);

/* Before all functions of libnats. Returns NULL, or a sentence that says why it is
 * not to be had: built without, or not installed. */
const char *nats_link_lacks(void);

/* Tries each server once. Returns an error number, with a sentence in `why`:
 * EACCES: who it is, or a file, is refused; EPROTO: TLS or its certificate;
 * ECONNREFUSED: no server answers. program: as the server lists it; name: of the
 * address in messages, NULL: from address. */
int nats_link_open(struct nats_link **link, const struct nats_address *address,
		   const struct remote_options *options, unsigned flags,
		   const char *program, char why[NATS_WHY]);
void nats_link_close(struct nats_link *link);

enum nats_link_state nats_link_state(const struct nats_link *link);

/* True if the server has refused something this side may not do, since the last
 * call. */
bool nats_link_take_refusal(struct nats_link *link);

#ifdef HAVE_NATS
natsConnection *nats_link_connection(struct nats_link *link);

/* Puts what a function of libnats, called just now by this thread, says of its
 * error into `why`, as one line; returns it. */
const char *nats_why(natsStatus status, char why[NATS_WHY]);
#endif

#endif
