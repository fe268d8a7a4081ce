/* attach.c - mapping streams, and handing threads their writers */
#include "session/traced/attach.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/shm.h"
#include "base/shortage.h"
#include "session/traced/own_image.h"
#include "session/traced/promised_types.h"
#include "session/traced/thread_name.h"
#include "stream/process_names.h"
#include "stream/process_streams.h"
#include "stream/unreached.h"

enum {
	MAPPINGS = 2 * PXT_PROCESS_SLOTS, /* named ones, and those to unmap */
	SLAB_THREADS = 16,
	SLABS = 4096,
};

/* More streams than any word counts. */
#define NO_WORD UINT64_MAX

/* Somebody may scribble that word into the process file, and a stop be entered:
 * it has all that a level has, and no writer in use. */
static struct pxt_streams no_streams;
static struct pxt_thread nobody = {
	.next = &nobody.level[0],
	.level[0] = {
		.known = NO_WORD,
		.only = &pxt_writer_none,
		.after = &nobody.level[0],
		.streams = &no_streams,
		.thread = &nobody,
	},
};
__thread struct pxt_thread *pxt_thread_self = &nobody;

/* How often the thread's destructors have come by; at last there are no more,
 * and nothing would tell when a block is not used any more. */
static __thread unsigned rounds __attribute__((tls_model("initial-exec")));

static bool is_ending(void)
{
	return rounds >= PTHREAD_DESTRUCTOR_ITERATIONS;
}

/* A thread, and what its levels need. */
struct block {
	struct pxt_thread thread;
	struct pxt_streams streams[PXT_LEVELS];
};

/* All of this is under the home's lock. Threads' blocks are never given back to
 * the system: a dead one's serves the next. */
static struct pxt_stream mapping[MAPPINGS]; /* shared NULL: free */
static struct block *slab[SLABS];
static struct {
	uint64_t nonce; /* of the stream that could not be mapped */
	int64_t retry_ns;
	int err;
} failed[PXT_PROCESS_SLOTS];
static pthread_key_t key;
static bool have_key;

/* glibc keeps the values of the first keys in the thread itself; for later
 * ones pthread_setspecific() may allocate, which a handler must not. */
enum { SAFE_KEYS = 32 };

/* Streams */

static struct pxt_stream *find_mapping(uint64_t nonce)
{
	for (size_t i = 0; i < MAPPINGS; i++)
		if (mapping[i].shared && mapping[i].nonce == nonce)
			return &mapping[i];
	return NULL;
}

/* Of a process that recorded for itself and then executed this program. */
static bool is_of_former_program(const struct pxt_stream *stream)
{
	return stream->shared->controller == getpid() &&
	       pxt_stream_is_left(stream);
}

static struct pxt_stream *find_room(void)
{
	for (size_t i = 0; i < MAPPINGS; i++)
		if (!mapping[i].shared)
			return &mapping[i];
	return NULL;
}

static int map_anew(unsigned number, uint64_t nonce, struct pxt_stream *stream)
{
	int dir, err;

	if (!stream)
		return EAGAIN;
	err = pxt_shm_directory(0, &dir);
	if (err)
		return err;
	err = pxt_stream_open(dir, number, nonce, stream);
	close(dir);
	if (!err && is_of_former_program(stream))
		pxt_ring_abandon(&stream->ring);
	return err;
}

/* A mapping that failed a moment ago is not tried again yet. */
static int map_stream(size_t slot, unsigned number, uint64_t nonce,
		      struct pxt_stream **out)
{
	*out = find_mapping(nonce);
	if (*out)
		return 0;
	if (failed[slot].nonce == nonce &&
	    pxt_retry_clock() < failed[slot].retry_ns)
		return failed[slot].err;

	*out = find_room();
	failed[slot].err = map_anew(number, nonce, *out);
	failed[slot].nonce = failed[slot].err ? nonce : 0;
	failed[slot].retry_ns = pxt_retry_clock() + PXT_RETRY_NS;
	return failed[slot].err;
}

static bool is_named(const struct pxt_process *process, uint64_t nonce)
{
	for (size_t i = 0; process->shared && i < PXT_PROCESS_SLOTS; i++)
		if (atomic_load_explicit(&process->shared->slot[i].nonce,
					 memory_order_relaxed) == nonce)
			return true;
	return false;
}

/* Of the i-th writer in use. */
static size_t slot_of(const struct pxt_level *level, size_t i)
{
	return (size_t)(level->streams->in_use[i] - level->streams->writer);
}

static bool has(const struct pxt_level *level, uint64_t nonce)
{
	for (unsigned i = 0; i < level->count; i++)
		if (level->streams->nonce[slot_of(level, i)] == nonce)
			return true;
	return false;
}

