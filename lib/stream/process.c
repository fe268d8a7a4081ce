/* process.c - process files, and the names in them */
#include "stream/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/shm.h"
#include "base/wait.h"

#define MAGIC UINT64_C(0x31636f7270747870) /* "pxtproc1" */

enum {
	FILE_NAME_SIZE = 48,
	WORD_STREAM = 1,
	WORD_CHANGE = 1 << 16,
	OPEN_ATTEMPTS = 100,
	OPEN_PAUSE_NS = 100000,
};

/* The file */

/* By hand: snprintf() is not safe in signal handlers. */
static void file_name(pid_t pid, uint64_t start, char *name)
{
	char digits[20];
	uint64_t values[] = { (uint64_t)pid, start };
	size_t at = 0;

	for (size_t i = 0; i < 2; i++) {
		size_t n = 0;

		if (i)
			name[at++] = '-';
		do
			digits[n++] = (char)('0' + values[i] % 10);
		while (values[i] /= 10);
		while (n)
			name[at++] = digits[--n];
	}
	name[at] = '\0';
}

static int map_file(int fd, struct pxt_process *process)
{
	void *memory;
	int err;

	err = pxt_shm_map(fd, sizeof(struct pxt_process_shared), &memory);
	if (!err)
		process->shared = memory;
	return err;
}

/* Only the first part is backed by memory from the start: names and image
 * are given theirs when they come. */
static int make(int dir, const char *name, struct pxt_process *process)
{
	int fd, err;

	err = pxt_shm_create(dir, name,
			     offsetof(struct pxt_process_shared, text),
			     sizeof(struct pxt_process_shared), &fd);
	if (err)
		return err;
	err = map_file(fd, process);
	close(fd);
	if (err)
		return err;

	process->shared->length = sizeof(struct pxt_process_shared);
	atomic_thread_fence(memory_order_release);
	process->shared->magic = MAGIC;
	return 0;
}

static int find(int dir, const char *name, struct pxt_process *process)
{
	size_t length;
	int fd, err;

	err = pxt_shm_open(dir, name, &fd, &length);
	if (err)
		return err;
	err = length == sizeof(struct pxt_process_shared) ?
		      map_file(fd, process) :
		      EBADMSG;
	close(fd);
	if (err)
		return err;

	if (process->shared->magic != MAGIC) {
		pxt_process_close(process);
		return EBADMSG;
	}
	atomic_thread_fence(memory_order_acquire);
	return 0;
}

int pxt_process_open(int dir, pid_t pid, uint64_t start,
		     struct pxt_process *process)
{
	char name[FILE_NAME_SIZE];
	int err = EBADMSG;

	process->pid = pid;
	process->start = start;
	file_name(pid, start, name);

	/* Another may be making it at this moment: then it is short, or
	 * without its magic, for as long as that takes. */
	for (int i = 0; i < OPEN_ATTEMPTS && err == EBADMSG; i++) {
		if (i)
			pxt_pause(OPEN_PAUSE_NS);
		err = find(dir, name, process);
		if (err == ENOENT)
			err = make(dir, name, process);
		if (err == EEXIST)
			err = EBADMSG;
	}
	return err;
}

void pxt_process_close(struct pxt_process *process)
{
	pxt_shm_unmap(process->shared, sizeof(struct pxt_process_shared));
	process->shared = NULL;
}

void pxt_process_remove(int dir, const struct pxt_process *process)
{
	char name[FILE_NAME_SIZE];

	file_name(process->pid, process->start, name);
	pxt_shm_remove(dir, name);
}

static bool is_left_over(const char *name)
{
	char *end;
	long pid;
	uint64_t start;

	pid = strtol(name, &end, 10);
	if (end == name || *end != '-' || pid <= 0)
		return false;
	name = end + 1;
	start = strtoull(name, &end, 10);
	return end != name && !*end && !pxt_proc_alive((pid_t)pid, start);
}

