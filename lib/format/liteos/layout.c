/* layout.c - layouts of frames in LiteOS's buffer */
#include "format/liteos/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/word.h"

/* The size of each field is a multiple of 4 bytes, so that padding is one word,
 * or none. */
static uint16_t align(struct pxt_liteos_layout *layout, unsigned *at,
		      unsigned to)
{
	if (*at % to) {
		layout->blank[layout->blanks++] = (uint16_t)*at;
		*at += 4;
	}
	return (uint16_t)*at;
}

static uint16_t take(struct pxt_liteos_layout *layout, unsigned *at,
		     unsigned to, unsigned len)
{
	const uint16_t from = align(layout, at, to);

	*at = from + len;
	return from;
}

void pxt_liteos_layout_place(struct pxt_liteos_layout *layout)
{
	const struct pxt_liteos_shape *shape = &layout->shape;
	const unsigned whole = layout->align4 ? 4 : 8;
	const unsigned width = shape->width;
	unsigned at = 8;

	layout->blanks = 0;
	memset(layout->blank, 0, sizeof(layout->blank));
	layout->pid = shape->pid ? take(layout, &at, 4, 4) : 0;
	layout->time = take(layout, &at, whole, 8);
	layout->identity = take(layout, &at, width, width);
	layout->core = shape->core ? take(layout, &at, 4, 4) : 0;
	layout->count = shape->count ? take(layout, &at, 4, 4) : 0;
	layout->links = shape->links ? take(layout, &at, width,
					    PXT_LITEOS_LINKS * width) :
				       0;
	layout->params = shape->params ? take(layout, &at, width,
					      shape->params * width) :
					 0;
	layout->end = (uint16_t)at;
	layout->size = align(layout, &at, whole);
}

/* Text */

static bool is(const char *word, size_t len, const char *text)
{
	return len == strlen(text) && !memcmp(word, text, len);
}

static bool parse_tree(const char *word, size_t len,
		       struct pxt_liteos_layout *layout)
{
	const bool wide = len == 3 && !memcmp(word + 1, "64", 2);

	if (len != 3 || !strchr("amlu", *word) ||
	    (!wide && memcmp(word + 1, "32", 2)) || (wide && *word == 'm'))
		return false;
	layout->tree = *word;
	layout->shape.width = wide ? 8 : 4;
	layout->shape.pid = *word == 'a';
	return true;
}

static bool parse_params(const char *word, size_t len,
			 struct pxt_liteos_shape *shape)
{
	unsigned params = 0;

	if (len < 2 || len > 3 || *word != 'p')
		return false;
	for (size_t i = 1; i < len; i++) {
		if (word[i] < '0' || word[i] > '9')
			return false;
		params = 10 * params + (unsigned)(word[i] - '0');
	}
	shape->params = (uint8_t)params;
	return params <= PXT_LITEOS_PARAMS_MAX;
}

static bool parse_part(const char *word, size_t len,
		       struct pxt_liteos_layout *layout)
{
	struct pxt_liteos_shape *shape = &layout->shape;

	if (is(word, len, "core"))
		return shape->core = true;
	if (is(word, len, "count"))
		return shape->count = true;
	if (is(word, len, "lr"))
		return shape->links = layout->tree == 'a';
	if (is(word, len, "al4"))
		return layout->align4 = shape->width == 4;
	return parse_params(word, len, shape);
}

bool pxt_liteos_layout_parse(const char *text, struct pxt_liteos_layout *layout)
{
	size_t len = strcspn(text, ",+");

	memset(layout, 0, sizeof(*layout));
	layout->shape.params = PXT_LITEOS_PARAMS;
	if (!parse_tree(text, len, layout))
		return false;
	for (text += len; *text; text += len) {
		text++;
		len = strcspn(text, ",+");
		if (!parse_part(text, len, layout))
			return false;
	}
	pxt_liteos_layout_place(layout);
	return true;
}

void pxt_liteos_layout_print(const struct pxt_liteos_layout *layout, char *text)
{
	const struct pxt_liteos_shape *shape = &layout->shape;
	char params[8] = "";

	if (shape->params != PXT_LITEOS_PARAMS)
		snprintf(params, sizeof(params), ",p%u", shape->params);
	snprintf(text, PXT_LITEOS_LAYOUT_TEXT, "%c%u%s%s%s%s%s", layout->tree,
		 8U * shape->width, shape->core ? ",core" : "",
		 shape->count ? ",count" : "", shape->links ? ",lr" : "",
		 params, layout->align4 ? ",al4" : "");
}

/* Frames */

uint32_t pxt_liteos_core_to(uint32_t core, bool big)
{
	if (!big)
		return core;
	return core << 24 |
	       pxt_liteos_bits(core, PXT_LITEOS_IN_INTERRUPT, 4) << 20 |
	       pxt_liteos_bits(core, PXT_LITEOS_LOCKS, 4) << 16 |
	       pxt_liteos_bits(core, PXT_LITEOS_COUNT_OF_PARAMS, 4) << 12 |
	       pxt_liteos_bits(core, PXT_LITEOS_RESERVED, 12);
}

void pxt_liteos_layout_take(const struct pxt_liteos_layout *layout,
			    const uint8_t *at, bool big,
			    struct pxt_liteos_frame *frame)
{
	const struct pxt_liteos_shape *shape = &layout->shape;
	const unsigned width = shape->width;

	pxt_liteos_layout_take_head(layout, at, big, frame);
	for (unsigned i = 0; shape->links && i < PXT_LITEOS_LINKS; i++)
		frame->link[i] = pxt_liteos_get(at + layout->links + i * width,
						big, width);
	for (unsigned i = 0; i < shape->params; i++)
		frame->param[i] = pxt_liteos_get(
			at + layout->params + i * width, big, width);
}

void pxt_liteos_layout_put(const struct pxt_liteos_layout *layout, bool big,
			   const struct pxt_liteos_frame *frame, uint8_t *at)
{
	pxt_liteos_layout_put_inline(layout, big, frame, at);
}
