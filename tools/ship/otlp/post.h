/*
 * post.h - requests over HTTP
 *
 * A connection is kept from one to the next. Whatever the other side answers is
 * bounded, in bytes and in time.
 */
#ifndef SHIP_OTLP_POST_H
#define SHIP_OTLP_POST_H

#include <stddef.h>
#include <stdint.h>

#include "common/remote_options.h"

enum { POST_WHY = 256, POST_RETRY_MOST_S = 300 };

struct post;

struct post_answer {
	long status; /* status of HTTP; 0: there is none, and why says why */
	unsigned retry_s;    /* wish of the other side; 0: it says nothing */
	const uint8_t *body; /* good until the next request */
	size_t len;
	char why[POST_WHY];
};

/* Before all other functions. Returns NULL, or why there are none. */
const char *post_lacks(void);

/* ENOMEM. options: borrowed. */
int post_open(struct post **post, const struct remote_options *options);
void post_close(struct post *post);

/* Sends bytes that are packed by gzip. The user ends it, too. ENOMEM. */
int post_send(struct post *post, const char *url, const void *bytes, size_t len,
	      struct post_answer *answer);

#endif
