/*
 * requests.c - a program whose events belong together in pairs
 *
 *	requests [-n REQUESTS]
 *
 * Of requests 0 to n - 1 (1000) those ending in 9 have no reply; the others are
 * replied in blocks of ten, the last one first. Three replies have no request.
 * Then come spans of all kinds, in small numbers that tests know.
 */
#include <err.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

static void request(uint64_t id, unsigned depth)
{
	POSIX_TRACE_RECORD_NP("request",
			      "uint64_t id [[key]];"
			      "unsigned depth [[counter]]; uint16_t half",
			      id, depth, id / 2);
}

static void reply(double id)
{
	POSIX_TRACE_RECORD_NP("reply", "double id [[key]]; uint16_t half", id,
			      (unsigned)id / 2);
}

static void serve(uint64_t first)
{
	for (unsigned i = 0; i < 10; i++)
		request(first + i, i + 1);
	for (unsigned i = 9; i-- > 0;)
		reply((double)(first + i));
}

/* Without a key: one inside of the other. */
static void call(unsigned depth)
{
	POSIX_TRACE_RECORD_NP("call", "[[begin]]; unsigned depth", depth);
	if (depth)
		call(depth - 1);
	POSIX_TRACE_RECORD_NP("call_end", "[[end(call)]]");
}

/* Long texts, which differ at their ends. */
static void copy_files(void)
{
	char path[200];

	memset(path, 'p', sizeof(path));
	path[sizeof(path) - 1] = '\0';
	for (char c = 'a'; c <= 'e'; c++) {
		path[sizeof(path) - 2] = c;
		POSIX_TRACE_RECORD_NP("file_open",
				      "[[begin(file)]]; char *path [[key]]",
				      path);
	}
	for (char c = 'e'; c >= 'b'; c--) {
		path[sizeof(path) - 2] = c;
		POSIX_TRACE_RECORD_NP("file_close",
				      "[[end(file)]]; char *path [[key]]",
				      path);
	}
	POSIX_TRACE_RECORD_NP("file_fail", "[[end(file)]]; char *path [[key]]",
			      "other");
}

/* Not described at all. */
static void lock(void)
{
	trace_event_id_t taken, given;

	if (posix_trace_eventid_open("lock", &taken) ||
	    posix_trace_eventid_open("unlock", &given))
		errx(EXIT_FAILURE, "no events");
	posix_trace_event(taken, NULL, 0);
	posix_trace_event(taken, NULL, 0);
	posix_trace_event(given, NULL, 0);
	posix_trace_event(given, NULL, 0);
}

int main(int argc, char **argv)
{
	uint64_t requests = 1000;
	int option;

	while ((option = getopt(argc, argv, "n:")) != -1) {
		if (option != 'n')
			return EXIT_FAILURE;
		requests = strtoull(optarg, NULL, 10);
	}
	for (uint64_t i = 0; i < requests; i += 10)
		serve(i);
	for (unsigned i = 0; i < 3; i++)
		reply(1e9 + i);
	call(2);
	copy_files();
	lock();
	return EXIT_SUCCESS;
}
