/* descriptions.c - descriptions of event types, in a names file */
#include "stream/descriptions.h"

#include <errno.h>
#include <string.h>

#include "base/shm.h"

enum { UNIT = sizeof(uint32_t) }; /* alignment of nodes */

struct node {
	_Atomic uint32_t next; /* a link */
	_Atomic uint32_t what; /* type, length */
	char text[];
};

/* A link is the offset of a node in units, and never 0. */
static struct node *node_at(const struct pxt_names *names, uint32_t link)
{
	const uint64_t offset = ((uint64_t)link - 1) * UNIT;

	if (!link || offset > PXT_NAMES_DESCRIPTIONS - sizeof(struct node))
		return NULL;
	return (struct node *)(void *)(names->shared->descriptions + offset);
}

static uint32_t link_of(const struct pxt_names *names, const struct node *node)
{
	const char *at = (const char *)node;

	return (uint32_t)(at - names->shared->descriptions) / UNIT + 1;
}

struct description {
	uint32_t type;
	uint32_t len;
	const char *text; /* in shared memory */
};

/* Reads a node. False: its contents are impossible. */
static bool read_node(const struct pxt_names *names, const struct node *node,
		      struct description *description)
{
	const struct pxt_names_shared *shared = names->shared;
	const uint32_t what =
		atomic_load_explicit(&node->what, memory_order_relaxed);

	description->type = what >> 16;
	description->len = what & 0xffff;
	description->text = node->text;
	return description->len <= PXT_DESCRIPTION_MAX &&
	       description->len <=
		       (size_t)(shared->descriptions + PXT_NAMES_DESCRIPTIONS -
				node->text);
}

static _Atomic uint32_t *first_link(const struct pxt_names *names)
{
	return &names->shared->first_description;
}

static struct node *follow_link(const struct pxt_names *names,
				const _Atomic uint32_t *link)
{
	return node_at(names, atomic_load_explicit(
				      link, memory_order_acquire)); /* D1 */
}

/* Makes room for a node, to be linked. */
static int place_node(struct pxt_names *names, uint32_t type, const char *text,
		      struct node **out)
{
	struct pxt_names_shared *shared = names->shared;
	const uint32_t len = (uint32_t)strlen(text);
	const uint32_t size =
		(uint32_t)(sizeof(struct node) + len + UNIT - 1) / UNIT * UNIT;
	uint32_t top = atomic_load_explicit(&shared->description_top,
					    memory_order_relaxed);
	unsigned attempts = 0;
	struct node *node;

	do {
		if (top > PXT_NAMES_DESCRIPTIONS - size || top % UNIT ||
		    ++attempts > PXT_DESCRIPTIONS_MOST)
			return ENOMEM;
	} while (!atomic_compare_exchange_weak_explicit(
		&shared->description_top, &top, top + size,
		memory_order_acquire, memory_order_relaxed));

	node = (struct node *)(void *)(shared->descriptions + top);
	if (pxt_shm_populate(node, size))
		return ENOMEM;
	/* The room may have been used, and given back. */
	atomic_store_explicit(&node->next, 0, memory_order_relaxed);
	atomic_store_explicit(&node->what, type << 16 | len,
			      memory_order_relaxed);
	memcpy(node->text, text, len);
	*out = node;
	return 0;
}

/* The room is given back like that of a name's text. */
static void take_back(struct pxt_names *names, const struct node *node,
		      size_t len)
{
	const uint32_t from = (link_of(names, node) - 1) * UNIT;
	uint32_t end =
		from + (uint32_t)(sizeof(*node) + len + UNIT - 1) / UNIT * UNIT;

	atomic_compare_exchange_strong_explicit(
		&names->shared->description_top, &end, from,
		memory_order_release, memory_order_relaxed);
}

/* Searches from a link on for the description of a type, or for the last link,
 * which is empty. Returns the node, or NULL. */
static const struct node *search(const struct pxt_names *names, uint32_t type,
				 _Atomic uint32_t **link, unsigned *steps)
{
	struct description description;
	struct node *node;

	for (; *steps < PXT_DESCRIPTIONS_MOST; ++*steps, *link = &node->next) {
		node = follow_link(names, *link);
		if (!node)
			return NULL;
		if (read_node(names, node, &description) &&
		    description.type == type)
			return node;
	}
	return NULL;
}

