/*
 * ticker.c - a program for tests of the command: events, and proof of them
 *
 *	ticker [-t [-f]] [-c FILE] [-n TICKS] [-s BYTES] [-u MICROSECONDS]
 *
 * Two threads record an event "tick" each with the text "THREAD COUNT", COUNT
 * from 1, every millisecond or so (-u 0: without a pause), until they have
 * made -n of them or somebody kills the program. -s fills the text up with
 * dots.
 *
 * With -t it traces itself, as a flight recorder without a log; with -f into a small
 * stream that records until it is full.
 *
 * After each event its COUNT is stored in FILE, two 64-bit numbers of the
 * machine, one for each thread: whatever FILE says was recorded by then, even
 * if the program is killed.
 */
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <trace_np.h>

enum { THREADS = 2, TEXT_MAX = 65536, SMALL = 16384 };

struct options {
	const char *counts;
	uint64_t ticks;
	size_t size;
	useconds_t pause;
	bool traced, until_full;
};

struct ticker {
	const struct options *options;
	trace_event_id_t event;
	unsigned number;
	_Atomic uint64_t *count;
};

/* The counts, in FILE or in nothing but memory. */
static _Atomic uint64_t *map_counts(const char *path)
{
	size_t size = THREADS * sizeof(uint64_t);
	void *memory;
	int fd = -1;

	if (path) {
		fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
		if (fd < 0 || ftruncate(fd, (off_t)size))
			err(EXIT_FAILURE, "%s", path);
	}
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
		      MAP_SHARED | (path ? 0 : MAP_ANONYMOUS), fd, 0);
	if (memory == MAP_FAILED)
		err(EXIT_FAILURE, "mmap");
	return memory;
}

static void *tick(void *argument)
{
	const struct ticker *ticker = argument;
	const struct options *options = ticker->options;
	static _Thread_local char text[TEXT_MAX];

	memset(text, '.', sizeof(text));
	for (uint64_t n = 1; !options->ticks || n <= options->ticks; n++) {
		size_t len = (size_t)sprintf(text, "%u %llu", ticker->number,
					     (unsigned long long)n);

		if (options->size > len)
			text[len] = '.';
		posix_trace_event(ticker->event, text,
				  options->size > len ? options->size : len);
		atomic_store_explicit(ticker->count, n, memory_order_release);
		if (options->pause)
			usleep(options->pause);
	}
	return NULL;
}

static void trace_itself(const struct options *options)
{
	trace_attr_t attr;
	trace_id_t trid;

	if (posix_trace_attr_init(&attr) ||
	    posix_trace_attr_setname(&attr, "flight") ||
	    posix_trace_attr_setorphan_np(&attr, POSIX_TRACE_ORPHAN_RUN_NP) ||
	    (options->until_full &&
	     (posix_trace_attr_setstreamsize(&attr, SMALL) ||
	      posix_trace_attr_setstreamfullpolicy(&attr,
						   POSIX_TRACE_UNTIL_FULL))) ||
	    posix_trace_create(0, &attr, &trid) || posix_trace_start(trid))
		errx(EXIT_FAILURE, "posix_trace_create");
}

static void parse(int argc, char **argv, struct options *options)
{
	int option;

	while ((option = getopt(argc, argv, "c:fn:s:tu:")) != -1) {
		switch (option) {
		case 'c':
			options->counts = optarg;
			break;
		case 'f':
			options->until_full = true;
			break;
		case 'n':
			options->ticks = strtoull(optarg, NULL, 10);
			break;
		case 's':
			options->size = strtoull(optarg, NULL, 10);
			break;
		case 't':
			options->traced = true;
			break;
		case 'u':
			options->pause = (useconds_t)strtoul(optarg, NULL, 10);
			break;
		default:
			exit(EXIT_FAILURE);
		}
	}
	if (options->size > TEXT_MAX)
		errx(EXIT_FAILURE, "-s: too long");
}

int main(int argc, char **argv)
{
	struct options options = { .pause = 1000 };
	struct ticker tickers[THREADS];
	pthread_t threads[THREADS];
	_Atomic uint64_t *counts;
	trace_event_id_t event;

	parse(argc, argv, &options);
	counts = map_counts(options.counts);
	if (options.traced)
		trace_itself(&options);
	if (posix_trace_eventid_open("tick", &event))
		errx(EXIT_FAILURE, "posix_trace_eventid_open");

	for (unsigned i = 0; i < THREADS; i++) {
		tickers[i] = (struct ticker){ &options, event, i, &counts[i] };
		if (pthread_create(&threads[i], NULL, tick, &tickers[i]))
			errx(EXIT_FAILURE, "pthread_create");
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return EXIT_SUCCESS;
}
