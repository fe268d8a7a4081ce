/*
 * remote_options.h - options of a connection to a server: certificates, secrets
 *
 * A command's argp has remote_argp as a child, whose input is a struct
 * remote_options. Secrets are in files; those in an URL would be seen by
 * everybody who lists processes.
 */
#ifndef COMMON_REMOTE_OPTIONS_H
#define COMMON_REMOTE_OPTIONS_H

#include <stdbool.h>

struct argp;

/* Names are borrowed; NULL: not given. */
struct remote_options {
	const char *ca;	   /* certificates trusted besides the system's */
	const char *cert;  /* certificate of this side, with its chain */
	const char *key;   /* key of cert */
	const char *creds; /* a file with a name and a secret */
	bool is_plain;	   /* a connection that leaves the machine may do
			    * without TLS */
};

extern const struct argp remote_argp;

/* True if nothing leaves the machine: localhost, an address 127.*, ::1, with or
 * without brackets. Names are not looked up. */
bool remote_is_loopback(const char *host);

/* True if what stands before the first slash behind SCHEME:// has an at sign:
 * a user, and perhaps a secret. Such an URL is not to be repeated in messages. */
bool remote_names_user(const char *url);

#endif
