/*
 * collector_url.h - where a collector of OpenTelemetry is
 *
 *	otlp+http://HOST[:4318][/PREFIX], otlp+https://...
 */
#ifndef SHIP_OTLP_COLLECTOR_URL_H
#define SHIP_OTLP_COLLECTOR_URL_H

#include <stdbool.h>
#include <stddef.h>

#include "common/remote_options.h"

enum { COLLECTOR_URL = 512 };

/* The same as users of HTTP write it, without a slash at the end */
struct collector_url {
	char base[COLLECTOR_URL];
};

/* False: built without libcurl. */
bool collector_url_is_there(void);

/* True if that names a collector. */
bool collector_url_is(const char *where);

/* True if such a name asks for TLS. */
bool collector_url_is_secure(const char *where);

/* Parses it. Returns NULL, or why there cannot be such a collector. */
const char *collector_url_parse(struct collector_url *url, const char *where,
				const struct remote_options *options);

#endif
