/*
 * rkhtrc.h - the trace facility of RKH
 *
 * Each of these includes those before it that it needs.
 */
#ifndef RKHTRC_H
#define RKHTRC_H 1

#include "rkhtrc_facility.h"
#include "rkhtrc_filter.h"
#include "rkhtrc_record.h"
#include "rkhtrc_framework.h"

#endif
