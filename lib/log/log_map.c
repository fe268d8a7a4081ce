/* log_map.c - the order of a log's segments */
#include <string.h>

#include "log/log_map.h"
#include "log/log_section.h"

static void add_segment(struct pxt_log_map *map,
			const struct pxt_log_spot *spot,
			const struct pxt_log_segment *segment)
{
	const uint64_t number = spot->section.number;

	if (map->segments && number < map->number)
		map->falls = true;
	map->number = number;

	if (!map->segments || number < map->oldest_number) {
		map->oldest = spot->at;
		map->oldest_number = number;
	}
	if (!map->segments || number > map->newest_number) {
		map->newest = *segment;
		map->newest_number = number;
	}
	map->segments++;
}

void pxt_log_map_add(struct pxt_log_map *map, const struct pxt_log_file *file,
		     const struct pxt_log_spot *spot)
{
	const uint64_t number = spot->section.number;
	struct pxt_log_segment segment;

	if (spot->section.type != PXT_LOG_SEGMENT &&
	    spot->section.type != PXT_LOG_CHUNK)
		return;
	if (number > map->previous)
		map->previous = number;
	if (spot->section.type == PXT_LOG_CHUNK ||
	    pxt_log_file_read_segment(file, spot, &segment))
		return;

	if (segment.kind == PXT_LOG_SEGMENT_CHUNKS) {
		add_segment(map, spot, &segment);
	} else if (segment.kind == PXT_LOG_SEGMENT_TAIL) {
		map->tail = spot->at;
		map->tail_number = number;
	}
}

/* Verifies a payload. A search uses the file's window, so this reads piece by
 * piece; and no byte of the file is read twice for it. */
static bool is_whole(struct pxt_log_map *map, const struct pxt_log_file *file,
		     const struct pxt_log_spot *spot)
{
	const uint64_t len = spot->section.len, at = pxt_log_payload_at(spot);
	uint8_t part[4096];
	uint64_t size;
	uint32_t sum;

	if (len > pxt_log_section_type(spot->section.type)->most ||
	    pxt_log_file_size(file, &size) || at > size || len > size - at ||
	    map->checked > size || len > size - map->checked)
		return false;
	map->checked += len;
	return !pxt_log_file_sum(file, spot, part, sizeof(part), &sum) &&
	       sum == spot->section.crc;
}

/* Only the end of a chunk with a lower number than its predecessor matters. If
 * it is being overwritten just now, its old head is followed by the new
 * payload, or half of it. */
static void note_stray(struct pxt_log_map *map, const struct pxt_log_file *file,
		       const struct pxt_log_spot *spot)
{
	struct pxt_log_chunk chunk;
	uint32_t records;

	if (pxt_log_file_read_chunk(file, spot, &chunk, &records) ||
	    chunk.last <= map->stray_last || !is_whole(map, file, spot))
		return;
	map->stray_last = chunk.last;
	map->stray_at = spot->at;
}

bool pxt_log_map_wants(struct pxt_log_map *map, const struct pxt_log_file *file,
		       const struct pxt_log_spot *spot)
{
	struct pxt_log_segment segment;

	if (spot->section.type == PXT_LOG_SEGMENT)
		return !pxt_log_file_read_segment(file, spot, &segment);
	if (spot->section.type == PXT_LOG_CHUNK)
		note_stray(map, file, spot);
	return false;
}

/* A tail alone does not prove it: its writer may have died before overwriting
 * anything. */
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
