/*
 * incident.h - an incident: the name that saves of several hosts have in common
 *
 * A message says it in three lines, which anybody may have written:
 *
 *	posixtrace-incident 1
 *	20261123T204512Z-HOST-0123abcd
 *	crash (Segmentation fault)
 */
#ifndef INCIDENT_H
#define INCIDENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum {
	INCIDENT_HOST = 33,			  /* with the null */
	INCIDENT_ID = 16 + 1 + INCIDENT_HOST + 9, /* with the null */
	INCIDENT_WHY = 128,
	INCIDENT_MESSAGE = 256,
	INCIDENT_NAME = 64, /* bytes of a group's name */
};

struct incident {
	char id[INCIDENT_ID];
	char why[INCIDENT_WHY];
	int64_t made_ns; /* CLOCK_MONOTONIC, of this host's */
	const void
		*origin; /* the recorder that has saved it already, or NULL */
};

/* True for letters, digits, - and _, 64 at most. */
bool incident_is_name(const char *name);

/* Makes an incident of this host, at that time. random: by chance. */
void incident_make(struct incident *incident, const char *host, time_t time,
		   uint32_t random, const char *why);

/* The message. Returns its length. */
size_t incident_write(const struct incident *incident,
		      char message[INCIDENT_MESSAGE]);

/* Takes a message. False: it is none, or has what no name of a file may have. */
bool incident_read(struct incident *incident, const char *message, size_t len);

/* Incidents that are known: each of them is one. */
enum { INCIDENTS_KNOWN = 64 };

struct incidents_known {
	char id[INCIDENTS_KNOWN][INCIDENT_ID];
	size_t count;
};

/* True if it was not known; it is now. */
bool incidents_known_add(struct incidents_known *known, const char *id);

/* A limit of rate: four at once, and one more every ten seconds. */
enum { INCIDENTS_AT_ONCE = 4 };

struct incidents_rate {
	int64_t last_ns; /* time of the last refill; 0: never asked */
	unsigned used;
};

/* True if there is room for one more. now_ns: of a clock that does not jump. */
bool incidents_rate_take(struct incidents_rate *rate, int64_t now_ns);

#endif
