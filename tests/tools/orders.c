/*
 * orders.c - a program that says what the data of its events is
 *
 * Known values, for tests to compare with what is shown of them.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include <trace_np.h>

enum side { BUY, SELL };

struct sent {
	uint64_t id;
	uint32_t bytes;
	int16_t levels[3];
	bool last;
};

static void receive(uint64_t id, enum side side, double price,
		    const char *symbol)
{
	POSIX_TRACE_RECORD_NP("order_received",
			      "[[begin(order)]]; uint64_t id [[key]];"
			      "enum { buy, sell } side; double price;"
			      "char *symbol",
			      id, side, price, symbol);
}

static void send_order(uint64_t id, uint32_t bytes)
{
	const struct sent sent = {
		.id = id,
		.bytes = bytes,
		.levels = { 1, -2, 3 },
		.last = true,
	};

	POSIX_TRACE_RECORD_STRUCT_NP("order_sent",
				     "[[end(order)]]; uint64_t id [[key]];"
				     "uint32_t bytes [[unit(B)]];"
				     "int16_t levels[3]; bool last",
				     sent);
}

/* What numbers can be at most. */
static void record_values(void)
{
	const struct {
		uint64_t huge;
		int64_t least;
		double none, endless;
		float narrow;
		char letter, null;
		uint8_t mode;
		int8_t few[2];
	} values = {
		.huge = UINT64_MAX,
		.least = INT64_MIN,
		.none = NAN,
		.endless = -INFINITY,
		.narrow = 0.1F,
		.letter = 'B',
		.mode = 255,
		.few = { -1, 127 },
	};

	POSIX_TRACE_RECORD_STRUCT_NP("values",
				     "uint64_t huge; int64_t least;"
				     "double none, endless; float narrow;"
				     "char letter, null; uint8_t mode [[hex]];"
				     "int8_t few[2]",
				     values);
}

/* Data that is not as it was described. */
static void record_odd(void)
{
	static const char data[] = "\7\0\0\0abc\0\0\0\0\0more";
	trace_event_id_t odd;

	if (posix_trace_eventid_open("odd", &odd) ||
	    posix_trace_eventid_describe_np(
		    odd, "uint32_t flags [[hex]]; char name[4]; float f"))
		return;
	posix_trace_event(odd, data, 0);
	posix_trace_event(odd, data, 9);
	posix_trace_event(odd, data, sizeof(data));
}

/* With an argument: stay until a signal. */
int main(int argc, char **argv)
{
	(void)argv;
	receive(81723, BUY, 101.25, "ACME");
	receive(81724, SELL, -0.1, "two words");
	receive(81725, (enum side)7, 1e100, "\x1b[31m\"=\"");
	receive(81726, BUY, 0, "\xff\xfe");
	send_order(81723, 64);
	record_values();
	record_odd();
	if (argc > 1)
		pause();
	return 0;
}
