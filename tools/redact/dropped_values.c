/*
 * dropped_values.c - values that must not be in the copy, and the search for
 * them
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/array.h"
#include "redact/dropped_values.h"

static uint32_t mark_of(const void *data)
{
	uint32_t word;

	memcpy(&word, data, sizeof(word));
	return (word * UINT32_C(0x9e3779b1)) >> 16;
}

/* Values may all begin with the same bytes, as names of customers do. The place
 * is chosen whose four bytes are the mark of the fewest. */
static uint32_t choose_mark(const struct dropped_values *values,
			    const char *data, size_t len)
{
	uint32_t best = 0;

	for (uint32_t at = 1; at + DROPPED_LEAST <= len && at < DROPPED_PLACES;
	     at++)
		if (values->crowd[mark_of(data + at)] <
		    values->crowd[mark_of(data + best)])
			best = at;
	return best;
}

int dropped_values_add(struct dropped_values *values, const void *data,
		       size_t len, const char *what)
{
	struct dropped_value *value;
	uint32_t at, mark;
	size_t *number;

	if (len < DROPPED_LEAST || pxt_map_get(&values->known, data, len))
		return 0;
	if (len > DROPPED_BYTES - values->used) {
		values->unknown++;
		return 0;
	}
	number = pxt_map_at(&values->known, data, len);
	if (!number)
		return ENOMEM;
	*number = values->count + 1;
	if (pxt_array_reserve(&values->bytes, &values->bytes_room,
			      values->used + len, 1) ||
	    pxt_array_reserve(&values->value, &values->room, values->count + 1,
			      sizeof(*value)))
		return ENOMEM;
	value = &values->value[values->count++];
	at = choose_mark(values, data, len);
	mark = mark_of((const char *)data + at);
	*value = (struct dropped_value){ (uint32_t)values->used, (uint32_t)len,
					 at, values->marked[mark], what };
	memcpy(values->bytes + values->used, data, len);
	values->used += len;
	values->marked[mark] = (uint32_t)values->count;
	values->crowd[mark]++;
	return 0;
}

void dropped_values_fini(struct dropped_values *values)
{
	pxt_map_fini(&values->known);
	free(values->bytes);
	free(values->value);
}

static void search(const struct dropped_values *values, const char *data,
		   size_t size, dropped_found *found, void *argument)
{
	for (size_t i = 0; i + DROPPED_LEAST <= size; i++) {
		uint32_t number = values->marked[mark_of(data + i)];

		while (number) {
			const struct dropped_value *value =
				&values->value[number - 1];

			const size_t begin = i - value->mark;

			if (value->mark <= i && value->len <= size - begin &&
			    !memcmp(values->bytes + value->at, data + begin,
				    value->len))
				found(argument, value, begin);
			number = value->next;
		}
	}
}

int dropped_values_search(const struct dropped_values *values, int fd,
			  dropped_found *found, void *argument)
{
	struct stat file;
	char *data;

	if (fstat(fd, &file))
		return errno;
	if (!file.st_size || !values->count)
		return 0;
	data = mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		return errno;
	search(values, data, (size_t)file.st_size, found, argument);
	munmap(data, (size_t)file.st_size);
	return 0;
}
