/*
 * wrapped.c - a program whose calls are wrapped, and measured beside those that
 * are not
 *
 *	wrapped ROUNDS EVENTS
 *
 * It is started with libposixtrace-wrap.so preloaded for the groups mutex and
 * sem, without which it measures nothing of use. The C library's own functions
 * are found behind it. What was measured goes to standard output.
 */
#include <dlfcn.h>
#include <err.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

#include "child.h"
#include "measure.h"
#include "scene.h"
#include "wrap/wrapped.h"

enum { EVENT, BARE, WRAPPED, SUBJECTS };

/* Functions as the program finds them, and as the C library has them. */
struct locking {
	int (*lock)(pthread_mutex_t *mutex);
	int (*unlock)(pthread_mutex_t *mutex);
};

struct calling {
	int (*signal)(pthread_cond_t *cond);
	int (*try)(sem_t *sem);
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t sem;

static void must(int error, const char *what)
{
	if (error)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(error));
}

static void burst_of_locks(void *arg, unsigned n)
{
	const struct locking locking = *(struct locking *)arg;

	for (unsigned i = 0; i < n; i++) {
		locking.lock(&mutex);
		locking.unlock(&mutex);
	}
}

static void burst_of_signals(void *arg, unsigned n)
{
	const struct calling calling = *(struct calling *)arg;

	for (unsigned i = 0; i < n; i++)
		calling.signal(&cond);
}

static void burst_of_tries(void *arg, unsigned n)
{
	const struct calling calling = *(struct calling *)arg;

	for (unsigned i = 0; i < n; i++)
		calling.try(&sem);
}

static void *find(const char *name)
{
	static void *c;
	void *found;

	if (!c)
		c = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
	found = c ? dlsym(c, name) : NULL;
	if (!found)
		errx(EXIT_FAILURE, "%s: not in the C library", name);
	return found;
}

static double difference(const double *a, const double *b, unsigned n)
{
	double found[MEASURE_ROUNDS_MAX];

	for (unsigned i = 0; i < n; i++)
		found[i] = a[i] - b[i];
	return measure_median(found, n);
}

static double ratio(const struct measure_series *series, unsigned n)
{
	double found[MEASURE_ROUNDS_MAX];

	for (unsigned i = 0; i < n; i++)
		found[i] = (series[WRAPPED].wall[i] - series[BARE].wall[i]) /
			   series[EVENT].wall[i];
	return measure_median(found, n);
}

static void measure_locks(struct wrapped *to, unsigned rounds, unsigned events)
{
	static struct measure_series series[SUBJECTS];
	struct locking bare = { find("pthread_mutex_lock"),
				find("pthread_mutex_unlock") };
	struct locking wrapped = { pthread_mutex_lock, pthread_mutex_unlock };
	struct scene_loop loop = { .len = sizeof(void *) };
	const struct measure_subject subject[SUBJECTS] = {
		[EVENT] = { scene_burst_event, &loop, 1 },
		[BARE] = { burst_of_locks, &bare, 1 },
		[WRAPPED] = { burst_of_locks, &wrapped, 1 },
	};

	must(scene_event(&loop.event), "posix_trace_eventid_open");
	must(scene_compare(subject, SUBJECTS, rounds, events, series),
	     "measuring");
	to->event = measure_median(series[EVENT].wall, rounds);
	to->bare = measure_median(series[BARE].wall, rounds);
	to->recorded =
		difference(series[WRAPPED].wall, series[BARE].wall, rounds);
	to->events = ratio(series, rounds);
}

/* Two ways of doing the same: what the second one takes less. */
static double measure_calls(void (*burst)(void *arg, unsigned n),
			    unsigned rounds, unsigned events)
{
	static struct measure_series series[2];
	struct calling wrapped = { pthread_cond_signal, sem_trywait };
	struct calling bare = { find("pthread_cond_signal"),
				find("sem_trywait") };
	const struct measure_subject subject[] = {
		{ burst, &wrapped, 1 },
		{ burst, &bare, 1 },
	};

	must(scene_compare(subject, 2, rounds, events, series), "measuring");
	return measure_min(series[0].wall, rounds) -
	       measure_min(series[1].wall, rounds);
}

static trace_id_t begin(void)
{
	trace_event_id_t busy;
	trace_event_set_t out;
	trace_id_t trid;

	must(scene_open_loop(SCENE_STREAM_SIZE, &trid), "a stream");
	must(posix_trace_eventid_open("sem_busy", &busy), "sem_busy");
	must(posix_trace_eventset_empty(&out), "an empty set");
	must(posix_trace_eventset_add(busy, &out), "a set");
	must(posix_trace_set_filter(trid, &out, POSIX_TRACE_SET_EVENTSET),
	     "posix_trace_set_filter");
	return trid;
}

int main(int argc, char **argv)
{
	struct wrapped wrapped;
	unsigned rounds, events;
	trace_id_t trid;

	if (argc != 3)
		return EXIT_FAILURE;
	rounds = (unsigned)atoi(argv[1]);
	events = (unsigned)atoi(argv[2]);
	if (!rounds || rounds > MEASURE_ROUNDS_MAX || !events)
		return EXIT_FAILURE;
	sem_init(&sem, 0, 0);
	trid = begin();
	measure_locks(&wrapped, rounds, events);
	wrapped.masked = measure_calls(burst_of_signals, rounds, events);
	wrapped.filtered = measure_calls(burst_of_tries, rounds, events);
	must(posix_trace_shutdown(trid), "posix_trace_shutdown");
	line_send(STDOUT_FILENO, &wrapped, sizeof(wrapped));
	return EXIT_SUCCESS;
}
