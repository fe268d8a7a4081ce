/* mailbox.c - a word with a request and its answer, and a text */
#include "stream/mailbox.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/crc32c.h"
#include "base/wait.h"

enum {
	WHAT = 0x7f,
	TAKEN = 0x80,
	ANSWER = 0xff,
	TICKET_SHIFT = 8,
	WHILE_NS = 100000000,
	TEXT_WORDS = PXT_MAILBOX_TEXT / sizeof(uint64_t),
};

static bool change(_Atomic uint32_t *word, uint32_t from, uint32_t to)
{
	return atomic_compare_exchange_strong_explicit(
		word, &from, to, memory_order_acq_rel, memory_order_relaxed);
}

static uint32_t ticket_of(uint32_t word)
{
	return word >> TICKET_SHIFT;
}

static _Atomic uint32_t *place_of(struct pxt_mailbox *box, uint32_t request)
{
	return &box->answer[ticket_of(request) % PXT_MAILBOX_ANSWERS];
}

static void wait_while(_Atomic uint32_t *word, uint32_t value)
{
	const int64_t end = pxt_clock_ns(CLOCK_REALTIME) + WHILE_NS;
	const struct timespec until = {
		.tv_sec = end / 1000000000,
		.tv_nsec = end % 1000000000,
	};

	pxt_wait(word, value, &until);
}

/* Texts */

static uint32_t seal_of(uint32_t ticket, const uint64_t words[TEXT_WORDS])
{
	return pxt_crc32c(ticket, words, PXT_MAILBOX_TEXT);
}

static void put_text(struct pxt_mailbox *box, uint32_t request,
		     const char *text)
{
	const uint32_t ticket = ticket_of(request);
	struct pxt_mailbox_text *to = &box->text[ticket % PXT_MAILBOX_ANSWERS];
	uint64_t words[TEXT_WORDS] = { 0 };

	memcpy(words, text, strnlen(text, PXT_MAILBOX_TEXT - 1));
	for (size_t i = 0; i < TEXT_WORDS; i++)
		atomic_store_explicit(&to->word[i], words[i],
				      memory_order_relaxed);
	atomic_store_explicit(&to->seal, seal_of(ticket, words),
			      memory_order_relaxed);
}

bool pxt_mailbox_text(const struct pxt_mailbox *box, uint32_t request,
		      char text[PXT_MAILBOX_TEXT])
{
	const uint32_t ticket = ticket_of(request);
	const struct pxt_mailbox_text *from =
		&box->text[ticket % PXT_MAILBOX_ANSWERS];
	uint64_t words[TEXT_WORDS];

	for (size_t i = 0; i < TEXT_WORDS; i++)
		words[i] = atomic_load_explicit(&from->word[i],
						memory_order_relaxed);
	memcpy(text, words, PXT_MAILBOX_TEXT);
	return atomic_load_explicit(&from->seal, memory_order_relaxed) ==
		       seal_of(ticket, words) &&
	       memchr(text, '\0', PXT_MAILBOX_TEXT);
}

/* Requests */

/* No ticket is zero, as a place without an answer is. */
static uint32_t draw_ticket(struct pxt_mailbox *box)
{
	uint32_t word;
	int tries = 0;

	do
		word = (atomic_fetch_add_explicit(&box->ticket, 1,
						  memory_order_seq_cst) +
			1)
		       << TICKET_SHIFT;
	while (!word || (atomic_load_explicit(place_of(box, word),
					      memory_order_relaxed) &&
			 ++tries < PXT_MAILBOX_ANSWERS));
	return word;
}

int pxt_mailbox_ask(struct pxt_mailbox *box, unsigned what, const char *text,
		    uint32_t *request)
{
	uint32_t word;

	/* A request that has to wait must not touch the text of another. */
	if (atomic_load_explicit(&box->request, memory_order_seq_cst))
		return EAGAIN;
	word = draw_ticket(box) | (what & WHAT);
	if (text)
		put_text(box, word, text);
	if (!change(&box->request, 0, word))
		return EAGAIN;
	pxt_wake(&box->request);
	*request = word;
	return 0;
}

void pxt_mailbox_await_turn(struct pxt_mailbox *box)
{
	const uint32_t now =
		atomic_load_explicit(&box->request, memory_order_seq_cst);

	if (now)
		wait_while(&box->request, now);
}

static bool is_answered(struct pxt_mailbox *box, uint32_t request,
			uint32_t *word)
{
	*word = atomic_load_explicit(place_of(box, request),
				     memory_order_acquire);
	return ticket_of(*word) == ticket_of(request);
}

int pxt_mailbox_await(struct pxt_mailbox *box, uint32_t request, int *answer)
{
	uint32_t word;

	if (!is_answered(box, request, &word))
		wait_while(place_of(box, request), word);
	if (!is_answered(box, request, &word))
		return EAGAIN;
	*answer = (int)(word & ANSWER);
	change(place_of(box, request), word, 0);
	return 0;
}

bool pxt_mailbox_withdraw(struct pxt_mailbox *box, uint32_t request)
{
	if (!change(&box->request, request, 0))
		return false;
	pxt_wake(&box->request);
	return true;
}

/* A request marked as taken without a taker is damage. */
unsigned pxt_mailbox_take(struct pxt_mailbox *box, uint32_t *request)
{
	uint32_t word =
		atomic_load_explicit(&box->request, memory_order_seq_cst);

	if (word & TAKEN || !(word & WHAT)) {
		if (word)
			change(&box->request, word, 0);
		return 0;
	}
	if (!change(&box->request, word, word | TAKEN))
		return 0;
	*request = word | TAKEN;
	return word & WHAT;
}

void pxt_mailbox_answer(struct pxt_mailbox *box, uint32_t request, int answer)
{
	const uint32_t word =
		(request & ~(uint32_t)ANSWER) | (uint32_t)(answer & ANSWER);

	atomic_store_explicit(place_of(box, request), word,
			      memory_order_release);
	pxt_wake(place_of(box, request));
	change(&box->request, request, 0);
	pxt_wake(&box->request);
}
