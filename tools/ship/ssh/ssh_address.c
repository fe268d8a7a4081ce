/*
 * ssh_address.c - a directory of another machine: ssh:HOST:DIR
 */
#include <stdio.h>
#include <string.h>

#include "ship/ssh/ssh_address.h"

static const char prefix[] = "ssh:";

bool ssh_address_is(const char *where)
{
	return !strncmp(where, prefix, sizeof(prefix) - 1);
}

/* True if ssh takes it for a host, and for nothing else. */
static bool is_host(const char *host, size_t len)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyz"
					 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
					 "0123456789._-@%:";

	return len && len < SSH_HOST && *host != '-' &&
	       strspn(host, characters) >= len;
}

/* Puts a text as one word of a shell: in it, nothing but ' has a meaning. */
static char *quote(char *at, const char *text)
{
	*at++ = '\'';
	for (; *text; text++) {
		if (*text == '\'')
			at = stpcpy(at, "'\\'");
		*at++ = *text;
	}
	return stpcpy(at, "'");
}

const char *ssh_address_parse(struct ssh_address *address, const char *where)
{
	const char *host = where + sizeof(prefix) - 1;
	const bool is_bracketed = *host == '[';
	const char *end;
	size_t len;

	host += is_bracketed;
	end = strstr(host, is_bracketed ? "]:" : ":");
	if (!end || !is_host(host, (size_t)(end - host)))
		return "ssh:HOST:DIR names a host and a directory";
	len = (size_t)(end - host);
	memcpy(address->host, host, len);
	address->host[len] = '\0';
	end += is_bracketed ? 2 : 1;
	if (!*end || strlen(end) >= SSH_FOLDER || strpbrk(end, "\n\r"))
		return "ssh:HOST:DIR names a host and a directory";
	quote(stpcpy(address->command, "exec posixtrace gather -q - --to="),
	      end);
	return NULL;
}
