/*
 * nats_address.c - servers and a stream of an URL
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/remote_options.h"
#include "nats/nats_address.h"

#define SCHEME "nats://"

static const char name_bytes[] = "abcdefghijklmnopqrstuvwxyz"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				 "0123456789-_";

enum { HOST = 256, PORT_DEFAULT = 4222, PORT_MOST = 65535 };

bool nats_address_is(const char *url)
{
	return !strncmp(url, SCHEME, strlen(SCHEME));
}

/* Takes the port behind a host. 0: that is none. */
static unsigned long parse_port(const char *text, size_t len)
{
	unsigned long port = 0;

	if (!len)
		return PORT_DEFAULT;
	if (len < 2 || len > 6 || *text != ':')
		return 0;
	for (size_t i = 1; i < len; i++) {
		if (text[i] < '0' || text[i] > '9')
			return 0;
		port = 10 * port + (unsigned long)(text[i] - '0');
	}
	return port <= PORT_MOST ? port : 0;
}

/* Bytes of the host that begins there; 0: none. */
static size_t host_len(const char *text, size_t len)
{
	const char *end;
	size_t host;

	if (*text != '[') {
		for (host = 0; host < len; host++)
			if (text[host] != '.' &&
			    !memchr(name_bytes, text[host],
				    sizeof(name_bytes) - 1))
				break;
		return host;
	}
	end = memchr(text, ']', len);
	if (!end)
		return 0;
	host = (size_t)(end + 1 - text);
	return strspn(text + 1, "0123456789abcdefABCDEF:.") == host - 2 ? host :
									  0;
}

static const char *add_server(struct nats_address *address, const char *text,
			      size_t len)
{
	const size_t host = host_len(text, len);
	const unsigned long port = parse_port(text + host, len - host);
	char name[HOST];

	if (!host || host >= HOST || !port)
		return "servers are HOST or HOST:PORT, with commas between "
		       "them";
	if (address->count == NATS_SERVERS)
		return "too many servers";
	memcpy(name, text, host);
	name[host] = '\0';
	if (asprintf(&address->servers[address->count], SCHEME "%s:%lu", name,
		     port) < 0)
		return "out of memory";
	address->count++;
	address->is_near &= remote_is_loopback(name);
	return NULL;
}

static const char *set_stream(struct nats_address *address, const char *name)
{
	const size_t len = strlen(name);

	if (len >= NATS_STREAM || strspn(name, name_bytes) != len)
		return "a stream has a name of letters, digits, - and _, 32 at "
		       "most";
	strcpy(address->stream, len ? name : "posixtrace");
	return NULL;
}

static const char *parse(struct nats_address *address, const char *url)
{
	const char *at = url + strlen(SCHEME);
	const char *wrong;
	size_t len;

	if (!nats_address_is(url))
		return "not an URL of NATS";
	if (remote_names_user(url))
		return "names and secrets do not belong into an URL, which "
		       "others see, but into a file: --creds FILE";
	for (;; at++) {
		len = strcspn(at, ",/");
		wrong = add_server(address, at, len);
		if (wrong)
			return wrong;
		at += len;
		if (*at != ',')
			break;
	}
	return set_stream(address, *at ? at + 1 : at);
}

const char *nats_address_parse(struct nats_address *address, const char *url)
{
	const char *wrong;

	*address = (struct nats_address){ .is_near = true };
	wrong = parse(address, url);
	if (wrong)
		nats_address_fini(address);
	return wrong;
}

void nats_address_fini(struct nats_address *address)
{
	while (address->count)
		free(address->servers[--address->count]);
}
