/*
 * link.h - a connection to a server of PostgreSQL
 *
 * Work on it may go on in a thread, while its owner prepares what comes next. All
 * else that is asked of the connection waits until that has ended.
 */
#ifndef SHIP_POSTGRES_LINK_H
#define SHIP_POSTGRES_LINK_H

#include <pthread.h>
#include <stdbool.h>

#include "late/pq.h"
#include "ship/postgres/bytes.h"
#include "ship/store.h"

struct link_work;

struct link {
	PGconn *conn;
	const char *where;	/* borrowed */
	struct link_work *work; /* under way; or NULL */
};

/* Work in a thread, which its owner keeps until it has ended */
struct link_work {
	/* Gets a link of its own, to the same server. Returns an error number. */
	int (*run)(struct link *link, void *argument);
	void *argument;
	/* For link.c */
	struct link link;
	pthread_t thread;
	char *why; /* the message of its error */
	int err;
};

/* True if the URL has a password, which everybody could see who lists
 * processes. */
bool link_has_password(const char *where);

/* Connects. A machine elsewhere has to prove who it is, unless the URL or
 * PGSSLMODE says otherwise. Functions return error numbers, and leave a
 * message. ERANGE: the server refuses a value. */
int link_open(struct link *link, const char *where,
	      const struct store_options *options);
void link_close(struct link *link);

/* Begins work, when other work has ended. */
void link_begin(struct link *link, struct link_work *work);

/* Waits for the end of all work. Returns the error of this one. */
int link_finish(struct link *link, struct link_work *work);

/* False: it is broken. */
bool link_is_up(struct link *link);

/* Sets the message of an error, instead of that of the server. */
void link_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The message of the last error; NULL: none. */
const char *link_why(void);

/* Runs a statement, or several without parameters. */
int link_run(struct link *link, const char *text);

/* Runs a statement with text parameters; the result is to be cleared. NULL: it
 * failed with an error number. */
PGresult *link_ask(struct link *link, const char *text, int count,
		   const char *const *parameter, int *err);

/* Copies the rows that are in the bytes, behind their head, into a table. */
int link_copy(struct link *link, const char *text, const struct bytes *bytes);

#endif
