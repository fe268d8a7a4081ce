/*
 * foreign_rkh.c - streams of RKH that are to be read
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "foreign_rkh.h"
#include "format/rkh/export/writer.h"
#include "measure.h"

enum {
	OBJECTS = 8,
	OBJECT = 0x20001000,
	STATE = 0x08004000,
	SMA_GET = 0x42,
	SMA_FIFO = 0x43,
	SM_TRN = 0x62,
	FRAME_MAX = 64, /* bytes, each of them escaped */
};

struct memory {
	struct pxt_output output;
	uint8_t *data;
	size_t len;
};

static int put(struct pxt_output *output, const void *data, size_t len)
{
	struct memory *memory = (struct memory *)output;

	memcpy(memory->data + memory->len, data, len);
	memory->len += len;
	return 0;
}

static void put_queued(struct pxt_rkh_writer *writer, uint32_t i)
{
	pxt_rkh_writer_number(writer, i % 40, 1); /* signal */
	pxt_rkh_writer_number(writer, 0, 1);	  /* pool */
	pxt_rkh_writer_number(writer, 1, 1);	  /* references */
	pxt_rkh_writer_number(writer, i % 4, 1);  /* in the queue */
	pxt_rkh_writer_number(writer, 2, 1);	  /* free at least */
}

static void put_record(struct pxt_rkh_writer *writer, uint32_t i)
{
	static const uint8_t ids[] = { SMA_FIFO, SMA_GET, SM_TRN };
	const uint8_t id = ids[i % 3];

	pxt_rkh_writer_begin(writer, id, (uint8_t)i, 10 * (uint64_t)i);
	pxt_rkh_writer_number(writer, OBJECT + 64 * (i / 3 % OBJECTS), 4);
	if (id == SM_TRN) {
		pxt_rkh_writer_number(writer, STATE, 4);
		pxt_rkh_writer_number(writer, STATE + 32, 4);
	} else {
		put_queued(writer, i / 3);
	}
	pxt_rkh_writer_end(writer);
}

uint8_t *foreign_rkh_stream(uint32_t events, size_t *len)
{
	struct memory memory = { .output.write = put };
	struct pxt_rkh_writer *writer = calloc(1, sizeof(*writer));
	struct pxt_rkh_config config;

	memory.data = malloc(((size_t)events + 2) * FRAME_MAX);
	must(writer && memory.data ? 0 : ENOMEM, "a stream of RKH");
	pxt_rkh_config_init(&config);
	config.value[PXT_RKH_QUE_LWMARK] = 1;
	config.release = 0x3400;
	config.hz = 1000;

	writer->out = &memory.output;
	pxt_rkh_writer_flags(writer, 1);
	pxt_rkh_writer_config(writer, &config, PXT_RKH_TCFG);
	for (uint32_t i = 0; i < events; i++)
		put_record(writer, i);
	must(pxt_rkh_writer_flush(writer), "a stream of RKH");
	pxt_rkh_writer_fini(writer);
	free(writer);
	*len = memory.len;
	return memory.data;
}
