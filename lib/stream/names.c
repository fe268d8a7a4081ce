/* names.c - names files */
#include "stream/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/address_space.h"
#include "base/clock.h"
#include "base/shm.h"

#define MAGIC UINT64_C(0x37656d616e747870) /* "pxtname7" */

/* The file */

static const char prefix[] = "names-";

enum {
	PREFIX = sizeof(prefix) - 1,
	DIGITS = 16,
	HEAD_LENGTH = 4096,
};

_Static_assert(PXT_NAMES_FILE_NAME == PREFIX + DIGITS + 1, "it fits");
_Static_assert(offsetof(struct pxt_names_shared, entry) <= HEAD_LENGTH,
	       "the counts are in the head");

void pxt_names_file_name(uint64_t id, char *name)
{
	memcpy(name, prefix, PREFIX);
	for (int i = 0; i < DIGITS; i++)
		name[PREFIX + i] = "0123456789abcdef"[id >> (60 - 4 * i) & 15];
	name[PREFIX + DIGITS] = '\0';
}

uint64_t pxt_names_id(const char *file)
{
	uint64_t id;
	char *end;

	if (strncmp(file, prefix, PREFIX))
		return 0;
	id = strtoull(file + PREFIX, &end, 16);
	return *end ? 0 : id;
}

/* Objects are optional. */
static size_t mapped_length(void)
{
	return pxt_address_space_share(0) < sizeof(struct pxt_names_shared) ?
		       offsetof(struct pxt_names_shared, object) :
		       sizeof(struct pxt_names_shared);
}

static int map_file(int fd, size_t length, struct pxt_names *names)
{
	void *memory;
	int err;

	err = pxt_shm_map(fd, length, &memory);
	if (err)
		return err;
	names->shared = memory;
	names->length = length;
	return 0;
}

/* Memory is reserved for the first part only. */
int pxt_names_create(int dir, struct pxt_names *names)
{
	char name[PXT_NAMES_FILE_NAME];
	int fd, err;

	if (getrandom(&names->id, sizeof(names->id), GRND_NONBLOCK) !=
	    sizeof(names->id))
		return EAGAIN;
	names->id |= 1;
	pxt_names_file_name(names->id, name);
	err = pxt_shm_create(dir, name, offsetof(struct pxt_names_shared, text),
			     sizeof(struct pxt_names_shared), &fd);
	if (err)
		return err;
	err = map_file(fd, mapped_length(), names);
	close(fd);
	if (err) {
		pxt_shm_remove(dir, name);
		return err;
	}
	names->shared->length = sizeof(struct pxt_names_shared);
	names->shared->magic = MAGIC;
	return 0;
}

static int open_file(int dir, uint64_t id, int *fd)
{
	char name[PXT_NAMES_FILE_NAME];
	size_t length;
	int err;

	pxt_names_file_name(id, name);
	err = pxt_shm_open(dir, name, fd, &length);
	if (err || length == sizeof(struct pxt_names_shared))
		return err;
	close(*fd);
	return EBADMSG;
}

static int open_part(int dir, uint64_t id, size_t part, struct pxt_names *names)
{
	int fd, err;

	err = open_file(dir, id, &fd);
	if (err)
		return err;
	err = map_file(fd, part, names);
	close(fd);
	if (err)
		return err;

	names->id = id;
	if (names->shared->magic == MAGIC)
		return 0;
	pxt_names_close(names);
	return EBADMSG;
}

int pxt_names_open(int dir, uint64_t id, struct pxt_names *names)
{
	return open_part(dir, id, mapped_length(), names);
}

int pxt_names_open_head(int dir, uint64_t id, struct pxt_names *names)
{
	return open_part(dir, id, HEAD_LENGTH, names);
}

void pxt_names_close(struct pxt_names *names)
{
	struct pxt_names_shared *shared = names->shared;

	names->shared = NULL;
	atomic_signal_fence(memory_order_seq_cst); /* a fork may come between */
	pxt_shm_unmap(shared, names->length);
}

void pxt_names_remove(int dir, uint64_t id)
{
	char name[PXT_NAMES_FILE_NAME];

	pxt_names_file_name(id, name);
	pxt_shm_remove(dir, name);
}