/* A4. A level that knows the present word may yet be entered: a slot is
 * cleared before the word tells of it. */
static bool is_used(uint64_t nonce, uint64_t word)
{
	for (size_t s = 0; s < SLABS && slab[s]; s++) {
		for (size_t t = 0; t < SLAB_THREADS; t++) {
			struct pxt_thread *thread = &slab[s][t].thread;
			struct pxt_level *next = atomic_load_explicit(
				&thread->next, memory_order_acquire);

			for (size_t l = 0; l < PXT_LEVELS; l++)
				if (has(&thread->level[l], nonce) &&
				    (&thread->level[l] < next ||
				     thread->level[l].known == word))
					return true;
		}
	}
	return false;
}

static void sweep_mappings(const struct pxt_process *process)
{
	uint64_t word = 0;

	for (size_t i = 0; i < MAPPINGS; i++) {
		if (!mapping[i].shared || is_named(process, mapping[i].nonce))
			continue;
		if (process->shared)
			word = atomic_load_explicit(&process->shared->word,
						    memory_order_acquire);
		pxt_barrier_all(); /* A2 */
		if (!is_used(mapping[i].nonce, word))
			pxt_stream_close(&mapping[i]);
	}
}

void pxt_attach_sweep(void)
{
	struct pxt_process *process = pxt_home_process();
	struct pxt_home_guard guard;

	pxt_home_lock(&guard);
	sweep_mappings(process);
	pxt_home_unlock(&guard);
}

/* Levels */

static void drop_writer(struct pxt_level *level, size_t slot)
{
	struct pxt_streams *streams = level->streams;

	/* A stream that is not mapped any more wants nothing back (A6). */
	if (streams->nonce[slot] && find_mapping(streams->nonce[slot]))
		pxt_writer_fini(&streams->writer[slot]);
	streams->nonce[slot] = 0;
}

/* Names that were opened meanwhile could not be told to it. */
static void tell_names(struct pxt_process *process, struct pxt_stream *stream)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (!pxt_process_name(process, type, name))
			pxt_filter_name_opened(&stream->shared->filter, type,
					       name);
}

/* Events that the stream did not get are told before those that it gets from
 * now on. If the stream takes nothing now, its controller knows why, and tells
 * them, or not. */
static void tell_unreached(struct pxt_level *level, struct pxt_process *process,
			   struct pxt_stream *stream, struct pxt_writer *writer)
{
	struct pxt_unreached unreached;
	struct pxt_loss loss;
	bool told;

	if (pxt_writer_gate(writer) != PXT_GATE_OPEN &&
	    pxt_writer_gate(writer) != (PXT_GATE_OPEN | PXT_GATE_CHOOSY))
		return;
	if (pxt_unreached_claim(process, stream->nonce, PXT_UNREACHED_PROCESS,
				false, &stream->shared->filter, &unreached))
		return;
	loss = (struct pxt_loss){
		.count = unreached.count,
		.since_ns = unreached.since_ns,
	};
	told = !loss.count ||
	       !pxt_writer_put_unreached(writer, &level->thread->self, &loss,
					 unreached.reason);
	if (told)
		pxt_unreached_add_up(&stream->shared->ring, &unreached);
	pxt_unreached_settle(process, &unreached, told);
}

/* A7 */
static void miss_slot(struct pxt_level *level, struct pxt_process *process,
		      size_t slot, uint64_t nonce, int err)
{
	struct pxt_streams *streams = level->streams;

	pxt_unreached_begin(process, slot, nonce, err);
	streams->missing |= UINT64_C(1) << slot;
	if (!streams->retry_ns || failed[slot].retry_ns < streams->retry_ns)
		streams->retry_ns = failed[slot].retry_ns;
}

static void reach_slot(struct pxt_level *level, struct pxt_process *process,
		       size_t slot, struct pxt_stream *stream)
{
	struct pxt_streams *streams = level->streams;

	pxt_writer_init(&streams->writer[slot], stream);
	streams->nonce[slot] = stream->nonce;
	if (!pxt_unreached_end(process, slot, stream->nonce))
		return;
	/* Other threads miss the stream no longer than they have to. */
	pxt_process_touch(process);
	tell_names(process, stream);
	tell_unreached(level, process, stream, &streams->writer[slot]);
}

