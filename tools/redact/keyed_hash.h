/*
 * keyed_hash.h - hashes that nobody can compute without the key
 *
 * HMAC-SHA256: equal values give equal hashes, with one key.
 */
#ifndef REDACT_KEYED_HASH_H
#define REDACT_KEYED_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KEYED_HASH_SIZE = 32, KEYED_HASH_KEY_LEAST = 16 };

/* False: built without nettle. */
bool keyed_hash_is_there(void);

void keyed_hash(const void *key, size_t key_len, const void *data, size_t len,
		uint8_t hash[KEYED_HASH_SIZE]);

#endif
