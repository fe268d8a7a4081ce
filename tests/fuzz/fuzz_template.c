/*
 * fuzz_template.c - whatever stands in a file of templates, and in an entry,
 * what is printed is text, and comes to an end
 *
 * The first byte of the input says what the rest is, see MODE_...: an entry for
 * templates that are there; or two texts with a null between: a file of
 * templates and an entry, or a file and its update.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/quick.h"
#include "template/render.h"
#include "template/report.h"
#include "template/update.h"

enum {
	MODE_FIXED = 1,
	MODE_UPDATE = 2,
	MODE_WIDE = 4,
	MODE_LITTLE = 8,
	MODE_GENERIC = 16,
	MODE_OVERRIDE = 32,
};

static const char fixed[] =
	"0C1 1.0 L=KERN \"label\" X2 D4 LOOP X1 { A0 X1 } S1 S4 B3.5 "
	"BITFLAGS X4, 1 \"a\" \"b\", & FF 10 \"c\" \\n $0C2 $D3%E4 $0C1\n"
	"0C2 1.0 L=INT \"\" {{ f(a) $a, 0 \"no\", \\* { {{ $b = $a / D1 }} "
	"$b }} }} f(X1) {{ $DATAPOINTER = D8 * 3 }} A9.20 \\t \"x\" F8 T4 P4\n"
	"0C3 1.0 \"\" LOOP U4 { LOOP U2 { {{ $BASEPOINTER = $BASEPOINTER + 1 }} "
	"f(X1) } \\n } $HD, 5 { $ERROR }, 7 { $DEFAULT }, 9 { $SKIP }\n"
	"0C4 1.0 \"\" starttimer(X1, X1) endtimer(X1, X1) A4, ab \"c\" oW XW\n";

static bool is_told;

static void tell(struct pxt_complaints *complaints,
		 const struct pxt_complaint *complaint)
{
	QUICK_ASSERT(complaints->file && complaint->file);
	QUICK_ASSERT(complaint->line >= 1);
	QUICK_ASSERT(*complaint->why && !strpbrk(complaint->at, "\n\033\177"));
	is_told |= !complaint->is_warning;
}

/* No byte of it drives a terminal; lines have no blanks at their ends. */
static void check_lines(const struct pxt_lines *lines)
{
	size_t at = 0, len, bytes = 0;
	unsigned line = 0;
	const char *text;
	uint8_t level;

	QUICK_ASSERT(lines->len <= sizeof(lines->text));
	while ((text = pxt_lines_next(lines, &at, &line, &len, &level))) {
		QUICK_ASSERT(level < PXT_LEVELS);
		QUICK_ASSERT(!len || text[len - 1] != ' ');
		for (size_t i = 0; i < len; i++) {
			const uint8_t c = (uint8_t)text[i];

			QUICK_ASSERT(c >= 0x20 && c != 0x7f);
			QUICK_ASSERT(c != 0xc2 || i + 1 == len ||
				     (uint8_t)text[i + 1] < 0x80 ||
				     (uint8_t)text[i + 1] >= 0xa0);
		}
		bytes += len + 1;
	}
	QUICK_ASSERT(bytes == lines->len + 1);
}

static void render_as(struct pxt_render *render, uint16_t id, uint8_t mode,
		      const uint8_t *entry, size_t len)
{
	const struct pxt_occurrence occurrence = {
		.hook = {
			.id = id,
			.type = 14,
			.data = len > 1 ? entry[1] : 0,
			.word = mode & MODE_WIDE ? 8 : 4,
			.is_big = !(mode & MODE_LITTLE),
			.is_generic = mode & MODE_GENERIC,
			.entry = entry,
			.len = len,
		},
		.time = len,
		.event = "a\tb",
	};
	const struct pxt_lines *lines;
	const enum pxt_render_end end = pxt_render(render, &occurrence, &lines);

	QUICK_ASSERT(end <= PXT_RENDER_STOPPED);
	check_lines(lines);
}

/* Each of its first templates. */
static void render_all(const struct pxt_templates *templates, uint8_t mode,
		       const uint8_t *entry, size_t len)
{
	const struct pxt_template *template;
	struct pxt_render *render;

	if (pxt_render_open(&render, templates, NULL))
		return;
	for (size_t i = 0; i < 8; i++) {
		template = pxt_templates_list(templates, i);
		if (template)
			render_as(render, template->id, mode, entry, len);
	}
	render_as(render, 0x1230, mode, entry, len);
	pxt_render_close(render);
}

static void add(struct pxt_templates *templates, const char *text, size_t len)
{
	struct pxt_complaints complaints = { .tell = tell };
	int err;

	is_told = false;
	err = pxt_templates_add(templates, "fuzz", text, len, &complaints);
	QUICK_ASSERT((err == EINVAL) == is_told || err == ENOMEM);
	QUICK_ASSERT(!err || !pxt_templates_list(templates, 0));
	pxt_templates_check(templates, &complaints);
}

static void run(const char *text, size_t text_len, uint8_t mode,
		const uint8_t *entry, size_t len)
{
	struct pxt_templates *templates;

	if (pxt_templates_create(&templates))
		return;
	add(templates, text, text_len);
	render_all(templates, mode, entry, len);
	pxt_templates_close(templates);
}

/* What is there afterwards is sound, and so is what takes it back. */
static void change(const struct pxt_file *base, const struct pxt_file *update,
		   bool override)
{
	struct pxt_complaints complaints = { .tell = tell };
	struct pxt_updated updated, undone;
	struct pxt_file now = { "now", NULL, 0 }, undo = { "undo", NULL, 0 };
	int err;

	is_told = false;
	err = pxt_update(base, update, override, &complaints, &updated);
	QUICK_ASSERT((err == EINVAL) == is_told || err == ENOMEM);
	if (err)
		return;
	now.text = updated.text;
	now.len = updated.len;
	undo.text = updated.undo;
	undo.len = updated.undo_len;
	QUICK_ASSERT(!pxt_update(&now, &undo, true, &complaints, &undone));
	QUICK_ASSERT(undone.deleted == updated.added);
	free(undone.text);
	free(undone.undo);
	free(updated.text);
	free(updated.undo);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
	size_t len, rest;
	uint8_t mode, *data;
	char *text;

	if (!size)
		return 0;
	mode = *input++;
	size--;
	len = strnlen((const char *)input, size);
	rest = len < size ? size - len - 1 : 0;
	text = quick_copy(input, len);
	data = quick_copy(input + size - rest, rest);
	if (mode & MODE_FIXED) {
		run(fixed, sizeof(fixed) - 1, mode, data, rest);
	} else if (mode & MODE_UPDATE) {
		const struct pxt_file base = { "base", text, len };
		const struct pxt_file update = { "update", (char *)data, rest };

		change(&base, &update, mode & MODE_OVERRIDE);
	} else {
		run(text, len, mode, data, rest);
	}
	free(data);
	free(text);
	return 0;
}
