#!/bin/sh
#
# picture.sh - a picture of a report, for docs/report.png: make report-picture
#
#	picture.sh OUTPUT
#
# The report is of the recording of sort with which ./setup demo ends.
set -eu

posixtrace=$(realpath "$top_builddir/tools/posixtrace")
output=$(realpath "$1")
. "$top_srcdir/tests/tools/bridge/viewers.sh"

puppeteer=$(realpath "$(viewer puppeteer-core)")
scripts=$(realpath "$top_srcdir/tests/tools/report")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

awk 'BEGIN { for (i = 0; i < 300000; i++) print (i * 7919) % 1000003 }' > numbers
"$posixtrace" record -q --wrap=thread,mutex,cond -o sort.ptl -- \
	sort -n --parallel=2 -o sorted numbers
"$posixtrace" report -q sort.ptl -o sort.html
node "$scripts/picture.mjs" "$puppeteer" "$work/profile" "$work/sort.html" \
	"$output"