static void update_slot(struct pxt_level *level, struct pxt_process *process,
			size_t slot)
{
	uint64_t nonce = atomic_load_explicit(
		&process->shared->slot[slot].nonce, memory_order_relaxed);
	struct pxt_streams *streams = level->streams;
	struct pxt_stream *stream;
	uint32_t number;
	int err;

	if (nonce == streams->nonce[slot])
		return;
	drop_writer(level, slot);
	if (!nonce)
		return;
	number = atomic_load_explicit(&process->shared->slot[slot].number,
				      memory_order_relaxed);
	err = map_stream(slot, number, nonce, &stream);
	if (err)
		miss_slot(level, process, slot, nonce, err);
	else
		reach_slot(level, process, slot, stream);
}

static void update(struct pxt_level *level, struct pxt_process *process)
{
	uint64_t word = atomic_load_explicit(&process->shared->word,
					     memory_order_acquire); /* A3 */
	struct pxt_streams *streams = level->streams;

	level->count = 0;
	streams->missing = 0;
	streams->retry_ns = 0;
	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS; slot++) {
		update_slot(level, process, slot);
		if (streams->nonce[slot])
			streams->in_use[level->count++] =
				&streams->writer[slot];
	}
	level->plain = streams->missing ? 0 : level->count;
	level->only = level->plain == 1 ? streams->in_use[0] :
					  &pxt_writer_none;
	level->known = word;
	sweep_mappings(process);
}

/* Threads */

static struct block *find_block(void)
{
	for (size_t s = 0; s < SLABS; s++) {
		if (!slab[s]) {
			void *memory = mmap(NULL, SLAB_THREADS * sizeof(**slab),
					    PROT_READ | PROT_WRITE,
					    MAP_PRIVATE | MAP_ANONYMOUS |
						    MAP_NORESERVE,
					    -1, 0);

			if (memory == MAP_FAILED)
				return NULL;
			slab[s] = memory;
		}
		for (size_t t = 0; t < SLAB_THREADS; t++)
			if (!atomic_load(&slab[s][t].thread.used))
				return &slab[s][t];
	}
	return NULL;
}

static void identify(struct pxt_thread *thread)
{
	thread->self = (struct pxt_writer_self){
		.thread = (uint64_t)pthread_self(),
		.pid = (uint32_t)getpid(),
		.tid = (uint32_t)gettid(),
		.owner = (uint32_t)gettid(),
	};
	thread->types = 0;
}

static void forget_level(struct pxt_level *level)
{
	level->known = 0;
	level->only = &pxt_writer_none;
	level->count = 0;
	level->plain = 0;
	level->streams->missing = 0;
}

static void link_levels(struct block *block)
{
	struct pxt_level *level = block->thread.level;

	for (size_t l = 0; l < PXT_LEVELS; l++) {
		level[l].streams = &block->streams[l];
		forget_level(&level[l]);
		level[l].after = &level[l + 1];
		level[l].thread = &block->thread;
	}
	level[PXT_LEVELS] = nobody.level[0];
	level[PXT_LEVELS].after = &level[PXT_LEVELS];
	level[PXT_LEVELS].thread = &block->thread;
}

static struct pxt_thread *join(void)
{
	struct block *block = find_block();
	struct pxt_thread *thread;

	if (!block)
		return NULL;
	thread = &block->thread;
	link_levels(block);
	identify(thread);
	atomic_store(&thread->next, thread->level);
	atomic_store(&thread->used, 1);
	pxt_thread_self = thread;
	/* In the end it would stay, for who gets the same stack. */
	if (have_key && !is_ending())
		pthread_setspecific(key, thread);
	return thread;
}

/* In a child, of a thread that may have been about to make a level anew: what
 * is in use there need not be true. */
static void forget_levels(struct pxt_thread *thread)
{
	for (size_t l = 0; l < PXT_LEVELS; l++) {
		struct pxt_level *level = &thread->level[l];

		memset(level->streams->nonce, 0, sizeof(level->streams->nonce));
		forget_level(level);
	}
}

static void drop_writers(struct pxt_thread *thread)
{
	for (size_t l = 0; l < PXT_LEVELS; l++) {
		struct pxt_level *level = &thread->level[l];

		for (size_t i = 0; i < level->count; i++)
			drop_writer(level, slot_of(level, i));
	}
}

/* A handler may have done it before. */
static void give_back(struct pxt_thread *thread)
{
	struct pxt_home_guard guard;

	pxt_home_lock(&guard);
	if (thread == pxt_thread_self) {
		pxt_thread_self = &nobody;
		drop_writers(thread);
		forget_levels(thread);
		atomic_store(&thread->next, thread->level);
		atomic_store(&thread->used, 0);
	}
	pxt_home_unlock(&guard);
}

/* What later destructors record makes a new block, so this comes again, as
 * often as the C library goes round. */