static bool has_text(const struct pxt_names *names, const struct node *node,
		     const char *text)
{
	struct description description;

	return read_node(names, node, &description) &&
	       strlen(text) == description.len &&
	       !memcmp(description.text, text, description.len);
}

/* Appends a node, unless another one has the type. */
static const struct node *append(const struct pxt_names *names, uint32_t type,
				 struct node *node, _Atomic uint32_t **link,
				 unsigned *steps)
{
	const struct node *found;
	uint32_t none;

	do {
		found = search(names, type, link, steps); /* D3 */
		if (found || *steps == PXT_DESCRIPTIONS_MOST)
			return found;
		none = 0;
	} while (!atomic_compare_exchange_strong_explicit(
			 *link, &none, link_of(names, node),
			 memory_order_release, /* D1 */
			 memory_order_relaxed) &&
		 ++*steps < PXT_DESCRIPTIONS_MOST);
	return none ? NULL : node;
}

int pxt_descriptions_add(struct pxt_names *names, uint32_t type,
			 const char *text)
{
	_Atomic uint32_t *link = first_link(names);
	const struct node *found;
	struct node *node;
	unsigned steps = 0;
	int err;

	found = search(names, type, &link, &steps);
	if (found)
		return has_text(names, found, text) ? 0 : EEXIST;
	err = place_node(names, type, text, &node);
	if (err)
		return err;
	found = append(names, type, node, &link, &steps);
	if (found == node)
		return 0;
	take_back(names, node, strlen(text));
	if (!found)
		return ENOMEM;
	return has_text(names, found, text) ? 0 : EEXIST;
}

int pxt_descriptions_refuse(struct pxt_names *names, uint32_t type,
			    const char *text)
{
	_Atomic uint32_t *link = first_link(names);
	unsigned steps = 0;
	int err;

	if (search(names, type, &link, &steps))
		return 0;
	err = pxt_descriptions_add(names, type | PXT_DESCRIPTIONS_REFUSED,
				   text);
	return err == EEXIST ? 0 : err;
}

static int copy_out(const struct pxt_names *names, const struct node *node,
		    uint32_t *type, char *text)
{
	struct description description;

	if (!read_node(names, node, &description))
		return ENODATA;
	memcpy(text, description.text, description.len);
	text[description.len] = '\0';
	*type = description.type;
	return 0;
}

static int get(const struct pxt_names *names, uint32_t type, char *text)
{
	_Atomic uint32_t *link = first_link(names);
	const struct node *node;
	unsigned steps = 0;

	node = search(names, type, &link, &steps);
	return node ? copy_out(names, node, &type, text) : ENODATA;
}

int pxt_descriptions_get(const struct pxt_names *names, uint32_t type,
			 char *text)
{
	const int err = get(names, type, text);

	return err ? get(names, type | PXT_DESCRIPTIONS_REFUSED, text) : 0;
}

int pxt_descriptions_next(const struct pxt_names *names, uint32_t *at,
			  uint32_t *type, char *text)
{
	const struct node *before = node_at(names, *at);
	const struct node *node;
	int err;

	node = follow_link(names, before ? &before->next : first_link(names));
	err = node ? copy_out(names, node, type, text) : ENODATA;
	if (!err)
		*at = link_of(names, node);
	return err;
}

void pxt_descriptions_copy(struct pxt_names *to, const struct pxt_names *from)
{
	char text[PXT_DESCRIPTION_MAX + 1];
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint32_t at = 0, type, mark;

	for (unsigned i = 0; i < PXT_DESCRIPTIONS_MOST; i++) {
		if (pxt_descriptions_next(from, &at, &type, text))
			break;
		mark = type & PXT_DESCRIPTIONS_REFUSED;
		if (!pxt_names_get(from, type & ~mark, name) &&
		    !pxt_names_find(to, name, &type))
			pxt_descriptions_add(to, type | mark, text);
	}
}
