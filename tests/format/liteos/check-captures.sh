#!/bin/sh
#
# check-captures.sh - and all captures there are, where these are at hand
set -eu
exec "${top_builddir:?}/tests/format/liteos/liteos_samples" \
	"${top_srcdir:?}/../shared/data/liteos"
