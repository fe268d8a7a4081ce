#!/bin/sh
#
# check-circles.sh - modules include each other in one direction
#
# A module is a header with the source of its name. The check puts aside modules
# that include no other, and then again, until there is none; what is left
# includes each other in a circle. Each such module is a line. Before the tree, the
# check is tried on a tree with circles in it.
set -eu

top=${top_srcdir:-$(dirname "$0")/..}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# circles DIR: the modules below DIR that are in a circle, and what they include
circles() {
	(cd "$1" && find lib tools wrap firmware include tests bench examples \
		-name '*.[ch]' 2> /dev/null | sort |
		xargs awk '
	function module_of(path) {
		sub(/\.[ch]$/, "", path)
		return path
	}

	FNR == 1 {
		from = module_of(FILENAME)
		modules[from]
		root = from
		sub(/\/.*/, "", root)
	}

	/^[ \t]*#[ \t]*include[ \t]*"/ {
		to = $0
		sub(/^[^"]*"/, "", to)
		sub(/".*/, "", to)
		n = ++includes[from]
		include[from, n] = module_of(to)
		roots[from, n] = root
	}

	# Headers are relative to the folder at the top, to lib/, to tools/, to
	# tests/, to the top itself, or to the file.
	function found(from, i,    name, n, at, j, path) {
		name = include[from, i]
		path = from
		sub(/[^\/]*$/, "", path)
		n = split(roots[from, i] "/,lib/,tools/,tests/,," path, at, ",")
		for (j = 1; j <= n; j++) {
			path = at[j] name
			if (path in modules)
				return path
		}
		return name
	}

	END {
		do {
			changed = 0
			for (from in modules) {
				waits = ""
				for (i = 1; i <= includes[from]; i++) {
					to = found(from, i)
					if (to != from && to in modules)
						waits = waits " " to
				}
				if (waits == "") {
					delete modules[from]
					changed = 1
				}
				why[from] = waits
			}
		} while (changed)

		# What is not included by what is left only leads to a circle.
		do {
			changed = 0
			for (to in modules) {
				used = 0
				for (from in modules)
					if (index(why[from] " ", " " to " "))
						used = 1
				if (!used) {
					delete modules[to]
					changed = 1
				}
			}
		} while (changed)
		for (from in modules)
			print from ":" why[from]
	}') | sort
}

mkdir -p "$tmp/tree/lib/a" "$tmp/tree/tools" "$tmp/tree/wrap" "$tmp/tree/tests/b"
echo '#include "a/two.h"' > "$tmp/tree/lib/a/one.h"
echo '#include "a/three.h"' > "$tmp/tree/lib/a/two.c"
echo '#include "a/one.h"' > "$tmp/tree/lib/a/three.h"
echo '#include "a/one.h"' > "$tmp/tree/tools/user.c"
touch "$tmp/tree/lib/a/two.h" "$tmp/tree/wrap/alone.c"
echo '#include "near.h"' > "$tmp/tree/tests/b/far.h"
echo '#include "b/far.h"' > "$tmp/tree/tests/b/near.h"
[ "$(circles "$tmp/tree" | sed 's/:.*//' | tr '\n' ' ')" = \
	'lib/a/one lib/a/three lib/a/two tests/b/far tests/b/near ' ] || {
	echo 'check-circles: did not find the circles'
	exit 1
}

found=$(circles "$top")
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
