/*
 * unfinished.c - output that is not whole yet, and removed if the user interrupts
 *
 * A signal comes at any instruction of any thread. So a name, once it is in the list,
 * is neither changed nor released: only its mark is. One thread adds names.
 *
 * What is ordered
 *	U1  add (release) -> interrupt (acquire): a name before it is in the list
 *	U2  unfinished_end (release) -> interrupt (acquire): what was done with the
 *	    file, as renaming it, before it is let alone
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "write/unfinished.h"

enum {
	DEPTH = 4,     /* directories in each other */
	BUFFER = 2048, /* bytes of entries, of each of these */
	ROUNDS = 4,    /* entries may be passed over while others go */
};

struct unfinished {
	struct unfinished *next;
	atomic_bool is_there;
	bool is_folder;
	char path[];
};

static struct unfinished *_Atomic first;
static pid_t owner;

/* Removing */

static void remove_folder(int parent, const char *path, unsigned depth);

static void remove_entry(int folder, const char *name, unsigned depth)
{
	if (!strcmp(name, ".") || !strcmp(name, ".."))
		return;
	if (unlinkat(folder, name, 0) && depth)
		remove_folder(folder, name, depth - 1);
}

/* False: there was no entry, or an error. */
static bool remove_some(int folder, unsigned depth)
{
	_Alignas(struct dirent64) char buffer[BUFFER];
	const long len =
		syscall(SYS_getdents64, folder, buffer, sizeof(buffer));

	for (long at = 0; at < len;) {
		const struct dirent64 *entry = (const void *)(buffer + at);

		remove_entry(folder, entry->d_name, depth);
		at += entry->d_reclen;
	}
	return len > 0;
}

/* Links are not followed. Memory is not allocated, as opendir(3) would. */
static void remove_folder(int parent, const char *path, unsigned depth)
{
	const int folder = openat(
		parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	for (unsigned i = 0; folder >= 0 && i < ROUNDS; i++) {
		lseek(folder, 0, SEEK_SET);
		while (remove_some(folder, depth))
			;
		if (!unlinkat(parent, path, AT_REMOVEDIR))
			break;
	}
	if (folder >= 0)
		close(folder);
}

static void remove_all(void)
{
	struct unfinished *it =
		atomic_load_explicit(&first, memory_order_acquire); /* U1 */

	for (; it; it = it->next) {
		if (!atomic_load_explicit(&it->is_there,
					  memory_order_acquire)) /* U2 */
			continue;
		if (it->is_folder)
			remove_folder(AT_FDCWD, it->path, DEPTH);
		else
			unlink(it->path);
	}
}

/* Signals */

static const int interrupts[] = { SIGHUP, SIGINT, SIGTERM };

static void interrupt(int number)
{
	if (getpid() == owner)
		remove_all();
	raise(number);
}

static void catch_interrupts(void)
{
	const struct sigaction catching = {
		.sa_handler = interrupt,
		.sa_flags = (int)SA_RESETHAND,
	};
	struct sigaction present;

	owner = getpid();
	for (size_t i = 0; i < sizeof(interrupts) / sizeof(*interrupts); i++)
		if (!sigaction(interrupts[i], NULL, &present) &&
		    present.sa_handler == SIG_DFL)
			sigaction(interrupts[i], &catching, NULL);
}

/* Names */

static struct unfinished *add(const char *path, bool is_folder)
{
	const size_t size = strlen(path) + 1;
	struct unfinished *unfinished = malloc(sizeof(*unfinished) + size);

	if (!unfinished)
		return NULL;
	memcpy(unfinished->path, path, size);
	unfinished->is_folder = is_folder;
	atomic_init(&unfinished->is_there, true);
	unfinished->next = atomic_load_explicit(&first, memory_order_relaxed);
	atomic_store_explicit(&first, unfinished,
			      memory_order_release); /* U1 */
	catch_interrupts();
	return unfinished;
}

struct unfinished *unfinished_file(const char *path)
{
	return add(path, false);
}

struct unfinished *unfinished_folder(const char *path)
{
	return add(path, true);
}

void unfinished_end(struct unfinished *unfinished)
{
	if (unfinished)
		atomic_store_explicit(&unfinished->is_there, false,
				      memory_order_release); /* U2 */
}
