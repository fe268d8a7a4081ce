#!/bin/sh
#
# check-packed.sh - streams keep their promises if their logs are compressed
#
# The tests of flushing, of disks that fail or are full, of changing the log, and
# of controllers that are killed have compressed logs.
. "${top_srcdir:?}/tests/packed.sh"

play session/control/check_orphan
play session/control/check_recover
play session/control/check_recover_failures
play session/control/check_seek
play session/transfer/check_flushing
play session/transfer/check_full_streams
play session/transfer/check_switch_log
play session/transfer/check_failing_logs ending
play session/transfer/check_failing_logs overwriting
play session/transfer/check_failing_logs refusing
exit $status
