/*
 * check_birth.c - children that are born while another thread of their
 * parent is about to learn of a new stream
 *
 * It is stopped where the library opens the stream's file, as that asks for
 * this program's openat().
 */
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>

#include "sanitizers.h"
#include "session/heir.h"

static trace_event_id_t type;
static __thread bool stops; /* the calling thread, at the next stream */
static sem_t stopped, go_on;

static void stop_here(void)
{
	stops = false;
	sem_post(&stopped);
	while (sem_wait(&go_on))
		;
}

int openat(int dir, const char *path, int flags, ...)
{
	mode_t mode;
	va_list more;

	va_start(more, flags);
	mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
	va_end(more);
	if (stops && !strncmp(path, "stream-", 7))
		stop_here();
	return (int)syscall(SYS_openat, dir, path, flags, mode);
}

static void *record_twice(void *argument)
{
	record(type, 1, 0);
	sem_post(&stopped);
	while (sem_wait(&go_on))
		;
	stops = true;
	record(type, 1, 1);
	return argument;
}

static void *record_in_child(void *argument)
{
	record(type, 3, 0);
	return argument;
}

/* Its new thread gets what the parent's had. */
static pid_t make_child(void)
{
	pid_t child = fork();
	pthread_t thread;

	ck_assert_int_ge(child, 0);
	if (child)
		return child;
	record(type, 2, 0);
	/* The race detector takes the parent's thread for one of the child,
	 * whose new thread has its place. */
	if (FINDS_RACES)
		leave(0);
	if (pthread_create(&thread, NULL, record_in_child, NULL) ||
	    pthread_join(thread, NULL))
		leave(1);
	leave(0);
}

/* Which of who has recorded what. */
static unsigned seen(trace_id_t trid)
{
	unsigned seen = 0;
	struct got got;

	while (try_next(trid, &got))
		if (is_user(&got))
			seen |= 1U << (2 * got.mark.who + got.mark.number);
	return seen;
}

enum {
	MAIN = 1,
	BEFORE = 4,
	AFTER = 8,
	CHILD = 16,
	ITS_THREAD = FINDS_RACES ? 0 : 64,
};

START_TEST(a_child_uses_nothing_that_was_half_made)
{
	trace_id_t first = start_family(1 << 16);
	trace_id_t second = start_family(1 << 16);
	trace_id_t third;
	pthread_t thread;

	type = type_of("half");
	sem_init(&stopped, 0, 0);
	sem_init(&go_on, 0, 0);
	record(type, 0, 0);
	assert_ok(pthread_create(&thread, NULL, record_twice, NULL));
	sem_wait(&stopped);

	/* The third has the first's place: when it is opened the second is
	 * known, and not yet counted. */
	assert_ok(posix_trace_shutdown(first));
	third = start_family(1 << 16);
	sem_post(&go_on);
	sem_wait(&stopped);
	assert_exits_0(make_child());
	sem_post(&go_on);
	assert_ok(pthread_join(thread, NULL));

	ck_assert_uint_eq(seen(second),
			  MAIN | BEFORE | AFTER | CHILD | ITS_THREAD);
	ck_assert_uint_eq(seen(third), AFTER | CHILD | ITS_THREAD);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("birth");
	TCase *tcase = tcase_create("birth");

	tcase_add_test(tcase, a_child_uses_nothing_that_was_half_made);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
