/*
 * attacks.h - what a process may do to the files that it shares
 *
 * The files are found by their names and known by their layout, which no other
 * test of the public functions does.
 */
#ifndef TESTS_SESSION_TRACED_ATTACKS_H
#define TESTS_SESSION_TRACED_ATTACKS_H

#include <dirent.h>

#include "model/record.h"
#include "stream/names.h"
#include "stream/process.h"
#include "stream/stream.h"
#include "tracing.h"

static inline int attack_ms(void)
{
	const char *wish = getenv("HOSTILE_MS");

	return wish ? atoi(wish) : 30;
}

/* Files */

struct file {
	int fd;
	size_t length;
	void *memory;
};

/* The first one of that name, or beginning of a name, that is not known yet. */
static inline bool find_name(const char *prefix, char *name, size_t size)
{
	DIR *list = opendir(getenv("POSIXTRACE_DIR"));
	struct dirent *entry;
	bool found = false;

	while (list && !found && (entry = readdir(list))) {
		found = !strncmp(entry->d_name, prefix, strlen(prefix));
		if (found)
			snprintf(name, size, "%s/%s", getenv("POSIXTRACE_DIR"),
				 entry->d_name);
	}
	if (list)
		closedir(list);
	return found;
}

/* This runs in children: no assertions. */
static inline bool open_file(const char *prefix, struct file *file)
{
	char name[512];
	struct stat st;

	file->fd = -1;
	if (find_name(prefix, name, sizeof(name)))
		file->fd = open(name, O_RDWR | O_CLOEXEC);
	if (file->fd < 0 || fstat(file->fd, &st))
		return false;
	file->length = (size_t)st.st_size;
	file->memory = mmap(NULL, file->length, PROT_READ | PROT_WRITE,
			    MAP_SHARED, file->fd, 0);
	return file->memory != MAP_FAILED;
}

static inline bool open_process_file(pid_t pid, struct file *file)
{
	char prefix[32];

	snprintf(prefix, sizeof(prefix), "%d-", (int)pid);
	return open_file(prefix, file);
}

static inline bool open_names_file(const struct file *process,
				   struct file *file)
{
	const struct pxt_process_shared *shared = process->memory;
	char prefix[32];

	snprintf(prefix, sizeof(prefix), "names-%016llx",
		 (unsigned long long)atomic_load(&shared->family));
	return open_file(prefix, file);
}

/* The newest stream: the victim's has the first number. */
static inline bool open_stream_file(struct file *file)
{
	return open_file("stream-1", file);
}

static inline struct pxt_ring ring_of(const struct file *file)
{
	struct pxt_stream_shared *shared = file->memory;
	const uint32_t slots = pxt_ring_slots(&shared->geometry);
	const size_t head =
		(sizeof(*shared) + slots * sizeof(uint64_t) + 4095) / 4096 *
		4096;

	return (struct pxt_ring){
		.shared = &shared->ring,
		.state = shared->state,
		.chunks = (uint8_t *)file->memory + head,
		.geometry = shared->geometry,
		.slots = slots,
	};
}

struct files {
	struct file stream, process, names;
	struct pxt_ring ring; /* before anybody scribbles */
	enum pxt_clock clock;
};

static inline bool open_files(struct files *files)
{
	const struct pxt_stream_shared *shared;

	if (!open_stream_file(&files->stream) ||
	    !open_process_file(getpid(), &files->process) ||
	    !open_names_file(&files->process, &files->names))
		return false;
	shared = files->stream.memory;
	files->ring = ring_of(&files->stream);
	files->clock = (enum pxt_clock)shared->clock;
	return true;
}

/* Scribbling */

static uint64_t seed = 88172645463325252;

