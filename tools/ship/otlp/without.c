/*
 * without.c - no collectors: built without what they need
 */
#include "config.h"

#include <errno.h>

#include "ship/otlp/collector.h"
#include "ship/otlp/delivery.h"

const char *collector_lacks(void)
{
#ifndef HAVE_CURL
	return "built without libcurl";
#elif !defined(HAVE_PROTOBUF_C)
	return "built without protobuf-c";
#else
	return "built without zlib";
#endif
}

int collector_open(struct collector **collector, const char *where,
		   const struct remote_options *options)
{
	(void)collector;
	(void)where;
	(void)options;
	return ENOTSUP;
}

void collector_close(struct collector *collector)
{
	(void)collector;
}

const char *collector_why(const struct collector *collector)
{
	(void)collector;
	return "";
}

unsigned collector_retry(const struct collector *collector)
{
	(void)collector;
	return 0;
}

int delivery_open(struct delivery **delivery, const struct delivery_plan *plan)
{
	(void)delivery;
	(void)plan;
	return ENOTSUP;
}

int delivery_go_on(struct delivery *delivery, struct ship_totals *totals)
{
	(void)delivery;
	(void)totals;
	return ENOTSUP;
}

bool delivery_is_up_to_date(const struct delivery *delivery)
{
	(void)delivery;
	return true;
}

bool delivery_is_unsaved(const struct delivery *delivery)
{
	(void)delivery;
	return false;
}

bool delivery_lacks(const struct delivery *delivery)
{
	(void)delivery;
	return false;
}

int64_t delivery_time(const struct delivery *delivery)
{
	(void)delivery;
	return 0;
}

bool delivery_tell_damage(struct delivery *delivery)
{
	(void)delivery;
	return false;
}

void delivery_close(struct delivery *delivery)
{
	(void)delivery;
}
