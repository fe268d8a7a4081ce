/* threads.c - blocks of levels: assigning and releasing */
#include "session/traced/threads.h"

#include <string.h>
#include <unistd.h>

#include "base/pages.h"
#include "base/resident.h"
#include "session/traced/home.h"
#include "session/traced/mapped_streams.h"
#include "session/traced/thread_name.h"

enum { SLAB_THREADS = 16 };

/* Damaged memory may contain that word, so that a stop is entered: it has all
 * members of a level, and no writer. */
static struct pxt_streams no_streams;
static struct pxt_thread nobody = {
	.next = &nobody.level[0],
	.level[0] = {
		.known = PXT_LEVEL_STOP,
		.only = &pxt_writer_none,
		.after = &nobody.level[0],
		.streams = &no_streams,
		.thread = &nobody,
	},
};
__thread struct pxt_thread *pxt_thread_self = &nobody;

/* Rounds of the thread's destructors; after the last one, nothing would report
 * that a block is unused. */
static __thread unsigned rounds __attribute__((tls_model("initial-exec")));

static bool is_ending(void)
{
	return rounds >= PTHREAD_DESTRUCTOR_ITERATIONS;
}

/* A thread, and the memory of its levels. */
struct block {
	struct pxt_thread thread;
	struct pxt_streams streams[PXT_LEVELS];
};

struct slab {
	struct slab *next;
	_Alignas(64) struct block block[SLAB_THREADS];
};

/* The variables below are under the home's lock. Blocks are never returned to
 * the system: a dead thread's serves the next. */
static struct slab *slabs PXT_RESIDENT;
static pthread_key_t key PXT_RESIDENT;
static bool have_key PXT_RESIDENT;

/* glibc keeps the values of the first keys in the thread itself; for later ones
 * pthread_setspecific() may allocate, which a handler must not. */
enum { SAFE_KEYS = 32 };

bool pxt_threads_is_nobody(const struct pxt_thread *thread)
{
	return thread == &nobody;
}

static bool is_used(struct block *block)
{
	return atomic_load_explicit(&block->thread.used, memory_order_seq_cst);
}

static void for_each_thread(void (*visit)(struct pxt_thread *thread))
{
	for (struct slab *slab = slabs; slab; slab = slab->next)
		for (size_t t = 0; t < SLAB_THREADS; t++)
			if (is_used(&slab->block[t]))
				visit(&slab->block[t].thread);
}

static struct block *find_block(void)
{
	struct slab *slab;

	for (slab = slabs; slab; slab = slab->next)
		for (size_t t = 0; t < SLAB_THREADS; t++)
			if (!is_used(&slab->block[t]))
				return &slab->block[t];
	slab = pxt_pages_map(sizeof(*slab));
	if (!slab)
		return NULL;
	slab->next = slabs;
	slabs = slab;
	return slab->block;
}

/* Levels */

/* The slot of the i-th writer in use. */
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

/* A4: a level that knows the present word may still be entered, as a slot is
 * cleared before the word changes. */
