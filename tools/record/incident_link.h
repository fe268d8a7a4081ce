/*
 * incident_link.h - incidents to and from other hosts, over NATS
 *
 * A thread of its own connects, publishes and listens: whoever records never
 * waits for a server. What comes is bounded: messages that are none are counted,
 * and so are incidents beyond a limit of rate.
 */
#ifndef INCIDENT_LINK_H
#define INCIDENT_LINK_H

#include "common/remote_options.h"
#include "nats/nats_address.h"
#include "record/incident.h"

struct incident_link;

/* Begins to connect; once for a process. Signals stay blocked as they are for the caller. Arguments
 * are borrowed; group NULL: the default. NULL: no thread, which is reported. */
struct incident_link *incident_link_begin(const struct nats_address *address,
					  const struct remote_options *options,
					  const char *group);

/* Makes an incident of this host, and publishes it, unless there were too many:
 * the incident is this host's alone then. origin: see there. */
void incident_link_declare(struct incident_link *link,
			   struct incident *incident, const char *why,
			   const void *origin);

/* True if this host, or another one, has declared an incident that was not taken
 * before. */
bool incident_link_take(struct incident_link *link, struct incident *incident);

/* Reports messages that were refused. Waits for incidents that are on their way,
 * two seconds at most. */
void incident_link_end(struct incident_link *link);

#endif
