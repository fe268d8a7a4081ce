/*
 * talker.c - a program for tests of the command: events when a test wants them
 *
 * Each line of standard input, "ask NUMBER" or "answer NUMBER", is an event of
 * that name, with the number as its key; so is "wait NUMBER", the beginning of
 * waiting for the lock of that number. The line is written to standard output
 * once the event is recorded.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trace_np.h>

static void say(const char *word, uint64_t id)
{
	if (!strcmp(word, "ask"))
		POSIX_TRACE_RECORD_NP("ask", "uint64_t id [[key]]", id);
	else if (!strcmp(word, "wait"))
		POSIX_TRACE_RECORD_NP("wait",
				      "[[begin(lock)]];"
				      "uint64_t lock [[object(mutex)]]",
				      id);
	else
		POSIX_TRACE_RECORD_NP("answer", "uint64_t id [[key]]", id);
}

int main(void)
{
	unsigned long long id;
	char word[8];

	while (scanf("%7s %llu", word, &id) == 2) {
		say(word, id);
		printf("%s %llu\n", word, id);
		fflush(stdout);
	}
	return EXIT_SUCCESS;
}
