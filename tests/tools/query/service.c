/*
 * service.c - the log of a service, with times that are known
 *
 *	service FILE [empty|late|lost|vast]
 *
 * Twenty requests, one a millisecond, are served by two workers in turn. A
 * deployment makes them slower by 200 us; request 13 waits for a lock that the
 * cleaner has, request 17 has no end, and request 6 ends in another thread. An
 * empty log has the same types, and nothing else; of a lost one all events are,
 * and of a vast one so many that their number has no more than 64 bits. In a late
 * one losses are told behind events that they began before.
 */
#include <err.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

enum {
	MAIN = 100,
	WORKER_A,
	WORKER_B,
	CLEANER,
	REQUESTS = 20,
	ITEMS = 512,
	DATA = 64,
	PIECE = 32, /* items in a section of the log */
	CACHE = 0x1000,
	POOL = 0x2000,
	TIMEOUT = 1,
	REFUSED = 2,
	SLOW = 13,
	ENDLESS = 17,
	HANDED_OVER = 6,
	NS_PER_US = 1000,
};

static const int64_t begin_s = 1700000000;

enum type {
	REQUEST_BEGIN,
	REQUEST_END,
	QUERY_BEGIN,
	QUERY_END,
	LOCK_BEGIN,
	LOCK_END,
	UNLOCK,
	ERROR,
	QUEUE_LEVEL,
	DEPLOYED,
	TYPES,
};

#define MUTEX "uint64_t mutex [[object(mutex)"

static const char *const types[TYPES][2] = {
	[REQUEST_BEGIN] = { "request_begin", "[[begin(request)]];"
					     "uint32_t id [[key]]; char *url" },
	[REQUEST_END] = { "request_end", "[[end(request)]];"
					 "uint32_t id [[key]];"
					 "uint64_t bytes" },
	[QUERY_BEGIN] = { "query_begin", "[[begin(query)]]; char *text" },
	[QUERY_END] = { "query_end", "[[end(query)]]" },
	[LOCK_BEGIN] = { "lock_begin", "[[begin(lock)]];" MUTEX "]]" },
	[LOCK_END] = { "lock_end",
		       "[[end(lock), optional]];" MUTEX ", acquire]]" },
	[UNLOCK] = { "unlock", MUTEX ", release]]" },
	[ERROR] = { "error", "enum { none, timeout, refused } kind;"
			     "char *text" },
	[QUEUE_LEVEL] = { "queue level", "uint32_t length [[counter]]" },
	[DEPLOYED] = { "deployed", "char *version" },
};

static struct {
	trace_event_id_t type[TYPES];
	struct posix_trace_item_np item[ITEMS];
	char data[ITEMS][DATA];
	int count;
} made;

static void must(int error, const char *what)
{
	if (error)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(error));
}

static struct timespec time_of(int us)
{
	return (struct timespec){ .tv_sec = begin_s,
				  .tv_nsec = (long)us * NS_PER_US };
}

static struct posix_trace_item_np *add(int us, pid_t tid)
{
	struct posix_trace_item_np *item = &made.item[made.count++];

	if (made.count > ITEMS)
		errx(EXIT_FAILURE, "too many items");
	item->tid = tid;
	item->info.posix_pid = MAIN;
	item->info.posix_timestamp = time_of(us);
	item->info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED;
	return item;
}

/* A number of so many bytes, and a text behind it. */
static void event(int us, pid_t tid, enum type type, uint64_t number,
		  size_t size, const char *text)
{
	char *data = made.data[made.count];
	struct posix_trace_item_np *item = add(us, tid);

	memcpy(data, &number, size);
	if (text)
		strcpy(data + size, text);
	item->info.posix_event_id = made.type[type];
	item->data = data;
	item->data_len = size + (text ? strlen(text) + 1 : 0);
}

static void end_request(int us, pid_t tid, uint32_t id, uint64_t bytes)
{
	char *data = made.data[made.count];

	event(us, tid, REQUEST_END, id, sizeof(id), NULL);
	memset(data + sizeof(id), 0, sizeof(id));
	memcpy(data + 2 * sizeof(id), &bytes, sizeof(bytes));
	made.item[made.count - 1].data_len = 2 * sizeof(id) + sizeof(bytes);
}

static void loss(int us, int to_us, pid_t tid, unsigned long long lost)
{
	struct posix_trace_item_np *item = add(us, tid);

	item->kind = POSIX_TRACE_ITEM_LOSS_NP;
	item->lost = lost;
	item->lost_end = time_of(to_us);
}

static void lock(int us, int taken_us, int released_us, pid_t tid,
		 uint64_t mutex)
{
	if (taken_us > us)
		event(us, tid, LOCK_BEGIN, mutex, sizeof(mutex), NULL);
	event(taken_us, tid, LOCK_END, mutex, sizeof(mutex), NULL);
	event(released_us, tid, UNLOCK, mutex, sizeof(mutex), NULL);
}

static int duration(int id)
{
	if (id == SLOW)
		return 1900;
	return id < 10 ? 200 + 10 * id : 400 + 10 * id;
}

static void lock_for_request(int id, int us, pid_t tid)
{
	if (id == SLOW)
		lock(us + 20, 14500, 14540, tid, POOL);
	else if (id == SLOW + 1)
		lock(us + 20, 14540, 14545, tid, POOL);
	else
		lock(us + 20, us + 25, us + 60, tid, id % 2 ? POOL : CACHE);
}