static void part(void *block)
{
	struct pxt_home_guard guard;

	if (block != &nobody) {
		give_back(block);
		/* Calls that the library makes here make no events: the thread
		 * has no writers any more, and gets none below the lock. */
		pxt_home_lock(&guard);
		pxt_thread_name_leave();
		pxt_home_unlock(&guard);
	}
	if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
		pthread_setspecific(key, &nobody);
}

void pxt_attach_end_event(void)
{
	struct pxt_thread *self = pxt_thread_self;

	if (is_ending() && self != &nobody && !pxt_attach_is_recording())
		give_back(self);
}

static void note_missing(struct pxt_process *process, uint64_t slots,
			 uint32_t type)
{
	for (size_t slot = 0; slots; slot++, slots >>= 1)
		if (slots & 1)
			pxt_unreached_note(process, slot, type);
}

/* Handlers are nested too deep: the outermost level knows the streams. */
static void lose_one(struct pxt_process *process,
		     const struct pxt_thread *thread, uint32_t type)
{
	const struct pxt_level *level = thread->level;

	for (size_t i = 0; i < level->count; i++) {
		const struct pxt_writer *writer = level->streams->in_use[i];

		if (!pxt_writer_unwanted(writer, pxt_writer_gate(writer), type))
			atomic_fetch_add_explicit(&writer->shared->ring.lost, 1,
						  memory_order_relaxed);
	}
	note_missing(process, level->streams->missing, type);
}

/* A thread without memory for its levels knows no stream. */
static void miss_all(struct pxt_process *process, uint32_t type)
{
	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS; slot++) {
		const uint64_t nonce = atomic_load_explicit(
			&process->shared->slot[slot].nonce,
			memory_order_relaxed);

		if (!nonce)
			continue;
		pxt_unreached_begin(process, slot, nonce, ENOMEM);
		pxt_unreached_note(process, slot, type);
	}
}

static bool has_name(struct pxt_process *process, uint32_t type)
{
	return type == POSIX_TRACE_UNNAMED_USEREVENT ||
	       pxt_process_has_type(process, type);
}

static struct pxt_level *enter(struct pxt_process *process, uint32_t type)
{
	struct pxt_thread *thread = pxt_thread_self;
	struct pxt_level *level;

	if (thread == &nobody)
		thread = join();
	if (!thread) {
		if (has_name(process, type))
			miss_all(process, type);
		return NULL;
	}
	/* After _Fork(), and another thread has come first. */
	if (thread->self.pid != (uint32_t)pxt_home->pid)
		identify(thread);
	level = atomic_load_explicit(&thread->next, memory_order_relaxed);
	if (level->known == NO_WORD) {
		if (has_name(process, type))
			lose_one(process, thread, type);
		return NULL;
	}
	atomic_store_explicit(&thread->next, level->after,
			      memory_order_relaxed);
	if (level->known !=
	    atomic_load_explicit(&process->shared->word, memory_order_acquire))
		update(level, process);
	return level;
}

struct pxt_level *pxt_attach_enter_slowly(uint32_t type)
{
	struct pxt_process *process = pxt_home_process();
	struct pxt_level *level;
	int saved_errno = errno;
	struct pxt_home_guard guard;

	if (!process->shared && !pxt_attach_known_word()) {
		pxt_home_miss(type);
		return NULL;
	}
	/* Another thread has made it just now. */
	if (!process->shared)
		process = pxt_home_process();
	type = pxt_promised_types_resolve(type);
	/* A child of vfork(), in its parent's home, has nothing to record. */
	if (!process->shared || pxt_home->pid != getpid() ||
	    pxt_home_is_locked_here())
		return NULL;
	pxt_home_lock(&guard); /* A5 */
	level = enter(process, type);
	pxt_home_unlock(&guard);
	errno = saved_errno;
	return level;
}

void pxt_attach_miss(struct pxt_level *level, uint32_t type)
{
	struct pxt_process *process = pxt_home_process();
	int saved_errno = errno;
	struct pxt_home_guard guard;

	if (!process->shared)
		return;
	if (pxt_retry_clock() >= level->streams->retry_ns &&
	    !pxt_home_is_locked_here() && pxt_home->pid == getpid()) {
		pxt_home_lock(&guard); /* A5 */
		update(level, process);
		pxt_home_unlock(&guard);
		errno = saved_errno;
	}
	note_missing(process, level->streams->missing, type);
}

bool pxt_attach_learn_type(struct pxt_thread *thread, uint32_t type)
{
	if (!pxt_process_has_type(pxt_home_process(), type))
		return false;
	/* Names are appended: those before it have theirs. */
	thread->types = type - PXT_EVENT_USER_FIRST + 1;
	return true;
}

