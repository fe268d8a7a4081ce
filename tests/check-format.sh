#!/bin/sh
#
# check-format.sh - the sources are as clang-format would write them
#
# Tables stand between "clang-format off" and "on". Before the tree, the check is
# tried on a line that is wrong.
# Another version of clang-format writes other lines, so that it is not asked.
set -eu
export LC_ALL=C

top=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
version=14
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

skip() {
	echo "check-format: SKIPPED, THE FORMAT WAS NOT CHECKED: $*"
	exit 77
}

# unformatted FILE...: those in which clang-format would change something
unformatted() {
	{ clang-format --dry-run --style="file:$top/.clang-format" "$@" 2>&1 ||
		true; } | sed -n 's/^\([^:]*\):.*code should be.*/\1/p' |
		sort -u
}

command -v clang-format > /dev/null || skip 'clang-format is missing'
clang-format --version | grep "version $version\." > /dev/null ||
	skip "this is not version $version of clang-format"

printf 'int good(void);\n' > "$tmp/good.h"
printf 'int  bad( void );\n' > "$tmp/bad.h"
[ "$(unformatted "$tmp/bad.h" "$tmp/good.h")" = "$tmp/bad.h" ] || {
	echo 'check-format: did not find the line that is wrong'
	exit 1
}

cd "$top"
# shellcheck disable=SC2046
unformatted $(find bench examples firmware include lib tests tools wrap \
	-name '*.[ch]' | sort) | sed 's/$/: clang-format -i/' > "$tmp/said"
cat "$tmp/said"
[ ! -s "$tmp/said" ]
