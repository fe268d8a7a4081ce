#!/bin/sh
#
# check-floor.sh - arrays grow, and characters of UTF-8 are taken, in lib/base
#
# Nothing in lib, tools or firmware calls realloc() or reallocarray() but base/array.c, and
# the limits of a sequence of UTF-8 stand in base/utf8.c. Each violation is a line
# "file:line: what". wrap is asked for memory by others. Before the tree, the
# check is tried on faults.
set -eu
export LC_ALL=C

top=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# violations DIR: calls and numbers of the floor, elsewhere
violations() {
	(cd "$1" && find lib tools firmware -name '*.[ch]' ! -path lib/base/array.c \
		! -path lib/base/utf8.c | sort |
		xargs grep -nE '\<realloc(array)?\(|0x10ffff|0xd800' \
			/dev/null) || true
}

mkdir -p "$tmp/tree/lib/base" "$tmp/tree/tools/view" "$tmp/tree/firmware"
cat > "$tmp/tree/tools/view/planted.c" << 'END'
	rows = reallocarray(rows, count, sizeof(*rows));
	text = realloc(text, size);
	if (code > 0x10ffff || code >= 0xd800)
END
cp "$tmp/tree/tools/view/planted.c" "$tmp/tree/lib/base/array.c"
[ "$(violations "$tmp/tree" | cut -d: -f1,2 | tr '\n' ' ')" = \
	"tools/view/planted.c:1 tools/view/planted.c:2 tools/view/planted.c:3 " ] || {
	echo 'check-floor: did not find what was planted'
	exit 1
}

found=$(violations "$top")
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
