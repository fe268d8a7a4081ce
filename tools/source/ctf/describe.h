/*
 * describe.h - the description of an event type, of its members
 */
#ifndef SOURCE_CTF_DESCRIBE_H
#define SOURCE_CTF_DESCRIBE_H

#include <trace_np.h>

#include "source/ctf/meanings.h"
#include "source/ctf/members.h"

/* The members of an event as fields. */
struct ctf_layout {
	struct ctf_members members;
	size_t kept;   /* members with a field of their own */
	int tail;      /* the sequence behind all others; -1: none */
	bool has_rest; /* the others are one text */
};

/* Takes the description of a trace that posixtrace has written, from its URI.
 * False: it is no such trace, or does not fit its members. */
bool ctf_describe_by_uri(struct ctf_layout *layout, const char *uri,
			 char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1]);

/* Makes the description, and decides which members have a field of their own,
 * and which one is the tail. meaning: may be NULL. */
void ctf_describe(struct ctf_layout *layout, const struct ctf_meaning *meaning,
		  char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1]);

#endif
