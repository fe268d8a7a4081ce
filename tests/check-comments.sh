#!/bin/sh
#
# check-comments.sh - comments begin with their subject
#
# A comment whose first word is a pronoun, a conjunction, "of" or the like makes
# its reader search for what it is about. The check counts these comments in lib,
# tools, wrap, firmware and include; their share must not exceed the limit below. Before the
# tree, the check is tried on comments of both kinds.
set -eu

top=${top_srcdir:-$(dirname "$0")/..}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# in percent
limit=1

# scan DIR: a line "file:line: word" for each such comment below DIR, and last the
# number of all comments
scan() {
	(cd "$1" && find include lib tools wrap firmware -name '*.[ch]' \
		2> /dev/null | sort | xargs awk '
	BEGIN {
		n = split("it its itself he his him she her they them their " \
			"theirs we us our i you your this that these those one " \
			"ones another some somebody someone something nobody " \
			"none nothing anybody anything everybody everything " \
			"such who whoever whom whose what whatever which " \
			"whichever where wherever whether how why there here " \
			"of and or so but as from by to than likewise both " \
			"either neither too else", word, " ")
		while (n)
			bad[word[n--]]
	}

	# The first word of a comment, or "" if the line has none. A file name
	# is no such word.
	function begin(text) {
		sub(/\*\/.*/, "", text)
		sub(/^[^A-Za-z_]+/, "", text)
		if (text ~ /^[A-Za-z0-9_\/]+\.[a-z]/)
			return "."
		match(text, /^[A-Za-z_0-9]*/)
		return tolower(substr(text, 1, RLENGTH))
	}

	FNR == 1 { inside = 0 }

	{
		line = $0
		gsub(/\\./, "", line)
		gsub(/"[^"]*"/, "", line)
		while (1) {
			if (!inside) {
				if (!match(line, /\/\*/))
					break
				line = substr(line, RSTART + 2)
				inside = 1
				seen = 0
				count++
			}
			first = seen ? "" : begin(line)
			if (first != "") {
				seen = 1
				if (first in bad)
					printf "%s:%d: %s\n", FILENAME, FNR, first
			}
			if (!match(line, /\*\//))
				break
			line = substr(line, RSTART + 2)
			inside = 0
		}
	}

	END { print count + 0 }')
}

mkdir -p "$tmp/tree/lib/a"
cat > "$tmp/tree/lib/a/planted.c" << 'END'
/* The slot of a thread. */
int x; /* whose it is */
/*
 * planted.c - a file
 */
char *y = "/* it is no comment */";
/* Its size. */ int z; /* bytes */ /* of what? */
/*
 * Whoever reads this.
 */
/* one.c has the rest */
END
[ "$(scan "$tmp/tree" | sed 's/.*planted.c://' | tr '\n' ' ')" = \
	'2: whose 7: its 7: of 9: whoever 8 ' ] || {
	echo 'check-comments: did not find the planted comments'
	scan "$tmp/tree"
	exit 1
}

scan "$top" > "$tmp/found"
count=$(tail -n 1 "$tmp/found")
bad=$(($(wc -l < "$tmp/found") - 1))
if [ "$((bad * 100))" -gt "$((count * limit))" ]; then
	sed '$d' "$tmp/found"
	echo "check-comments: $bad of $count comments, more than $limit %"
	exit 1
fi
