/*
 * digest.h - UUIDs made from bytes
 *
 * For logs made from others: the same input gives the same log. The digest is
 * not cryptographic.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>
#include <stdint.h>

struct digest {
	uint64_t half[2];
};

void digest_begin(struct digest *digest);
void digest_add(struct digest *digest, const void *data, size_t len);
void digest_add_number(struct digest *digest, int64_t number);

/* Includes the null: "ab" and "c" differ from "a" and "bc". NULL differs from
 * "". */
void digest_add_text(struct digest *digest, const char *text);

/* UUID of version 8, RFC 9562. */
void digest_uuid(const struct digest *digest, unsigned char uuid[16]);

#endif
