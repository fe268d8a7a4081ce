/*
 * link.c - a connection to a server of PostgreSQL
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/thread.h"
#include "ship/postgres/link.h"

/* Parameters of a connection, in the order in which the later ones count. */
struct parameters {
	const char *key[16], *value[16];
	int count;
};

static void set(struct parameters *parameters, const char *key,
		const char *value)
{
	if (!value)
		return;
	parameters->key[parameters->count] = key;
	parameters->value[parameters->count++] = value;
}

static const char *find(const PQconninfoOption *options, const char *key)
{
	for (; options && options->keyword; options++)
		if (!strcmp(options->keyword, key) && options->val &&
		    *options->val)
			return options->val;
	return NULL;
}

bool link_has_password(const char *where)
{
	PQconninfoOption *options = PQconninfoParse(where, NULL);
	const bool has =
		find(options, "password") || find(options, "sslpassword");

	PQconninfoFree(options);
	return has;
}

/* Errors */

/* Classes of states that tell of a value, not of the server: its kind or size,
 * a condition that it does not meet, or what a trigger says. */
static bool is_refusal(const char *state)
{
	static const char *const classes[] = { "22", "23", "54", "P0" };

	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (!strncmp(state, classes[i], 2))
			return true;
	return !strcmp(state, "XX000");
}

static int number_of(const char *state)
{
	if (!state)
		return EIO;
	if (!strcmp(state, "53100"))
		return ENOSPC;
	if (is_refusal(state))
		return ERANGE;
	if (!strcmp(state, "42501") || !strncmp(state, "28", 2))
		return EACCES;
	return EIO;
}

/* The last message of a thread; "": none */
static _Thread_local char said[256];

/* The first line of a message; the others are hints. */
static void tell(const char *message)
{
	link_say("%s", message);
	said[strcspn(said, "\n")] = '\0';
}

void link_say(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(said, sizeof(said), format, list);
	va_end(list);
}

const char *link_why(void)
{
	return *said ? said : NULL;
}

static int fail(const struct link *link, const PGresult *result)
{
	if (PQstatus(link->conn) == CONNECTION_BAD) {
		tell(PQerrorMessage(link->conn));
		return ENOTCONN;
	}
	tell(result ? PQresultErrorMessage(result) :
		      PQerrorMessage(link->conn));
	return number_of(result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) :
				  NULL);
}

/* Work */

static void *run_work(void *argument)
{
	struct link_work *work = argument;

	*said = '\0';
	work->err = work->run(&work->link, work->argument);
	work->why = work->err && *said ? strdup(said) : NULL;
	return NULL;
}

static void wait_for_work(struct link *link)
{
	if (!link->work)
		return;
	pthread_join(link->work->thread, NULL);
	link->work = NULL;
}

