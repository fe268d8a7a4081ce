/*
 * keyed_hash.c - hashes that nobody can compute without the key
 */
#include "config.h"

#include <string.h>

#ifdef HAVE_NETTLE
#include <nettle/hmac.h>
#endif

#include "redact/keyed_hash.h"

#ifdef HAVE_NETTLE

bool keyed_hash_is_there(void)
{
	return true;
}

void keyed_hash(const void *key, size_t key_len, const void *data, size_t len,
		uint8_t hash[KEYED_HASH_SIZE])
{
	struct hmac_sha256_ctx context;

	hmac_sha256_set_key(&context, key_len, key);
	hmac_sha256_update(&context, len, data);
	hmac_sha256_digest(&context, KEYED_HASH_SIZE, hash);
}

#else

bool keyed_hash_is_there(void)
{
	return false;
}

void keyed_hash(const void *key, size_t key_len, const void *data, size_t len,
		uint8_t hash[KEYED_HASH_SIZE])
{
	(void)key;
	(void)key_len;
	(void)data;
	(void)len;
	memset(hash, 0, KEYED_HASH_SIZE);
}

#endif