/* The family */

/* Joins are counted by twos, when they begin and when they are done; odd: the
 * family has ended. If both counts were equal, a search through all processes
 * finds all members unless more joins have begun by its end. */

enum { ENDED = 1, JOIN = 2 };

bool pxt_names_begin_join(struct pxt_names *names)
{
	uint32_t joins = atomic_load_explicit(&names->shared->joins,
					      memory_order_seq_cst);

	atomic_store_explicit(&names->shared->join_ns,
			      pxt_clock_ns(CLOCK_MONOTONIC),
			      memory_order_seq_cst);
	while (!(joins & ENDED))
		if (atomic_compare_exchange_weak_explicit(
			    &names->shared->joins, &joins, joins + JOIN,
			    memory_order_seq_cst, memory_order_seq_cst))
			return true;
	return false;
}

void pxt_names_end_join(struct pxt_names *names)
{
	atomic_fetch_add_explicit(&names->shared->joined, JOIN,
				  memory_order_seq_cst);
}

/* A join is not waited for for long, whether it is late or not yet begun. */
static bool is_overdue(int64_t begun_ns)
{
	return (uint64_t)pxt_clock_ns(CLOCK_MONOTONIC) - (uint64_t)begun_ns >
	       (uint64_t)PXT_NAMES_PATIENCE_NS;
}

/* The members of a names file up to its counts. */
struct counts {
	uint64_t magic, length;
	uint32_t top, joins, joined;
	int64_t join_ns;
};

_Static_assert(offsetof(struct counts, joins) ==
			       offsetof(struct pxt_names_shared, joins) &&
		       offsetof(struct counts, joined) ==
			       offsetof(struct pxt_names_shared, joined) &&
		       offsetof(struct counts, join_ns) ==
			       offsetof(struct pxt_names_shared, join_ns),
	       "the same layout");

static bool read_counts(int fd, struct counts *counts)
{
	return pread(fd, counts, sizeof(*counts), 0) == sizeof(*counts) &&
	       counts->magic == MAGIC;
}

/* The count of joins that are done is read first: one that is done meanwhile looks
 * as if it were in progress, and none that is in progress is missed. */
int pxt_names_look(int dir, uint64_t id, bool *quiet, uint32_t *joins)
{
	struct counts first, then;
	int fd, err;

	err = open_file(dir, id, &fd);
	if (err)
		return err;
	if (!read_counts(fd, &first) || !read_counts(fd, &then))
		err = EBADMSG;
	close(fd);
	if (err)
		return err;
	*joins = then.joins & ~(uint32_t)ENDED;
	*quiet = *joins == first.joined || is_overdue(then.join_ns);
	return 0;
}

bool pxt_names_end(struct pxt_names *names, uint32_t joins)
{
	return atomic_compare_exchange_strong_explicit(
		       &names->shared->joins, &joins, joins | ENDED,
		       memory_order_seq_cst, memory_order_seq_cst) ||
	       joins & ENDED;
}

/* Entries */

struct name {
	uint32_t offset;
	uint32_t len;
	uint32_t hash; /* lower 16 bits */
};

static uint64_t pack(struct name name)
{
	return (uint64_t)1 << 63 | (uint64_t)name.offset << 32 |
	       (uint64_t)name.len << 16 | name.hash;
}

/* False: no name, or a damaged one. */
static bool unpack(uint64_t word, struct name *name)
{
	if (!word)
		return false;
	name->offset = (uint32_t)(word >> 32) & 0x7fffffff;
	name->len = (uint32_t)(word >> 16) & 0xffff;
	name->hash = (uint32_t)word & 0xffff;
	return name->len <= TRACE_EVENT_NAME_MAX &&
	       name->offset <= PXT_NAMES_TEXT - name->len;
}

static uint32_t hash(const char *text, size_t len)
{
	uint32_t sum = 2166136261U;

	for (size_t i = 0; i < len; i++)
		sum = (sum ^ (uint8_t)text[i]) * 16777619U;
	return (sum >> 16 ^ sum) & 0xffff;
}

