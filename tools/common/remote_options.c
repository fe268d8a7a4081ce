/*
 * remote_options.c - options of a connection to a server
 */
#include <argp.h>
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "common/misuse.h"
#include "common/command.h"
#include "common/remote_options.h"

enum {
	OPTION_CA = 0x2000,
	OPTION_CERT,
	OPTION_KEY,
	OPTION_CREDS,
	OPTION_PLAIN,
	HOST_MOST = 64
};

static const struct argp_option option_table[] = {
	{ "ca", OPTION_CA, "FILE", 0, "trust these certificates, too", 20 },
	{ "cert", OPTION_CERT, "FILE", 0, "this side's certificate", 20 },
	{ "key", OPTION_KEY, "FILE", 0, "the key of --cert", 20 },
	{ "creds", OPTION_CREDS, "FILE", 0, "name and secret", 20 },
	{ "plain", OPTION_PLAIN, NULL, 0, "without TLS, also to other machines",
	  20 },
	{ 0 },
};

static void check(const struct remote_options *options,
		  struct argp_state *state)
{
	if (!options->cert != !options->key)
		misuse(state, "--cert and --key go together");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct remote_options *options = state->input;

	switch (key) {
	case OPTION_CA:
		options->ca = arg;
		return 0;
	case OPTION_CERT:
		options->cert = arg;
		return 0;
	case OPTION_KEY:
		options->key = arg;
		return 0;
	case OPTION_CREDS:
		options->creds = arg;
		return 0;
	case OPTION_PLAIN:
		options->is_plain = true;
		return 0;
	case ARGP_KEY_END:
		check(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp remote_argp = { .options = option_table, .parser = parse };

/* The host without its brackets. False: it is too long for an address. */
static bool unwrap(char address[HOST_MOST], const char *host)
{
	size_t len = strlen(host);

	if (len > 2 && host[0] == '[' && host[len - 1] == ']') {
		host++;
		len -= 2;
	}
	if (len >= HOST_MOST)
		return false;
	memcpy(address, host, len);
	address[len] = '\0';
	return true;
}

bool remote_is_loopback(const char *host)
{
	char address[HOST_MOST];
	struct in6_addr six;
	struct in_addr four;

	if (!unwrap(address, host))
		return false;
	if (inet_pton(AF_INET, address, &four) == 1)
		return ntohl(four.s_addr) >> 24 == 127;
	if (inet_pton(AF_INET6, address, &six) == 1)
		return IN6_IS_ADDR_LOOPBACK(&six);
	return !strcasecmp(address, "localhost");
}

bool remote_names_user(const char *url)
{
	const char *host = strstr(url, "://");

	host = host ? host + 3 : url;
	return memchr(host, '@', strcspn(host, "/?#")) != NULL;
}
