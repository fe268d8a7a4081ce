#!/bin/sh
#
# check-threadx-table.sh - the table of ThreadX's events is made of the one that
# people read
set -eu

cd "${top_srcdir:?}"
awk -f lib/format/threadx_events.awk docs/threadx-events.csv |
	cmp - lib/format/threadx_event_table.c
