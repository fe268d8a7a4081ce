#!/bin/sh
#
# check-packed.sh - logs keep their promises if they are compressed
#
# The tests of reading, damage, seeking, overwriting, full devices and going on
# with a log write compressed ones. Those of layouts and exact sizes do without.
. "${top_srcdir:?}/tests/packed.sh"

play log/check_log_damage
play log/check_log_loop
play log/check_log_reader
play log/check_log_resume
play log/check_log_seek
play log/check_log_writer errors
exit $status