void pxt_process_sweep(int dir)
{
	struct dirent *entry;
	DIR *list;
	int fd;

	fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	list = fdopendir(fd);
	if (!list) {
		close(fd);
		return;
	}
	while ((entry = readdir(list)))
		if (is_left_over(entry->d_name))
			pxt_shm_remove(dir, entry->d_name);
	closedir(list);
}

/* Streams */

static void change_word(struct pxt_process *process, int streams)
{
	_Atomic uint64_t *word = &process->shared->word;
	uint64_t old = atomic_load_explicit(word, memory_order_relaxed);
	uint64_t new;

	do {
		uint64_t count = (old & 0xffff) + (uint64_t)streams;

		new = ((old & ~UINT64_C(0xffff)) + WORD_CHANGE) |
		      (count & 0xffff);
	} while (!atomic_compare_exchange_weak_explicit(
		word, &old, new, memory_order_release, memory_order_relaxed));
}

int pxt_process_add_stream(struct pxt_process *process, unsigned number,
			   uint64_t nonce)
{
	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++) {
		uint64_t none = 0;

		/* The number is read by nobody before the word has changed,
		 * and checked by the nonce if the slot was another's. */
		if (!atomic_compare_exchange_strong_explicit(
			    &process->shared->slot[i].nonce, &none, nonce,
			    memory_order_relaxed, memory_order_relaxed))
			continue;
		atomic_store_explicit(&process->shared->slot[i].number, number,
				      memory_order_relaxed);
		change_word(process, WORD_STREAM);
		return 0;
	}
	return EAGAIN;
}

void pxt_process_drop_stream(struct pxt_process *process, unsigned number,
			     uint64_t nonce)
{
	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++) {
		uint64_t old = nonce;

		if (atomic_load_explicit(&process->shared->slot[i].number,
					 memory_order_relaxed) == number &&
		    atomic_compare_exchange_strong_explicit(
			    &process->shared->slot[i].nonce, &old, 0,
			    memory_order_relaxed, memory_order_relaxed)) {
			change_word(process, -WORD_STREAM);
			return;
		}
	}
}

/* Names */

struct name {
	uint32_t offset;
	uint32_t len;
	uint32_t hash; /* 16 bits */
};

static uint64_t pack(struct name name)
{
	return (uint64_t)1 << 63 | (uint64_t)name.offset << 32 |
	       (uint64_t)name.len << 16 | name.hash;
}

/* false: no name, or a damaged one. */
static bool unpack(uint64_t word, struct name *name)
{
	if (!word)
		return false;
	name->offset = (uint32_t)(word >> 32) & 0x7fffffff;
	name->len = (uint32_t)(word >> 16) & 0xffff;
	name->hash = (uint32_t)word & 0xffff;
	return name->len <= TRACE_EVENT_NAME_MAX &&
	       name->offset <= PXT_PROCESS_TEXT - name->len;
}

static uint32_t hash(const char *text, size_t len)
{
	uint32_t sum = 2166136261U;

	for (size_t i = 0; i < len; i++)
		sum = (sum ^ (uint8_t)text[i]) * 16777619U;
	return (sum >> 16 ^ sum) & 0xffff;
}

static bool is_name(const struct pxt_process *process, uint64_t word,
		    const char *text, const struct name *wanted)
{
	struct name name;

	return unpack(word, &name) && name.hash == wanted->hash &&
	       name.len == wanted->len &&
	       !memcmp(process->shared->text + name.offset, text, name.len);
}

static int place_text(struct pxt_process *process, const char *text,
		      struct name *name)
{
	struct pxt_process_shared *shared = process->shared;
	uint32_t top = atomic_load_explicit(&shared->top, memory_order_relaxed);

	do {
		if (top > PXT_PROCESS_TEXT - name->len)
			return ENOMEM;
	} while (!atomic_compare_exchange_weak_explicit(
		&shared->top, &top, top + name->len, memory_order_acquire,
		memory_order_relaxed));

	if (name->len && pxt_shm_populate(shared->text + top, name->len))
		return ENOMEM;
	memcpy(shared->text + top, text, name->len);
	name->offset = top;
	return 0;
}

