#!/bin/sh
#
# check-threadx-data.sh - all traces of ThreadX that lie beside the tree are
# what is expected of them; a few of them are in tests/data, and always tested
set -eu

data=$top_srcdir/../shared/data/threadx
[ -d "$data" ] || {
	echo "SKIPPED: there is no $data" >&2
	exit 77
}
"$top_builddir/tests/format/threadx/check_threadx_samples" "$data"
