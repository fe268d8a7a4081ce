/*
 * nats_link.c - a connection to NATS servers, made again when it breaks
 */
#include "config.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/remote_options.h"
#include "common/talk.h"
#include "nats/nats_link.h"
#include "nats/nats_login.h"

#ifdef HAVE_NATS

enum {
	CONNECT_MS = 5000,
	RETRY_MS = 500,
	PING_MS = 10000,
	PINGS_OUT = 2,
	WRITE_MS = 20000,
	CLOSE_MS = 5000,
	SERVERS_TEXT = 256,
};

struct nats_link {
	natsOptions *options;
	natsConnection *connection;
	char servers[SERVERS_TEXT]; /* for messages */
	_Atomic bool is_closing;
	_Atomic bool is_closed;
	_Atomic bool is_told;	 /* loss of the connection */
	_Atomic bool is_refused; /* refusal of something by the server */
};

bool nats_link_is_there(void)
{
	return true;
}

const char *nats_link_lacks(void)
{
	return late_nats_load();
}

const char *nats_why(natsStatus status, char why[NATS_WHY])
{
	natsStatus last = NATS_OK;
	const char *text = nats_GetLastError(&last);

	if (!text || !*text || last != status)
		text = natsStatus_GetText(status);
	/* A place in the source of libnats stands before it. */
	else if (*text == '(' && strstr(text, "): "))
		text = strstr(text, "): ") + 3;
	snprintf(why, NATS_WHY, "%s", text);
	why[strcspn(why, "\r\n")] = '\0';
	return why;
}

/* The error of a connection that was not made */
static int explain(natsStatus status, char why[NATS_WHY])
{
	char text[NATS_WHY];

	nats_why(status, text);
	switch (status) {
	case NATS_CONNECTION_AUTH_FAILED:
		snprintf(why, NATS_WHY,
			 "not authorised by the server; --creds says who "
			 "this is");
		return EACCES;
	case NATS_SSL_ERROR:
		snprintf(why, NATS_WHY, "no TLS with this server: %.300s",
			 text);
		return EPROTO;
	case NATS_SECURE_CONNECTION_WANTED:
		snprintf(why, NATS_WHY,
			 "the server has no TLS, which is needed to other "
			 "machines unless --plain is given");
		return EPROTO;
	case NATS_NO_SERVER:
		snprintf(why, NATS_WHY, "no server answers");
		return ECONNREFUSED;
	case NATS_NO_MEMORY:
		snprintf(why, NATS_WHY, "%s", strerror(ENOMEM));
		return ENOMEM;
	default:
		snprintf(why, NATS_WHY, "%s", text);
		return ECONNREFUSED;
	}
}

/* Handlers run in threads of libnats. */

/* Handlers run in threads of libnats; what they did before is seen with the
 * flag. */
static bool is_set(const _Atomic bool *flag)
{
	return atomic_load_explicit(flag, memory_order_acquire);
}

static bool exchange(_Atomic bool *flag, bool value)
{
	return atomic_exchange_explicit(flag, value, memory_order_acq_rel);
}

static void handle_loss(natsConnection *connection, void *closure)
{
	struct nats_link *link = closure;

	(void)connection;
	if (!is_set(&link->is_closing) && !exchange(&link->is_told, true))
		talk("%s: the connection is lost; it is tried again until it "
		     "succeeds",
		     link->servers);
}

static void handle_return(natsConnection *connection, void *closure)
{
	struct nats_link *link = closure;

	(void)connection;
	if (exchange(&link->is_told, false))
		talk("%s: is there again", link->servers);
}

static void handle_close(natsConnection *connection, void *closure)
{
	struct nats_link *link = closure;

	(void)connection;
	exchange(&link->is_closed, true);
}

/* Other errors come from the operations as well. */
static void handle_error(natsConnection *connection, natsSubscription *sub,
			 natsStatus status, void *closure)
{
	struct nats_link *link = closure;

	(void)connection;
	(void)sub;
	if (status == NATS_NOT_PERMITTED)
		exchange(&link->is_refused, true);
}

static natsStatus set_handlers(struct nats_link *link, unsigned flags)
{
	const bool lasts = flags & NATS_LINK_LASTS;
	natsOptions *options = link->options;
	natsStatus status = natsOptions_SetAllowReconnect(options, lasts);

	if (!status && lasts)
		status = natsOptions_SetMaxReconnect(options, -1);
	if (!status)
		status = natsOptions_SetReconnectWait(options, RETRY_MS);
	if (!status && lasts)
		status = natsOptions_SetDisconnectedCB(options, handle_loss,
						       link);
	if (!status && lasts)
		status = natsOptions_SetReconnectedCB(options, handle_return,
						      link);
	if (!status)
		status = natsOptions_SetClosedCB(options, handle_close, link);
	return status ?
		       status :
		       natsOptions_SetErrorHandler(options, handle_error, link);
}

