/*
 * nats_place.h - servers and a stream: nats://HOST[:PORT][,HOST...][/STREAM]
 */
#ifndef NATS_PLACE_H
#define NATS_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* NATS_WHY: bytes of a sentence that says why something failed */
enum { NATS_SERVERS = 16, NATS_STREAM = 33, NATS_WHY = 384 };

struct nats_place {
	char *servers[NATS_SERVERS]; /* nats://HOST:PORT each */
	size_t count;
	char stream[NATS_STREAM]; /* first token of its subjects, too */
	bool is_near;		  /* all servers are on this machine */
};

/* True if that begins like one. */
bool nats_place_is(const char *url);

/* Returns NULL, or a sentence that says why that is none; it has no word of the
 * URL. */
const char *nats_place_parse(struct nats_place *place, const char *url);
void nats_place_fini(struct nats_place *place);

#endif
