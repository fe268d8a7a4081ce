#!/bin/sh
#
# check-symbols.sh - the headers, the version map, the library and the manual
# name the same functions
set -eu

top=${top_srcdir:-$(dirname "$0")/..}
built=${top_builddir:-.}
library=$built/.libs/libposixtrace.so
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

compile() {
	${CC:-cc} -I"$top/include" "$@"
}

# What the preprocessor leaves of the headers has no comments and no macros.
printf '#include <trace_np.h>\n' | compile -E -P -x c - |
	grep -o '\<posix_trace_[a-z_]* *(' | tr -d ' (' |
	sort -u > "$tmp/headers"

sed -n '/^global:/,/^local:/s/^[ 	]*\([a-z_]*\);.*/\1/p' \
	"$top/lib/libposixtrace.map" | sort > "$tmp/map"

# The version itself is an absolute symbol.
${NM:-nm} -D --defined-only "$library" |
	awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
	sort -u > "$tmp/library"

# check-manual.sh proves that each of these has its file.
awk 'FNR == 1 { here = 0 }
     /^\.Sh/ { here = $2 == "NAME" }
     here && /^\.Nm/ { print $2 }' "$top"/docs/man/*.3 |
	sort > "$tmp/manual"

[ -s "$tmp/headers" ] || {
	echo "check-symbols: no functions found in the headers"
	exit 1
}

status=0
for other in map library manual; do
	if ! diff "$tmp/headers" "$tmp/$other" > "$tmp/diff"; then
		echo "headers (<) and $other (>) differ:"
		grep '^[<>]' "$tmp/diff"
		status=1
	fi
done
exit $status
