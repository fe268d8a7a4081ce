#!/bin/sh
#
# check-threadx-captures.sh - figures of all traces that lie beside the tree,
# and that these go back; a few of them are in tests/data, and always tested
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/source/foreign/threadx.sh"

data=$top_srcdir/../shared/data/threadx
[ -d "$data" ] || {
	echo "SKIPPED: there is no $data" >&2
	exit 77
}
figures_agree "$data"
goes_back "$data"
finish
