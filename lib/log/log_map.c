/* log_map.c - in what order the segments of a log are to be read */
#include <string.h>

#include "log/log_map.h"

static void add_segment(struct pxt_log_map *map,
			const struct pxt_log_place *place,
			const struct pxt_log_segment *segment)
{
	const uint64_t number = place->section.number;

	if (map->segments && number < map->number)
		map->falls = true;
	map->number = number;

	if (!map->segments || number < map->oldest_number) {
		map->oldest = place->at;
		map->oldest_number = number;
	}
	if (!map->segments || number > map->newest_number) {
		map->newest = *segment;
		map->newest_number = number;
	}
	map->segments++;
}

void pxt_log_map_add(struct pxt_log_map *map, const struct pxt_log_file *file,
		     const struct pxt_log_place *place)
{
	const uint64_t number = place->section.number;
	struct pxt_log_segment segment;

	if (place->section.type != PXT_LOG_SEGMENT &&
	    place->section.type != PXT_LOG_CHUNK)
		return;
	if (number > map->previous)
		map->previous = number;
	if (place->section.type == PXT_LOG_CHUNK ||
	    pxt_log_file_read_segment(file, place, &segment))
		return;

	if (segment.kind == PXT_LOG_SEGMENT_CHUNKS) {
		add_segment(map, place, &segment);
	} else if (segment.kind == PXT_LOG_SEGMENT_TAIL) {
		map->tail = place->at;
		map->tail_number = number;
	}
}

bool pxt_log_map_wants(struct pxt_log_map *map, const struct pxt_log_file *file,
		       const struct pxt_log_place *place)
{
	struct pxt_log_segment segment;
	struct pxt_log_chunk chunk;
	uint32_t records;

	if (place->section.type == PXT_LOG_SEGMENT)
		return !pxt_log_file_read_segment(file, place, &segment);

	if (place->section.type == PXT_LOG_CHUNK &&
	    !pxt_log_file_read_chunk(file, place, &chunk, &records) &&
	    chunk.last > map->stray_last) {
		map->stray_last = chunk.last;
		map->stray_at = place->at;
	}
	return false;
}

/* A tail alone does not say so: its writer may have died before it came to
 * overwrite anything. */
static bool has_turned(const struct pxt_log_map *map)
{
	return map->segments &&
	       (map->falls ||
		(map->tail && map->newest_number > map->tail_number));
}

uint64_t pxt_log_map_order(const struct pxt_log_map *map, uint64_t size,
			   struct pxt_log_order *order)
{
	memset(order, 0, sizeof(*order));
	if (!has_turned(map))
		return 0;

	*order = (struct pxt_log_order){
		.pivot = map->oldest,
		.number = map->oldest_number,
		.tail = map->tail > map->oldest ? map->tail : size,
		.horizon = map->newest.horizon,
		.overwritten = map->newest.overwritten,
		.newest = map->previous,
	};
	if (map->stray_last <= order->horizon)
		return 0;

	order->horizon = map->stray_last;
	return map->stray_at;
}
