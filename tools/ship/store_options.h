/*
 * store_options.h - wishes of the user for a destination
 */
#ifndef SHIP_STORE_OPTIONS_H
#define SHIP_STORE_OPTIONS_H

#include "common/remote_options.h"

struct argp_state;

struct store_options {
	struct remote_options remote;
	bool creates; /* makes what is absent there */
	bool by_day;  /* new tables have a partition for each day */
	unsigned
		replicas; /* number of servers that have a new stream; 0: one */
};

/* What a destination can do with its options, as bits */
enum store_ability {
	STORE_CREATES = 1,	/* --create */
	STORE_PARTITIONS = 2,	/* --partition */
	STORE_REPLICATES = 4,	/* --replicas */
	STORE_CERTIFICATES = 8, /* --ca, --cert, --key */
	STORE_LOGINS = 16,	/* --creds */
	STORE_PLAIN = 32	/* --plain */
};

/* Ends the program if an option was given that does nothing there. kind: what the
 * destination is, for the message. */
void store_options_check(const struct store_options *options,
			 unsigned abilities, const char *kind,
			 const struct argp_state *state);

#endif
