#!/bin/sh
#
# check-manual.sh - the manual pages are sound mdoc, and refer to each other
set -eu

cd "${top_srcdir:-$(dirname "$0")/..}/docs/man"
if ! command -v "${MANDOC:-mandoc}" > /dev/null; then
	echo 'check-manual.sh: SKIPPED: mandoc is not installed'
	exit 77
fi
"${MANDOC:-mandoc}" -Tlint -W style ./*.[0-9]
