/* guardian.c - the thread that holds a stream's lifeline */
#include "session/guardian.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/helper_thread.h"
#include "base/lifeline.h"
#include "base/wait.h"

enum { BEGINNING, GUARDING, ENDING };

struct pxt_guardian {
	struct pxt_lifeline lifeline;
	_Atomic uint32_t *word; /* the stream's */
	_Atomic uint32_t state;
	int err; /* behind BEGINNING */
	pthread_t thread;
};

static void change(struct pxt_guardian *guardian, uint32_t state)
{
	atomic_store(&guardian->state, state);
	pxt_wake(&guardian->state);
}

static void await_change(struct pxt_guardian *guardian, uint32_t from)
{
	while (atomic_load(&guardian->state) == from)
		pxt_wait(&guardian->state, from, NULL);
}

static void *run(void *argument)
{
	struct pxt_guardian *guardian = argument;

	guardian->err =
		pxt_lifeline_hold(&guardian->lifeline, guardian->word);
	change(guardian, GUARDING);
	await_change(guardian, GUARDING);
	pxt_lifeline_release(&guardian->lifeline, guardian->word);
	return NULL;
}

int pxt_guardian_create(struct pxt_stream *stream, struct pxt_guardian **out)
{
	struct pxt_guardian *guardian = calloc(1, sizeof(*guardian));
	int err;

	if (!guardian)
		return ENOMEM;
	guardian->word = &stream->shared->lifeline;
	err = pxt_helper_thread_start(&guardian->thread, "posixtrace", run,
				      guardian);
	if (err) {
		free(guardian);
		return err;
	}
	await_change(guardian, BEGINNING);
	err = guardian->err;
	if (err)
		pxt_guardian_close(guardian);
	else
		*out = guardian;
	return err;
}

void pxt_guardian_close(struct pxt_guardian *guardian)
{
	if (!guardian)
		return;
	change(guardian, ENDING);
	pthread_join(guardian->thread, NULL);
	free(guardian);
}
