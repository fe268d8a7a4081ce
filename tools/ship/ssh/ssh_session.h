/*
 * ssh_session.h - a program that gathers on another machine, reached by ssh
 *
 * All logs go through one, which stays from one to the next. The first failure
 * ends it; the next opening begins another one.
 */
#ifndef SHIP_SSH_SSH_SESSION_H
#define SHIP_SSH_SSH_SESSION_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "ship/frame.h"
#include "ship/ssh/ssh_address.h"

enum { SSH_WHY = 256 };

/* Zero at first, except address. */
struct ssh_session {
	struct ssh_address address;
	pid_t pid; /* 0: ssh does not run */
	int in, out;
	uint64_t epoch; /* number of the conversation */
	uint32_t logs;	/* numbers of logs given in it */
	char why[SSH_WHY];
};

/* Begins a conversation, unless there is one. Functions return error numbers;
 * after each but those of an answer the session has ended. */
int ssh_session_open(struct ssh_session *session);

/* Ends it, so that the next opening begins another. */
void ssh_session_end(struct ssh_session *session);

/* Sends a frame, with its bytes. */
int ssh_session_send(struct ssh_session *session, const struct frame *frame,
		     const void *bytes);

/* Waits for the answer to that frame. The error that it has is returned. */
int ssh_session_answer(struct ssh_session *session, const struct frame *asked,
		       struct frame *answer);

#endif
