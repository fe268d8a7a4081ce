/*
 * key.h - what events have in common that belong together
 *
 * A key is made of a field's value: numbers that are equal have the same key,
 * of whatever types they are, 7 in one byte and 7.0. Or it is made of a thread.
 * A longer value is hashed; with 128 bits, and by a secret, no two values of a
 * trace have one key by chance.
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

/* The secret of one reading. */
struct key_seed {
	uint64_t word[2];
};

void key_seed_init(struct key_seed *seed);

static inline bool key_is_same(const struct key *a, const struct key *b)
{
	return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

/* Spread evenly over 64 bits, by a secret. */
uint64_t key_hash(const struct key_seed *seed, const struct key *key);

struct key key_of_value(const struct key_seed *seed,
			const struct posix_trace_layout_np *layout,
			const struct posix_trace_value_np *value);
struct key key_of_text(const struct key_seed *seed, const char *data,
		       size_t len);
struct key key_of_thread(unsigned origin, pid_t pid, pid_t tid);

/* What a process has at an address is not what another has there. */
struct key key_of_object(const struct key_seed *seed, const struct key *value,
			 unsigned origin, pid_t pid);

#endif
