/*
 * out.c - buffered output to a descriptor
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

#include "common/out.h"

enum {
	PIPE_SIZE = 1 << 20,  /* pipe-max-size, as the kernel has it */
	MUCH = OUT_BLOCK / 2, /* bytes written at once: more will follow */
};

const char out_pairs[201] = "0001020304050607080910111213141516171819"
			    "2021222324252627282930313233343536373839"
			    "4041424344454647484950515253545556575859"
			    "6061626364656667686970717273747576777879"
			    "8081828384858687888990919293949596979899";

void out_init(struct out *out, int fd)
{
	out->fd = fd;
	out->error = 0;
	out->taker = NULL;
	out->arg = NULL;
	out->len = 0;
	out->block = out->own;
}

void out_init_taker(struct out *out, out_taker *taker, void *arg)
{
	out_init(out, -1);
	out->taker = taker;
	out->arg = arg;
}

/* Each time that a pipe is full the writer sleeps: with the 64 KiB that pipes have in
 * the beginning, show spent a fifth of its time so. */
static void widen(int fd)
{
	const int size = fcntl(fd, F_GETPIPE_SZ);

	if (size > 0 && size < PIPE_SIZE)
		fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
}

int out_whole(int fd, const char *data, size_t len)
{
	if (len > MUCH)
		widen(fd);
	while (len) {
		ssize_t done = write(fd, data, len);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return errno;
		data += done;
		len -= (size_t)done;
	}
	return 0;
}

int out_flush(struct out *out)
{
	if (!out->error)
		out->error =
			out->taker ?
				out->taker(out->arg, out->block, out->len) :
				out_whole(out->fd, out->block, out->len);
	out->len = 0;
	return out->error;
}

void out_many(struct out *out, const char *data, size_t len)
{
	while (len) {
		const size_t part = len < OUT_BLOCK ? len : OUT_BLOCK;

		memcpy(out_room(out, part), data, part);
		out_used(out, part);
		data += part;
		len -= part;
	}
}

void out_large(struct out *out, const char *data, size_t len)
{
	if (out->taker) {
		out_many(out, data, len);
		return;
	}
	out_flush(out);
	if (!out->error)
		out->error = out_whole(out->fd, data, len);
}

/* Divisions that do not wait for each other. */
static void print_eight(char *at, uint32_t n)
{
	const uint32_t high = n / 10000, low = n % 10000;

	out_pair(at, high / 100);
	out_pair(at + 2, high % 100);
	out_pair(at + 4, low / 100);
	out_pair(at + 6, low % 100);
}

static char *print_number(char *at, uint64_t n)
{
	const uint64_t unit = 100000000;

	if (n < unit)
		return at + out_print(at, n);
	if (n < unit * unit)
		at += out_print(at, n / unit);
	else
		at = print_number(at, n / unit);
	print_eight(at, (uint32_t)(n % unit));
	return at + 8;
}

void out_number(struct out *out, unsigned long long n)
{
	char *const at = out_room(out, OUT_NUMBER);

	out_used(out, (size_t)(print_number(at, n) - at));
}
