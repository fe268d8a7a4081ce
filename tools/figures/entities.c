/*
 * entities.c - numbers of threads, processes and event types
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "figures/entities.h"

/* The bytes of a struct are a key: no hole is in it. */
_Static_assert(sizeof(struct entity) == 4 * sizeof(unsigned) + sizeof(int64_t),
	       "a struct entity has no holes");

void entities_init(struct entities *entities, uint32_t most)
{
	*entities = (struct entities){ .most = most };
}

void entities_fini(struct entities *entities)
{
	pxt_map_fini(&entities->numbers);
	free(entities->entity);
	entities_init(entities, entities->most);
}

static int add(struct entities *entities, const struct entity *entity)
{
	size_t *value;

	if (pxt_array_reserve(&entities->entity, &entities->room,
			      entities->count + 1, sizeof(*entities->entity)))
		return ENOMEM;
	if (entities->count + 1 == entities->most) {
		entities->entity[entities->count++] = (struct entity){ 0 };
		return 0;
	}
	value = pxt_map_at(&entities->numbers, entity, sizeof(*entity));
	if (!value)
		return ENOMEM;
	entities->entity[entities->count++] = *entity;
	*value = entities->count;
	return 0;
}

int entities_find(struct entities *entities, const struct entity *entity,
		  uint32_t *number)
{
	const size_t value =
		pxt_map_get(&entities->numbers, entity, sizeof(*entity));
	int err = 0;

	if (!value && entities->count < entities->most)
		err = add(entities, entity);
	*number = value ? (uint32_t)value - 1 : entities->count - 1;
	return err;
}

int entities_reserve(const struct entities *entities, void *rows, size_t *room,
		     size_t size)
{
	return pxt_array_reserve_zeroed(rows, room, entities->count, size);
}
