/*
 * record.h - the macros of <trace_np.h> that record in one line, as programs
 * in strict C and C++ may use them
 */
#include <trace_np.h>

enum side { BUY, SELL };

struct order {
	unsigned long id;
	double price;
};

int record_all(const struct order *order, enum side side, const char *text,
	       char *mine, const void *at);
int record_all(const struct order *order, enum side side, const char *text,
	       char *mine, const void *at)
{
	const signed char small = -1;
	const unsigned short medium = 2;
	int err = 0;

	err |= POSIX_TRACE_RECORD_NP("a", "[[begin]]");
	err |= POSIX_TRACE_RECORD_NP("b", "uint64_t id [[key]]", order->id);
	err |= POSIX_TRACE_RECORD_NP(
		"c",
		"enum { buy, sell } side; char *text, *mine; void *at;"
		"double price; float half; double long_one; char c;"
		"int small, medium;"
		"long long a; unsigned long long b; bool yes; char d[4]",
		side, text, mine, at, order->price, 0.5F, 0.25L, 'c', small,
		medium, -1LL, 1ULL, order->id > 1, "abc");
	err |= POSIX_TRACE_RECORD_STRUCT_NP("d",
					    "unsigned long id;"
					    "double price",
					    *order);
	if (err)
		err = POSIX_TRACE_RECORD_NP("e", "int err", err);
	return err;
}
