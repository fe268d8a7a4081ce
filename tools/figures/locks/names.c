/*
 * names.c - unique names of objects
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "figures/locks/names.h"

enum { NUMBER = 32 };

static bool get_object(const struct lock_names *names,
		       const struct lock_object *object,
		       struct posix_trace_object_np *found)
{
	const struct locks *locks = &names->figures->locks;
	const struct lock_process *process =
		lock_process(locks, object->process);
	const struct timespec when = {
		.tv_sec = object->latest_ns / 1000000000,
		.tv_nsec = object->latest_ns % 1000000000,
	};

	return object->latest_ns >= 0 &&
	       !objects_get(names->figures->source, names->symbols,
			    process->origin, process->pid, object->address,
			    locks->words.word[object->kind], &when, found);
}

static const char *kind_of(const struct lock_names *names,
			   const struct lock_object *object)
{
	return names->figures->locks.words.word[object->kind];
}

static void put_number(const struct lock_object *object, char number[NUMBER])
{
	if (object->hex)
		snprintf(number, NUMBER, "0x%" PRIx64, object->address);
	else
		snprintf(number, NUMBER, "%" PRId64, (int64_t)object->address);
}

/* The given name, which other objects may have, too. False: no name, and then
 * its number, which is unique. */
static bool put_bare(const struct lock_names *names,
		     const struct lock_object *object, char name[LOCK_NAME])
{
	struct posix_trace_object_np found;
	char raw[OBJECTS_TEXT + NUMBER], number[NUMBER];
	const bool named = get_object(names, object, &found) && *found.name;

	put_number(object, number);
	if (!named)
		snprintf(raw, sizeof(raw), "%s/%s", kind_of(names, object),
			 number);
	else if (*found.name == '/')
		snprintf(raw, sizeof(raw), "%s", found.name);
	else
		snprintf(raw, sizeof(raw), "%s/%s", found.kind, found.name);
	text_tame(name, LOCK_NAME, raw);
	return named;
}

static struct key key_of(const struct lock_names *names,
			 const struct lock_object *object, const char *name)
{
	const struct key_seed *seed = &names->figures->locks.seed;
	const struct key text = key_of_text(seed, name, strlen(name));

	return key_of_object(seed, &text, 0, (pid_t)object->process);
}

int lock_names_init(struct lock_names *names, struct figures *figures,
		    struct symbols *symbols)
{
	const struct locks *locks = &figures->locks;
	char name[LOCK_NAME];
	uint32_t number;
	int err = 0;

	names->figures = figures;
	names->symbols = symbols;
	keys_init(&names->bearers, LOCKS_MOST, sizeof(uint32_t));
	for (uint32_t i = 0; i < locks->objects.count && !err; i++) {
		const struct lock_object *object = lock_object(locks, i);
		struct key key;

		if (!put_bare(names, object, name))
			continue;
		key = key_of(names, object, name);
		err = keys_find(&names->bearers, &key, true, &number);
		if (!err && number != KEYS_NONE)
			++*(uint32_t *)keys_record(&names->bearers, number);
	}
	return err;
}

void lock_names_fini(struct lock_names *names)
{
	keys_fini(&names->bearers);
}

static bool is_shared(struct lock_names *names,
		      const struct lock_object *object, const char *name)
{
	const struct key key = key_of(names, object, name);
	uint32_t number;

	keys_find(&names->bearers, &key, false, &number);
	return number != KEYS_NONE &&
	       *(uint32_t *)keys_record(&names->bearers, number) > 1;
}

void lock_names_get(struct lock_names *names, const struct lock_object *object,
		    char name[LOCK_NAME])
{
	char kind[LOCK_NAME], number[NUMBER];
	size_t len;

	if (!put_bare(names, object, name) || !is_shared(names, object, name))
		return;
	put_number(object, number);
	text_tame(kind, sizeof(kind), kind_of(names, object));
	len = strlen(name);
	snprintf(name + len, LOCK_NAME - len, " (%s%s%s)",
		 *name == '/' ? kind : "", *name == '/' ? "/" : "", number);
}