static inline uint64_t any(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* Numbers that hurt more than others. */
static inline uint64_t any_number(void)
{
	static const uint64_t wild[] = {
		0, 1, UINT32_MAX, UINT64_MAX, INT64_MAX, INT32_MAX,
	};

	if (any() % 2)
		return wild[any() % ARRAY_LEN(wild)];
	return any() >> any() % 64;
}

static inline struct pxt_ring_chunk *chunk_at(const struct pxt_ring *ring,
					      uint32_t slot)
{
	return (struct pxt_ring_chunk *)(void *)(ring->chunks +
						 (size_t)slot *
							 ring->geometry.chunk);
}

static inline void set_state(const struct pxt_ring *ring, uint32_t slot,
			     uint64_t sequence, pid_t tid, unsigned state)
{
	atomic_store(&ring->state[slot],
		     sequence << 24 | (uint64_t)tid << 2 | state);
}

/* Words of the ring, and of what stands around it. */
static inline void scribble_head(const struct files *files)
{
	struct pxt_stream_shared *shared = files->stream.memory;
	struct pxt_ring_shared *ring = &shared->ring;

	atomic_store(&ring->gate, (uint32_t)any());
	atomic_store(&ring->sequence, any_number());
	atomic_store(&ring->retirements, any_number());
	atomic_store(&ring->high, (uint32_t)any_number());
	atomic_store(&ring->sleeping, (uint32_t)any());
	atomic_fetch_add(&ring->wake, 1);
	atomic_store(&ring->lost, any_number());
	atomic_store(&ring->full_at, any_number());
	atomic_store(&shared->window, (uint32_t)any());
	atomic_store(&shared->cleared, any_number());
	atomic_store(&shared->told_lost, any_number());
	atomic_store(&shared->told_overwritten, any_number());
	atomic_store(&shared->told_dropped, any_number());
}

static inline void scribble_anywhere(const struct files *files)
{
	const struct pxt_ring ring = files->ring;
	uint64_t *words = files->stream.memory;
	const size_t reach =
		(size_t)(ring.chunks - (uint8_t *)files->stream.memory) +
		(size_t)8 * ring.geometry.chunk;

	words[any() % (reach / sizeof(*words))] = any_number();
}

static inline void scribble_states(const struct files *files)
{
	const struct pxt_ring ring = files->ring;
	uint32_t slot = (uint32_t)(any() % 16);

	atomic_store(&ring.state[slot], any());
	atomic_store(&ring.state[any() % ring.slots], any());
	atomic_store(&chunk_at(&ring, slot)->tail, any());
}

/* A chunk that is full, and a new one each time somebody looks. */
static inline void fill(const struct pxt_ring *ring, uint32_t slot,
			uint64_t ticks, unsigned state)
{
	struct pxt_ring_chunk *chunk = chunk_at(ring, slot);
	uint8_t *at = (uint8_t *)chunk + PXT_RING_HEAD;
	const uint64_t sequence = any() & 0xffffffffff;
	const struct pxt_context context = {
		.pid = (uint32_t)any(),
		.tid = (uint32_t)any(),
		.realtime_ns = any_number(),
		.rate = any_number() | 1,
		.family = (uint32_t)any(),
	};
	const uint64_t origin = (uint64_t)PXT_RECORD_CONTEXT << 48;
	const uint32_t size = sizeof(context);

	memcpy(at, &ticks, sizeof(ticks));
	memcpy(at + 8, &origin, sizeof(origin));
	memcpy(at + 16, &size, sizeof(size));
	memcpy(at + PXT_RECORD_HEAD, &context, sizeof(context));
	set_state(ring, slot, sequence, getpid(), state);
	atomic_store(&chunk->tail,
		     (sequence & UINT32_MAX) << 32 |
			     (ring->geometry.chunk - PXT_RING_HEAD));
}

/* Of a time that never comes, in every slot there is. */
static inline void fill_with_the_future(const struct files *files)
{
	const struct pxt_ring ring = files->ring;

	atomic_store(&ring.shared->high, ring.slots);
	for (uint32_t slot = 0; slot < ring.slots; slot++)
		fill(&ring, slot, pxt_clock_ticks(files->clock) + (any() >> 1),
		     PXT_CHUNK_RETIRED);
}

static inline void fill_with_the_present(const struct files *files)
{
	const struct pxt_ring ring = files->ring;

	atomic_store(&ring.shared->high, ring.slots);
	fill(&ring, (uint32_t)(any() % ring.slots),
	     pxt_clock_ticks(files->clock), (unsigned)any() % 4);
}

static inline void be_busy_for_ever(const struct files *files)
{
	const struct pxt_ring ring = files->ring;

	atomic_store(&ring.shared->high, ring.slots);
	for (uint32_t slot = 0; slot < ring.slots; slot++) {
		set_state(&ring, slot, slot + 1, getpid(), PXT_CHUNK_OWNED);
		atomic_store(&chunk_at(&ring, slot)->tail,
			     (uint64_t)(slot + 1) << 32 | 64 | PXT_TAIL_BUSY);
	}
}

/* Full, and told so again as soon as somebody has made room. */
static inline void be_full_for_ever(const struct files *files)
{
	struct pxt_stream_shared *shared = files->stream.memory;

	atomic_store(&shared->ring.gate, PXT_GATE_OPEN | PXT_GATE_FULL);
	atomic_store(&shared->window, 1);
	atomic_fetch_add(&shared->ring.wake, 1);
	for (size_t i = 0; i < PXT_FILTER_WORDS; i++)
		atomic_store(&shared->filter.word[i], UINT64_MAX);
}

static inline void overwrite_for_ever(const struct files *files)
{
	struct pxt_stream_shared *shared = files->stream.memory;
	const struct pxt_ring ring = files->ring;

	atomic_fetch_add(&shared->ring.overwritten, any() % 3);
	atomic_store(&shared->ring.overwritten_from, any_number());
	atomic_store(&shared->ring.horizon, any_number());
	atomic_store(&shared->ring.taken_upto, any_number());
	for (uint32_t slot = 0; slot < 16; slot++)
		atomic_fetch_add(&ring.state[slot], UINT64_C(1) << 24);
}

static inline void scribble_process(const struct files *files)
{
	struct pxt_process_shared *shared = files->process.memory;
	const size_t slot = any() % PXT_PROCESS_SLOTS;

	atomic_store(&shared->word, any_number());
	atomic_store(&shared->slot[slot].nonce, any_number());
	atomic_store(&shared->slot[slot].heirs_since, any_number());
	atomic_store(&shared->slot[slot].number, (uint32_t)any_number());
	atomic_store(&shared->opened[any() % PXT_EVENT_NAMED_MAX],
		     (uint32_t)any_number());
	atomic_store(&shared->disowned_next, (uint32_t)any_number());
	atomic_store(&shared->program, any_number());
	atomic_store(&shared->image_length, (uint32_t)any_number());
	atomic_fetch_add(&shared->image_version, (uint32_t)(any() % 4));
	shared->image[any() % PXT_PROCESS_IMAGE] = (uint8_t)any();
	if (any() % 16 == 0)
		atomic_store(&shared->family, any_number());
}

static inline void scribble_names(const struct files *files)
{
	struct pxt_names_shared *shared = files->names.memory;

	atomic_store(&shared->top, (uint32_t)any_number());
	atomic_store(&shared->entry[any() % PXT_NAMES_MAX], any_number());
	atomic_store(&shared->entry[any() % 8], any_number());
	shared->text[any() % 4096] = (char)any();
	atomic_store(&shared->description_top, (uint32_t)any_number());
	atomic_store(&shared->first_description, (uint32_t)any_number() % 64);
	shared->descriptions[any() % 256] = (char)any();
}

/* Where the library looks for another stream, and it is one of another shape:
 * of the right name, and told by the right number. */
static inline void swap_geometry(const struct files *files)
{
	const struct pxt_stream_shared *from = files->stream.memory;
	struct pxt_process_shared *process = files->process.memory;
	const struct pxt_ring_geometry geometry = {
		.chunk = UINT32_C(4096) << any() % 4,
		.base = (uint32_t)(any() % 8),
		.room = (uint32_t)(any() % 8192),
		.loop = (uint32_t)any() % 2,
	};
	const uint32_t slots = pxt_ring_slots(&geometry);
	const size_t head =
		(sizeof(*from) + slots * sizeof(uint64_t) + 4095) / 4096 * 4096;
	const uint64_t nonce = any() | 1;
	struct pxt_stream_shared *to;
	char name[512];
	int fd;

	snprintf(name, sizeof(name), "%s/stream-60", getenv("POSIXTRACE_DIR"));
	unlink(name);
	fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 ||
	    ftruncate(fd, (off_t)(head + (size_t)slots * geometry.chunk)))
		leave(2);
	to = mmap(NULL, sizeof(*to), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (to == MAP_FAILED)
		leave(2);
	memcpy(to, from, sizeof(*to));
	to->geometry = geometry;
	to->length = head + (size_t)slots * geometry.chunk;
	to->nonce = nonce;
	to->rate = any() % 4 ? from->rate : any_number();
	to->attr.max_data = any() % 2 ? from->attr.max_data : any() % 8192;
	atomic_store(&to->ring.gate, PXT_GATE_OPEN);
	atomic_store(&to->ring.high, (uint32_t)any_number());
	atomic_store(&process->slot[2].number, 60);
	atomic_store(&process->slot[2].nonce, nonce);
	atomic_fetch_add(&process->word, (1 << 16) + 1);
	nap_ms(1);
	munmap(to, sizeof(*to));
}

typedef void attack(const struct files *files);

/* Each with the policy that it is worst for, or with all when there is time. At
 * the last two every call waits for a second, or for some. */
static attack *const attacks[] = {
	scribble_head,	      scribble_states,	scribble_anywhere,
	fill_with_the_future, be_full_for_ever, scribble_process,
	scribble_names,	      swap_geometry,	fill_with_the_present,
	overwrite_for_ever,   be_busy_for_ever,
};
enum { PATIENT = 2 };

/* Cutting */

static inline void cut(const struct file *file, size_t length)
{
	if (ftruncate(file->fd, (off_t)length))
		leave(2);
}

static const struct {
	size_t member; /* of struct files */
	size_t pages;  /* that are left */
} cuts[] = {
	{ offsetof(struct files, stream), 0 },
	{ offsetof(struct files, stream), 1 },
	{ offsetof(struct files, stream), 8 },
	{ offsetof(struct files, process), 0 },
	{ offsetof(struct files, process), 1 },
	{ offsetof(struct files, names), 0 },
	{ offsetof(struct files, names), 1 },
};

#endif
