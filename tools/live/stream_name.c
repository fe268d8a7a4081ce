/*
 * stream_name.c - names of streams in users' notation
 */
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live/stream_name.h"

static bool parse_number(const char *text, int *number)
{
	if (!*text || text[strspn(text, "0123456789")] || strlen(text) > 4)
		return false;
	*number = atoi(text);
	return true;
}

static bool parse_user(const char *name, uid_t *user)
{
	const struct passwd *entry = getpwnam(name);
	char *end;

	if (entry) {
		*user = entry->pw_uid;
		return true;
	}
	if (*name < '0' || *name > '9')
		return false;
	*user = (uid_t)strtoul(name, &end, 10);
	return !*end;
}

bool stream_name_parse(const char *name, uid_t *user, int *number)
{
	const char *slash = strchr(name, '/');
	char owner[256];

	*user = geteuid();
	if (!slash)
		return parse_number(name, number);
	if (slash - name >= (long)sizeof(owner))
		return false;
	memcpy(owner, name, (size_t)(slash - name));
	owner[slash - name] = '\0';
	return parse_user(owner, user) && parse_number(slash + 1, number);
}
