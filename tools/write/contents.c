/*
 * contents.c - of what a log tells so far: origins, processes, threads, objects
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "write/contents.h"

enum {
	KEY_TEXTS = POSIX_TRACE_OBJECT_KIND_MAX_NP +
		    POSIX_TRACE_OBJECT_NAME_MAX_NP +
		    POSIX_TRACE_OBJECT_DETAILS_MAX_NP + 3,
};

void contents_fini(struct contents *contents)
{
	for (size_t i = 0; i < contents->threads; i++)
		free(contents->thread[i].name);
	free(contents->thread);
	free(contents->process);
	pxt_map_fini(&contents->owners);
	pxt_map_fini(&contents->objects);
	pxt_map_fini(&contents->places);
	*contents = (struct contents){ 0 };
}

static bool map_lacks(struct pxt_map *map, const void *key, size_t len)
{
	size_t *value = pxt_map_at(map, key, len);

	return !value || !(*value)++;
}

bool contents_lacks(struct contents *contents, unsigned origin, pid_t pid,
		    pid_t tid)
{
	const uint32_t key[] = { origin, (uint32_t)pid, (uint32_t)tid };

	return map_lacks(&contents->owners, key, sizeof(key));
}

/* An object that is too long for a log is reported as lacking: the writer
 * refuses it. */
bool contents_lacks_object(struct contents *contents, unsigned origin,
			   const struct posix_trace_object_np *object)
{
	const uint64_t numbers[] = {
		(uint64_t)origin << 32 | (uint32_t)object->pid,
		object->address,
		(uint64_t)object->since.tv_sec,
		(uint64_t)object->since.tv_nsec,
	};
	const char *const texts[] = { object->kind, object->name,
				      object->details };
	char key[sizeof(numbers) + KEY_TEXTS];
	size_t len = sizeof(numbers);

	memcpy(key, numbers, sizeof(numbers));
	for (unsigned i = 0; i < 3; i++) {
		const size_t size = strlen(texts[i]) + 1;

		if (size > sizeof(key) - len)
			return true;
		memcpy(key + len, texts[i], size);
		len += size;
	}
	return map_lacks(&contents->objects, key, len);
}

/* A kind that is too long for an object is reported as lacking. */
bool contents_lacks_place(struct contents *contents,
			  const struct posix_trace_item_np *item,
			  unsigned long long address, const char *kind)
{
	const uint64_t numbers[] = {
		(uint64_t)item->origin << 32 | (uint32_t)item->info.posix_pid,
		address,
	};
	const size_t len = strlen(kind);
	char key[sizeof(numbers) + POSIX_TRACE_OBJECT_KIND_MAX_NP];

	if (len > POSIX_TRACE_OBJECT_KIND_MAX_NP)
		return true;
	memcpy(key, numbers, sizeof(numbers));
	memcpy(key + sizeof(numbers), kind, len);
	return map_lacks(&contents->places, key, sizeof(numbers) + len);
}

bool contents_lacks_name(struct contents_thread *thread, const char *name)
{
	if (thread->name && !strcmp(thread->name, name))
		return false;
	free(thread->name);
	thread->name = strdup(name);
	return true;
}

int contents_add_process(struct contents *contents, unsigned origin, pid_t pid)
{
	if (pxt_array_reserve(&contents->process, &contents->process_room,
			      contents->processes + 1,
			      sizeof(*contents->process)))
		return ENOMEM;
	contents->process[contents->processes++] = (struct contents_process){
		.origin = origin,
		.pid = pid,
	};
	return 0;
}

int contents_add_thread(struct contents *contents, unsigned origin, pid_t pid,
			pid_t tid)
{
	if (pxt_array_reserve(&contents->thread, &contents->room,
			      contents->threads + 1, sizeof(*contents->thread)))
		return ENOMEM;
	contents->thread[contents->threads++] = (struct contents_thread){
		.origin = origin,
		.pid = pid,
		.tid = tid,
	};
	return 0;
}
