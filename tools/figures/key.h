/*
 * key.h - keys that events have in common
 *
 * A key is made from a field's value: equal numbers have equal keys, whatever
 * their types, 7 in one byte and 7.0. Or it is made from a thread. Longer
 * values are hashed to 128 bits with a secret, which excludes collisions.
 */
#ifndef KEY_H
#define KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

struct key {
	uint64_t word[2];
};

/* The secret of one run. */
struct key_seed {
	uint64_t word[2];
};

void key_seed_init(struct key_seed *seed);

static inline bool key_is_same(const struct key *a, const struct key *b)
{
	return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

/* True if the second word is the value, a number that is not negative. The first
 * word of any other key is not 0. */
static inline bool key_is_integer(const struct key *key)
{
	return !key->word[0];
}

/* A hash of 64 bits, with the secret. */
uint64_t key_hash(const struct key_seed *seed, const struct key *key);

struct key key_of_value(const struct key_seed *seed,
			const struct posix_trace_layout_np *layout,
			const struct posix_trace_value_np *value);
struct key key_of_text(const struct key_seed *seed, const char *data,
		       size_t len);
struct key key_of_thread(unsigned origin, pid_t pid, pid_t tid);

/* Objects of different processes differ even at the same address. */
struct key key_of_object(const struct key_seed *seed, const struct key *value,
			 unsigned origin, pid_t pid);

#endif
