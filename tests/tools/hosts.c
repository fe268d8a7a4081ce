/*
 * hosts.c - logs of several machines, with clocks that are known
 *
 *	hosts [-1] [-a] [-d] [-l SECONDS] [-r PPM] [-s] [-t]
 *
 * Four machines send messages to each other, and each of them has a log in the
 * current directory, h1.ptl to h4.ptl. The clock of h1 is right. To that of h2
 * 1279000 ns have to be added, from that of h3 7000000 taken away; h4 only
 * listens, and is right, too. The quickest messages take 4000 ns.
 *
 * A process has the same number everywhere, and another name. Types have other
 * numbers in each log.
 *
 *	-1	nothing comes from h2
 *	-a	a tenth of the messages from h2 to h1 is sent again before it
 *		arrives
 *	-d	half of the messages from h2 contradict the others by 2000 ns
 *	-l	all is later by that, and has other numbers
 *	-r	the clock of h2 has that rate besides, all takes an hour, and
 *		messages take up to 1 ms
 *	-s	the kernels of h1 and h2 keep time, to 10 us and 21 us
 *	-t	h5 and h6 besides, the same machine with names of their own,
 *		and an event of the same time
 */
#include <err.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

enum {
	MESSAGES = 100,
	QUICKEST = 4000,
	LOSS = 92000,
	PID = 4242,
	NS_PER_S = 1000000000,
};

static const int64_t begin_ns = INT64_C(1700000000) * NS_PER_S;

static const char description[] = "uint32_t id [[key]]; uint32_t bytes";

struct host {
	const char *name;
	int boot;
	int64_t behind_ns;
	double ppm; /* what it is too fast */
	trace_event_id_t sent, received;
	struct posix_trace_writer_np *writer;
	int fd;
	int64_t now; /* of its own clock */
	bool is_kept;
	long long offset_ns;
	unsigned long long error_ns;
};

static struct {
	bool one_way, again, drift, synchronised, twins;
	uint32_t later_s;
	double ppm;
} options;

static void must(int error, const char *what)
{
	if (error)
		errx(EXIT_FAILURE, "%s: %s", what, strerror(error));
}

static struct timespec time_of(int64_t ns)
{
	return (struct timespec){ .tv_sec = ns / NS_PER_S,
				  .tv_nsec = ns % NS_PER_S };
}

static void put(struct host *host, trace_event_id_t type, const void *data,
		size_t len)
{
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.tid = PID + 1,
		.info = {
			.posix_event_id = type,
			.posix_pid = PID,
			.posix_timestamp = time_of(host->now),
			.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
		},
		.data = data,
		.data_len = len,
	};

	must(posix_trace_writer_put_np(host->writer, &item), "put");
}

/* That the last event of the system speaks of the received ones. */
static void put_filter(struct host *host)
{
	trace_event_set_t set[2];

	posix_trace_eventset_empty(&set[0]);
	posix_trace_eventset_empty(&set[1]);
	must(posix_trace_eventset_add(host->received, &set[1]), "add");
	put(host, POSIX_TRACE_FILTER, set, sizeof(set));
}

/* It begins with the last event, and goes on while others have some. */
static void put_loss(struct host *host)
{
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_LOSS_NP,
		.tid = PID + 1,
		.info = { .posix_pid = PID,
			  .posix_timestamp = time_of(host->now) },
		.lost = 7,
		.lost_end = time_of(host->now + LOSS),
	};

	host->now += LOSS;
	must(posix_trace_writer_put_np(host->writer, &item), "put a loss");
}

static void describe(const struct host *host, struct posix_trace_log_np *about)
{
	memset(about, 0, sizeof(*about));
	snprintf(about->host, sizeof(about->host), "%s", host->name);
	snprintf(about->system, sizeof(about->system), "Linux");
	memset(about->boot, host->boot, sizeof(about->boot));
	memset(about->uuid, host->name[1], sizeof(about->uuid));
	if (options.later_s)
		memcpy(about->uuid, &options.later_s, sizeof(uint32_t));
	about->target = PID;
	about->clock_sync = host->is_kept ? POSIX_TRACE_SYNC_KEPT_NP :
					    POSIX_TRACE_SYNC_NONE_NP;
	about->clock_offset_ns = host->offset_ns;
	about->clock_error_ns = host->error_ns;
}

static void open_types(struct host *host, bool received_first)
{
	static const char *const names[] = { "sent", "received" };
	trace_event_id_t *const types[] = { &host->sent, &host->received };

	for (unsigned i = 0; i < 2; i++) {
		const unsigned which = received_first ? !i : i;

		*types[which] = 16 + i;
		must(posix_trace_writer_type_np(host->writer, names[which],
						description, types[which]),
		     "type");
	}
}

