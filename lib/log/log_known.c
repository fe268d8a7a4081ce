/* log_known.c - names, processes and so on read from a log */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_known.h"

/* Nodes of the trees begin with their keys. */
struct name {
	uint64_t key; /* family and type */
	char text[];
};

struct origin {
	uint64_t key; /* number */
	struct pxt_log_origin origin;
};

struct thread {
	uint64_t key; /* origin and pid */
	uint32_t tid;
	char name[];
};

struct process {
	uint64_t key; /* origin and pid */
	struct process *older; /* replaced, perhaps still borrowed */
	struct pxt_image image;
	uint8_t data[];
};

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Returns the place of a key's node in a tree, for replacement; or NULL. */
static void *find(void *const *tree, uint64_t key)
{
	return tfind(&key, tree, compare);
}

static int compare_threads(const void *a, const void *b)
{
	const struct thread *x = a, *y = b;

	if (x->key != y->key)
		return compare(a, b);
	return (x->tid > y->tid) - (x->tid < y->tid);
}

/* Combines a family and a type, or an origin and a process. */
static uint64_t pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

static struct name *make_text(const struct pxt_log_name *name)
{
	const size_t size = strlen(name->text) + 1;
	struct name *node = malloc(sizeof(*node) + size);

	if (!node)
		return NULL;
	node->key = pair(name->family, name->type);
	memcpy(node->text, name->text, size);
	return node;
}

static int add_text(void **tree, const struct pxt_log_name *name)
{
	struct name *node;

	if (find(tree, pair(name->family, name->type)))
		return 0;

	node = make_text(name);
	if (!node)
		return ENOMEM;

	if (!tsearch(node, tree, compare)) {
		free(node);
		return ENOMEM;
	}
	return 0;
}

int pxt_log_known_add_name(struct pxt_log_known *known,
			   const struct pxt_log_name *name)
{
	return add_text(&known->names, name);
}

int pxt_log_known_add_description(struct pxt_log_known *known,
				  const struct pxt_log_name *description)
{
	struct name **slot = find(&known->descriptions,
				  pair(description->family, description->type));
	struct name *node;

	if (!slot)
		return add_text(&known->descriptions, description);
	if (!pxt_log_known_wants_description(known, description))
		return 0;
	node = make_text(description);
	if (!node)
		return ENOMEM;
	free(*slot);
	*slot = node;
	return 0;
}

static bool is_right(const char *description)
{
	return !pxt_description_check(description, strlen(description));
}

bool pxt_log_known_wants_description(const struct pxt_log_known *known,
				     const struct pxt_log_name *description)
{
	const char *text = pxt_log_known_description(known, description->family,
						     description->type);

	return !text || (!is_right(text) && is_right(description->text));
}

static int process_create(const void *data, size_t len, struct process **out)
{
	struct process *process;

	process = malloc(sizeof(*process) + len);
	if (!process)
		return ENOMEM;

	*process = (struct process){ .older = NULL };
	if (len)
		memcpy(process->data, data, len);
	if (pxt_image_decode(&process->image, process->data, len)) {
		free(process);
		return EBADMSG;
	}
	process->key = pair(process->image.origin, process->image.pid);

	*out = process;
	return 0;
}

int pxt_log_known_add_process(struct pxt_log_known *known, const void *data,
			      size_t len)
{
	struct process *process, **slot;
	int err;

	err = process_create(data, len, &process);
	if (err)
		return err;

	slot = find(&known->processes, process->key);
	if (slot) {
		process->older = *slot;
		*slot = process;
		return 0;
	}

	if (!tsearch(process, &known->processes, compare)) {
		free(process);
		return ENOMEM;
	}
	return 0;
}

int pxt_log_known_add_origin(struct pxt_log_known *known, const void *data,
			     size_t len)
{
	struct pxt_log_origin decoded;
	struct origin *origin;

	if (pxt_log_origin_decode(&decoded, data, len))
		return EBADMSG;
	if (find(&known->origins, decoded.number))
		return 0;

	origin = malloc(sizeof(*origin));
	if (!origin)
		return ENOMEM;
	origin->key = decoded.number;
	origin->origin = decoded;

	if (!tsearch(origin, &known->origins, compare)) {
		free(origin);
		return ENOMEM;
	}
	return 0;
}

static int thread_create(const void *data, size_t len, struct thread **out)
{
	struct pxt_log_thread decoded;
	struct thread *thread;
	size_t size;

	if (pxt_log_thread_decode(&decoded, data, len))
		return EBADMSG;

	size = strlen(decoded.name) + 1;
	thread = malloc(sizeof(*thread) + size);
	if (!thread)
		return ENOMEM;
	thread->key = pair(decoded.origin, decoded.pid);
	thread->tid = decoded.tid;
	memcpy(thread->name, decoded.name, size);

	*out = thread;
	return 0;
}

