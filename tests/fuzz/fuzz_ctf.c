/*
 * fuzz_ctf.c - whatever the decoder of a CTF trace sends, reading it comes to an
 * end, and so does a look at whatever metadata there is
 *
 * The first byte of the input says what the rest is, see WHAT_...
 */
#include <stdlib.h>
#include <string.h>

#include <trace_np.h>

#include "fuzz/foreign.h"
#include "fuzz/quick.h"
#include "source/ctf/import.h"
#include "source/ctf/meanings.h"
#include "source/ctf/metadata.h"
#include "source/ctf/uri.h"

enum { WHAT_FRAMES, WHAT_METADATA, WHAT_SPANS, WHAT_URI, WHATS };

/* A frame has at least 8 bytes, and a type that is kept some more. */
static const struct foreign_limits limits = {
	.bytes = 1 << 20,
	.bytes_for_each = 1 << 10,
	.items = 2,
	.bytes_of_each = 8,
};

static const struct pxt_format format = {
	.name = "ctf",
	.import = &ctf_importer,
};

static void read_frames(const uint8_t *data, size_t size)
{
	const struct pxt_settings none = { .count = 0 };

	foreign_import(&format, &none, data, size, &limits);
}

/* Twice the size is more than there is to count, and still said to be fine. */
static void look_at_metadata(const uint8_t *data, size_t size)
{
	const enum ctf_metadata_kind kind = ctf_metadata_guess(data, size);

	QUICK_ASSERT(kind == CTF_METADATA_NONE || kind == CTF_METADATA_1 ||
		     kind == CTF_METADATA_2);
	ctf_metadata_refusal(data, size);
}

static void parse_spans(const char *text)
{
	struct pxt_settings settings = { .count = 0 };
	struct ctf_meaning meaning;
	struct ctf_spans spans;
	const char *why = NULL;

	QUICK_ASSERT(pxt_settings_add(&settings, text));
	if (!ctf_spans_parse(&spans, &settings, &why)) {
		QUICK_ASSERT(why);
		return;
	}
	for (unsigned i = 0; i < spans.count; i++) {
		QUICK_ASSERT(*spans.span[i].begin);
		QUICK_ASSERT(ctf_meaning_find(&meaning, &spans,
					      spans.span[i].begin));
	}
}

/* A description is what its URI says, and the other way round. */
static void go_round(const char *text)
{
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	char *uri = ctf_uri_make(text);

	QUICK_ASSERT(uri);
	QUICK_ASSERT(ctf_uri_parse(uri, description, sizeof(description)) ==
		     (strlen(text) < sizeof(description)));
	if (strlen(text) < sizeof(description))
		QUICK_ASSERT(!strcmp(description, text));
	free(uri);
	ctf_uri_parse(text, description, sizeof(description));
}

static void use_text(unsigned what, const uint8_t *data, size_t size)
{
	char *text = malloc(size + sizeof("spans="));

	QUICK_ASSERT(text);
	memcpy(text, "spans=", 6);
	memcpy(text + 6, data, size);
	text[size + 6] = '\0';
	if (what == WHAT_SPANS)
		parse_spans(text);
	else
		go_round(text + 6);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned what;

	if (!size)
		return 0;
	what = *data++ % WHATS;
	size--;
	if (what == WHAT_FRAMES)
		read_frames(data, size);
	else if (what == WHAT_METADATA)
		look_at_metadata(data, size);
	else
		use_text(what, data, size);
	return 0;
}
