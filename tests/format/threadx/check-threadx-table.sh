#!/bin/sh
#
# check-threadx-table.sh - the table of ThreadX's events is made of the one that
# people read
set -eu

cd "${top_srcdir:?}"
awk -f lib/format/threadx/events.awk docs/threadx-events.csv |
	cmp - lib/format/threadx/event_table.c