static void serve(int id)
{
	const int us = 1000 * id;
	const pid_t tid = id % 2 ? WORKER_B : WORKER_A;
	const uint64_t bytes = id == 3 ? UINT64_MAX : 100 * (uint64_t)id;

	event(us, tid, REQUEST_BEGIN, (uint32_t)id, sizeof(uint32_t),
	      id % 3 ? "/item" : "/search");
	event(us + 5, MAIN, QUEUE_LEVEL, (uint32_t)id % 7, sizeof(uint32_t),
	      NULL);
	lock_for_request(id, us, tid);
	if (id % 2 == 0) {
		event(us + 100, tid, QUERY_BEGIN, 0, 0, "select 1");
		event(us + 150, tid, QUERY_END, 0, 0, NULL);
	}
	if (id != ENDLESS)
		end_request(us + duration(id),
			    id == HANDED_OVER ? WORKER_B : tid, (uint32_t)id,
			    bytes);
}

static int compare(const void *a, const void *b)
{
	const struct posix_trace_item_np *one = a, *other = b;

	return (one->info.posix_timestamp.tv_nsec >
		other->info.posix_timestamp.tv_nsec) -
	       (one->info.posix_timestamp.tv_nsec <
		other->info.posix_timestamp.tv_nsec);
}

static void make_losses(void)
{
	loss(11300, 11390, WORKER_B, 7);
	loss(16900, 17100, 0, 5);
}

/* Losses whose sum is 2^64 + 2 */
static void make_vast_losses(void)
{
	const unsigned long long half = ULLONG_MAX / 2 + 1;

	event(1000, WORKER_A, QUEUE_LEVEL, 1, sizeof(uint32_t), NULL);
	loss(2000, 3000, WORKER_A, half);
	loss(4000, 5000, WORKER_A, half + 2);
	event(6000, WORKER_A, QUEUE_LEVEL, 2, sizeof(uint32_t), NULL);
}

static void make_late_losses(void)
{
	for (int at = 1000; at <= 9000; at += 2000) {
		event(at, WORKER_A, QUEUE_LEVEL, 1, sizeof(uint32_t), NULL);
		if (at == 5000)
			loss(4000, 6000, WORKER_B, 1);
		if (at == 7000)
			loss(2000, 8000, WORKER_A, 2);
	}
}

static void make_items(void)
{
	make_losses();
	for (int id = 0; id < REQUESTS; id++)
		serve(id);
	lock(12900, 12900, 14500, CLEANER, POOL);
	event(9500, MAIN, DEPLOYED, 0, 0, "2.1");
	event(5120, WORKER_B, ERROR, TIMEOUT, sizeof(int), "upstream");
	event(14800, WORKER_B, ERROR, REFUSED, sizeof(int), "pool \xff empty");
	event(16300, WORKER_A, ERROR, TIMEOUT, sizeof(int), "upstream");
	qsort(made.item, (size_t)made.count, sizeof(*made.item), compare);
}

static void announce(struct posix_trace_writer_np *writer)
{
	static const struct {
		pid_t tid;
		const char *name;
	} threads[] = { { WORKER_A, "worker-a" },
			{ WORKER_B, "worker-b" },
			{ CLEANER, "cleaner" } };
	const struct posix_trace_process_np process = {
		MAIN, "service", "/usr/bin/service --workers=2"
	};
	const struct posix_trace_object_np objects[] = {
		{ MAIN, CACHE, "mutex", "cache", "", { 0, 0 } },
		{ MAIN, POOL, "mutex", "pool", "", { 0, 0 } },
	};

	must(posix_trace_writer_process_np(writer, 0, &process, NULL, 0),
	     "process");
	for (int i = 0; i < 3; i++)
		must(posix_trace_writer_thread_np(
			     writer, 0, MAIN, threads[i].tid, threads[i].name),
		     "thread");
	for (int i = 0; i < 2; i++)
		must(posix_trace_writer_object_np(writer, 0, &objects[i]),
		     "object");
	for (int i = 0; i < TYPES; i++)
		must(posix_trace_writer_type_np(writer, types[i][0],
						types[i][1], &made.type[i]),
		     types[i][0]);
}

int main(int argc, char **argv)
{
	const struct posix_trace_log_np about = {
		.uuid = "service",
		.target = MAIN,
		.host = "h1",
		.system = "Linux",
	};
	const struct posix_trace_status_info status = {
		.posix_stream_status = POSIX_TRACE_SUSPENDED
	};
	struct posix_trace_writer_np *writer;
	int fd;

	if (argc < 2)
		errx(EXIT_FAILURE, "name a file");
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0)
		err(EXIT_FAILURE, "%s", argv[1]);
	must(posix_trace_writer_open_np(fd, NULL, &about, &writer), "open");
	announce(writer);
	if (argc == 2)
		make_items();
	else if (!strcmp(argv[2], "lost"))
		make_losses();
	else if (!strcmp(argv[2], "late"))
		make_late_losses();
	else if (!strcmp(argv[2], "vast"))
		make_vast_losses();
	for (int i = 0; i < made.count; i++) {
		must(posix_trace_writer_put_np(writer, &made.item[i]), "put");
		if (i % PIECE == 0)
			must(posix_trace_writer_flush_np(writer), "flush");
	}
	must(posix_trace_writer_close_np(writer, &status), "close");
	close(fd);
	return EXIT_SUCCESS;
}
