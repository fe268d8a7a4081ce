/* live.c - what the importer's modules tell of a trace, for posixtrace */
#include "firmware/rkh/live.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include <trace_np.h>

#include "base/utf8.h"
#include "format/bounded_text.h"
#include "format/trace.h"

enum {
	FORMS = 1024,	 /* names to try */
	NAME_ROOM = 200, /* bytes of a name that the process keeps whole */
};

/* A name has one description in a process: events of another form get the name
 * with a number behind it. */
trace_event_id_t pxt_trace_type(struct pxt_trace *trace, const char *name,
				const char *description)
{
	trace_event_id_t type = 0;
	char other[64];
	struct pxt_bounded_text text = { .at = other, .size = sizeof(other) };
	int err;

	(void)trace;
	pxt_bounded_text_put(&text, name, NULL);
	for (unsigned form = 2; form < FORMS; form++) {
		if (posix_trace_eventid_open(other, &type))
			return POSIX_TRACE_UNNAMED_USEREVENT;
		err = posix_trace_eventid_describe_np(type, description);
		if (err != EEXIST)
			return type;
		text.len = 0;
		pxt_bounded_text_format(&text, "%s:%u", name, form);
	}
	return POSIX_TRACE_UNNAMED_USEREVENT;
}

static struct {
	const struct pxt_rkh_symbols *symbols;
	struct timespec begin;
	bool is_begin; /* names are told for the begin */
} session;

void pxt_rkh_live_begin(const struct pxt_rkh_symbols *symbols)
{
	session.symbols = symbols;
	clock_gettime(CLOCK_REALTIME, &session.begin);
}

void pxt_trace_now(struct pxt_trace *trace, uint64_t ns)
{
	(void)trace;
	session.is_begin = session.symbols && ns == session.symbols->begin_ns;
}

/* Returns the name, or its beginning in room: a long one would be refused, or
 * lose its beginning, while the importer cuts the end. */
static const char *cut(const char *name, char room[NAME_ROOM + 1])
{
	size_t len;

	if (strnlen(name, NAME_ROOM + 1) <= NAME_ROOM)
		return name;
	len = pxt_utf8_cut(name, NAME_ROOM);
	memcpy(room, name, len);
	room[len] = '\0';
	return room;
}

void pxt_trace_object(struct pxt_trace *trace, pid_t pid, uint64_t address,
		      const char *kind, const char *name, const char *details)
{
	char room[NAME_ROOM + 1];

	(void)trace;
	(void)pid;
	name = cut(name, room);
	if (session.is_begin)
		posix_trace_object_register_since_np(kind, address, name,
						     details, &session.begin);
	else
		posix_trace_object_register_np(kind, address, name, details);
}

/* Threads are those of Linux. */

void pxt_trace_thread(struct pxt_trace *trace, pid_t pid, pid_t tid,
		      const char *name)
{
	(void)trace;
	(void)pid;
	(void)tid;
	(void)name;
}

const char *pxt_trace_named(const struct pxt_trace *trace, pid_t pid,
			    uint64_t address, const char *kind, bool any)
{
	(void)trace;
	(void)pid;
	(void)address;
	(void)kind;
	(void)any;
	return NULL;
}

/* The log tells its system itself. */

void pxt_trace_system(struct pxt_trace *trace, const char *format, ...)
{
	(void)trace;
	(void)format;
}

void pxt_trace_note(struct pxt_trace *trace, const char *key,
		    const char *format, ...)
{
	(void)trace;
	(void)key;
	(void)format;
}

void pxt_trace_tell(struct pxt_trace *trace, const char *format, ...)
{
	(void)trace;
	(void)format;
}
