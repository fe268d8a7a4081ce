/*
 * nats_login.c - who a client of NATS is, from a file
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nats/nats_login.h"

#ifdef HAVE_NATS

enum { FILE_MOST = 64 << 10 };

struct login {
	const char *user, *password, *token;
};

/* Returns an error number. */
static int read_file(const char *file, char text[FILE_MOST])
{
	const int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	size_t len = 0;
	ssize_t n = 0;
	int err = 0;

	if (fd < 0)
		return errno;
	do {
		len += (size_t)n;
		n = read(fd, text + len, FILE_MOST - 1 - len);
	} while (n > 0);
	if (n < 0)
		err = errno;
	close(fd);
	text[len] = '\0';
	return !err && strlen(text) != len ? EINVAL : err;
}

/* False: a word that is not known, or has no value. */
static bool parse(struct login *login, char *text)
{
	char *rest, *word = strtok_r(text, " \t\r\n", &rest);

	for (; word; word = strtok_r(NULL, " \t\r\n", &rest)) {
		const char *value = strtok_r(NULL, " \t\r\n", &rest);

		if (!value)
			return false;
		if (!strcmp(word, "login") || !strcmp(word, "user"))
			login->user = value;
		else if (!strcmp(word, "password"))
			login->password = value;
		else if (!strcmp(word, "token"))
			login->token = value;
		else
			return false;
	}
	return login->token ? !login->user && !login->password :
			      login->user && login->password;
}

static natsStatus set_words(natsOptions *options, const struct login *login)
{
	if (login->token)
		return natsOptions_SetToken(options, login->token);
	return natsOptions_SetUserInfo(options, login->user, login->password);
}

/* Takes what the file has. The sentence never repeats any of it. */
static int take(natsOptions *options, const char *file, char *text,
		char why[NATS_WHY])
{
	struct login login = { .user = NULL };
	natsStatus status;

	if (strstr(text, "-BEGIN NATS USER JWT-")) {
		status = natsOptions_SetUserCredentialsFromFiles(options, file,
								 NULL);
	} else if (parse(&login, text)) {
		status = set_words(options, &login);
	} else {
		snprintf(why, NATS_WHY,
			 "%.200s: neither a file of nsc, nor \"login NAME "
			 "password SECRET\", nor \"token SECRET\"",
			 file);
		return EINVAL;
	}
	if (!status)
		return 0;
	snprintf(why, NATS_WHY, "%.200s: %s", file, natsStatus_GetText(status));
	return EINVAL;
}

int nats_login_set(natsOptions *options, const char *file, char why[NATS_WHY])
{
	char *text;
	int err;

	if (!file)
		return 0;
	text = malloc(FILE_MOST);
	err = text ? read_file(file, text) : ENOMEM;
	if (err)
		snprintf(why, NATS_WHY, "%.200s: %s", file, strerror(err));
	else
		err = take(options, file, text, why);
	if (text)
		explicit_bzero(text, FILE_MOST);
	free(text);
	return err;
}

#else

/* ISO C wants a declaration in each source. */
typedef int nats_login_is_absent;

#endif
