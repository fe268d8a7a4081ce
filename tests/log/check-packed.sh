#!/bin/sh
#
# check-packed.sh - logs keep their promises if they are compressed
#
# The tests of reading, damage, seeking, overwriting, full devices and going on
# with a log write compressed ones. Those of layouts and exact sizes do without.
set -u

built=${top_builddir:-.}
status=0

grep '^#define HAVE_ZSTD 1' "$built/config.h" > /dev/null || {
	echo 'SKIPPED: built without zstd'
	exit 77
}

export PACKED_LOGS=1
"$built/tests/log/check_log_damage" || status=1
"$built/tests/log/check_log_loop" || status=1
"$built/tests/log/check_log_reader" || status=1
"$built/tests/log/check_log_resume" || status=1
"$built/tests/log/check_log_seek" || status=1
CK_RUN_CASE=errors "$built/tests/log/check_log_writer" || status=1
exit $status