void link_begin(struct link *link, struct link_work *work)
{
	sigset_t all, before;
	int err;

	wait_for_work(link);
	work->link = *link;
	/* Signals are for the thread that waits for them. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = thread_start(&work->thread, run_work, work);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (err)
		run_work(work);
	else
		link->work = work;
}

int link_finish(struct link *link, struct link_work *work)
{
	wait_for_work(link);
	if (work->why)
		tell(work->why);
	free(work->why);
	work->why = NULL;
	return work->err;
}

/* Connecting */

/* libpq does not say what is wrong with a certificate. */
static void tell_refusal(const char *message)
{
	static const char failed[] = "certificate verify failed";
	const char *found = strstr(message, failed);

	if (found)
		link_say("%.*s: no authority that is trusted here vouches for "
			 "it, or its time is over",
			 (int)(found - message) + (int)sizeof(failed) - 1,
			 message);
	else
		tell(message);
}

static bool stays_here(const char *host)
{
	return !host || !*host || *host == '/' || *host == '@' ||
	       remote_is_loopback(host);
}

/* Several hosts have commas between them. */
static bool all_stay_here(const char *hosts)
{
	char *copy = strdup(hosts ? hosts : ""), *rest = copy, *host;
	bool stay = copy;

	while (stay && (host = strsep(&rest, ",")))
		stay = stays_here(host);
	free(copy);
	return stay;
}

static void set_security(struct parameters *parameters,
			 const PQconninfoOption *given,
			 const struct store_options *options)
{
	const char *host = find(given, "hostaddr");

	if (!host)
		host = find(given, "host");
	if (!host)
		host = getenv("PGHOSTADDR") ? getenv("PGHOSTADDR") :
					      getenv("PGHOST");
	if (!find(given, "service") && !getenv("PGSERVICE") &&
	    !getenv("PGSSLMODE") && !options->remote.is_plain &&
	    !all_stay_here(host))
		set(parameters, "sslmode", "verify-full");
	set(parameters, "sslrootcert", options->remote.ca);
	set(parameters, "sslcert", options->remote.cert);
	set(parameters, "sslkey", options->remote.key);
}

/* A service file may name a machine elsewhere. */
static int check_security(const struct link *link,
			  const PQconninfoOption *given,
			  const struct store_options *options)
{
	if (PQsslInUse(link->conn) || stays_here(PQhost(link->conn)) ||
	    options->remote.is_plain || find(given, "sslmode") ||
	    getenv("PGSSLMODE"))
		return 0;
	link_say("without TLS, and it leaves this machine; --plain permits "
		 "that");
	return EACCES;
}

static int connect_to(struct link *link, const PQconninfoOption *given,
		      const struct store_options *options)
{
	struct parameters parameters = { .count = 0 };

	set(&parameters, "connect_timeout", "10");
	set(&parameters, "fallback_application_name", "posixtrace");
	set(&parameters, "keepalives_idle", "30");
	set(&parameters, "keepalives_interval", "10");
	set(&parameters, "keepalives_count", "3");
	set_security(&parameters, given, options);
	set(&parameters, "dbname", link->where);
	set(&parameters, "client_encoding", "UTF8");
	link->conn = PQconnectdbParams(parameters.key, parameters.value, 1);
	if (!link->conn)
		return ENOMEM;
	if (PQstatus(link->conn) == CONNECTION_OK)
		return check_security(link, given, options);
	tell_refusal(PQerrorMessage(link->conn));
	return PQconnectionUsedPassword(link->conn) ||
			       PQconnectionNeedsPassword(link->conn) ?
		       EACCES :
		       ENOTCONN;
}

static void ignore(void *context, const PGresult *result)
{
	(void)context;
	(void)result;
}

int link_open(struct link *link, const char *where,
	      const struct store_options *options)
{
	char *why = NULL;
	PQconninfoOption *given = PQconninfoParse(where, &why);
	int err;

	*link = (struct link){ .where = where };
	*said = '\0';
	if (!given) {
		tell(why ? why : strerror(ENOMEM));
		PQfreemem(why);
		return EINVAL;
	}
	err = connect_to(link, given, options);
	PQconninfoFree(given);
	if (link->conn)
		PQsetNoticeReceiver(link->conn, ignore, NULL);
	if (err)
		link_close(link);
	return err;
}

void link_close(struct link *link)
{
	wait_for_work(link);
	PQfinish(link->conn);
	link->conn = NULL;
}

bool link_is_up(struct link *link)
{
	wait_for_work(link);
	return PQstatus(link->conn) == CONNECTION_OK;
}

/* Statements */

static bool is_done(const PGresult *result)
{
	const ExecStatusType status = PQresultStatus(result);

	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
	       status == PGRES_EMPTY_QUERY;
}

int link_run(struct link *link, const char *text)
{
	PGresult *result;
	int err;

	wait_for_work(link);
	result = PQexec(link->conn, text);
	err = is_done(result) ? 0 : fail(link, result);
	PQclear(result);
	return err;
}

PGresult *link_ask(struct link *link, const char *text, int count,
		   const char *const *parameter, int *err)
{
	PGresult *result;

	wait_for_work(link);
	result = PQexecParams(link->conn, text, count, NULL, parameter, NULL,
			      NULL, 0);
	*err = is_done(result) ? 0 : fail(link, result);
	if (!*err)
		return result;
	PQclear(result);
	return NULL;
}

static int send_all(struct link *link, const struct bytes *bytes)
{
	enum { PIECE = 1 << 20 };
	static const char end[2] = { -1, -1 };
	size_t at = 0;

	while (at < bytes->len) {
		const size_t len =
			bytes->len - at < PIECE ? bytes->len - at : PIECE;

		if (PQputCopyData(link->conn, bytes->text + at, (int)len) < 0)
			return fail(link, NULL);
		at += len;
	}
	return PQputCopyData(link->conn, end, sizeof(end)) < 0 ||
			       PQputCopyEnd(link->conn, NULL) < 0 ?
		       fail(link, NULL) :
		       0;
}

int link_copy(struct link *link, const char *text, const struct bytes *bytes)
{
	PGresult *result;
	int err;

	wait_for_work(link);
	result = PQexec(link->conn, text);
	err = PQresultStatus(result) == PGRES_COPY_IN ? 0 : fail(link, result);
	PQclear(result);
	if (!err)
		err = send_all(link, bytes);
	if (err)
		return err;
	while ((result = PQgetResult(link->conn))) {
		if (!err && !is_done(result))
			err = fail(link, result);
		PQclear(result);
	}
	return err;
}