static natsStatus set_servers(struct nats_link *link,
			      const struct nats_address *address,
			      const char *program)
{
	const char *servers[NATS_SERVERS];
	natsOptions *options = link->options;
	natsStatus status;

	for (size_t i = 0; i < address->count; i++)
		servers[i] = address->servers[i];
	status = natsOptions_SetServers(options, servers, (int)address->count);
	if (!status)
		status = natsOptions_SetName(options, program);
	if (!status)
		status = natsOptions_SetTimeout(options, CONNECT_MS);
	if (!status)
		status = natsOptions_SetPingInterval(options, PING_MS);
	if (!status)
		status = natsOptions_SetMaxPingsOut(options, PINGS_OUT);
	if (!status)
		status = natsOptions_SetWriteDeadline(options, WRITE_MS);
	return status;
}

/* Without TLS to this machine, servers that are learned of from others are left
 * alone: they may be elsewhere. */
static natsStatus set_security(struct nats_link *link,
			       const struct nats_address *address,
			       const struct remote_options *remote)
{
	natsOptions *options = link->options;
	natsStatus status = NATS_OK;

	if (!address->is_near && !remote->is_plain)
		status = natsOptions_SetSecure(options, true);
	else if (!remote->is_plain)
		status = natsOptions_SetIgnoreDiscoveredServers(options, true);
	if (!status && remote->ca)
		status = natsOptions_LoadCATrustedCertificates(options,
							       remote->ca);
	if (!status && remote->cert)
		status = natsOptions_LoadCertificatesChain(
			options, remote->cert, remote->key);
	return status;
}

static int set_options(struct nats_link *link,
		       const struct nats_address *address,
		       const struct remote_options *remote, unsigned flags,
		       const char *program, char why[NATS_WHY])
{
	natsStatus status = natsOptions_Create(&link->options);

	if (!status)
		status = set_handlers(link, flags);
	if (!status)
		status = set_servers(link, address, program);
	if (status)
		return explain(status, why);
	status = set_security(link, address, remote);
	if (status) {
		char text[NATS_WHY];

		snprintf(why, NATS_WHY,
			 "the certificates are not usable: %.300s",
			 nats_why(status, text));
		return EACCES;
	}
	return nats_login_set(link->options, remote->creds, why);
}

static int make_connection(struct nats_link *link, char why[NATS_WHY])
{
	natsStatus status =
		natsConnection_Connect(&link->connection, link->options);

	if (status == NATS_SECURE_CONNECTION_REQUIRED) {
		status = natsOptions_SetSecure(link->options, true);
		if (!status)
			status = natsConnection_Connect(&link->connection,
							link->options);
	}
	return status ? explain(status, why) : 0;
}

static void name_servers(struct nats_link *link,
			 const struct nats_address *address)
{
	size_t len = 0;

	for (size_t i = 0; i < address->count && len < SERVERS_TEXT; i++)
		len += (size_t)snprintf(link->servers + len, SERVERS_TEXT - len,
					"%s%s", i ? "," : "",
					address->servers[i] +
						(i ? strlen("nats://") : 0));
}

int nats_link_open(struct nats_link **link, const struct nats_address *address,
		   const struct remote_options *options, unsigned flags,
		   const char *program, char why[NATS_WHY])
{
	struct nats_link *made = calloc(1, sizeof(*made));
	int err;

	if (!made)
		return explain(NATS_NO_MEMORY, why);
	name_servers(made, address);
	err = set_options(made, address, options, flags, program, why);
	if (!err)
		err = make_connection(made, why);
	if (err) {
		nats_link_close(made);
		return err;
	}
	*link = made;
	return 0;
}

/* Handlers know the link, so the last of them is waited for. */
void nats_link_close(struct nats_link *link)
{
	if (!link)
		return;
	exchange(&link->is_closing, true);
	if (link->connection) {
		natsConnection_Close(link->connection);
		for (int ms = 0; !is_set(&link->is_closed) && ms < CLOSE_MS;
		     ms++)
			nats_Sleep(1);
		natsConnection_Destroy(link->connection);
	}
	natsOptions_Destroy(link->options);
	if (is_set(&link->is_closed) || !link->connection)
		free(link);
}

enum nats_link_state nats_link_state(const struct nats_link *link)
{
	switch (natsConnection_Status(link->connection)) {
	case NATS_CONN_STATUS_CONNECTED:
		return NATS_LINK_UP;
	case NATS_CONN_STATUS_DISCONNECTED:
	case NATS_CONN_STATUS_CLOSED:
		return NATS_LINK_CLOSED;
	default:
		return NATS_LINK_DOWN;
	}
}

bool nats_link_take_refusal(struct nats_link *link)
{
	return exchange(&link->is_refused, false);
}

natsConnection *nats_link_connection(struct nats_link *link)
{
	return link->connection;
}

#else

bool nats_link_is_there(void)
{
	return false;
}

const char *nats_link_lacks(void)
{
	return "built without libnats";
}

int nats_link_open(struct nats_link **link, const struct nats_address *address,
		   const struct remote_options *options, unsigned flags,
		   const char *program, char why[NATS_WHY])
{
	(void)link;
	(void)address;
	(void)options;
	(void)flags;
	(void)program;
	snprintf(why, NATS_WHY, "built without libnats");
	return ENOTSUP;
}

void nats_link_close(struct nats_link *link)
{
	(void)link;
}

enum nats_link_state nats_link_state(const struct nats_link *link)
{
	(void)link;
	return NATS_LINK_CLOSED;
}

bool nats_link_take_refusal(struct nats_link *link)
{
	(void)link;
	return false;
}

#endif
