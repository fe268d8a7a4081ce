/*
 * templates.c - how fast templates print events
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "measure.h"
#include "template/hook.h"
#include "template/render.h"
#include "template/templates.h"

enum { TIMES = 5, EVENTS = 2000000, ORDERS = 256 };

/* As trcfmt(5) has it: numbers, a choice and flags. */
static const char text[] =
	"#!posix event \"order_received\" hook 7F01 word=8\n"
	"7F01 1.0 L=APPL \"\" \\\n"
	"\tW1 \"id=\" D8 \"price=\" D8 D4, 0 \"buy\", 1 \"sell\" \\\n"
	"\t\" \" BITFLAGS X4, 1 \"[new]\", 2 \"[urgent]\"\n";

struct order {
	int64_t id, price;
	int32_t side;
	uint32_t flags;
};

static void fill(struct order *orders)
{
	for (int i = 0; i < ORDERS; i++)
		orders[i] = (struct order){
			.id = 81723 + i,
			.price = 101250 + 25 * (i % 16),
			.side = i % 2,
			.flags = (uint32_t)i % 4,
		};
}

/* All that show does for the text of an event, from its data on. */
static size_t render_one(struct pxt_render *render,
			 const struct pxt_attachment *attachment,
			 const struct order *order, uint64_t time)
{
	static uint8_t entry[sizeof(*order) + PXT_HOOK_EXTRA];
	const struct pxt_machine_form form = {
		.word = 8,
		.is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
	};
	struct pxt_occurrence occurrence = {
		.time = time,
		.pid = 4242,
		.event = "order_received",
	};
	const struct pxt_lines *lines;

	pxt_hook_make(&occurrence.hook, attachment, form, order, sizeof(*order),
		      entry);
	if (pxt_render(render, &occurrence, &lines) != PXT_RENDER_DONE)
		return 0;
	return lines->len;
}

/* Events in a second of processor time. */
static double rate_of(struct pxt_render *render,
		      const struct pxt_attachment *attachment, unsigned events)
{
	struct order orders[ORDERS];
	uint64_t failed = 0;
	uint64_t start;

	fill(orders);
	start = measure_cpu_time();
	for (unsigned i = 0; i < events; i++)
		failed +=
			!render_one(render, attachment, &orders[i % ORDERS], i);
	start = measure_cpu_time() - start;
	must(failed ? EINVAL : 0, "rendering an event");
	return events * 1e9 / (double)start;
}

static void run(struct bench *bench)
{
	struct pxt_complaints complaints = { .file = "bench" };
	struct pxt_attachment attachment;
	struct pxt_templates *templates;
	struct pxt_render *render;
	double rates[TIMES], rate;

	must(pxt_templates_create(&templates), "templates");
	must(pxt_templates_add(templates, "bench", text, strlen(text),
			       &complaints),
	     "a template");
	pxt_templates_know(templates, "order_received", &attachment);
	must(pxt_render_open(&render, templates, NULL), "rendering");
	for (unsigned i = 0; i < TIMES; i++)
		rates[i] = rate_of(render, &attachment,
				   bench_scaled(bench, EVENTS));
	pxt_render_close(render);
	pxt_templates_close(templates);

	rate = measure_median(rates, TIMES) / 1e6;
	results_value(
		&bench->results, rate, "M/s",
		"events printed by a template, in a second of processor time");
	targets_measured(&bench->targets, TARGET_TEMPLATES, rate);
}

const struct section section_templates = {
	.name = "templates",
	.summary = "how fast templates print events",
	.run = run,
};