/* A5. Streams stay mapped for the threads that are to record into them. */
static void tell_streams(struct pxt_process *process, uint32_t type,
			 const char *name)
{
	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++) {
		uint64_t nonce = atomic_load_explicit(
			&process->shared->slot[i].nonce, memory_order_acquire);
		uint32_t number = atomic_load_explicit(
			&process->shared->slot[i].number, memory_order_relaxed);
		struct pxt_stream *stream;

		if (nonce && !map_stream(i, number, nonce, &stream))
			pxt_filter_name_opened(&stream->shared->filter, type,
					       name);
	}
}

/* The fence is for a controller that adds a stream now: it sees the name, or is
 * seen here. */
static void name_opened(struct pxt_process *process, uint32_t type,
			const char *name)
{
	int saved_errno = errno;
	struct pxt_home_guard guard;

	if (!process->shared || pxt_home->pid != getpid())
		return;
	atomic_thread_fence(memory_order_seq_cst);
	if (!pxt_process_traced(atomic_load(&process->shared->word)))
		return;
	pxt_home_lock(&guard);
	tell_streams(process, type, name);
	pxt_home_unlock(&guard);
	errno = saved_errno;
}

int pxt_attach_open_name(const char *name, uint32_t *type)
{
	struct pxt_process *process;
	int err;

	if (strnlen(name, TRACE_EVENT_NAME_MAX + 1) > TRACE_EVENT_NAME_MAX)
		return ENAMETOOLONG;

	*type = pxt_event_predefined(name);
	if (!*type && pxt_home_is_awaited() &&
	    !pxt_promised_types_add(name, type))
		return 0;
	process = pxt_home_process();
	if (!*type && !process->shared)
		*type = POSIX_TRACE_UNNAMED_USEREVENT;
	if (!*type) {
		err = pxt_process_open_name(process, name, type);
		if (err)
			return err;
		name_opened(process, *type, name);
	}
	/* Objects that were loaded since the start have come to stay once
	 * they name their events. */
	pxt_own_image_publish();
	return 0;
}

/* Children */

/* A handler that interrupted an event may have forked: then the child goes
 * on with that event when the handler returns. Memory of its own takes the
 * place of the stream, and nobody reads it. */
static void forget_mapping(struct pxt_stream *stream, bool in_use)
{
	if (!in_use)
		pxt_shm_unmap(stream->shared, stream->length);
	else if (pxt_fault_abandon(stream->shared, stream->length))
		return;
	stream->shared = NULL;
}

bool pxt_attach_is_recording(void)
{
	const struct pxt_thread *self = pxt_thread_self;

	return atomic_load(&self->next) != self->level;
}

/* The process whose threads' blocks are its own. */
static pid_t sorted_for;

/* Of a thread that is not there in the child, unless it was the one that
 * forked. Who comes first in a child of _Fork() may be another, that has no
 * block yet: then nobody knows whose these are. */
static void sort_out(struct pxt_thread *thread)
{
	forget_levels(thread);
	if (thread == pxt_thread_self || pxt_thread_self == &nobody)
		return;
	atomic_store(&thread->next, thread->level);
	atomic_store(&thread->used, 0);
}

static void for_each_thread(void (*visit)(struct pxt_thread *thread))
{
	for (size_t s = 0; s < SLABS && slab[s]; s++)
		for (size_t t = 0; t < SLAB_THREADS; t++)
			if (atomic_load(&slab[s][t].thread.used))
				visit(&slab[s][t].thread);
}

void pxt_attach_forget(void)
{
	for_each_thread(sort_out);
	sorted_for = getpid();
	if (pxt_thread_self != &nobody)
		identify(pxt_thread_self);
}

void pxt_attach_forked(void)
{
	bool in_use = pxt_attach_is_recording();

	for (size_t i = 0; i < MAPPINGS; i++)
		if (mapping[i].shared)
			forget_mapping(&mapping[i], in_use);
	if (sorted_for == getpid())
		for_each_thread(forget_levels);
	else
		pxt_attach_forget();
}

static void leave_name(struct pxt_thread *thread)
{
	pxt_thread_name_leave_other(thread->self.tid);
}

void pxt_attach_leave_names(void)
{
	struct pxt_home_guard guard;

	/* A handler of a fault may exit. */
	if (pxt_home_is_locked_here())
		return;
	pxt_home_lock(&guard);
	for_each_thread(leave_name);
	pxt_home_unlock(&guard);
}

void pxt_attach_init(void)
{
	have_key = !pthread_key_create(&key, part) && key < SAFE_KEYS;
}
