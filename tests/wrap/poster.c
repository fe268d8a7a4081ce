/*
 * poster.c - a program that sends itself messages, and knows nothing of tracing
 *
 *	poster
 *
 * Each thing happens in a fixed way, so that its events can be counted. What
 * the functions give is compared with what POSIX says, and so is errno. It
 * prints "fine" and exits with 42, or with 77 where there are no queues.
 */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wrap/expectation.h"

enum { SKIPPED = 77, NO_QUEUE = 1 << 20 };

/* No address of anything, as far as the compiler knows. */
static void *volatile nowhere = (void *)16;
static const struct timespec past = { 1, 0 };
static char name[64];

static mqd_t make(void)
{
	struct mq_attr attr = { .mq_maxmsg = 2, .mq_msgsize = 16 };
	mqd_t mq;

	snprintf(name, sizeof(name), "/posixtrace-poster-%d", (int)getpid());
	mq = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &attr);
	if (mq < 0 && (errno == ENOSYS || errno == EACCES)) {
		puts("there are no queues here");
		exit(SKIPPED);
	}
	MUST(mq >= 0);
	return mq;
}

static void post(mqd_t mq)
{
	unsigned priority = 99;
	char to[16];

	errno = NONSENSE;
	MUST(!mq_send(mq, "first", 5, 1));
	MUST(!mq_timedsend(mq, "second", 6, 7, &past));
	MUST(mq_receive(mq, to, sizeof(to), &priority) == 6);
	MUST(priority == 7 && !memcmp(to, "second", 6));
	MUST(mq_timedreceive(mq, to, sizeof(to), NULL, &past) == 5);
	MUST(errno == NONSENSE);
}

static void misuse(mqd_t mq)
{
	unsigned priority = 99;
	char to[16];

	MUST(mq_open("/none/such", O_RDONLY) == -1 && errno == EACCES);
	MUST(mq_unlink("/posixtrace-none") == -1 && errno == ENOENT);
	MUST(mq_timedreceive(mq, to, sizeof(to), &priority, &past) == -1 &&
	     errno == ETIMEDOUT && priority == 99);
	MUST(mq_timedreceive(mq, to, sizeof(to), NULL, nowhere) == -1 &&
	     errno == EFAULT);
	MUST(mq_receive(mq, to, 1, &priority) == -1 && errno == EMSGSIZE);
	MUST(mq_send(mq, to, 17, 0) == -1 && errno == EMSGSIZE);
	MUST(mq_send(NO_QUEUE, nowhere, 1, 0) == -1 && errno == EBADF);
}

static void *receive_cancelled(void *mq)
{
	char to[16];

	MUST(!pthread_cancel(pthread_self()));
	MUST(mq_receive(*(mqd_t *)mq, to, sizeof(to), NULL) >= 0);
	MUST(!"a cancellation point");
	return NULL;
}

static void be_cancelled(mqd_t mq)
{
	pthread_t thread;
	void *value;

	MUST(!pthread_create(&thread, NULL, receive_cancelled, &mq));
	MUST(!pthread_join(thread, &value));
	MUST(value == PTHREAD_CANCELED);
}

int main(void)
{
	mqd_t mq = make(), other = mq_open(name, O_RDONLY);

	MUST(other >= 0 && !mq_close(other));
	post(mq);
	misuse(mq);
	be_cancelled(mq);
	MUST(!mq_unlink(name) && !mq_close(mq));
	MUST(mq_close(mq) == -1 && errno == EBADF);
	puts("fine");
	return STATUS;
}
