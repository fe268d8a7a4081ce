/*
 * ids.c - ids of traces and spans
 */
#include "config.h"

#include <string.h>

#ifdef HAVE_NETTLE
#include <nettle/sha2.h>
#endif

#include "bridge/otlp/ids.h"

bool otlp_ids_are_there(void)
{
#ifdef HAVE_NETTLE
	return true;
#else
	return false;
#endif
}

/* Bytes of a place in a fixed order, for all machines. */
struct bytes {
	uint8_t data[16 + 5 * sizeof(uint64_t)];
	size_t len;
};

static void add_number(struct bytes *bytes, uint64_t number, size_t size)
{
	for (size_t i = 0; i < size; i++)
		bytes->data[bytes->len++] = (uint8_t)(number >> 8 * i);
}

static void collect(struct bytes *bytes, const struct otlp_place *place)
{
	memcpy(bytes->data, place->uuid, sizeof(place->uuid));
	bytes->len = sizeof(place->uuid);
	add_number(bytes, (uint32_t)place->pid, 4);
	add_number(bytes, (uint32_t)place->tid, 4);
	add_number(bytes, (uint64_t)place->program, 8);
	add_number(bytes, (uint64_t)place->ns, 8);
	add_number(bytes, place->setback, 4);
	add_number(bytes, place->index, 4);
}

#ifdef HAVE_NETTLE

static void digest(const struct bytes *bytes, struct otlp_ids *ids)
{
	uint8_t sum[SHA256_DIGEST_SIZE];
	struct sha256_ctx context;

	sha256_init(&context);
	sha256_update(&context, bytes->len, bytes->data);
	sha256_digest(&context, sizeof(sum), sum);
	memcpy(ids->trace, sum, OTLP_TRACE_ID);
	memcpy(ids->span, sum + OTLP_TRACE_ID, OTLP_SPAN_ID);
}

#else

static void digest(const struct bytes *bytes, struct otlp_ids *ids)
{
	(void)bytes;
	*ids = (struct otlp_ids){ 0 };
}

#endif

bool otlp_id_is_set(const unsigned char *id, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (id[i])
			return true;
	return false;
}

void otlp_ids_make(const struct otlp_place *place, struct otlp_ids *ids)
{
	struct bytes bytes;

	collect(&bytes, place);
	digest(&bytes, ids);
	if (!otlp_id_is_set(ids->trace, OTLP_TRACE_ID))
		ids->trace[0] = 1;
	if (!otlp_id_is_set(ids->span, OTLP_SPAN_ID))
		ids->span[0] = 1;
}

static int digit_of(char c)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *at = memchr(digits, c, sizeof(digits) - 1);

	return at ? (int)((at - digits) % 16) : -1;
}

bool otlp_id_take(unsigned char *id, size_t len, const void *data,
		  size_t data_len)
{
	if (data_len != len || !otlp_id_is_set(data, len))
		return false;
	memcpy(id, data, len);
	return true;
}

bool otlp_id_parse(unsigned char *id, size_t len, const char *text,
		   size_t text_len)
{
	unsigned char parsed[OTLP_TRACE_ID];

	if (text_len != 2 * len || len > sizeof(parsed))
		return false;
	for (size_t i = 0; i < len; i++) {
		const int high = digit_of(text[2 * i]);
		const int low = digit_of(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		parsed[i] = (unsigned char)(high << 4 | low);
	}
	return otlp_id_take(id, len, parsed, len);
}
