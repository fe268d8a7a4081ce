/*
 * long_records.c - records of many bytes, of which a ring has no room for most
 *
 *	long_records [LOG BYTES]	LOG: of a stream with that max-data-size
 */
#include <fcntl.h>
#include <trace.h>
#include <unistd.h>

#include "line.h"

enum { TEXT = RKH_TE_USER, ROOM = 1 << 20 };

static char text[1 << 17];

static void record(size_t len)
{
	memset(text, 'x', len);
	text[len] = '\0';
	RKH_TRC_USR_BEGIN(TEXT)
	RKH_TUSR_STR(text);
	RKH_TRC_USR_END();
}

static trace_id_t begin(const char *log, size_t most)
{
	trace_attr_t attr;
	trace_id_t stream;
	int fd;

	fd = open(log, O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert(fd >= 0);
	posix_trace_attr_init(&attr);
	assert(!posix_trace_attr_setstreamsize(&attr, 16 * ROOM));
	assert(!posix_trace_attr_setmaxdatasize(&attr, most));
	assert(!posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	assert(!posix_trace_create_withlog(getpid(), &attr, fd, &stream));
	assert(!posix_trace_start(stream));
	return stream;
}

int main(int argc, char **argv)
{
	trace_id_t stream = 0;

	if (argc > 2)
		stream = begin(argv[1], strtoul(argv[2], NULL, 10));
	RKH_TRC_OPEN();
	RKH_FILTER_OFF_EVENT(TEXT);
	record(100);
	record(5000);
	record(65000);
	record(66000);
	record(200);
	RKH_FILTER_ON_EVENT(TEXT);
	record(300);
	record(65001);
	record(67000);
	record(400);
	if (argc > 2)
		assert(!posix_trace_shutdown(stream));
	return 0;
}
