/*
 * reader.c - what reading a log takes
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <trace_np.h>

#include "bench.h"
#include "child.h"
#include "reader.h"

/* A member of /proc/self/status, in KiB. */
static double status_of(const char *member)
{
	FILE *file = fopen("/proc/self/status", "re");
	double kib = 0;
	char line[256];

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, member, strlen(member)))
			kib = atof(line + strlen(member) + 1);
	if (file)
		fclose(file);
	return kib;
}

/* Forget the most memory this process, or its parent, ever had. */
static void forget_peak(void)
{
	int fd = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, "5", 1) != 1)
		must_not_fail(-1, "/proc/self/clear_refs");
	close(fd);
}

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static unsigned long long read_all(trace_id_t trid)
{
	struct posix_trace_event_info info;
	unsigned long long events = 0;
	unsigned char data[4096];
	int unavailable;
	size_t len;

	for (;; events++) {
		must(posix_trace_getnext_event(trid, &info, data, sizeof(data),
					       &len, &unavailable),
		     "posix_trace_getnext_event");
		if (unavailable)
			return events;
	}
}

static void work(int line, void *arg)
{
	struct reading reading;
	double before;
	trace_id_t trid;
	int fd;

	fd = open(arg, O_RDONLY | O_CLOEXEC);
	must_not_fail(fd, arg);
	forget_peak();
	before = status_of("VmRSS");
	reading.cpu = cpu_seconds();
	reading.wall = (double)measure_now() / 1e9;

	must(posix_trace_open(fd, &trid), "posix_trace_open");
	reading.events = read_all(trid);

	reading.wall = (double)measure_now() / 1e9 - reading.wall;
	reading.cpu = cpu_seconds() - reading.cpu;
	reading.memory = status_of("VmHWM") - before;
	line_send(line, &reading, sizeof(reading));
}

struct reading reader_run(const char *path)
{
	struct reading reading;
	struct child child;
	char *name = strdup(path);

	must(name ? 0 : ENOMEM, path);
	must(child_fork(&child, work, name), "fork");
	line_receive(child.line, &reading, sizeof(reading));
	child_wait(&child, NULL);
	free(name);
	return reading;
}
