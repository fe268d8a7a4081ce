#!/bin/sh
#
# check-rkh-captures.sh - all captures of RKH that lie beside the tree
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/rkh.sh"

captures=$top_srcdir/../shared/data/rkh
[ -d "$captures" ] || skip "there is no $captures"

reads_all "$captures"
finish
