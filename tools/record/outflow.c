/*
 * outflow.c - copying a growing log into a pipe
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "common/thread.h"
#include "record/outflow.h"

enum { BLOCK = 65536 };

/* The pipe may be non-blocking. */
static int wait_for_room(int fd)
{
	struct pollfd room = { .fd = fd, .events = POLLOUT };

	return poll(&room, 1, -1) < 0 && errno != EINTR ? errno : 0;
}

static int write_all(int fd, const char *data, size_t len)
{
	ssize_t done;
	int err;

	while (len) {
		done = write(fd, data, len);
		if (done >= 0) {
			data += done;
			len -= (size_t)done;
			continue;
		}
		if (errno == EINTR)
			continue;
		if (errno != EAGAIN)
			return errno;
		err = wait_for_room(fd);
		if (err)
			return err;
	}
	return 0;
}

/* Without holes in its file system the file takes more room. */
static void give_back(const struct outflow *flow, uint64_t at, ssize_t len)
{
	fallocate(flow->from, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
		  (off_t)at, (off_t)len);
}

static int copy(const struct outflow *flow, uint64_t *done, uint64_t upto)
{
	char block[BLOCK];
	ssize_t len;
	int err;

	while (*done < upto) {
		const uint64_t left = upto - *done;

		len = pread(flow->from, block, left < BLOCK ? left : BLOCK,
			    (off_t)*done);
		if (len < 0 && errno == EINTR)
			continue;
		if (len <= 0)
			return len ? errno : EIO;
		err = write_all(flow->to, block, (size_t)len);
		if (err)
			return err;
		give_back(flow, *done, len);
		*done += (uint64_t)len;
	}
	return 0;
}

static void *run(void *argument)
{
	struct outflow *flow = argument;
	uint64_t done = 0, upto;
	int err = 0;

	pthread_mutex_lock(&flow->lock);
	while (!err) {
		while (flow->upto == done && !flow->ending)
			pthread_cond_wait(&flow->news, &flow->lock);
		upto = flow->upto;
		if (upto == done)
			break;
		pthread_mutex_unlock(&flow->lock);
		err = copy(flow, &done, upto);
		pthread_mutex_lock(&flow->lock);
	}
	flow->error = err;
	pthread_mutex_unlock(&flow->lock);
	return NULL;
}

int outflow_begin(struct outflow *flow, int from, int to)
{
	*flow = (struct outflow){
		.from = from,
		.to = to,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.news = PTHREAD_COND_INITIALIZER,
	};
	return thread_start(&flow->thread, run, flow);
}

int outflow_push(struct outflow *flow, uint64_t upto)
{
	int err;

	pthread_mutex_lock(&flow->lock);
	if (upto > flow->upto)
		flow->upto = upto;
	err = flow->error;
	pthread_cond_signal(&flow->news);
	pthread_mutex_unlock(&flow->lock);
	return err;
}

int outflow_end(struct outflow *flow)
{
	pthread_mutex_lock(&flow->lock);
	flow->ending = true;
	pthread_cond_signal(&flow->news);
	pthread_mutex_unlock(&flow->lock);
	pthread_join(flow->thread, NULL);
	return flow->error;
}
