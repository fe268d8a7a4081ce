/* log_known.c - what a log has told so far, besides events */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_known.h"

/* Nodes of the trees begin with what they are found by. */
struct name {
	uint64_t key; /* family, then type */
	char text[];
};

struct process {
	uint64_t key; /* pid */
	struct process *older; /* given out before, perhaps */
	struct pxt_image image;
	uint8_t data[];
};

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* What a tree has for that key, to be replaced in place; or NULL. */
static void *find(void *const *tree, uint64_t key)
{
	return tfind(&key, tree, compare);
}

static uint64_t name_key(uint32_t family, uint32_t type)
{
	return (uint64_t)family << 32 | type;
}

static int add_text(void **tree, const struct pxt_log_name *name)
{
	const size_t size = strlen(name->text) + 1;
	struct name *node;

	if (find(tree, name_key(name->family, name->type)))
		return 0;

	node = malloc(sizeof(*node) + size);
	if (!node)
		return ENOMEM;
	node->key = name_key(name->family, name->type);
	memcpy(node->text, name->text, size);

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
	return add_text(&known->descriptions, description);
}

static int process_create(const void *data, size_t len, struct process **out)
{
	struct process *process;

	process = malloc(sizeof(*process) + len);
	if (!process)
		return ENOMEM;

	if (len)
		memcpy(process->data, data, len);
	if (pxt_image_decode(&process->image, process->data, len)) {
		free(process);
		return EBADMSG;
	}
	process->key = process->image.pid;
	process->older = NULL;

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

static int add_processes(struct pxt_log_known *known, struct pxt_bytes *body,
			 uint32_t count)
{
	const void *data;
	uint32_t len;
	int err;

	while (count--) {
		len = pxt_bytes_le32(body);
		data = pxt_bytes_take(body, len);
		if (body->short_read)
			return EBADMSG;
		err = pxt_log_known_add_process(known, data, len);
		if (err)
			return err;
	}
	return 0;
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
	struct pxt_bytes body = recap->body;
	int err;

	err = add_names(known, &body, recap->names);
	if (!err)
		err = add_processes(known, &body, recap->processes);
	if (!err)
		err = add_descriptions(known, &body, recap->descriptions);

	return err == EBADMSG ? 0 : err;
}

static const char *find_text(void *const *tree, uint32_t family, uint32_t type)
{
	struct name **slot = find(tree, name_key(family, type));

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
pxt_log_known_process(const struct pxt_log_known *known, uint32_t pid)
{
	struct process **slot = find(&known->processes, pid);

	return slot ? &(*slot)->image : NULL;
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
	known->names = NULL;
	known->descriptions = NULL;
	known->processes = NULL;
}
