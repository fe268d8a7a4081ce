/* table.c - lines of LiteOS's dump as text */
#include "format/liteos/import/table.h"

#include <string.h>

#include "base/digit.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void pxt_liteos_words_split(struct pxt_liteos_words *words, const char *line,
			    size_t len)
{
	const char *end = line + len;

	words->count = 0;
	while (end > line && is_blank(end[-1]))
		end--;
	words->end = end;
	while (line < end) {
		const char *from;

		while (line < end && is_blank(*line))
			line++;
		from = line;
		while (line < end && !is_blank(*line))
			line++;
		if (words->count < PXT_LITEOS_COLUMNS)
			words->word[words->count] = (struct pxt_liteos_word){
				from, (size_t)(line - from)
			};
		words->count++;
	}
}

bool pxt_liteos_words_is(const struct pxt_liteos_words *words, size_t index,
			 const char *text)
{
	return index < words->count && index < PXT_LITEOS_COLUMNS &&
	       words->word[index].len == strlen(text) &&
	       !memcmp(words->word[index].at, text, words->word[index].len);
}

bool pxt_liteos_words_number(const struct pxt_liteos_words *words, size_t index,
			     uint64_t *number)
{
	unsigned base = 10;
	const char *at;
	size_t len;

	if (index >= words->count || index >= PXT_LITEOS_COLUMNS)
		return false;
	at = words->word[index].at;
	len = words->word[index].len;
	if (len > 2 && at[0] == '0' && (at[1] | 0x20) == 'x') {
		base = 16;
		at += 2;
		len -= 2;
	}
	for (*number = 0; len; at++, len--)
		if (pxt_digit_of(*at, base) < 0 ||
		    __builtin_mul_overflow(*number, base, number) ||
		    __builtin_add_overflow(*number, pxt_digit(*at), number))
			return false;
	return true;
}

bool pxt_liteos_words_setting(const struct pxt_liteos_words *words,
			      const char *name, uint64_t *value)
{
	return words->count == 3 && pxt_liteos_words_is(words, 0, name) &&
	       pxt_liteos_words_is(words, 1, "=") &&
	       pxt_liteos_words_number(words, 2, value);
}

bool pxt_liteos_columns_read(const struct pxt_liteos_words *words,
			     struct pxt_liteos_columns *columns)
{
	struct pxt_liteos_shape *shape = &columns->shape;

	if (!pxt_liteos_words_is(words, 0, "Index") ||
	    !pxt_liteos_words_is(words, 1, "Time(cycles)"))
		return false;
	memset(columns, 0, sizeof(*columns));
	/* Width of a printed pointer. */
	shape->width = 4;
	for (size_t i = 2; i < words->count; i++) {
		shape->pid |= pxt_liteos_words_is(words, i, "CurPid");
		shape->core |= pxt_liteos_words_is(words, i, "cpuid") ||
			       pxt_liteos_words_is(words, i, "cpuId");
		shape->count |= pxt_liteos_words_is(words, i, "eventCount");
		shape->links |= pxt_liteos_words_is(words, i, "backtrace");
		columns->has_params |= pxt_liteos_words_is(words, i, "params");
	}
	shape->core_printed = shape->core;
	return true;
}

/* Consecutive numbers. */
struct row {
	const struct pxt_liteos_words *words;
	size_t at;
	bool wrong;
};

static uint64_t take(struct row *row, uint64_t most)
{
	uint64_t number = 0;

	if (!pxt_liteos_words_number(row->words, row->at++, &number) ||
	    number > most)
		row->wrong = true;
	return number;
}

/* Multiprocessor builds print one lock less, to exclude the tracer's own: for a
 * blank slot that is -1. */
static uint32_t take_locks(struct row *row)
{
	const uint64_t locks = take(row, UINT32_MAX);

	if (locks == UINT32_MAX)
		return 0;
	row->wrong |= locks > 15;
	return (uint32_t)locks;
}

static uint32_t take_core(struct row *row)
{
	const uint32_t cpu = (uint32_t)take(row, 255);
	const uint32_t interrupted = (uint32_t)take(row, 15);
	const uint32_t locks = take_locks(row);

	return cpu << PXT_LITEOS_CPU | interrupted << PXT_LITEOS_IN_INTERRUPT |
	       locks << PXT_LITEOS_LOCKS;
}

static void take_words(struct row *row, uint64_t *word, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		word[i] = take(row, UINT32_MAX);
}

static void count_params(struct pxt_liteos_columns *columns,
			 const struct row *row)
{
	const size_t left =
		row->words->count > row->at ? row->words->count - row->at : 0;

	if (columns->known || row->wrong || left > PXT_LITEOS_PARAMS_MAX)
		return;
	columns->shape.params = columns->has_params ? (uint8_t)left : 0;
	columns->known = true;
}

bool pxt_liteos_columns_row(struct pxt_liteos_columns *columns,
			    const struct pxt_liteos_words *words,
			    uint32_t *slot, struct pxt_liteos_frame *frame)
{
	const struct pxt_liteos_shape *shape = &columns->shape;
	struct row row = { .words = words };

	*slot = (uint32_t)take(&row, UINT32_MAX);
	frame->time = take(&row, UINT64_MAX);
	frame->type = (uint32_t)take(&row, UINT32_MAX);
	frame->pid = shape->pid ? (uint32_t)take(&row, UINT32_MAX) : 0;
	frame->task = (uint32_t)take(&row, UINT32_MAX);
	frame->identity = take(&row, UINT32_MAX);
	frame->core = shape->core ? take_core(&row) : 0;
	frame->count = shape->count ? (uint32_t)take(&row, UINT32_MAX) : 0;
	if (shape->links)
		take_words(&row, frame->link, PXT_LITEOS_LINKS);
	count_params(columns, &row);
	take_words(&row, frame->param, shape->params);
	return !row.wrong && row.at == words->count;
}