int pxt_log_known_add_thread(struct pxt_log_known *known, const void *data,
			     size_t len)
{
	struct thread *thread, **slot;
	int err;

	err = thread_create(data, len, &thread);
	if (err)
		return err;

	slot = tsearch(thread, &known->threads, compare_threads);
	if (!slot) {
		free(thread);
		return ENOMEM;
	}
	if (*slot != thread) {
		free(*slot);
		*slot = thread;
	}
	return 0;
}

static int add_names(struct pxt_log_known *known, struct pxt_bytes *body,
		     uint32_t count)
{
	struct pxt_log_name name;
	int err;

	while (count--) {
		err = pxt_log_name_decode(&name, body);
		if (!err)
			err = pxt_log_known_add_name(known, &name);
		if (err)
			return err;
	}
	return 0;
}

typedef int add_entry(struct pxt_log_known *known, const void *data,
		      size_t len);

/* Adds entries that are preceded by their length. */
static int add_others(struct pxt_log_known *known, struct pxt_bytes *body,
		      uint32_t count, add_entry *add)
{
	const void *data;
	uint32_t len;
	int err;

	while (count--) {
		len = pxt_bytes_le32(body);
		data = pxt_bytes_take(body, len);
		if (body->short_read)
			return EBADMSG;
		err = add(known, data, len);
		if (err)
			return err;
	}
	return 0;
}

static int add_object(struct pxt_log_known *known, const void *data, size_t len)
{
	return pxt_log_objects_add(&known->objects, data, len);
}

static int add_note(struct pxt_log_known *known, const void *data, size_t len)
{
	return pxt_log_noted_add(&known->notes, data, len);
}

static int add_descriptions(struct pxt_log_known *known, struct pxt_bytes *body,
			    uint32_t count)
{
	struct pxt_log_name description;
	int err = 0;

	while (count-- && !err) {
		err = pxt_log_description_decode(&description, body);
		if (!err)
			err = pxt_log_known_add_description(known,
							    &description);
	}
	return err;
}

int pxt_log_known_add_recap(struct pxt_log_known *known,
			    const struct pxt_log_recap *recap)
{
	const uint32_t *count = recap->count;
	struct pxt_bytes body = recap->body;
	int err;

	err = add_names(known, &body, count[PXT_LOG_NAMES]);
	if (!err)
		err = add_others(known, &body, count[PXT_LOG_PROCESSES],
				 pxt_log_known_add_process);
	if (!err)
		err = add_descriptions(known, &body,
				       count[PXT_LOG_DESCRIPTIONS]);
	if (!err)
		err = add_others(known, &body, count[PXT_LOG_ORIGINS],
				 pxt_log_known_add_origin);
	if (!err)
		err = add_others(known, &body, count[PXT_LOG_THREADS],
				 pxt_log_known_add_thread);
	if (!err)
		err = add_others(known, &body, count[PXT_LOG_OBJECTS],
				 add_object);
	if (!err)
		err = add_others(known, &body, count[PXT_LOG_NOTES], add_note);

	return err == EBADMSG ? 0 : err;
}

static const char *find_text(void *const *tree, uint32_t family, uint32_t type)
{
	struct name **slot = find(tree, pair(family, type));

	return slot ? (*slot)->text : NULL;
}

const char *pxt_log_known_name(const struct pxt_log_known *known,
			       uint32_t family, uint32_t type)
{
	return find_text(&known->names, family, type);
}

const char *pxt_log_known_description(const struct pxt_log_known *known,
				      uint32_t family, uint32_t type)
{
	return find_text(&known->descriptions, family, type);
}

const struct pxt_image *
pxt_log_known_process(const struct pxt_log_known *known, uint32_t origin,
		      uint32_t pid)
{
	struct process **slot = find(&known->processes, pair(origin, pid));

	return slot ? &(*slot)->image : NULL;
}

const struct pxt_log_origin *
pxt_log_known_origin(const struct pxt_log_known *known, uint32_t number)
{
	struct origin **slot = find(&known->origins, number);

	return slot ? &(*slot)->origin : NULL;
}

const char *pxt_log_known_thread(const struct pxt_log_known *known,
				 uint32_t origin, uint32_t pid, uint32_t tid)
{
	const struct thread wanted = { .key = pair(origin, pid), .tid = tid };
	struct thread **slot;

	slot = tfind(&wanted, &known->threads, compare_threads);
	return slot ? (*slot)->name : NULL;
}

static void free_processes(void *node)
{
	struct process *process = node, *older;

	for (; process; process = older) {
		older = process->older;
		free(process);
	}
}

void pxt_log_known_fini(struct pxt_log_known *known)
{
	tdestroy(known->names, free);
	tdestroy(known->descriptions, free);
	tdestroy(known->processes, free_processes);
	tdestroy(known->origins, free);
	tdestroy(known->threads, free);
	pxt_log_objects_fini(&known->objects);
	pxt_log_noted_fini(&known->notes);
	known->names = NULL;
	known->descriptions = NULL;
	known->processes = NULL;
	known->origins = NULL;
	known->threads = NULL;
}
