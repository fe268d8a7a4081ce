/*
 * key.c - keys that events have in common
 */
#include <math.h>
#include <string.h>
#include <sys/random.h>

#include "figures/key.h"

/* The lowest bits of the first word distinguish the kinds. */
enum {
	KEY_INTEGER = 0,
	KEY_NEGATIVE = 1,
	KEY_FLOAT = 2,
	KEY_TEXT = 3,
	KEY_ARRAY = 4,
	KEY_THREAD = 5,
	KEY_OBJECT = 6,
	KEY_BITS = 7,
};

void key_seed_init(struct key_seed *seed)
{
	/* Odd numbers serve as a secret if there is no random source. */
	*seed = (struct key_seed){ { UINT64_C(0x9e3779b97f4a7c15),
				     UINT64_C(0xc2b2ae3d27d4eb4f) } };
	if (getrandom(seed, sizeof(*seed), GRND_NONBLOCK) < 0)
		return;
	seed->word[0] |= 1;
	seed->word[1] |= 1;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	const unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t key_hash(const struct key_seed *seed, const struct key *key)
{
	return mix(key->word[0] ^ seed->word[0],
		   mix(key->word[1] ^ seed->word[1],
		       UINT64_C(0xa0761d6478bd642f)));
}

/* Add a word to a hash. */
static void stir(struct key *hash, const struct key_seed *seed, uint64_t word)
{
	hash->word[0] = mix(hash->word[0] ^ word, seed->word[0]) +
			UINT64_C(0xe7037ed1a0b428db);
	hash->word[1] = mix(hash->word[1] + word, seed->word[1]) ^
			UINT64_C(0x8ebc6af09c88c6e3);
}

static struct key end(struct key hash, unsigned kind)
{
	hash.word[0] = (hash.word[0] & ~(uint64_t)KEY_BITS) | kind;
	return hash;
}

struct key key_of_text(const struct key_seed *seed, const char *data,
		       size_t len)
{
	struct key hash = { { len, ~(uint64_t)len } };

	while (len) {
		const size_t part = len < 8 ? len : 8;
		uint64_t word = 0;

		memcpy(&word, data, part);
		stir(&hash, seed, word);
		data += part;
		len -= part;
	}
	return end(hash, KEY_TEXT);
}

static struct key of_float(double number)
{
	struct key key = { { KEY_FLOAT, 0 } };

	/* Integral floating-point numbers equal integers. */
	if (number >= 0 && number < 0x1p64 && number == floor(number))
		return (struct key){ { KEY_INTEGER, (uint64_t)number } };
	if (number < 0 && number >= -0x1p63 && number == floor(number))
		return (struct key){ { KEY_NEGATIVE,
				       (uint64_t)(int64_t)number } };
	/* All NaNs are equal. */
	if (!isnan(number))
		memcpy(&key.word[1], &number, sizeof(number));
	return key;
}

static struct key of_number(const struct posix_trace_number_np *number)
{
	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return of_float(number->as.f);
	if (number->kind == POSIX_TRACE_FIELD_SIGNED_NP && number->as.s < 0)
		return (struct key){ { KEY_NEGATIVE, number->as.u } };
	return (struct key){ { KEY_INTEGER, number->as.u } };
}

static struct key of_array(const struct key_seed *seed,
			   const struct posix_trace_layout_np *layout,
			   const struct posix_trace_value_np *value)
{
	struct key hash = { { value->count, ~(uint64_t)value->count } };
	struct posix_trace_number_np number;

	for (size_t i = 0;
	     !posix_trace_value_number_np(layout, value, i, &number); i++) {
		const struct key element = of_number(&number);

		stir(&hash, seed, element.word[0]);
		stir(&hash, seed, element.word[1]);
	}
	return end(hash, KEY_ARRAY);
}

struct key key_of_value(const struct key_seed *seed,
			const struct posix_trace_layout_np *layout,
			const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;

	if (value->field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		return key_of_text(seed, value->data, value->len);
	if (value->count == 1 &&
	    !posix_trace_value_number_np(layout, value, 0, &number))
		return of_number(&number);
	return of_array(seed, layout, value);
}

struct key key_of_thread(unsigned origin, pid_t pid, pid_t tid)
{
	return (struct key){ {
		(uint64_t)origin << 3 | KEY_THREAD,
		(uint64_t)(uint32_t)pid << 32 | (uint32_t)tid,
	} };
}

struct key key_of_object(const struct key_seed *seed, const struct key *value,
			 unsigned origin, pid_t pid)
{
	struct key hash = *value;

	stir(&hash, seed, (uint64_t)origin << 32 | (uint32_t)pid);
	return end(hash, KEY_OBJECT);
}
