/*
 * digest.h - a UUID that the same bytes always give
 *
 * For logs that are made of others: the same input gives the same log. It
 * tells apart what is different by chance, not by somebody's intention.
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

/* With its null: "ab" and "c" are not "a" and "bc". NULL is not "". */
void digest_add_text(struct digest *digest, const char *text);

/* Of version 8, as RFC 9562 has it. */
void digest_uuid(const struct digest *digest, unsigned char uuid[16]);

#endif
