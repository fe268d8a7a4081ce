/*
 * collector_url.c - where a collector of OpenTelemetry is
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "ship/otlp/collector_url.h"

static const char prefix[] = "otlp+";
static const char plain[] = "http://", secure[] = "https://";

bool collector_url_is_there(void)
{
#ifdef HAVE_CURL
	return true;
#else
	return false;
#endif
}

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

bool collector_url_is(const char *where)
{
	return begins(where, prefix) &&
	       (begins(where + strlen(prefix), plain) ||
		begins(where + strlen(prefix), secure));
}

bool collector_url_is_secure(const char *where)
{
	return begins(where + strlen(prefix), secure);
}

/* True if there are only characters that an URL may have, and no question. */
static bool is_sound(const char *text)
{
	for (; *text; text++)
		if (*text <= ' ' || *text == 0x7f || strchr("\\\"<>?#", *text))
			return false;
	return true;
}

/* The port behind a host, with its colon; NULL: a wrong one. "": none. */
static const char *find_port(const char *authority)
{
	const char *bracket = strchr(authority, ']');
	const char *colon = strchr(bracket ? bracket : authority, ':');
	const char *port = colon ? colon + 1 : "1";
	const size_t len = strlen(port);

	if ((*authority == '[') != !!bracket ||
	    (bracket && bracket[1] && bracket[1] != ':'))
		return NULL;
	if (!len || len > 5 || strspn(port, "0123456789") != len)
		return NULL;
	return colon ? colon : "";
}

static bool ends(const char *text, const char *end)
{
	const size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && !strcmp(text + len - end_len, end);
}

static void compose(struct collector_url *url, const char *scheme,
		    const char *authority, const char *path)
{
	size_t len = strlen(path);

	while (len && path[len - 1] == '/')
		len--;
	snprintf(url->base, sizeof(url->base), "%s%s%s%.*s", scheme, authority,
		 *find_port(authority) ? "" : ":4318", (int)len, path);
}

const char *collector_url_parse(struct collector_url *url, const char *where,
				const struct remote_options *options)
{
	const bool is_secure = collector_url_is_secure(where);
	const char *scheme = is_secure ? secure : plain;
	const char *rest = where + strlen(prefix) + strlen(scheme);
	const size_t len = strcspn(rest, "/");
	char authority[COLLECTOR_URL / 2], host[COLLECTOR_URL / 2];
	const char *port;

	if (remote_names_user(where))
		return "names and secrets belong into ~/.netrc";
	if (!len || len >= sizeof(authority) ||
	    strlen(rest) > COLLECTOR_URL / 2 || !is_sound(rest))
		return "no such URL";
	snprintf(authority, sizeof(authority), "%.*s", (int)len, rest);
	port = find_port(authority);
	if (!port)
		return "no such port";
	snprintf(host, sizeof(host), "%.*s",
		 (int)(strlen(authority) - strlen(port)), authority);
	if (!*host)
		return "no such URL";
	if (!is_secure && !options->is_plain && !remote_is_loopback(host))
		return "another machine needs otlp+https://, or --plain";
	compose(url, scheme, authority, rest + len);
	return ends(url->base, "/v1/traces") || ends(url->base, "/v1/logs") ?
		       "/v1/traces and /v1/logs are added, and not given" :
		       NULL;
}
