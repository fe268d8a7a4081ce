/* log_types.c - numbers of event types in a made log */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_types.h"
#include "model/record.h"

static bool is_equal(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool is_same_type(const struct pxt_log_type *type, const char *name,
			 const char *description)
{
	return type->taken && is_equal(type->name, name) &&
	       is_equal(type->description, description);
}

/* True for types without a family: of the system, or beyond the range of
 * names. */
static bool is_common(uint32_t type)
{
	return type && type < PXT_RECORD_LOSS &&
	       (type < PXT_EVENT_USER_FIRST || type >= PXT_EVENT_END);
}

static bool is_free(const struct pxt_log_types *types, uint32_t type)
{
	return type >= PXT_EVENT_USER_FIRST && type < PXT_EVENT_END &&
	       !types->type[type].taken;
}

static uint32_t find(const struct pxt_log_types *types, const char *name,
		     const char *description)
{
	uint32_t type = PXT_EVENT_USER_FIRST;

	while (type < PXT_EVENT_END &&
	       !is_same_type(&types->type[type], name, description))
		type++;
	return type;
}

static uint32_t find_free(const struct pxt_log_types *types)
{
	uint32_t type = PXT_EVENT_USER_FIRST;

	while (type < PXT_EVENT_END && !is_free(types, type))
		type++;
	return type;
}

int pxt_log_types_find(const struct pxt_log_types *types, const char *name,
		       const char *description, uint32_t *type, bool *is_new)
{
	uint32_t found;

	*is_new = false;
	if (!name && is_common(*type))
		return 0;
	/* Types without a name are identified by number only. */
	if (!name && *type < PXT_EVENT_END &&
	    is_same_type(&types->type[*type], NULL, NULL))
		return 0;
	found = name ? find(types, name, description) : PXT_EVENT_END;
	if (found < PXT_EVENT_END) {
		*type = found;
		return 0;
	}

	*is_new = true;
	if (is_free(types, *type))
		return 0;
	found = find_free(types);
	if (found == PXT_EVENT_END)
		return ENOSPC;
	*type = found;
	return 0;
}

int pxt_log_types_add(struct pxt_log_types *types, const char *name,
		      const char *description, uint32_t type)
{
	struct pxt_log_type *added = &types->type[type];
	struct pxt_log_type copy = { .taken = true };

	if (name)
		copy.name = strdup(name);
	if (description)
		copy.description = strdup(description);
	if ((name && !copy.name) || (description && !copy.description)) {
		free(copy.name);
		free(copy.description);
		return ENOMEM;
	}

	*added = copy;
	return 0;
}

bool pxt_log_types_has(const struct pxt_log_types *types, uint32_t type)
{
	return is_common(type) ||
	       (type < PXT_EVENT_END && types->type[type].taken);
}

void pxt_log_types_fini(struct pxt_log_types *types)
{
	for (uint32_t type = 0; type < PXT_EVENT_END; type++) {
		free(types->type[type].name);
		free(types->type[type].description);
	}
	memset(types, 0, sizeof(*types));
}
