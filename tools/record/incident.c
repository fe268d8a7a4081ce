/*
 * incident.c - an incident: the name that saves of several hosts have in common
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "record/incident.h"

static const char heading[] = "posixtrace-incident 1\n";
static const char digits[] = "0123456789";
static const char hex[] = "0123456789abcdef";
static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
			      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			      "0123456789_-";
enum { RANDOM_DIGITS = 8 };

static const int64_t refill_ns = 10000000000;

bool incident_is_name(const char *name)
{
	const size_t len = strlen(name);

	return len && len <= INCIDENT_NAME && strspn(name, letters) == len;
}

void incident_make(struct incident *incident, const char *host, time_t time,
		   uint32_t random, const char *why)
{
	char name[INCIDENT_HOST], clock[20] = "19700101T000000Z";
	struct tm tm;

	snprintf(name, sizeof(name), "%s", *host ? host : "_");
	for (char *at = name; *at; at++)
		if (!strchr(letters, *at))
			*at = '_';
	*incident = (struct incident){ .origin = NULL };
	if (gmtime_r(&time, &tm))
		strftime(clock, sizeof(clock), "%Y%m%dT%H%M%SZ", &tm);
	snprintf(incident->id, INCIDENT_ID, "%.16s-%s-%08" PRIx32, clock, name,
		 random);
	text_tame(incident->why, INCIDENT_WHY, why);
}

size_t incident_write(const struct incident *incident,
		      char message[INCIDENT_MESSAGE])
{
	return (size_t)snprintf(message, INCIDENT_MESSAGE, "%s%s\n%s\n",
				heading, incident->id, incident->why);
}

/* True if those bytes have these letters only. */
static bool consists_of(const char *text, size_t len, const char *of)
{
	return strspn(text, of) >= len;
}

/* An id becomes a part of a file's name. */
static bool is_id(const char *id)
{
	const size_t len = strlen(id);
	const size_t least = 16 + 1 + 1 + 1 + RANDOM_DIGITS;

	return len >= least && len < INCIDENT_ID &&
	       consists_of(id, 8, digits) && id[8] == 'T' &&
	       consists_of(id + 9, 6, digits) && id[15] == 'Z' &&
	       id[16] == '-' && strspn(id, letters) == len &&
	       id[len - RANDOM_DIGITS - 1] == '-' &&
	       consists_of(id + len - RANDOM_DIGITS, RANDOM_DIGITS, hex);
}

bool incident_read(struct incident *incident, const char *message, size_t len)
{
	char text[INCIDENT_MESSAGE];
	char *id, *why, *end;

	if (len >= sizeof(text) || memchr(message, '\0', len))
		return false;
	*incident = (struct incident){ .origin = NULL };
	memcpy(text, message, len);
	text[len] = '\0';
	if (strncmp(text, heading, strlen(heading)) != 0)
		return false;
	id = text + strlen(heading);
	end = strchr(id, '\n');
	if (!end)
		return false;
	*end = '\0';
	why = end + 1;
	end = strchr(why, '\n');
	if (!is_id(id) || !end || end[1])
		return false;
	*end = '\0';
	memcpy(incident->id, id, strlen(id) + 1);
	text_tame(incident->why, INCIDENT_WHY, why);
	return true;
}

bool incidents_known_add(struct incidents_known *known, const char *id)
{
	const size_t held =
		known->count < INCIDENTS_KNOWN ? known->count : INCIDENTS_KNOWN;

	for (size_t i = 0; i < held; i++)
		if (!strcmp(known->id[i], id))
			return false;
	snprintf(known->id[known->count++ % INCIDENTS_KNOWN], INCIDENT_ID, "%s",
		 id);
	return true;
}

bool incidents_rate_take(struct incidents_rate *rate, int64_t now_ns)
{
	int64_t refills;

	if (!rate->last_ns)
		rate->last_ns = now_ns;
	refills = (now_ns - rate->last_ns) / refill_ns;
	rate->last_ns += refills * refill_ns;
	rate->used = rate->used > refills ? rate->used - (unsigned)refills : 0;
	if (rate->used >= INCIDENTS_AT_ONCE)
		return false;
	rate->used++;
	return true;
}