/* Somebody else has opened the name. Unless others have placed theirs behind
 * it, the text is given back. */
static void take_back_text(struct pxt_process *process, const struct name *name)
{
	uint32_t end = name->offset + name->len;

	atomic_compare_exchange_strong_explicit(
		&process->shared->top, &end, name->offset,
		memory_order_release, memory_order_relaxed);
}

int pxt_process_open_name(struct pxt_process *process, const char *text,
			  uint32_t *type)
{
	struct name name = { .len = (uint32_t)strlen(text) };
	bool placed = false;
	int err;

	name.hash = hash(text, name.len);
	for (uint32_t i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		_Atomic uint64_t *entry = &process->shared->name[i];
		uint64_t word =
			atomic_load_explicit(entry, memory_order_acquire);

		if (!word && !placed) {
			err = place_text(process, text, &name);
			if (err)
				return err;
			placed = true;
		}
		*type = PXT_EVENT_USER_FIRST + i;
		if (!word && atomic_compare_exchange_strong_explicit(
				     entry, &word, pack(name),
				     memory_order_acq_rel,
				     memory_order_acquire))
			return 0;
		if (is_name(process, word, text, &name)) {
			if (placed)
				take_back_text(process, &name);
			return 0;
		}
	}
	if (placed)
		take_back_text(process, &name);
	*type = PXT_EVENT_UNNAMED;
	return 0;
}

static bool lookup(const struct pxt_process *process, uint32_t type,
		   struct name *name)
{
	uint64_t word;

	if (type < PXT_EVENT_USER_FIRST || type >= PXT_EVENT_END)
		return false;
	word = atomic_load_explicit(
		&process->shared->name[type - PXT_EVENT_USER_FIRST],
		memory_order_acquire);
	return unpack(word, name);
}

bool pxt_process_has_type(const struct pxt_process *process, uint32_t type)
{
	struct name name;

	return lookup(process, type, &name);
}

int pxt_process_name(const struct pxt_process *process, uint32_t type,
		     char *text)
{
	struct name name;

	if (!lookup(process, type, &name))
		return EINVAL;
	memcpy(text, process->shared->text + name.offset, name.len);
	text[name.len] = '\0';
	return 0;
}

void pxt_process_copy_names(struct pxt_process *to,
			    const struct pxt_process *from)
{
	char text[TRACE_EVENT_NAME_MAX + 1];
	uint32_t copy;

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (pxt_process_name(from, type, text) ||
		    pxt_process_open_name(to, text, &copy))
			break;
}

/* The image */

void pxt_process_set_image(struct pxt_process *process, const void *image,
			   size_t len)
{
	struct pxt_process_shared *shared = process->shared;
	uint32_t version = atomic_load_explicit(&shared->image_version,
						memory_order_relaxed) |
			   1;

	if (len > PXT_PROCESS_IMAGE || pxt_shm_populate(shared->image, len))
		return;

	/* A reader that sees any of the new bytes finds the version odd, or
	 * changed, when it looks again. */
	atomic_store_explicit(&shared->image_version, version,
			      memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	memcpy(shared->image, image, len);
	atomic_store_explicit(&shared->image_length, (uint32_t)len,
			      memory_order_relaxed);
	atomic_store_explicit(&shared->image_version, version + 1,
			      memory_order_release);
}

int pxt_process_get_image(const struct pxt_process *process, void *image,
			  size_t *len, uint32_t *version)
{
	const struct pxt_process_shared *shared = process->shared;
	uint32_t before, after, length;

	before = atomic_load_explicit(&shared->image_version,
				      memory_order_acquire);
	length = atomic_load_explicit(&shared->image_length,
				      memory_order_relaxed);
	if (!before || before & 1 || length > PXT_PROCESS_IMAGE)
		return ENODATA;

	memcpy(image, shared->image, length);
	atomic_thread_fence(memory_order_acquire);
	after = atomic_load_explicit(&shared->image_version,
				     memory_order_relaxed);
	if (after != before)
		return ENODATA;
	*len = length;
	*version = before;
	return 0;
}
