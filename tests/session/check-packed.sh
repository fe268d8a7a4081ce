#!/bin/sh
#
# check-packed.sh - streams keep their promises if their logs are compressed
#
# The tests of flushing, of disks that fail or are full, of changing the log, and
# of controllers that are killed have compressed logs.
set -u

built=${top_builddir:-.}
status=0

grep '^#define HAVE_ZSTD 1' "$built/config.h" > /dev/null || {
	echo 'SKIPPED: built without zstd'
	exit 77
}

export PACKED_LOGS=1
"$built/tests/session/control/check_orphan" || status=1
"$built/tests/session/control/check_recover" || status=1
"$built/tests/session/control/check_recover_failures" || status=1
"$built/tests/session/control/check_seek" || status=1
"$built/tests/session/transfer/check_flushing" || status=1
"$built/tests/session/transfer/check_full_streams" || status=1
"$built/tests/session/transfer/check_switch_log" || status=1
for part in overwriting refusing; do
	CK_RUN_CASE=$part "$built/tests/session/transfer/check_failing_logs" ||
		status=1
done
exit $status
