/*
 * streams.h - the directory and the streams of tests of stream files
 */
#ifndef TESTS_STREAM_STREAMS_H
#define TESTS_STREAM_STREAMS_H

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/shm.h"
#include "little_space.h"
#include "sanitizers.h"
#include "stream/stream.h"
#include "stream/writer.h"

static char root[64], path[128];
static int dir;
static struct pxt_attr attr;
static struct pxt_stream stream;

/* A directory of the test's own, whatever streams there are elsewhere. */
static inline void setup(void)
{
	trace_attr_t object;

	strcpy(root, "/dev/shm/posixtrace-test.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(root));
	snprintf(path, sizeof(path), "%s/runtime", root);
	setenv("POSIXTRACE_DIR", path, 1);
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);

	posix_trace_attr_init(&object);
	posix_trace_attr_setname(&object, "wave");
	posix_trace_attr_setstreamsize(&object, 16384);
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), 0);
}

static inline void teardown(void)
{
	char command[128];

	close(dir);
	snprintf(command, sizeof(command), "rm -rf %s", root);
	ck_assert_int_eq(system(command), 0);
}

static inline void create(void)
{
	ck_assert_int_eq(pxt_stream_create(dir, &attr, 0, &stream), 0);
}

static inline int open_it(struct pxt_stream *other)
{
	return pxt_stream_open(dir, stream.number, stream.nonce, other);
}

static inline int stream_file(void)
{
	char name[32];
	int fd;

	snprintf(name, sizeof(name), "stream-%u", stream.number);
	fd = openat(dir, name, O_RDWR);
	ck_assert_int_ge(fd, 0);
	return fd;
}

/* The child that controls a stream */

static int go[2], told[2];
static pid_t child;

static inline void make_pipes(void)
{
	ck_assert_int_eq(pipe(go), 0);
	ck_assert_int_eq(pipe(told), 0);
}

/* Its stream is the last that was made. */
static inline void controller(void)
{
	char byte;

	close(go[1]);
	if (pxt_stream_create(dir, &attr, 0, &stream) ||
	    write(told[1], &stream.number, sizeof(stream.number)) < 0 ||
	    write(told[1], &stream.nonce, sizeof(stream.nonce)) < 0)
		_exit(1);
	if (read(go[0], &byte, 1) != 1)
		_exit(0);
	dup2(go[0], STDIN_FILENO);
	dup2(told[1], STDOUT_FILENO);
	execlp("cat", "cat", (char *)NULL);
	_exit(1);
}

static inline void make_controller(void)
{
	make_pipes();
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child)
		controller();
	ck_assert_int_eq(read(told[0], &stream.number, sizeof(stream.number)),
			 sizeof(stream.number));
	ck_assert_int_eq(read(told[0], &stream.nonce, sizeof(stream.nonce)),
			 sizeof(stream.nonce));
}

static inline void end_controller(void)
{
	int status;

	close(go[1]);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}

static inline int open_dead(struct pxt_stream *other)
{
	return pxt_stream_open_dead(dir, stream.number, other);
}

static inline unsigned mappings(void)
{
	FILE *file = fopen("/proc/self/maps", "re");
	unsigned count = 0;
	char line[4352];

	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof(line), file))
		count += strstr(line, "/runtime/stream-") != NULL;
	fclose(file);
	return count;
}

#endif
