/*
 * log.h - a log that is read by the functions of libtrace
 */
#ifndef FIRMWARE_AIX_LOG_H
#define FIRMWARE_AIX_LOG_H

#include <stdint.h>

#include "firmware/aix/open_logs.h"
#include "firmware/aix/public.h"

enum { LOG_INFO_MAGIC = 0x7472696e };

/* The form in which ids are given: three digits where these suffice. */
static inline trc_hookid_t log_given_id(uint16_t id)
{
	return id % 16 ? id : id >> 4;
}

/* Frees what the facts of a log point to. */
void log_info_free(trc_log_info_t *info);

#endif
