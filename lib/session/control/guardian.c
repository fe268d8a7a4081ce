/* guardian.c - the thread that holds a stream's lifeline */
#include "session/control/guardian.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/helper_thread.h"
#include "base/lifeline.h"
#include "base/wait.h"

enum { BEGINNING, GUARDING, ENDING };

enum { BREATH_NS = 1000000 }; /* minimum between two requests */

struct pxt_guardian {
	struct pxt_lifeline lifeline;
	struct pxt_stream_shared *shared;
	pxt_guardian_serve *serve;
	void *argument;
	_Atomic uint32_t state;
	int err;	/* valid behind BEGINNING */
	bool by_itself; /* closed by the thread itself */
	pthread_t thread;
};

static void change(struct pxt_guardian *guardian, uint32_t state)
{
	atomic_store_explicit(&guardian->state, state, memory_order_seq_cst);
	pxt_wake(&guardian->state);
}

static void await_change(struct pxt_guardian *guardian, uint32_t from)
{
	while (atomic_load_explicit(&guardian->state, memory_order_seq_cst) ==
	       from)
		pxt_wait(&guardian->state, from, NULL);
}

static void wait_for_request(struct pxt_guardian *guardian)
{
	pxt_wait_either(&guardian->state, GUARDING,
			&guardian->shared->mailbox.request, 0);
}

static void guard(struct pxt_guardian *guardian)
{
	while (atomic_load_explicit(&guardian->state, memory_order_seq_cst) ==
	       GUARDING) {
		if (!atomic_load_explicit(&guardian->shared->mailbox.request,
					  memory_order_seq_cst)) {
			wait_for_request(guardian);
			continue;
		}
		guardian->serve(guardian->argument);
		pxt_pause(BREATH_NS);
	}
}

/* The thread */

static void *run(void *argument)
{
	struct pxt_guardian *guardian = argument;

	pxt_helper_thread_name("posixtrace");
	guardian->err = pxt_lifeline_hold(&guardian->lifeline,
					  &guardian->shared->lifeline);
	change(guardian, GUARDING);
	if (guardian->err)
		await_change(guardian, GUARDING);
	else
		guard(guardian);
	if (guardian->by_itself)
		free(guardian);
	else
		pxt_lifeline_release(&guardian->lifeline,
				     &guardian->shared->lifeline);
	return NULL;
}

int pxt_guardian_create(struct pxt_stream_shared *shared,
			pxt_guardian_serve *serve, void *argument,
			struct pxt_guardian **out)
{
	struct pxt_guardian *guardian = calloc(1, sizeof(*guardian));
	int err;

	if (!guardian)
		return ENOMEM;
	guardian->shared = shared;
	guardian->serve = serve;
	guardian->argument = argument;
	err = pxt_helper_thread_start(&guardian->thread,
				      PXT_HELPER_THREAD_STACK, run, guardian);
	if (err) {
		free(guardian);
		return err;
	}
	await_change(guardian, BEGINNING);
	err = guardian->err;
	if (err) {
		pxt_guardian_close(guardian);
		return err;
	}
	*out = guardian;
	return 0;
}

/* The stream is unmapped afterwards, and the thread frees its memory. */
static void close_by_itself(struct pxt_guardian *guardian)
{
	guardian->by_itself = true;
	pxt_lifeline_release(&guardian->lifeline, &guardian->shared->lifeline);
	pthread_detach(guardian->thread);
	change(guardian, ENDING);
}

void pxt_guardian_close(struct pxt_guardian *guardian)
{
	if (!guardian)
		return;
	if (pthread_equal(guardian->thread, pthread_self())) {
		close_by_itself(guardian);
		return;
	}
	change(guardian, ENDING);
	pthread_join(guardian->thread, NULL);
	free(guardian);
}
