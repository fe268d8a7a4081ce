/*
 * mailbox.h - requests of other processes to a stream's controller
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
 * is there when others ask already. An answer is stored before the word becomes
 * zero (release), and read behind that (acquire); then its place becomes zero. A
 * ticket whose place has an answer that was not read is passed over, unless all
 * places have one: some of these may be of askers that died.
 *
 * A request may have a text: it is put into the place of its ticket before the
 * word (release), sealed by a checksum of both, and copied behind take
 * (acquire). No lock is held for it, which somebody could die with: who puts a
 * text into a place that is in use, as he has slept since he saw the word zero,
 * breaks the seal, and the request whose text that was is answered EAGAIN.
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

enum {
	PXT_MAILBOX_ANSWERS = 8,
	PXT_MAILBOX_TEXT = 1024, /* bytes, with the null character */
};

/* Copied word by word: another process may be writing. */
struct pxt_mailbox_text {
	_Atomic uint64_t word[PXT_MAILBOX_TEXT / sizeof(uint64_t)];
	_Atomic uint32_t seal;
};

struct pxt_mailbox {
	_Atomic uint32_t open;	  /* the controller answers */
	_Atomic uint32_t ticket;  /* last ticket */
	_Atomic uint32_t request; /* futex */
	_Atomic uint32_t answer[PXT_MAILBOX_ANSWERS]; /* futexes */
	struct pxt_mailbox_text text[PXT_MAILBOX_ANSWERS];
};

/* For clients. text: NULL, or less than PXT_MAILBOX_TEXT bytes. EAGAIN: another
 * request is pending; try again later. */
int pxt_mailbox_ask(struct pxt_mailbox *box, unsigned what, const char *text,
		    uint32_t *request);
void pxt_mailbox_await_turn(struct pxt_mailbox *box);

/* Waits a while for an answer. EAGAIN: none yet. */
int pxt_mailbox_await(struct pxt_mailbox *box, uint32_t request, int *answer);

/* Takes the request back. False: the controller has taken it. */
bool pxt_mailbox_withdraw(struct pxt_mailbox *box, uint32_t request);

/* For the controller: takes a request. 0: none. */
unsigned pxt_mailbox_take(struct pxt_mailbox *box, uint32_t *request);

/* Copies the text of a taken request. False: overwritten, or none. */
bool pxt_mailbox_text(const struct pxt_mailbox *box, uint32_t request,
		      char text[PXT_MAILBOX_TEXT]);

/* answer: an error number, or 0. */
void pxt_mailbox_answer(struct pxt_mailbox *box, uint32_t request, int answer);

#endif
