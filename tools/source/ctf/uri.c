/*
 * uri.c - descriptions in a trace that posixtrace has written
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/ctf/uri.h"

static const char scheme[] = "posixtrace:";

static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			    "0123456789-._~:[](),;=*";

char *ctf_uri_make(const char *description)
{
	char *uri = malloc(sizeof(scheme) + 3 * strlen(description));
	char *at = uri;

	if (!uri)
		return NULL;
	at += sprintf(at, "%s", scheme);
	for (; *description; description++)
		if (strchr(plain, *description))
			*at++ = *description;
		else
			at += sprintf(at, "%%%02X",
				      (unsigned char)*description);
	*at = '\0';
	return uri;
}

bool ctf_uri_parse(const char *uri, char *description, size_t size)
{
	size_t len = 0;
	unsigned byte;

	if (strncmp(uri, scheme, sizeof(scheme) - 1))
		return false;
	for (uri += sizeof(scheme) - 1; *uri && len + 1 < size; uri++) {
		byte = (unsigned char)*uri;
		if (*uri == '%') {
			if (strspn(uri + 1, "0123456789ABCDEF") < 2 ||
			    sscanf(uri + 1, "%2x", &byte) != 1 || !byte)
				return false;
			uri += 2;
		}
		description[len++] = (char)byte;
	}
	description[len] = '\0';
	return !*uri;
}
