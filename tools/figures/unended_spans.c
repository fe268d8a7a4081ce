/*
 * unended_spans.c - open spans, by the place of their beginning
 */
#include "common/stamp.h"
#include "figures/unended_spans.h"

struct one {
	uint64_t amount;
	uint32_t place; /* place + 1; 0: ended */
};

void unended_spans_init(struct unended_spans *unended)
{
	keys_init(&unended->places, UNENDED_PLACES,
		  sizeof(struct unended_place));
	keys_init(&unended->ones, UNENDED_MOST, sizeof(struct one));
}

void unended_spans_fini(struct unended_spans *unended)
{
	keys_fini(&unended->places);
	keys_fini(&unended->ones);
}

/* Each span has its own keys. */
static struct key key_of(const struct key *key, uint32_t span)
{
	const uint64_t own =
		(span + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);

	return (struct key){ { key->word[0] ^ own, key->word[1] } };
}

static int find_place(struct unended_spans *unended, uint32_t span,
		      const struct posix_trace_item_np *item, uint32_t *number)
{
	const uint64_t address = (uintptr_t)item->info.posix_prog_address;
	const struct key entity =
		key_of_thread(item->origin, item->info.posix_pid, 0);
	const struct key at = { { entity.word[1] ^ (uint64_t)item->origin << 20,
				  address } };
	const struct key key = key_of(&at, span);
	struct unended_place *place;
	int err;

	err = keys_find(&unended->places, &key, true, number);
	if (err || *number == KEYS_NONE)
		return err;
	place = unended_spans_place(unended, *number);
	place->span = span;
	place->origin = item->origin;
	place->pid = item->info.posix_pid;
	place->address = address;
	return 0;
}

static void end(struct unended_spans *unended, struct one *one)
{
	struct unended_place *place;

	if (!one->place)
		return;
	place = unended_spans_place(unended, one->place - 1);
	place->open--;
	place->open_amount -= one->amount;
	one->place = 0;
}

int unended_spans_begin(struct unended_spans *unended, uint32_t span,
			const struct key *key,
			const struct posix_trace_item_np *item, uint64_t amount)
{
	const struct key own = key_of(key, span);
	struct unended_place *place;
	uint32_t number, at = KEYS_NONE;
	struct one *one;
	int err;

	if (!item->info.posix_prog_address)
		return 0;
	err = keys_find(&unended->ones, &own, true, &number);
	if (!err)
		err = find_place(unended, span, item, &at);
	if (err || number == KEYS_NONE || at == KEYS_NONE)
		return err;
	one = keys_record(&unended->ones, number);
	end(unended, one);
	*one = (struct one){ .amount = amount, .place = at + 1 };
	place = unended_spans_place(unended, at);
	place->last_ns = stamp_ns(&item->info.posix_timestamp);
	place->begun++;
	place->amount += amount;
	place->open++;
	place->open_amount += amount;
	return 0;
}

void unended_spans_end(struct unended_spans *unended, uint32_t span,
		       const struct key *key)
{
	const struct key own = key_of(key, span);
	uint32_t number;

	keys_find(&unended->ones, &own, false, &number);
	if (number != KEYS_NONE)
		end(unended, keys_record(&unended->ones, number));
}
