/* log_dictionary.c - names, processes and so on read from a log */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_dictionary.h"

/* Nodes of the trees begin with their keys. */
struct name {
	uint64_t key; /* family and type */
	char text[];
};

/* Numbers beyond are of no log that was made of others, and unknown ones below
 * them are not counted. */
enum { ORIGINS_COUNTED = 1 << 16 };

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
	uint64_t key;	       /* origin and pid */
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

int pxt_log_dictionary_add_name(struct pxt_log_dictionary *dictionary,
				const void *data, size_t len)
{
	struct pxt_log_name name;
	struct pxt_bytes in;

	pxt_bytes_init(&in, data, len);
	if (pxt_log_name_decode(&name, &in))
		return EBADMSG;
	return dictionary ? add_text(&dictionary->names, &name) : 0;
}

static bool is_right(const char *description)
{
	return !pxt_description_check(description, strlen(description));
}

bool pxt_log_dictionary_wants_description(
	const struct pxt_log_dictionary *dictionary,
	const struct pxt_log_name *description)
{
	const char *text = pxt_log_dictionary_description(
		dictionary, description->family, description->type);

	return !text || (!is_right(text) && is_right(description->text));
}

int pxt_log_dictionary_add_description(struct pxt_log_dictionary *dictionary,
				       const void *data, size_t len)
{
	struct pxt_log_name description;
	struct pxt_bytes in;
	struct name **slot, *node;

	pxt_bytes_init(&in, data, len);
	if (pxt_log_description_decode(&description, &in))
		return EBADMSG;
	if (!dictionary ||
	    !pxt_log_dictionary_wants_description(dictionary, &description))
		return 0;
	slot = find(&dictionary->descriptions,
		    pair(description.family, description.type));
	if (!slot)
		return add_text(&dictionary->descriptions, &description);
	node = make_text(&description);
	if (!node)
		return ENOMEM;
	free(*slot);
	*slot = node;
	return 0;
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

int pxt_log_dictionary_add_process(struct pxt_log_dictionary *dictionary,
				   const void *data, size_t len)
{
	struct process *process, **slot;
	struct pxt_image decoded;
	int err;

	if (!dictionary)
		return pxt_image_decode(&decoded, data, len);
	err = process_create(data, len, &process);
	if (err)
		return err;

	slot = find(&dictionary->processes, process->key);
	if (slot) {
		process->older = *slot;
		*slot = process;
		return 0;
	}

	if (!tsearch(process, &dictionary->processes, compare)) {
		free(process);
		return ENOMEM;
	}
	return 0;
}

int pxt_log_dictionary_add_origin(struct pxt_log_dictionary *dictionary,
				  const void *data, size_t len)
{
	struct pxt_log_origin decoded;
	struct origin *origin;

	if (pxt_log_origin_decode(&decoded, data, len))
		return EBADMSG;
	if (!dictionary || find(&dictionary->origins, decoded.number))
		return 0;

	origin = malloc(sizeof(*origin));
	if (!origin)
		return ENOMEM;
	origin->key = decoded.number;
	origin->origin = decoded;

	if (!tsearch(origin, &dictionary->origins, compare)) {
		free(origin);
		return ENOMEM;
	}
	if (decoded.number >= dictionary->origins_end &&
	    decoded.number < ORIGINS_COUNTED)
		dictionary->origins_end = decoded.number + 1;
	return 0;
}

static struct thread *thread_create(const struct pxt_log_thread *decoded)
{
	const size_t size = strlen(decoded->name) + 1;
	struct thread *thread = malloc(sizeof(*thread) + size);

	if (!thread)
		return NULL;
	thread->key = pair(decoded->origin, decoded->pid);
	thread->tid = decoded->tid;
	memcpy(thread->name, decoded->name, size);
	return thread;
}

int pxt_log_dictionary_add_thread(struct pxt_log_dictionary *dictionary,
				  const void *data, size_t len)
{
	struct pxt_log_thread decoded;
	struct thread *thread, **slot;

	if (pxt_log_thread_decode(&decoded, data, len))
		return EBADMSG;
	if (!dictionary)
		return 0;
	thread = thread_create(&decoded);
	if (!thread)
		return ENOMEM;

	slot = tsearch(thread, &dictionary->threads, compare_threads);
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

int pxt_log_dictionary_add_object(struct pxt_log_dictionary *dictionary,
				  const void *data, size_t len)
{
	struct pxt_log_object decoded;

	return dictionary ?
		       pxt_log_objects_add(&dictionary->objects, data, len) :
		       pxt_log_object_decode(&decoded, data, len);
}

int pxt_log_dictionary_add_note(struct pxt_log_dictionary *dictionary,
				const void *data, size_t len)
{
	struct pxt_log_note decoded;

	return dictionary ? pxt_log_notes_add(&dictionary->notes, data, len) :
			    pxt_log_note_decode(&decoded, data, len);
}

static const char *find_text(void *const *tree, uint32_t family, uint32_t type)
{
	struct name **slot = find(tree, pair(family, type));

	return slot ? (*slot)->text : NULL;
}

const char *pxt_log_dictionary_name(const struct pxt_log_dictionary *dictionary,
				    uint32_t family, uint32_t type)
{
	return find_text(&dictionary->names, family, type);
}

const char *
pxt_log_dictionary_description(const struct pxt_log_dictionary *dictionary,
			       uint32_t family, uint32_t type)
{
	return find_text(&dictionary->descriptions, family, type);
}

const struct pxt_image *
pxt_log_dictionary_process(const struct pxt_log_dictionary *dictionary,
			   uint32_t origin, uint32_t pid)
{
	struct process **slot = find(&dictionary->processes, pair(origin, pid));

	return slot ? &(*slot)->image : NULL;
}

const struct pxt_log_origin *
pxt_log_dictionary_origin(const struct pxt_log_dictionary *dictionary,
			  uint32_t number)
{
	static const struct pxt_log_origin unknown;
	struct origin **slot = find(&dictionary->origins, number);

	if (slot)
		return &(*slot)->origin;
	return number && number < dictionary->origins_end ? &unknown : NULL;
}

const char *
pxt_log_dictionary_thread(const struct pxt_log_dictionary *dictionary,
			  uint32_t origin, uint32_t pid, uint32_t tid)
{
	const struct thread wanted = { .key = pair(origin, pid), .tid = tid };
	struct thread **slot;

	slot = tfind(&wanted, &dictionary->threads, compare_threads);
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

void pxt_log_dictionary_fini(struct pxt_log_dictionary *dictionary)
{
	tdestroy(dictionary->names, free);
	tdestroy(dictionary->descriptions, free);
	tdestroy(dictionary->processes, free_processes);
	tdestroy(dictionary->origins, free);
	tdestroy(dictionary->threads, free);
	pxt_log_objects_fini(&dictionary->objects);
	pxt_log_notes_fini(&dictionary->notes);
	dictionary->names = NULL;
	dictionary->descriptions = NULL;
	dictionary->processes = NULL;
	dictionary->origins = NULL;
	dictionary->threads = NULL;
}
