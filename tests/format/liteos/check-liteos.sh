#!/bin/sh
#
# check-liteos.sh - captures of LiteOS that are kept here decode as expected
set -eu
exec "${top_builddir:?}/tests/format/liteos/liteos_samples" \
	"${top_srcdir:?}/tests/data/liteos"