bool pxt_threads_use(uint64_t nonce, uint64_t word)
{
	for (struct slab *slab = slabs; slab; slab = slab->next) {
		for (size_t t = 0; t < SLAB_THREADS; t++) {
			struct pxt_thread *thread = &slab->block[t].thread;
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

void pxt_threads_drop_writer(struct pxt_level *level, size_t slot)
{
	struct pxt_streams *streams = level->streams;

	/* A stream that is not mapped any more gets nothing back (A6). */
	if (streams->nonce[slot] &&
	    pxt_mapped_streams_find(streams->nonce[slot]))
		pxt_writer_fini(&streams->writer[slot]);
	streams->nonce[slot] = 0;
}

static void reset_level(struct pxt_level *level)
{
	level->known = 0;
	level->only = &pxt_writer_none;
	level->count = 0;
	level->plain = 0;
}

/* The streams of a block without a thread are zero, and not touched: most
 * levels are never used, and need no memory then. */
static void link_levels(struct block *block)
{
	struct pxt_level *level = block->thread.level;

	for (size_t l = 0; l < PXT_LEVELS; l++) {
		level[l].streams = &block->streams[l];
		reset_level(&level[l]);
		level[l].after = &level[l + 1];
		level[l].thread = &block->thread;
	}
	level[PXT_LEVELS] = nobody.level[0];
	level[PXT_LEVELS].after = &level[PXT_LEVELS];
	level[PXT_LEVELS].thread = &block->thread;
}

/* Threads */

void pxt_threads_identify(struct pxt_thread *thread)
{
	thread->self = (struct pxt_writer_self){
		.thread = (uint64_t)pthread_self(),
		.pid = (uint32_t)getpid(),
		.tid = (uint32_t)gettid(),
		.owner = (uint32_t)gettid(),
	};
	thread->types = 0;
}

struct pxt_thread *pxt_threads_join(void)
{
	struct block *block = find_block();
	struct pxt_thread *thread;

	if (!block)
		return NULL;
	thread = &block->thread;
	link_levels(block);
	pxt_threads_identify(thread);
	atomic_store_explicit(&thread->next, thread->level,
			      memory_order_seq_cst);
	atomic_store_explicit(&thread->used, 1, memory_order_seq_cst);
	pxt_thread_self = thread;
	/* At the end it would stay, for a thread with the same stack. */
	if (have_key && !is_ending())
		pthread_setspecific(key, thread);
	return thread;
}

static void forget_level(struct pxt_level *level)
{
	memset(level->streams->nonce, 0, sizeof(level->streams->nonce));
	level->streams->missing = 0;
	reset_level(level);
}

/* In a child, the thread may have been about to make a level anew: its members
 * may be invalid. */
static void forget_levels(struct pxt_thread *thread)
{
	for (size_t l = 0; l < PXT_LEVELS; l++)
		forget_level(&thread->level[l]);
}

/* A level that was never made knows no word, and has no writer. */
static void leave_levels(struct pxt_thread *thread)
{
	for (size_t l = 0; l < PXT_LEVELS; l++) {
		struct pxt_level *level = &thread->level[l];

		if (!level->known && !level->count)
			continue;
		for (size_t i = 0; i < level->count; i++)
			pxt_threads_drop_writer(level, slot_of(level, i));
		forget_level(level);
	}
}

/* A handler may have done so before. */
static void give_back(struct pxt_thread *thread)
{
	struct pxt_home_guard guard;

	pxt_home_lock(&guard);
	if (thread == pxt_thread_self) {
		pxt_thread_self = &nobody;
		leave_levels(thread);
		atomic_store_explicit(&thread->next, thread->level,
				      memory_order_seq_cst);
		atomic_store_explicit(&thread->used, 0, memory_order_seq_cst);
	}
	pxt_home_unlock(&guard);
}

/* Events in later destructors make a new block, so this runs again, as often as
 * the C library repeats. */
static void part(void *block)
{
	struct pxt_home_guard guard;

	if (block != &nobody) {
		give_back(block);
		/* Calls of the library here make no events: the thread has no
		 * writers any more, and gets none under the lock. */
		pxt_home_lock(&guard);
		pxt_thread_name_leave();
		pxt_home_unlock(&guard);
	}
	if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
		pthread_setspecific(key, &nobody);
}

bool pxt_threads_is_recording(void)
{
	const struct pxt_thread *self = pxt_thread_self;

	return atomic_load_explicit(&self->next, memory_order_seq_cst) !=
	       self->level;
}

void pxt_threads_end_event(void)
{
	struct pxt_thread *self = pxt_thread_self;

	if (is_ending() && self != &nobody && !pxt_threads_is_recording())
		give_back(self);
}

/* Children */

/* The process whose threads own the blocks. */
static pid_t sorted_for;

/* Releases blocks of threads that do not exist in the child. In a child of
 * _Fork() the first thread may be another one without a block: then the owners
 * are unknown. */
static void sort_out(struct pxt_thread *thread)
{
	forget_levels(thread);
	if (thread == pxt_thread_self || pxt_thread_self == &nobody)
		return;
	atomic_store_explicit(&thread->next, thread->level,
			      memory_order_seq_cst);
	atomic_store_explicit(&thread->used, 0, memory_order_seq_cst);
}

void pxt_threads_forget(void)
{
	for_each_thread(sort_out);
	sorted_for = getpid();
	if (pxt_thread_self != &nobody)
		pxt_threads_identify(pxt_thread_self);
}

void pxt_threads_forked(void)
{
	if (sorted_for == getpid())
		for_each_thread(forget_levels);
	else
		pxt_threads_forget();
}

/* Beginning and end */

static void leave_name(struct pxt_thread *thread)
{
	pxt_thread_name_leave_other(thread->self.tid);
}

void pxt_threads_leave_names(void)
{
	struct pxt_home_guard guard;

	/* A handler of a fault may exit. */
	if (pxt_home_is_locked_here())
		return;
	pxt_home_lock(&guard);
	for_each_thread(leave_name);
	pxt_home_unlock(&guard);
}

void pxt_threads_init(void)
{
	have_key = !pthread_key_create(&key, part) && key < SAFE_KEYS;
}
