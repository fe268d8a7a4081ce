/*
 * packed_blocks.c - blocks packed into a page
 */
#include "report/packed_blocks.h"
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "report/coding.h"

void block_list_fini(struct block_list *list)
{
	free(list->text);
	*list = (struct block_list){ 0 };
}

/* Appends to a description as printf() does; one takes less than LINE. */
enum { LINE = 256 };

#define APPEND(list, ...)                             \
	((list)->len +=                               \
	 (size_t)snprintf((list)->text + (list)->len, \
			  (list)->room - (list)->len, __VA_ARGS__))

#ifdef HAVE_ZLIB
#include <zlib.h>

enum {
	LEVEL = 6,
	WINDOW = -15, /* zlib's number for deflate without a frame */
	MEMORY = 8,
	PACKED = 48 << 10, /* a multiple of 3: base64 needs no padding there */
};

struct packing {
	z_stream stream;
	uint8_t packed[PACKED];
};

int packed_blocks_init(struct packed_blocks *blocks, struct out *out)
{
	*blocks = (struct packed_blocks){ .out = out };
	blocks->packing = calloc(1, sizeof(*blocks->packing));
	if (!blocks->packing)
		return ENOMEM;
	if (deflateInit2(&blocks->packing->stream, LEVEL, Z_DEFLATED, WINDOW,
			 MEMORY, Z_DEFAULT_STRATEGY) == Z_OK)
		return 0;
	free(blocks->packing);
	blocks->packing = NULL;
	return ENOMEM;
}

void packed_blocks_fini(struct packed_blocks *blocks)
{
	if (blocks->packing)
		deflateEnd(&blocks->packing->stream);
	free(blocks->packing);
	free(blocks->bytes);
}

static char letter(unsigned six)
{
	return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	       "0123456789+/"[six & 63];
}

static void put_base64(struct out *out, const uint8_t *at, size_t len)
{
	for (size_t i = 0; i < len; i += 3) {
		const unsigned there = len - i < 3 ? (unsigned)(len - i) : 3;
		const unsigned bits =
			(unsigned)at[i] << 16 |
			(there > 1 ? (unsigned)at[i + 1] << 8 : 0) |
			(there > 2 ? at[i + 2] : 0);
		char *to = out_room(out, 4);

		to[0] = letter(bits >> 18);
		to[1] = letter(bits >> 12);
		to[2] = there > 1 ? letter(bits >> 6) : '=';
		to[3] = there > 2 ? letter(bits) : '=';
		out_used(out, 4);
	}
}

void packed_blocks_pack(struct packed_blocks *blocks, const void *data,
			size_t len)
{
	struct packing *packing = blocks->packing;
	z_stream *stream = &packing->stream;
	int state;

	deflateReset(stream);
	stream->next_in = (void *)(uintptr_t)data; /* zlib only reads */
	stream->avail_in = (uInt)len;
	do {
		stream->next_out = packing->packed;
		stream->avail_out = PACKED;
		state = deflate(stream, Z_FINISH);
		put_base64(blocks->out, packing->packed,
			   PACKED - stream->avail_out);
	} while (state != Z_STREAM_END);
}

#else

int packed_blocks_init(struct packed_blocks *blocks, struct out *out)
{
	*blocks = (struct packed_blocks){ .out = out };
	return ENOTSUP;
}

void packed_blocks_fini(struct packed_blocks *blocks)
{
	free(blocks->bytes);
}

void packed_blocks_pack(struct packed_blocks *blocks, const void *data,
			size_t len)
{
	(void)blocks;
	(void)data;
	(void)len;
}

#endif

/* JavaScript has integers up to 2^53; others are texts. */
static void describe_base(struct block_list *list, const struct coding *coding)
{
	const int64_t base = (int64_t)coding->base;
	const bool is_below = coding->is_signed && base < 0;
	const uint64_t size = is_below ? -coding->base : coding->base;
	const char *quote = size > UINT64_C(1) << 53 ? "\"" : "";

	APPEND(list, "%s%s%" PRIu64 "%s", quote, is_below ? "-" : "", size,
	       quote);
}

static int describe_column(struct block_list *list, const struct block *block,
			   size_t number, const struct coding *coding)
{
	const struct block_column *column = &block->column[number];

	if (pxt_array_reserve(&list->text, &list->room, list->len + LINE, 1))
		return ENOMEM;
	APPEND(list, number ? ",[" : "[");
	if (column->name)
		APPEND(list, "\"%s\"", column->name);
	else
		APPEND(list, "%zu", number);
	APPEND(list, ",\"%c\",%u,", coding->form, coding->width);
	describe_base(list, coding);
	APPEND(list, column->lacks && coding->form != 't' ? ",1]" : "]");
	return 0;
}

/* Writes a column's bytes behind the others. */
static int write_column(struct packed_blocks *blocks, struct block_list *list,
			struct block *block, size_t number, size_t *len)
{
	struct block_column *column = &block->column[number];
	const struct coding coding = coding_choose(column, block->rows);
	const size_t size = block->rows * (coding.width + 1);

	if (pxt_array_reserve(&blocks->bytes, &blocks->room, *len + size, 1))
		return ENOMEM;
	if (column->lacks && coding.form != 't') {
		memcpy(blocks->bytes + *len, column->lack, block->rows);
		*len += block->rows;
	}
	coding_write(&coding, column, block->rows, blocks->bytes + *len);
	*len += block->rows * coding.width;
	return describe_column(list, block, number, &coding);
}

static int write_texts(struct packed_blocks *blocks, struct block_list *list,
		       const struct block *block, size_t *len)
{
	const struct pxt_map *texts = &block->texts;

	if (!texts->count)
		return 0;
	if (pxt_array_reserve(&blocks->bytes, &blocks->room,
			      *len + texts->keys_len, 1))
		return ENOMEM;
	APPEND(list, ",\"s\":[%zu,%zu]", *len, texts->count);
	memcpy(blocks->bytes + *len, texts->keys, texts->keys_len);
	*len += texts->keys_len;
	return 0;
}

static int describe(struct packed_blocks *blocks, struct block_list *list,
		    const struct block *block, long of)
{
	if (pxt_array_reserve(&list->text, &list->room, list->len + LINE, 1))
		return ENOMEM;
	APPEND(list, "%s{\"p\":%" PRIu64, list->blocks ? "," : "",
	       blocks->count);
	if (of >= 0)
		APPEND(list, ",\"l\":%ld", of);
	APPEND(list, ",\"n\":%zu,\"c\":[", block->rows);
	list->rows += block->rows;
	list->blocks++;
	return 0;
}

static void put_element(struct packed_blocks *blocks, size_t len)
{
	char id[LINE];

	snprintf(id, sizeof(id),
		 "<script type=\"text/plain\" id=\"p%" PRIu64 "\">",
		 blocks->count++);
	out_text(blocks->out, id);
	packed_blocks_pack(blocks, blocks->bytes, len);
	out_text(blocks->out, "</script>\n");
}

int packed_blocks_add(struct packed_blocks *blocks, struct block *block,
		      struct block_list *list, long of)
{
	size_t len = 0;
	int err;

	err = block_complete(block);
	if (!err)
		err = describe(blocks, list, block, of);
	for (size_t i = 0; i < block->columns && !err; i++)
		err = write_column(blocks, list, block, i, &len);
	if (err)
		return err;
	APPEND(list, "]");
	err = write_texts(blocks, list, block, &len);
	if (err)
		return err;
	APPEND(list, ",\"b\":%zu}", len);
	put_element(blocks, len);
	block_clear(block);
	return 0;
}
