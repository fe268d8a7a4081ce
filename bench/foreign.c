/*
 * foreign.c - how fast the traces of other systems are read
 */
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "foreign_liteos.h"
#include "foreign_rkh.h"
#include "format/format.h"
#include "format/liteos/liteos.h"
#include "format/rkh/rkh.h"
#include "format/threadx/threadx.h"
#include "measure.h"

enum { READS = 5, EVENTS = 2000000 };

static double processor_time(void)
{
	struct timespec now;

	must_not_fail(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now), "a clock");
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* One reading: events in a second of processor time. */
static double import(const struct pxt_format *format, const uint8_t *data,
		     size_t len)
{
	const struct pxt_settings settings = { .count = 0 };
	struct pxt_import reading = { .settings = &settings };
	struct posix_trace_item_np item;
	uint64_t events = 0;
	int unavailable = 0;
	double taken;

	must(pxt_trace_create(&reading.trace), "a trace");
	must(pxt_feed_open_memory(data, len, &reading.feed), "a feed");
	taken = -processor_time();
	must(format->import->open(&reading), format->name);
	while (!unavailable) {
		must(format->import->next(&reading, &item, &unavailable),
		     format->name);
		events += !unavailable;
	}
	taken += processor_time();

	format->import->close(&reading);
	pxt_feed_close(reading.feed);
	pxt_trace_close(reading.trace);
	return (double)events / taken;
}

static double median_of_imports(const struct pxt_format *format,
				const uint8_t *data, size_t len)
{
	double rates[READS];

	for (unsigned i = 0; i < READS; i++)
		rates[i] = import(format, data, len);
	return measure_median(rates, READS);
}

/*
 * ThreadX: a full ring of eight threads that send and receive
 */

enum {
	HEADER = 12, /* words */
	SLOT = 12,   /* words of a registry slot, with 32 bytes of a name */
	EVENT = 8,   /* words */
	THREADS = 8,
	BASE = 0x20000000,
	STACKS = 0x20800000,
	QUEUE = 0x20900000,
};

static void put_words(uint32_t *to, const uint32_t *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		to[i] = htole32(words[i]);
}

static void put_header(uint32_t *to, uint32_t events)
{
	const uint32_t registry = BASE + 4 * HEADER;
	const uint32_t buffer = registry + 4 * SLOT * THREADS;
	const uint32_t words[HEADER] = {
		0x54585442, 0xffffffff, BASE,	    registry,
		32u << 16,  buffer,	buffer,	    buffer + 4 * EVENT * events,
		buffer,	    0xaaaaaaaa, 0xbbbbbbbb, 0xcccccccc,
	};

	put_words(to, words, HEADER);
}

static void put_slot(uint32_t *to, uint32_t thread)
{
	const uint32_t words[] = { 0x05800100, STACKS + thread, 0, 4096 };

	put_words(to, words, 4);
	memcpy(to + 4, "a thread", 9);
}

static void put_event(uint32_t *to, uint32_t i)
{
	static const uint32_t ids[] = { 69, 68, 1, 2, 83, 88, 3, 4096 };
	const uint32_t words[EVENT] = {
		STACKS + i / 4 % THREADS,
		0x80050005,
		ids[i % 8],
		100 * i,
		QUEUE,
		0x20700000,
		0xffffffff,
		i % 32,
	};

	put_words(to, words, EVENT);
}

static uint8_t *make_threadx(uint32_t events, size_t *len)
{
	uint32_t *image, *at;

	*len = 4 * (HEADER + SLOT * THREADS + (size_t)EVENT * events);
	image = calloc(1, *len);
	must(image ? 0 : ENOMEM, "a trace of ThreadX");
	put_header(image, events);
	at = image + HEADER;
	for (uint32_t i = 0; i < THREADS; i++, at += SLOT)
		put_slot(at, i);
	for (uint32_t i = 0; i < events; i++, at += EVENT)
		put_event(at, i);
	return (uint8_t *)image;
}

static void measure_threadx(struct bench *bench)
{
	uint8_t *data;
	size_t len;
	double rate;

	data = make_threadx(bench_scaled(bench, EVENTS), &len);
	rate = median_of_imports(&pxt_format_threadx, data, len) / 1e6;
	free(data);
	results_value(&bench->results, rate, "M/s",
		      "events of ThreadX, in a second of processor time");
	targets_measured(&bench->targets, TARGET_THREADX, rate);
}

/* LiteOS: a buffer by its events, a stream by its bytes */

static void measure_liteos(struct bench *bench)
{
	const uint32_t events = bench_scaled(bench, EVENTS);
	uint8_t *data;
	size_t len;
	double rate;

	data = foreign_liteos_buffer(events, &len);
	rate = median_of_imports(&pxt_format_liteos, data, len) / 1e6;
	free(data);
	results_value(&bench->results, rate, "M/s",
		      "events of a buffer of LiteOS, likewise");
	targets_measured(&bench->targets, TARGET_LITEOS, rate);

	data = foreign_liteos_stream(events, &len);
	rate = median_of_imports(&pxt_format_liteos, data, len) *
	       ((double)len / events) / 1e6;
	free(data);
	results_value(&bench->results, rate, "MB/s",
		      "of a stream of LiteOS, likewise");
	targets_measured(&bench->targets, TARGET_LITEOS_STREAM, rate);
}

/* RKH: a stream by its bytes */

static void measure_rkh(struct bench *bench)
{
	const uint32_t events = bench_scaled(bench, EVENTS);
	uint8_t *data;
	size_t len;
	double rate;

	data = foreign_rkh_stream(events, &len);
	rate = median_of_imports(&pxt_format_rkh, data, len) *
	       ((double)len / events) / 1e6;
	free(data);
	results_value(&bench->results, rate, "MB/s",
		      "of a stream of RKH, likewise");
	targets_measured(&bench->targets, TARGET_RKH_STREAM, rate);
}

static void run(struct bench *bench)
{
	measure_threadx(bench);
	measure_liteos(bench);
	measure_rkh(bench);
}

const struct section section_foreign = {
	.name = "foreign",
	.summary = "how fast the traces of other systems are read",
	.run = run,
};