static bool is_name(const struct pxt_names *names, uint64_t word,
		    const char *text, const struct name *wanted)
{
	struct name name;

	return unpack(word, &name) && name.hash == wanted->hash &&
	       name.len == wanted->len &&
	       !memcmp(names->shared->text + name.offset, text, name.len);
}

static int place_text(struct pxt_names *names, const char *text,
		      struct name *name)
{
	struct pxt_names_shared *shared = names->shared;
	uint32_t top = atomic_load_explicit(&shared->top, memory_order_relaxed);
	unsigned attempts = 0;

	do {
		if (top > PXT_NAMES_TEXT - name->len ||
		    ++attempts > PXT_NAMES_MAX)
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

/* The name was added by another process meanwhile. The text is given back,
 * unless others have placed theirs behind it. */
static void take_back_text(struct pxt_names *names, const struct name *name)
{
	uint32_t end = name->offset + name->len;

	atomic_compare_exchange_strong_explicit(
		&names->shared->top, &end, name->offset, memory_order_release,
		memory_order_relaxed);
}

static bool search(const struct pxt_names *names, const char *text,
		   const struct name *wanted, uint32_t *index)
{
	uint64_t word;

	for (; *index < PXT_NAMES_MAX; ++*index) {
		word = atomic_load_explicit(&names->shared->entry[*index],
					    memory_order_acquire);
		if (!word)
			return false;
		if (is_name(names, word, text, wanted))
			return true;
	}
	return false;
}

static struct name measure(const char *text)
{
	struct name name = { .len = (uint32_t)strlen(text) };

	name.hash = hash(text, name.len);
	return name;
}

int pxt_names_find(const struct pxt_names *names, const char *text,
		   uint32_t *type)
{
	const struct name name = measure(text);
	uint32_t index = 0;

	if (!search(names, text, &name, &index))
		return ENOENT;
	*type = PXT_EVENT_USER_FIRST + index;
	return 0;
}

/* Puts the name into the first free entry, unless another process is faster,
 * perhaps with the same name. */
static int append(struct pxt_names *names, const char *text,
		  const struct name *name, uint32_t *index)
{
	uint64_t none;

	/* Each failed attempt fills an entry, unless memory is damaged. */
	for (int i = 0; i < PXT_NAMES_MAX; i++) {
		if (search(names, text, name, index))
			return EEXIST;
		if (*index == PXT_NAMES_MAX)
			break;
		none = 0;
		if (atomic_compare_exchange_strong_explicit(
			    &names->shared->entry[*index], &none, pack(*name),
			    memory_order_acq_rel, memory_order_acquire))
			return 0;
	}
	return ENOSPC;
}

int pxt_names_add(struct pxt_names *names, const char *text, uint32_t *type)
{
	struct name name = measure(text);
	uint32_t index = 0;
	int err = EEXIST;

	if (!search(names, text, &name, &index)) {
		err = place_text(names, text, &name);
		if (err)
			return err;
		err = append(names, text, &name, &index);
		if (err)
			take_back_text(names, &name);
	}
	if (err == ENOSPC)
		return err;
	*type = PXT_EVENT_USER_FIRST + index;
	return 0;
}

static bool lookup(const struct pxt_names *names, uint32_t type,
		   struct name *name)
{
	uint64_t word;

	if (type < PXT_EVENT_USER_FIRST || type >= PXT_EVENT_END)
		return false;
	word = atomic_load_explicit(
		&names->shared->entry[type - PXT_EVENT_USER_FIRST],
		memory_order_acquire);
	return unpack(word, name);
}

bool pxt_names_has(const struct pxt_names *names, uint32_t type)
{
	struct name name;

	return lookup(names, type, &name);
}

int pxt_names_get(const struct pxt_names *names, uint32_t type, char *text)
{
	struct name name;

	if (!lookup(names, type, &name))
		return EINVAL;
	memcpy(text, names->shared->text + name.offset, name.len);
	text[name.len] = '\0';
	return 0;
}

void pxt_names_copy(struct pxt_names *to, const struct pxt_names *from)
{
	char text[TRACE_EVENT_NAME_MAX + 1];
	uint32_t copy;

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (pxt_names_get(from, type, text) ||
		    pxt_names_add(to, text, &copy))
			break;
}
