#!/bin/sh
#
# check-contributing.sh - CONTRIBUTING.md says where to begin, and that is there
set -eu

top=${top_srcdir:-$(dirname "$0")/..}
status=0

# The last column of the table
places=$(sed -n '/^## Where to begin/,/^## Style/s/^|.*| \(`.*\) |$/\1/p' \
	"$top/CONTRIBUTING.md" | tr -d '`,' | tr ' ' '\n' | grep /)
[ "$(printf '%s\n' "$places" | wc -l)" -ge 30 ] || {
	echo 'check-contributing: the table was not found'
	exit 1
}
for place in $places; do
	[ -e "$top/$place" ] || {
		echo "CONTRIBUTING.md: there is no $place"
		status=1
	}
done
exit $status
