/* open_logs.c - the handles of logs that are open */
#include "firmware/aix/open_logs.h"

#include <stdlib.h>

static struct __trc_log *first;	   /* the logs that are open */
static uintptr_t last;		   /* handle */
static pthread_mutex_t mutex =	   /* guards both, and of logs: next, handle, */
	PTHREAD_MUTEX_INITIALIZER; /* users */

static void lock(void)
{
	pthread_mutex_lock(&mutex);
}

static void unlock(void)
{
	pthread_mutex_unlock(&mutex);
}

/* A child may be born while another thread looks for a handle. */
__attribute__((constructor)) static void watch_forks(void)
{
	pthread_atfork(lock, unlock, unlock);
}

trc_log_handle_t open_logs_add(struct __trc_log *log)
{
	pthread_mutex_init(&log->lock, NULL);
	log->users = 1; /* the handle */
	lock();
	log->handle = (trc_log_handle_t)++last;
	log->next = first;
	first = log;
	unlock();
	return log->handle;
}

/* The place of the log in the list; it has NULL where the handle is not open. */
static struct __trc_log **find(trc_log_handle_t handle)
{
	struct __trc_log **at = &first;

	while (*at && (*at)->handle != handle)
		at = &(*at)->next;
	return at;
}

/* It may have been closed while the caller waited for its turn. */
struct __trc_log *open_logs_get(trc_log_handle_t handle)
{
	struct __trc_log *log;

	lock();
	log = *find(handle);
	if (log)
		log->users++;
	unlock();
	if (!log)
		return NULL;
	pthread_mutex_lock(&log->lock);
	if (!log->is_closed)
		return log;
	open_logs_put(log);
	return NULL;
}

void open_logs_put(struct __trc_log *log)
{
	unsigned users;

	pthread_mutex_unlock(&log->lock);
	lock();
	users = --log->users;
	unlock();
	if (users)
		return;
	pthread_mutex_destroy(&log->lock);
	free(log);
}

struct __trc_log *open_logs_take(trc_log_handle_t handle)
{
	struct __trc_log **at, *log;

	lock();
	at = find(handle);
	log = *at;
	if (log)
		*at = log->next;
	unlock();
	if (!log)
		return NULL;
	pthread_mutex_lock(&log->lock);
	log->is_closed = true;
	return log;
}
