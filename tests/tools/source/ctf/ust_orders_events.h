/*
 * ust_orders_events.h - the events of ust_orders, as LTTng-UST has them
 * described
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER orders

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./ust_orders_events.h"

#if !defined(UST_ORDERS_EVENTS_H) || \
	defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define UST_ORDERS_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_ENUM(
	orders, side,
	LTTNG_UST_TP_ENUM_VALUES(lttng_ust_field_enum_value("buy", 1)
					 lttng_ust_field_enum_value("sell", 2)))

LTTNG_UST_TRACEPOINT_ENUM(
	orders, size,
	LTTNG_UST_TP_ENUM_VALUES(
		lttng_ust_field_enum_value("none", 0)
			lttng_ust_field_enum_range("some", 1, 9)
				lttng_ust_field_enum_range("many", 10, 99)))

LTTNG_UST_TRACEPOINT_EVENT(
	orders, received,
	LTTNG_UST_TP_ARGS(uint32_t, id, double, price, int, side, const char *,
			  symbol),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(uint32_t, id,
					id) lttng_ust_field_float(double, price,
								  price)
			lttng_ust_field_enum(orders, side, int8_t, side, side)
				lttng_ust_field_string(symbol, symbol)
					lttng_ust_field_integer_hex(uint64_t,
								    flags,
								    id * 16)))

LTTNG_UST_TRACEPOINT_EVENT(
	orders, filled,
	LTTNG_UST_TP_ARGS(uint32_t, id, const int16_t *, amount, size_t,
			  amounts, const char *, text, size_t, len),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_array(
			int16_t, first, amount,
			2) lttng_ust_field_sequence(int16_t, amount, amount,
						    size_t, amounts)
			lttng_ust_field_sequence_text(
				char, text, text, size_t,
				len) lttng_ust_field_enum(orders, size, int,
							  size, (int)id)
				lttng_ust_field_float(float, half,
						      (float)id / 2)
					lttng_ust_field_integer(int64_t, id,
								-(int64_t)id)))

#endif

#include <lttng/tracepoint-event.h>
