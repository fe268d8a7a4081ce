/*
 * metadata.h - the metadata of a CTF trace, looked at before libbabeltrace2
 *
 * The library's parser is recursive, and allocates what the text asks for. So
 * the text is looked at first: its version, its size, how deep it nests.
 */
#ifndef SOURCE_CTF_METADATA_H
#define SOURCE_CTF_METADATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ctf_metadata_kind {
	CTF_METADATA_NONE, /* no metadata of CTF */
	CTF_METADATA_1,
	CTF_METADATA_2, /* CTF 2, which babeltrace 2.1 can read */
};

enum {
	CTF_METADATA_START = 4096,   /* bytes that suffice to recognise it */
	CTF_METADATA_MAX = 16 << 20, /* bytes of a text */
	CTF_METADATA_DEPTH = 64, /* limit for braces, brackets, parentheses */
	CTF_METADATA_ARRAY = 1 << 16,	/* elements */
	CTF_METADATA_ELEMENTS = 1 << 20 /* limit for all arrays together */
};

/* Recognises metadata by its first bytes. */
enum ctf_metadata_kind ctf_metadata_guess(const uint8_t *start, size_t len);

/* Returns why the library must not have this metadata, as "nests deeper than 64
 * levels", or NULL. */
const char *ctf_metadata_refusal(const uint8_t *data, size_t len);

#endif
