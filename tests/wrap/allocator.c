/*
 * allocator.c - a program that asks for memory in every way, and knows nothing
 * of tracing
 *
 *	allocator
 *
 * What it gets is compared with what the standards say, errno too. Each block
 * is given back. It prints "fine" and exits with 42.
 */
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wrap/expectation.h"

/* All events fit in the stream, were no byte of it flushed in between. */
enum { THREADS = 64, FORKS = 20, BLOCKS_BESIDE_FORK = 1000 };

/* Else the compiler knows what is too much, and leaves out what nobody uses. */
static volatile size_t too_much = SIZE_MAX / 2 + 7;
static void *volatile block;

static void get_and_give(size_t size)
{
	void *volatile here = malloc(size);

	MUST(here);
	free(here);
}

static void get(void)
{
	void *aligned;

	errno = NONSENSE;
	block = malloc(1001);
	MUST(block);
	free(block);
	free(NULL);
	block = calloc(7, 143);
	MUST(block && !((char *)block)[1000]);
	free(block);
	block = aligned_alloc(64, 128);
	MUST(block && !((uintptr_t)block % 64));
	free(block);
	block = memalign(4096, 1);
	MUST(block && !((uintptr_t)block % 4096));
	free(block);
	block = valloc(1002);
	free(block);
	block = pvalloc(1003);
	free(block);
	MUST(!posix_memalign(&aligned, 256, 1004));
	MUST(!((uintptr_t)aligned % 256));
	free(aligned);
	MUST(errno == NONSENSE);
}

static void change(void)
{
	char *text;

	errno = NONSENSE;
	text = realloc(NULL, 2001);
	MUST(text);
	strcpy(text, "contents");
	text = realloc(text, 200002);
	MUST(text && !strcmp(text, "contents"));
	text = reallocarray(text, 3, 2003);
	MUST(text && !strcmp(text, "contents"));
	MUST(malloc_usable_size(text) >= 6009);
	MUST(errno == NONSENSE);

	MUST(!realloc(text, too_much) && errno == ENOMEM);
	MUST(!strcmp(text, "contents"));
	MUST(!reallocarray(text, too_much, 4) && errno == ENOMEM);
	errno = NONSENSE;
	MUST(!realloc(text, 0));
	MUST(errno == NONSENSE);
}

static void get_nothing(void)
{
	void *aligned = &aligned;

	MUST(!malloc(too_much) && errno == ENOMEM);
	errno = NONSENSE;
	MUST(!calloc(too_much, 4) && errno == ENOMEM);
	MUST(posix_memalign(&aligned, 3, 4) == EINVAL);
	MUST(aligned == &aligned);
	MUST(munmap((void *)1, 1) == -1 && errno == EINVAL);
	MUST(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
		     MAP_FAILED &&
	     errno == EINVAL);
}

static void map(void)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
	char *at = mmap(NULL, 3 << 12, PROT_READ | PROT_WRITE, flags, -1, 0);
	char *other = mmap64(NULL, 9 << 12, PROT_NONE, flags, -1, 0);

	MUST(at != MAP_FAILED && other != MAP_FAILED);
	at[0] = 'x';
	at = mremap(at, 3 << 12, 5 << 12, MREMAP_MAYMOVE);
	MUST(at != MAP_FAILED && at[0] == 'x');
	at = mremap(at, 5 << 12, 5 << 12, MREMAP_MAYMOVE | MREMAP_FIXED,
		    other + (4 << 12));
	MUST(at == other + (4 << 12) && at[0] == 'x');
	MUST(!munmap(other, 9 << 12));
	MUST(sbrk(0) != (void *)-1);
	MUST(!brk(sbrk(0)));
	MUST(sbrk(1 << 12) != (void *)-1);
}

/* What the C library keeps for a thread it gives back when that has ended: it
 * has a text of its own for each number that there is no error of. */
static void *name_nothing(void *arg)
{
	get_and_give(3001);
	MUST(strerror(4711));
	return arg;
}

static long pages(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long size;

	MUST(file && fscanf(file, "%ld", &size) == 1);
	fclose(file);
	return size;
}

static void run_threads(int count)
{
	for (int i = 0; i < count; i++) {
		pthread_t thread;

		MUST(!pthread_create(&thread, NULL, name_nothing, NULL));
		MUST(!pthread_join(thread, NULL));
	}
}

static void use_threads(void)
{
	long size;

	run_threads(4);
	size = pages();
	run_threads(THREADS);
	MUST(pages() < size + 16);
}

static atomic_int blocks_to_get;
static atomic_bool stop;

static void *allocate(void *arg)
{
	while (!atomic_load(&stop)) {
		if (atomic_load(&blocks_to_get) > 0) {
			atomic_fetch_sub(&blocks_to_get, 1);
			get_and_give(4001);
		} else {
			sched_yield();
		}
	}
	return arg;
}

/* The child has one thread, and the allocator's locks are free. */
static void fork_beside(void)
{
	pthread_t thread;
	int status;

	MUST(!pthread_create(&thread, NULL, allocate, NULL));
	for (int i = 0; i < FORKS; i++) {
		pid_t child;

		atomic_store(&blocks_to_get, BLOCKS_BESIDE_FORK);
		child = fork();
		if (!child) {
			get_and_give(5001);
			_exit(7);
		}
		MUST(waitpid(child, &status, 0) == child);
		MUST(WIFEXITED(status) && WEXITSTATUS(status) == 7);
	}
	atomic_store(&stop, true);
	MUST(!pthread_join(thread, NULL));
}

int main(void)
{
	get();
	change();
	get_nothing();
	map();
	use_threads();
	fork_beside();
	puts("fine");
	return STATUS;
}
