/*
 * stream_name.c - names of streams in users' notation
 */
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/pid.h"
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

static bool parse_beside(const char *text, const char *at,
			 struct stream_name *name)
{
	char number[8];

	if (at - text >= (long)sizeof(number))
		return false;
	memcpy(number, text, (size_t)(at - text));
	number[at - text] = '\0';
	return parse_number(number, &name->number) &&
	       pid_parse(at + 1, &name->beside);
}

bool stream_name_parse(const char *text, struct stream_name *name)
{
	const char *slash = strchr(text, '/'), *at = strchr(text, '@');
	char owner[256];

	*name = (struct stream_name){ .user = geteuid() };
	if (!slash && at)
		return parse_beside(text, at, name);
	if (!slash)
		return parse_number(text, &name->number);
	if (slash - text >= (long)sizeof(owner))
		return false;
	memcpy(owner, text, (size_t)(slash - text));
	owner[slash - text] = '\0';
	return parse_user(owner, &name->user) &&
	       parse_number(slash + 1, &name->number);
}

bool stream_name_means(const struct stream_name *name,
		       const struct posix_trace_stream_np *stream)
{
	if (stream->number != name->number || stream->beside != name->beside)
		return false;
	return name->beside || stream->user == name->user;
}
