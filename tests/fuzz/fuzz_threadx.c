/*
 * fuzz_threadx.c - whatever memory of ThreadX there is, as it is or as a text,
 * and whatever an application defines, reading it comes to an end
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format/container/container.h"
#include "format/threadx/import/custom_names.h"
#include "format/threadx/threadx.h"
#include "fuzz/foreign.h"
#include "fuzz/quick.h"

/* An event of 32 bytes may have a type of its own; a registry slot of 16 bytes is
 * an object. */
static const struct foreign_limits limits = {
	.bytes = 1 << 20,
	.bytes_for_each = 256,
	.items = 2,
	.bytes_of_each = 32,
};

static void import(const uint8_t *data, size_t size)
{
	const struct pxt_settings settings = { .count = 0 };

	foreign_import(&pxt_format_threadx, &settings, data, size, &limits);
}

/* A dump may say that rows repeat, of which there are as many as some buffers
 * have: 256 KiB, and 16 bytes for each of the text. */
static size_t most_unpacked(const uint8_t *text, size_t size)
{
	return memchr(text, '*', size) ? (256 << 10) + 18 * size : 2 * size;
}

static void unpack(const uint8_t *text, size_t size)
{
	struct pxt_payload payload;
	struct pxt_trace *trace;
	int err;

	quick_begin();
	QUICK_ASSERT(!pxt_trace_create(&trace));
	err = pxt_container_unpack(text, size, trace, &payload);
	QUICK_ASSERT(!err == !!payload.what && (!err || err == EINVAL));
	QUICK_ASSERT(payload.size <= most_unpacked(text, size));
	QUICK_ASSERT(quick_peak() <= limits.bytes + 64 * size);
	pxt_trace_close(trace);
	quick_end();
	if (!err)
		import(payload.data, payload.size);
	pxt_payload_fini(&payload);
}

static void define(const char *text, size_t size)
{
	struct pxt_threadx_custom_names custom;
	struct pxt_trace *trace;
	int err;

	QUICK_ASSERT(!pxt_trace_create(&trace));
	err = pxt_threadx_custom_names_parse(&custom, text, size, trace);
	QUICK_ASSERT(!err || err == EINVAL);
	if (!err)
		pxt_threadx_custom_names_fini(&custom);
	pxt_trace_close(trace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	import(data, size);
	unpack(data, size);
	define((const char *)data, size);
	return 0;
}
