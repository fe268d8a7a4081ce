/* writer.c - composing frames of RKH */
#include "format/rkh/export/writer.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "format/rkh/frame.h"

int pxt_rkh_writer_flush(struct pxt_rkh_writer *writer)
{
	if (!writer->error && writer->used)
		writer->error = writer->out->write(writer->out, writer->block,
						   writer->used);
	writer->used = 0;
	return writer->error;
}

static void put(struct pxt_rkh_writer *writer, uint8_t byte)
{
	if (writer->used == sizeof(writer->block))
		pxt_rkh_writer_flush(writer);
	writer->block[writer->used++] = byte;
	writer->written++;
}

static void put_escaped(struct pxt_rkh_writer *writer, uint8_t byte)
{
	if (byte == PXT_RKH_FLAG || byte == PXT_RKH_ESCAPE) {
		put(writer, PXT_RKH_ESCAPE);
		byte ^= PXT_RKH_XOR;
	}
	put(writer, byte);
}

void pxt_rkh_writer_flags(struct pxt_rkh_writer *writer, unsigned count)
{
	while (count--)
		put(writer, PXT_RKH_FLAG);
}

static bool have_room(struct pxt_rkh_writer *writer, size_t len)
{
	const int err = pxt_array_reserve(&writer->frame, &writer->room,
					  writer->len + len, 1);

	if (err)
		writer->error = err;
	return !err;
}

void pxt_rkh_writer_bytes(struct pxt_rkh_writer *writer, const void *bytes,
			  size_t len)
{
	if (!len || !have_room(writer, len))
		return;
	memcpy(writer->frame + writer->len, bytes, len);
	writer->len += len;
}

void pxt_rkh_writer_text(struct pxt_rkh_writer *writer, const char *text,
			 size_t len)
{
	pxt_rkh_writer_bytes(writer, text, len);
	pxt_rkh_writer_bytes(writer, "", 1);
}

void pxt_rkh_writer_number(struct pxt_rkh_writer *writer, uint64_t value,
			   unsigned width)
{
	uint8_t bytes[PXT_RKH_WIDEST];

	for (unsigned i = 0; i < width; i++)
		bytes[i] = (uint8_t)(value >> 8 * i);
	pxt_rkh_writer_bytes(writer, bytes, width);
}

void pxt_rkh_writer_begin(struct pxt_rkh_writer *writer, uint32_t id,
			  uint8_t seq, uint64_t stamp)
{
	const uint8_t *value = writer->config.value;

	writer->len = 0;
	pxt_rkh_writer_number(writer, id, value[PXT_RKH_TE_ID]);
	if (value[PXT_RKH_NSEQ])
		pxt_rkh_writer_number(writer, seq, 1);
	if (value[PXT_RKH_TSTAMP])
		pxt_rkh_writer_number(writer, stamp, value[PXT_RKH_TS]);
}

void pxt_rkh_writer_end(struct pxt_rkh_writer *writer)
{
	const uint8_t sum = pxt_rkh_sum(writer->frame, writer->len);

	for (size_t i = 0; i < writer->len; i++)
		put_escaped(writer, writer->frame[i]);
	if (writer->config.value[PXT_RKH_CHK])
		put_escaped(writer, (uint8_t)-sum);
	put(writer, PXT_RKH_FLAG);
}

void pxt_rkh_writer_config(struct pxt_rkh_writer *writer,
			   const struct pxt_rkh_config *config, uint8_t id)
{
	uint8_t record[PXT_RKH_ID_MAX + PXT_RKH_RECORD];
	const size_t len = pxt_rkh_config_write(config, record);

	if (id)
		*record = id;
	writer->config = *config;
	writer->len = 0;
	pxt_rkh_writer_bytes(writer, record, len);
	pxt_rkh_writer_end(writer);
}

void pxt_rkh_writer_old_config(struct pxt_rkh_writer *writer,
			       const struct pxt_rkh_config *config,
			       unsigned dialect, uint8_t seq, uint64_t stamp)
{
	uint8_t record[PXT_RKH_RECORD];
	const size_t len = pxt_rkh_config_write_old(config, dialect, record);

	writer->config = *config;
	pxt_rkh_writer_begin(writer, PXT_RKH_TCFG_2403, seq, stamp);
	pxt_rkh_writer_bytes(writer, record, len);
	pxt_rkh_writer_end(writer);
}

void pxt_rkh_writer_fini(struct pxt_rkh_writer *writer)
{
	free(writer->frame);
}
