/*
 * digest.c - UUIDs made from bytes
 */
#include <string.h>

#include "common/digest.h"

/* FNV-1a of 128 bits. */
#define PRIME_HIGH (UINT64_C(1) << 24)
#define PRIME_LOW UINT64_C(0x13b)

__extension__ typedef unsigned __int128 u128;

void digest_begin(struct digest *digest)
{
	*digest = (struct digest){ { UINT64_C(0x62b821756295c58d),
				     UINT64_C(0x6c62272e07bb0142) } };
}

static u128 whole(const struct digest *digest)
{
	return (u128)digest->half[1] << 64 | digest->half[0];
}

void digest_add(struct digest *digest, const void *data, size_t len)
{
	const u128 prime = (u128)PRIME_HIGH << 64 | PRIME_LOW;
	const uint8_t *at = data;
	u128 sum = whole(digest);

	for (; len; len--)
		sum = (sum ^ *at++) * prime;
	digest->half[0] = (uint64_t)sum;
	digest->half[1] = (uint64_t)(sum >> 64);
}

void digest_add_number(struct digest *digest, int64_t number)
{
	uint8_t le[8];

	for (unsigned i = 0; i < sizeof(le); i++)
		le[i] = (uint8_t)((uint64_t)number >> 8 * i);
	digest_add(digest, le, sizeof(le));
}

void digest_add_text(struct digest *digest, const char *text)
{
	digest_add_number(digest, text != NULL);
	if (text)
		digest_add(digest, text, strlen(text) + 1);
}

void digest_uuid(const struct digest *digest, unsigned char uuid[16])
{
	u128 sum = whole(digest);

	for (unsigned i = 0; i < 16; i++, sum >>= 8)
		uuid[i] = (unsigned char)sum;
	uuid[6] = (uuid[6] & 0x0f) | 0x80;
	uuid[8] = (uuid[8] & 0x3f) | 0x80;
}
