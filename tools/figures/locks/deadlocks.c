/*
 * deadlocks.c - threads that wait for each other
 *
 * Threads and objects are the nodes of a graph: a thread leads to the objects
 * that it waits for, an object to the threads that have it. A deadlock is a
 * strongly connected component of more than one node, by Tarjan's algorithm,
 * with a path of its own in place of recursion.
 */
#include "figures/locks/deadlocks.h"

#include <errno.h>
#include <stdlib.h>

enum {
	NOWHERE = UINT32_MAX,
	SAID = UINT32_MAX, /* an edge: the owner named by an event */
};

uint32_t deadlocks_said_owner(const struct locks *locks,
			      const struct lock_object *object)
{
	const struct lock_process *process =
		lock_process(locks, object->process);
	const struct key key = key_of_thread(process->origin, process->pid,
					     object->said_owner);
	struct keys threads = locks->threads;
	uint32_t number;

	/* Only looked up. */
	keys_find(&threads, &key, false, &number);
	return number;
}

struct node {
	uint32_t index; /* order of visits, from 1 */
	uint32_t low;	/* lowest reachable index */
	uint32_t edge;	/* next claim to look at, + 1; 0: none */
	bool open;	/* component incomplete */
};

struct search {
	const struct locks *locks;
	uint32_t threads; /* threads come before objects */
	uint32_t visits;
	struct node *node;
	uint32_t *path; /* nodes from the start to the current one */
	uint32_t length;
	uint32_t *open; /* open nodes in order of visits */
	uint32_t opened;
	struct deadlocks *found;
};

static bool is_thread(const struct search *search, uint32_t node)
{
	return node < search->threads;
}

static uint32_t first_edge(const struct search *search, uint32_t node)
{
	const struct lock_object *object;

	if (is_thread(search, node))
		return lock_thread(search->locks, node)->busy.oldest;
	object = lock_object(search->locks, node - search->threads);
	if (object->owners.oldest || !object->said_owner)
		return object->owners.oldest;
	return SAID;
}

/* Returns the target of a node's next edge. */
static uint32_t take_edge(const struct search *search, uint32_t node)
{
	const bool thread = is_thread(search, node);
	uint32_t *edge = &search->node[node].edge;
	const struct lock_claim *claim;

	if (*edge == SAID) {
		*edge = 0;
		return deadlocks_said_owner(
			search->locks,
			lock_object(search->locks, node - search->threads));
	}
	claim = lock_claim(search->locks, *edge - 1);
	*edge = claim->link[thread ? LOCK_THREAD : LOCK_OBJECT].newer;
	if (!thread)
		return claim->thread;
	return claim->span ? search->threads + claim->object : NOWHERE;
}

static void visit(struct search *search, uint32_t number)
{
	struct node *node = &search->node[number];

	node->index = node->low = ++search->visits;
	node->edge = first_edge(search, number);
	node->open = true;
	search->path[search->length++] = number;
	search->open[search->opened++] = number;
}

static void lower(struct node *node, uint32_t index)
{
	if (index < node->low)
		node->low = index;
}

/* Nodes opened after the first of a component belong to it. */
static void complete(struct search *search, uint32_t first)
{
	struct deadlocks *found = search->found;
	const bool several = search->open[search->opened - 1] != first;
	uint32_t number;

	found->count += several;
	do {
		number = search->open[--search->opened];
		search->node[number].open = false;
		if (several && is_thread(search, number))
			found->of_thread[number] = found->count;
		else if (several)
			found->of_object[number - search->threads] =
				found->count;
	} while (number != first);
}

static void follow(struct search *search)
{
	while (search->length) {
		const uint32_t at = search->path[search->length - 1];
		struct node *node = &search->node[at];

		if (node->edge) {
			const uint32_t to = take_edge(search, at);

			if (to == NOWHERE)
				continue;
			if (!search->node[to].index)
				visit(search, to);
			else if (search->node[to].open)
				lower(node, search->node[to].index);
			continue;
		}
		if (--search->length)
			lower(&search->node[search->path[search->length - 1]],
			      node->low);
		if (node->low == node->index)
			complete(search, at);
	}
}

static int begin(struct search *search)
{
	const struct locks *locks = search->locks;
	const size_t nodes =
		(size_t)locks->threads.count + locks->objects.count;

	search->node = calloc(nodes, sizeof(*search->node));
	search->path = calloc(nodes, sizeof(*search->path));
	search->open = calloc(nodes, sizeof(*search->open));
	search->found->of_thread =
		calloc(locks->threads.count, sizeof(*search->found->of_thread));
	search->found->of_object =
		calloc(locks->objects.count, sizeof(*search->found->of_object));
	return search->node && search->path && search->open &&
			       search->found->of_thread &&
			       search->found->of_object ?
		       0 :
		       ENOMEM;
}

int deadlocks_find(const struct locks *locks, struct deadlocks *found)
{
	struct search search = {
		.locks = locks,
		.threads = locks->threads.count,
		.found = found,
	};
	int err;

	*found = (struct deadlocks){ 0 };
	if (!locks->waiting)
		return 0;
	err = begin(&search);
	for (uint32_t i = 0; i < locks->threads.count && !err; i++) {
		if (!lock_thread(locks, i)->waiting || search.node[i].index)
			continue;
		visit(&search, i);
		follow(&search);
	}
	free(search.node);
	free(search.path);
	free(search.open);
	if (err)
		deadlocks_fini(found);
	return err;
}

void deadlocks_fini(struct deadlocks *deadlocks)
{
	free(deadlocks->of_thread);
	free(deadlocks->of_object);
	*deadlocks = (struct deadlocks){ 0 };
}
