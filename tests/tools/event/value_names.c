/*
 * value_names.c - a program whose numbers have names
 *
 * Flags, errors, signals, modes, and what stands for no number at all.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>

#include <trace_np.h>

struct coded {
	uint32_t flags;
	int32_t error;
	int32_t signal;
	uint32_t mode;
	uint64_t size;
	int64_t until;
	int64_t result;
	uint8_t side;
};

static void record(const struct coded *coded)
{
	POSIX_TRACE_RECORD_STRUCT_NP(
		"coded",
		"enum: uint32_t { RDWR = 2, WRONLY = 1, RDONLY = 0, "
		"CREAT = 0x40, TRUNC = 0x200 } flags [[flags]]; "
		"int32_t error [[errno]]; int32_t signal [[signal]]; "
		"uint32_t mode [[octal]]; "
		"uint64_t size [[unit(B), none(\"no limit\")]]; "
		"int64_t until [[unit(ns), none(forever)]]; "
		"int64_t result [[unit(B), none]]; "
		"enum: uint8_t { buy, sell } side",
		*coded);
}

int main(void)
{
	static const struct {
		uint8_t few[3];
	} row = { { 1, 3, 0 } };

	record(&(struct coded){ 0x241, ENOENT, SIGINT, 0644, UINT64_MAX, -1, -1,
				1 });
	record(&(struct coded){ 0, 0, 0, 0, 5, 6, 7, 0 });
	record(&(struct coded){ 0x8000, 99999, 99, 01777, 0, 0, 0, 9 });
	POSIX_TRACE_RECORD_STRUCT_NP(
		"row", "enum: uint8_t { one = 1, two } few[3] [[flags]]", row);
	return 0;
}
