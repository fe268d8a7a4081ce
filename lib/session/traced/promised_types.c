/* promised_types.c - event types named before there is a process file */
#include "session/traced/promised_types.h"

#include <errno.h>
#include <string.h>

#include "base/resident.h"
#include "session/traced/home.h"
#include "stream/process_names.h"

enum { TEXT = 32768 }; /* bytes of all names */

/* Appended with the home's lock held, and read without. */
static struct {
	const char *name;
	_Atomic uint32_t type; /* 0: unknown so far */
} promises[PXT_EVENT_NAMED_MAX];
static _Atomic uint32_t count PXT_RESIDENT;
static char text[TEXT];
static size_t text_len;

static uint32_t count_now(void)
{
	return atomic_load_explicit(&count, memory_order_acquire);
}

static bool find(const char *name, uint32_t *type)
{
	const uint32_t end = count_now();

	for (uint32_t i = 0; i < end; i++)
		if (!strcmp(promises[i].name, name)) {
			*type = PXT_EVENT_END + i;
			return true;
		}
	return false;
}

static void append(const char *name, uint32_t *type)
{
	const size_t size = strlen(name) + 1;
	const uint32_t i = count_now();

	*type = PXT_EVENT_UNNAMED;
	if (i == PXT_EVENT_NAMED_MAX || size > sizeof(text) - text_len)
		return;
	memcpy(text + text_len, name, size);
	promises[i].name = text + text_len;
	text_len += size;
	*type = PXT_EVENT_END + i;
	atomic_store_explicit(&count, i + 1, memory_order_release);
}

int pxt_promised_types_add(const char *name, uint32_t *type)
{
	struct pxt_home_guard guard;
	int err = 0;

	if (find(name, type))
		return 0;
	pxt_home_lock(&guard);
	if (atomic_load_explicit(&pxt_home->word, memory_order_relaxed))
		err = EAGAIN;
	else if (!find(name, type))
		append(name, type);
	pxt_home_unlock(&guard);
	return err;
}

void pxt_promised_types_open(struct pxt_process *process)
{
	const uint32_t end = count_now();
	uint32_t type;

	for (uint32_t i = 0; i < end; i++) {
		if (pxt_process_open_name(process, promises[i].name, &type))
			type = PXT_EVENT_UNNAMED;
		atomic_store_explicit(&promises[i].type, type,
				      memory_order_release);
	}
}

bool pxt_promised_types_has(uint32_t type)
{
	return type - PXT_EVENT_END < count_now();
}

uint32_t pxt_promised_types_find(uint32_t type)
{
	return pxt_promised_types_has(type) ?
		       atomic_load_explicit(
			       &promises[type - PXT_EVENT_END].type,
			       memory_order_acquire) :
		       0;
}
