/*
 * subjects.c - numbers of threads, processes and event types
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "figures/subjects.h"

/* The bytes of a struct are a key: no hole is in it. */
_Static_assert(sizeof(struct subject) == 4 * sizeof(unsigned) + sizeof(int64_t),
	       "a struct subject has no holes");

void subjects_init(struct subjects *subjects, uint32_t most)
{
	*subjects = (struct subjects){ .most = most };
}

void subjects_fini(struct subjects *subjects)
{
	pxt_map_fini(&subjects->numbers);
	free(subjects->subject);
	subjects_init(subjects, subjects->most);
}

static int add(struct subjects *subjects, const struct subject *subject)
{
	size_t *value;

	if (pxt_array_reserve(&subjects->subject, &subjects->room,
			      subjects->count + 1, sizeof(*subjects->subject)))
		return ENOMEM;
	if (subjects->count + 1 == subjects->most) {
		subjects->subject[subjects->count++] = (struct subject){ 0 };
		return 0;
	}
	value = pxt_map_at(&subjects->numbers, subject, sizeof(*subject));
	if (!value)
		return ENOMEM;
	subjects->subject[subjects->count++] = *subject;
	*value = subjects->count;
	return 0;
}

int subjects_find(struct subjects *subjects, const struct subject *subject,
		  uint32_t *number)
{
	const size_t value =
		pxt_map_get(&subjects->numbers, subject, sizeof(*subject));
	int err = 0;

	if (!value && subjects->count < subjects->most)
		err = add(subjects, subject);
	*number = value ? (uint32_t)value - 1 : subjects->count - 1;
	return err;
}

int subjects_reserve(const struct subjects *subjects, void *rows, size_t *room,
		     size_t size)
{
	return pxt_array_reserve_zeroed(rows, room, subjects->count, size);
}
