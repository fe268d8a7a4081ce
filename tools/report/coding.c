/*
 * coding.c - a column of a block as bytes
 */
#include "report/coding.h"

static unsigned width_of(uint64_t greatest)
{
	if (!greatest)
		return 0;
	if (greatest <= UINT8_MAX)
		return 1;
	if (greatest <= UINT16_MAX)
		return 2;
	return greatest <= UINT32_MAX ? 4 : 8;
}

static unsigned bits_of(uint64_t number)
{
	return number ? 64 - (unsigned)__builtin_clzll(number) : 0;
}

/* Small numbers of either sign become small numbers. */
static uint64_t zigzag(uint64_t difference)
{
	return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static bool is_less(uint64_t a, uint64_t b, bool is_signed)
{
	return is_signed ? (int64_t)a < (int64_t)b : a < b;
}

/* Rows without a value repeat the value before, which costs nothing; those at
 * the beginning have the first value. */
static void fill_lacks(struct block_column *column, size_t rows)
{
	size_t first = 0;

	if (!column->lacks)
		return;
	while (first < rows && column->lack[first])
		first++;
	for (size_t i = 0; i < first && first < rows; i++)
		column->value[i] = column->value[first];
	for (size_t i = first; i < rows; i++)
		if (column->lack[i])
			column->value[i] = column->value[i - 1];
}

/* Bounds of the integers of a column. */
struct extent {
	uint64_t least, greatest;
	uint64_t step; /* greatest difference, zigzag */
	uint64_t bits, step_bits;
};

static struct extent measure(const uint64_t *value, size_t rows, bool is_signed)
{
	struct extent extent = { .least = *value, .greatest = *value };

	for (size_t i = 1; i < rows; i++) {
		const uint64_t step = zigzag(value[i] - value[i - 1]);

		if (is_less(value[i], extent.least, is_signed))
			extent.least = value[i];
		if (is_less(extent.greatest, value[i], is_signed))
			extent.greatest = value[i];
		if (extent.step < step)
			extent.step = step;
		extent.step_bits += bits_of(step);
	}
	for (size_t i = 1; i < rows; i++)
		extent.bits += bits_of(value[i] - extent.least);
	return extent;
}

/* True if differences have fewer bits, which a rare large one does not
 * change: its bytes are zero for all the others. */
static bool wants_steps(const struct extent *extent)
{
	return 10 * extent->step_bits < 9 * extent->bits;
}

static void take_steps(uint64_t *value, size_t rows)
{
	for (size_t i = rows; i-- > 1;)
		value[i] = zigzag(value[i] - value[i - 1]);
	*value = 0;
}

static struct coding choose_integers(struct block_column *column, size_t rows)
{
	const bool is_signed = column->form == BLOCK_SIGNED;
	struct coding coding = { .form = 'u', .is_signed = is_signed };
	struct extent extent;

	fill_lacks(column, rows);
	extent = measure(column->value, rows, is_signed);
	if (wants_steps(&extent)) {
		coding.form = 'd';
		coding.base = *column->value;
		coding.width = width_of(extent.step);
		take_steps(column->value, rows);
		return coding;
	}
	coding.base = extent.least;
	coding.width = width_of(extent.greatest - extent.least);
	for (size_t i = 0; i < rows; i++)
		column->value[i] -= extent.least;
	return coding;
}

static struct coding choose_texts(const struct block_column *column,
				  size_t rows)
{
	uint64_t greatest = 0;

	for (size_t i = 0; i < rows; i++)
		if (column->value[i] > greatest)
			greatest = column->value[i];
	return (struct coding){ .form = 't', .width = width_of(greatest) };
}

struct coding coding_choose(struct block_column *column, size_t rows)
{
	switch (column->form) {
	case BLOCK_DOUBLE:
		return (struct coding){ .form = 'f', .width = 8 };
	case BLOCK_FLOAT:
		return (struct coding){ .form = 'f', .width = 4 };
	case BLOCK_TEXT:
		return choose_texts(column, rows);
	default:
		return choose_integers(column, rows);
	}
}

void coding_write(const struct coding *coding,
		  const struct block_column *column, size_t rows, uint8_t *to)
{
	for (unsigned byte = 0; byte < coding->width; byte++)
		for (size_t i = 0; i < rows; i++)
			*to++ = (uint8_t)(column->value[i] >> 8 * byte);
}