static void open_host(struct host *host, bool received_first)
{
	char path[32], name[32];
	const struct posix_trace_process_np process = {
		.pid = PID,
		.name = name,
		.command = "",
	};
	struct posix_trace_log_np about;

	snprintf(path, sizeof(path), "%s.ptl", host->name);
	snprintf(name, sizeof(name), "talker-%s", host->name);
	host->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (host->fd < 0)
		err(EXIT_FAILURE, "%s", path);
	describe(host, &about);
	must(posix_trace_writer_open_np(host->fd, NULL, &about, &host->writer),
	     "open");
	must(posix_trace_writer_process_np(host->writer, 0, &process, NULL, 0),
	     "process");
	open_types(host, received_first);
}

static void close_host(struct host *host)
{
	const struct posix_trace_status_info status = {
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
	};

	put_filter(host);
	must(posix_trace_writer_close_np(host->writer, &status), "close");
	close(host->fd);
}

static void tell(struct host *host, trace_event_id_t type, uint32_t id,
		 int64_t true_ns)
{
	const uint32_t data[] = { id + 1000 * options.later_s, 64 };

	host->now = begin_ns + true_ns - host->behind_ns +
		    (int64_t)((double)true_ns * host->ppm / 1e6) +
		    options.later_s * (int64_t)NS_PER_S;
	put(host, type, data, sizeof(data));
}

static void send_message(struct host *from, struct host *to, uint32_t id,
			 int64_t true_ns, int64_t takes)
{
	tell(from, from->sent, id, true_ns);
	if (options.again && id % 100 == 51)
		tell(from, from->sent, id, true_ns + takes - 100);
	tell(to, to->received, id, true_ns + takes);
}

/* Each is done before the next one begins, 100 us later, or 7.2 s. */
static void talk(struct host *h1, struct host *h2, struct host *h3,
		 struct host *h4)
{
	const int64_t pause = options.ppm ? INT64_C(7200000000) : 100000;
	int64_t now = 0;

	for (uint32_t id = 0; id < MESSAGES; id++) {
		const int64_t takes =
			QUICKEST +
			(options.ppm ? id * 7919 % 997 : id % 10) * 1000;
		const bool early = options.drift && id % 2;

		send_message(h1, h2, 10 * id, now += pause, takes);
		if (!options.one_way)
			send_message(h2, h1, 10 * id + 1, now += pause,
				     early ? takes - 10000 : takes);
		send_message(h2, h3, 10 * id + 2, now += pause, takes);
		send_message(h3, h2, 10 * id + 3, now += pause, takes);
		send_message(h1, h4, 10 * id + 4, now += pause, takes);
	}
	put_loss(h2);
}

static void parse(int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "1adl:r:st")) != -1) {
		switch (option) {
		case '1':
			options.one_way = true;
			break;
		case 'a':
			options.again = true;
			break;
		case 'd':
			options.drift = true;
			break;
		case 'l':
			options.later_s = (uint32_t)strtoul(optarg, NULL, 10);
			break;
		case 'r':
			options.ppm = strtod(optarg, NULL);
			break;
		case 's':
			options.synchronised = true;
			break;
		case 't':
			options.twins = true;
			break;
		default:
			exit(EXIT_FAILURE);
		}
	}
}

int main(int argc, char **argv)
{
	struct host host[] = {
		{ .name = "h1", .boot = 1 },
		{ .name = "h2", .boot = 2, .behind_ns = 1279000 },
		{ .name = "h3", .boot = 3, .behind_ns = -7000000 },
		{ .name = "h4", .boot = 4 },
		{ .name = "h5", .boot = 5 },
		{ .name = "h6", .boot = 5 },
	};
	size_t count = 4;

	parse(argc, argv);
	host[1].ppm = options.ppm;
	if (options.twins)
		count = 6;
	if (options.synchronised) {
		host[0].is_kept = host[1].is_kept = true;
		host[0].error_ns = 10000;
		host[1].error_ns = 21000;
		host[1].offset_ns = 1284000;
	}
	for (size_t i = 0; i < count; i++)
		open_host(&host[i], i % 2);
	talk(&host[0], &host[1], &host[2], &host[3]);
	for (size_t i = 4; i < count; i++)
		tell(&host[i], host[i].sent, 1, 1000);
	for (size_t i = 0; i < count; i++)
		close_host(&host[i]);
	return EXIT_SUCCESS;
}
