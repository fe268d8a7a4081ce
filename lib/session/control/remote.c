/* remote.c - requests to a controller, with time limits */
#include "session/control/remote.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "base/shm.h"
#include "stream/stream.h"

#define SECOND_NS INT64_C(1000000000)

static const int64_t patience_ns = 5 * SECOND_NS;   /* until it begins */
static const int64_t endurance_ns = 60 * SECOND_NS; /* until it has finished */

static int64_t now(void)
{
	return pxt_clock_ns(CLOCK_MONOTONIC);
}

_Static_assert((int)PXT_MAILBOX_TEXT == (int)PXT_CHOICE_MAX,
	       "any choice can be asked for");

struct question {
	unsigned what;
	const char *text; /* may be NULL */
};

/* Waits for other requests, with a limit. */
static int ask(struct pxt_stream *stream, const struct question *question,
	       int64_t end, uint32_t *request)
{
	struct pxt_mailbox *box = &stream->shared->mailbox;

	while (pxt_mailbox_ask(box, question->what, question->text, request)) {
		if (pxt_stream_is_dead(stream))
			return ESRCH;
		if (now() > end)
			return ETIMEDOUT;
		pxt_mailbox_await_turn(box);
	}
	return 0;
}

/* A stream that is shut down is answered in before it goes; a truncated file
 * has no controller any more. */
static int await(struct pxt_stream *stream, uint32_t request, int64_t begun)
{
	struct pxt_mailbox *box = &stream->shared->mailbox;
	bool taken = false;
	int answer;

	while (pxt_mailbox_await(box, request, &answer)) {
		if (pxt_stream_is_dead(stream))
			return ESRCH;
		if (now() > begun + endurance_ns)
			return EINPROGRESS;
		if (taken || now() <= begun + patience_ns)
			continue;
		if (pxt_mailbox_withdraw(box, request))
			return ETIMEDOUT;
		taken = true;
	}
	return answer;
}

static int ask_once(struct pxt_stream *stream, const struct question *question,
		    int64_t begun)
{
	uint32_t request;
	int err;

	if (pxt_stream_is_dead(stream))
		return ESRCH;
	if (!atomic_load_explicit(&stream->shared->mailbox.open,
				  memory_order_seq_cst))
		return ENOTSUP;
	err = ask(stream, question, begun + patience_ns, &request);
	return err ? err : await(stream, request, now());
}

/* A text that was replaced by another one was not looked at. */
static int steer_stream(struct pxt_stream *stream,
			const struct question *question)
{
	const int64_t begun = now();
	int err;

	do
		err = ask_once(stream, question, begun);
	while (question->text && err == EAGAIN && now() <= begun + patience_ns);
	return question->text && err == EAGAIN ? ETIMEDOUT : err;
}

static int steer_number(uid_t user, pid_t beside, unsigned number,
			const struct question *question)
{
	struct pxt_stream stream;
	int dir, err;

	err = beside ? pxt_shm_find_directory_of(beside, &dir) :
		       pxt_shm_find_users_directory(user, &dir);
	if (err)
		return err;
	err = pxt_stream_open_head(dir, number, &stream);
	close(dir);
	if (err)
		return err;
	err = steer_stream(&stream, question);
	pxt_stream_close(&stream);
	return err;
}

static int steer(uid_t user, pid_t beside, int number,
		 const struct question *question)
{
	int cancel, err;

	if (number < 0 || number >= TRACE_SYS_MAX)
		return ENOENT;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = steer_number(user, beside, (unsigned)number, question);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

int pxt_remote_steer(uid_t user, pid_t beside, int number, int what)
{
	const struct question question = { .what = (unsigned)what };

	if (what < POSIX_TRACE_STEER_START_NP ||
	    what > POSIX_TRACE_STEER_DRAIN_NP)
		return EINVAL;
	return steer(user, beside, number, &question);
}

int pxt_remote_select(uid_t user, pid_t beside, int number,
		      const char *selection)
{
	const struct question question = {
		.what = PXT_REMOTE_SELECT,
		.text = selection ? selection : "",
	};

	if (selection && !pxt_choice_is_sound(selection))
		return EINVAL;
	return steer(user, beside, number, &question);
}
