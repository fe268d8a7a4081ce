/*
 * nats_address.h - servers and a stream: nats://HOST[:PORT][,HOST...][/STREAM]
 */
#ifndef NATS_ADDRESS_H
#define NATS_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

/* NATS_WHY: bytes of a sentence that says why something failed */
enum { NATS_SERVERS = 16, NATS_STREAM = 33, NATS_WHY = 384 };

struct nats_address {
	char *servers[NATS_SERVERS]; /* nats://HOST:PORT each */
	size_t count;
	char stream[NATS_STREAM]; /* first token of its subjects, too */
	bool is_near;		  /* all servers are on this machine */
};

/* True if that begins like one. */
bool nats_address_is(const char *url);

/* Returns NULL, or a sentence that says what is wrong with the URL, without
 * repeating any of it. */
const char *nats_address_parse(struct nats_address *address, const char *url);
void nats_address_fini(struct nats_address *address);

#endif
