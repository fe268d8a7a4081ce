/*
 * mailbox.h - what other processes ask of a stream's controller
 *
 * One word of shared memory holds one request: who asks puts it there, if the
 * word is zero; the controller takes it, does what it says, and answers.
 *
 *	0 --ask--> request --take--> taken --answer--> 0
 *	              |
 *	              +--withdraw--> 0
 *
 * All of these are compare-and-swaps of the whole word. A request has a ticket,
 * which its answer repeats: an answer's place is that of its ticket, so that it
 * is there for a while when others ask already. An answer is stored before the
 * word becomes zero (release), and read behind that (acquire).
 *
 * Whoever may write to the stream may ask, or scribble: what comes of that is
 * no more than the stream's user may ask anyhow. Should who asks die, its
 * request is answered like any other, and nobody reads the answer.
 */
#ifndef PXT_STREAM_MAILBOX_H
#define PXT_STREAM_MAILBOX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { PXT_MAILBOX_ANSWERS = 8 };

struct pxt_mailbox {
	_Atomic uint32_t open;	  /* a controller answers */
	_Atomic uint32_t ticket;  /* the last that was drawn */
	_Atomic uint32_t request; /* futex */
	_Atomic uint32_t answer[PXT_MAILBOX_ANSWERS]; /* futexes */
};

/* Who asks. EAGAIN: somebody else is asking; wait for that, and try again. */
int pxt_mailbox_ask(struct pxt_mailbox *box, unsigned what, uint32_t *request);
void pxt_mailbox_await_turn(struct pxt_mailbox *box);

/* Wait for an answer, for a while. EAGAIN: none yet. */
int pxt_mailbox_await(struct pxt_mailbox *box, uint32_t request, int *answer);

/* Take the request back. false: the controller has taken it. */
bool pxt_mailbox_withdraw(struct pxt_mailbox *box, uint32_t request);

/* The controller. What is asked, or 0: nothing. */
unsigned pxt_mailbox_take(struct pxt_mailbox *box, uint32_t *request);

/* answer: an error number, or 0. */
void pxt_mailbox_answer(struct pxt_mailbox *box, uint32_t request, int answer);

#endif
