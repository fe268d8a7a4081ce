/* crew.c - the workers of a reading */
#include "reading/crew.h"

#include <errno.h>
#include <stdlib.h>
#include <urcu/compiler.h>

#include "base/address_space.h"
#include "base/helper_thread.h"

enum {
	STACK_LEAST = 1 << 20, /* stack for functions of the program */
	/* Address space for a worker: its stack, the heap that the C library
	 * reserves for it, and slices. */
	WORKER_ADDRESS_SPACE = 160 << 20,
};

/* Queues */

static void queue_init(struct pxt_queue *queue)
{
	cds_wfcq_init(&queue->head, &queue->tail);
	sem_init(&queue->count, 0, 0);
}

static void queue_fini(struct pxt_queue *queue)
{
	sem_destroy(&queue->count);
	cds_wfcq_destroy(&queue->head, &queue->tail);
}

static void queue_put(struct pxt_queue *queue, struct pxt_slice *slice)
{
	cds_wfcq_node_init(&slice->node);
	cds_wfcq_enqueue(&queue->head, &queue->tail, &slice->node);
	sem_post(&queue->count);
}

/* caa_container_of() takes a const away, of which clang warns. */
static struct pxt_slice *slice_of(struct cds_wfcq_node *node)
{
	return (struct pxt_slice *)(void *)((char *)node -
					    offsetof(struct pxt_slice, node));
}

/* NULL: the queue was counted up for its end. */
static struct pxt_slice *queue_get(struct pxt_queue *queue)
{
	struct cds_wfcq_node *node;

	while (sem_wait(&queue->count))
		; /* a signal */
	node = cds_wfcq_dequeue_blocking(&queue->head, &queue->tail);
	return node ? slice_of(node) : NULL;
}

/* Workers */

static void *work(void *argument)
{
	struct pxt_worker *worker = argument;
	struct pxt_crew *crew = worker->crew;
	struct pxt_slice *slice;

	pxt_helper_thread_name("reading");
	while ((slice = queue_get(&crew->todo))) {
		crew->task(slice, worker, crew->argument);
		queue_put(&crew->done, slice);
	}
	return NULL;
}

/* A worker runs functions of the program, too: its stack is that of other threads,
 * unless RLIMIT_STACK makes them tiny. */
static size_t stack_size(void)
{
	pthread_attr_t attr;
	size_t size = 0;

	pthread_attr_init(&attr);
	pthread_attr_getstacksize(&attr, &size);
	pthread_attr_destroy(&attr);
	return size < STACK_LEAST ? STACK_LEAST : size;
}

static int start(struct pxt_worker *worker)
{
	return pxt_helper_thread_start(&worker->thread, stack_size(), work,
				       worker);
}

static int prepare(struct pxt_crew *crew, unsigned number)
{
	struct pxt_worker *worker = &crew->workers[number];

	worker->crew = crew;
	worker->number = number;
	return pxt_decoder_init(&worker->decoder);
}

/* Under RLIMIT_AS there are no more workers than it leaves address space for. */
static unsigned limited(unsigned count)
{
	const uint64_t share = pxt_address_space_share(0);
	uint64_t most;

	if (share == PXT_ADDRESS_SPACE_ALL)
		return count;
	most = share * PXT_ADDRESS_SPACE_PART / WORKER_ADDRESS_SPACE;
	return most < count ? (unsigned)most : count;
}

/* The first place is for the caller, if there is no worker. */
static void start_all(struct pxt_crew *crew, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (i && prepare(crew, i))
			return;
		if (start(&crew->workers[i])) {
			if (i)
				pxt_decoder_fini(&crew->workers[i].decoder);
			return;
		}
		crew->count++;
	}
}

int pxt_crew_init(struct pxt_crew *crew, unsigned count, pxt_crew_task *task,
		  void *argument)
{
	int err;

	crew->task = task;
	crew->argument = argument;
	crew->count = 0;
	crew->workers = calloc(count ? count : 1, sizeof(*crew->workers));
	err = crew->workers ? prepare(crew, 0) : ENOMEM;
	if (err) {
		free(crew->workers);
		return err;
	}
	queue_init(&crew->todo);
	queue_init(&crew->done);
	start_all(crew, limited(count));
	return 0;
}

void pxt_crew_fini(struct pxt_crew *crew)
{
	for (unsigned i = 0; i < crew->count; i++)
		sem_post(&crew->todo.count);
	for (unsigned i = 0; i < crew->count; i++)
		pthread_join(crew->workers[i].thread, NULL);
	for (unsigned i = 0; i < crew->count || !i; i++)
		pxt_decoder_fini(&crew->workers[i].decoder);
	queue_fini(&crew->todo);
	queue_fini(&crew->done);
	free(crew->workers);
}

void pxt_crew_put(struct pxt_crew *crew, struct pxt_slice *slice)
{
	if (crew->count) {
		queue_put(&crew->todo, slice);
		return;
	}
	crew->task(slice, crew->workers, crew->argument);
	queue_put(&crew->done, slice);
}

struct pxt_slice *pxt_crew_get(struct pxt_crew *crew)
{
	return queue_get(&crew->done);
}
