/* check_live_reading.c - a stream becomes full while its reader looks */
#include <check.h>
#include <pthread.h>

#include <trace.h>

#include "base/clock.h"
#include "base/timespec.h"
#include "base/wait.h"
#include "run.h"
#include "sanitizers.h"
#include "session/control/session.h"

/* Fewer of them where a stop takes a time slice: the machine may have much to
 * do. */
enum { STOPS = SANITIZED ? 5000 : 50000, SECONDS = 10 };

static struct pxt_session *session;
static trace_id_t trid;
static _Atomic bool over;

/* What a writer does that finds no chunk, at all times there are: first soon
 * after the stream goes on, then later and later, and from the beginning. */
static void *fill(void *unused)
{
	_Atomic uint32_t *gate = &session->controller.stream.shared->ring.gate;
	unsigned delay = 0;
	uint32_t open;

	while (!over) {
		for (unsigned i = 0; i < delay; i++)
			pxt_relax();
		delay = (delay + 1) % 64;
		open = PXT_GATE_OPEN;
		atomic_compare_exchange_strong(gate, &open,
					       open | PXT_GATE_FULL);
	}
	return unused;
}

static int64_t now_ns(void)
{
	return pxt_clock_ns(CLOCK_MONOTONIC);
}

static trace_event_id_t next_type(void)
{
	struct posix_trace_event_info info;
	int unavailable = 1;
	size_t len;

	if (posix_trace_trygetnext_event(trid, &info, NULL, 0, &len,
					 &unavailable))
		ck_abort_msg("nothing to be read");
	return unavailable ? 0 : info.posix_event_id;
}

/* UNF-08 UNF-10 */
START_TEST(it_says_that_it_stopped_before_it_goes_on)
{
	trace_event_id_t last = POSIX_TRACE_STOP, type;
	trace_attr_t attr;
	pthread_t thread;
	int64_t end;

	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL);
	ck_assert_int_eq(posix_trace_create(0, &attr, &trid), 0);
	ck_assert_int_eq(pxt_session_get(trid, PXT_ACTIVE, &session), 0);
	ck_assert_int_eq(posix_trace_start(trid), 0);
	ck_assert_int_eq(pthread_create(&thread, NULL, fill, NULL), 0);
	end = now_ns() + (int64_t)SECONDS * PXT_NS_PER_S;
	for (int stops = 0; !stops || (stops < STOPS && now_ns() < end);
	     stops += type == POSIX_TRACE_STOP) {
		type = next_type();
		if (type && type == last)
			ck_abort_msg("type %u comes twice", type);
		if (type)
			last = type;
	}
	over = true;
	pthread_join(thread, NULL);
	pxt_session_put(session);
}
END_TEST

static TCase *being_full(void)
{
	TCase *tcase = tcase_create("being full");

	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, it_says_that_it_stopped_before_it_goes_on);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("live_reading");

	suite_add_tcase(suite, being_full());
	return run_suite(suite);
}
