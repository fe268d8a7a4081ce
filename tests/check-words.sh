#!/bin/sh
#
# check-words.sh - a noun of docs/words.md has one meaning, and one line
#
# Some nouns are easily taken for something else: the list below says where in the
# sources each may stand, as a word of a name or of a comment. A line "file: noun" is
# printed for each file that has one elsewhere, and a line for a noun that
# docs/words.md has not, has twice, or gives a meaning more, "in ...". Before the
# tree, the check is tried on faults.
set -eu
export LC_ALL=C

top=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The noun, and a regular expression for the paths that may have it. ThreadX has
# slices of time, SQLite cursors, Babeltrace sinks, and Chrome slices on tracks.
homes='
cursor ^tools/(screen|query)/|^tools/diff/diff_page\.c
slice ^lib/reading/|^lib/format/chrome/|/threadx/
subject ^tools/(nats|gather|ship)/|^tools/record/incident_link\.c
sink ^tools/(gather|bridge/ctf|source/ctf)/|^tools/cmd_gather\.c
shard ^tools/(nats|gather|ship)/
checkpoint ^tools/(gather|ship)/|^tools/record/newest_logs\.c
fragment ^tools/(nats|gather|ship)/
inventory ^tools/(inventory|live|completion|record)/|^tools/cmd_(doctor|ls|top)\.c
'

# strays DIR: files that have a noun of the list elsewhere, as a word of a name
strays() {
	(
		cd "$1"
		echo "$homes" | while read -r noun home; do
			[ -n "$noun" ] || continue
			find lib tools wrap firmware include -name '*.[ch]' \
				2> /dev/null | sort | grep -vE "$home" |
				xargs -r grep -lE "(^|[^a-z])${noun}s?([^a-z]|$)" \
					/dev/null | sed "s/\$/: $noun/" || true
		done
	)
}

# doubts: lines of stdin, a page of words, that have a noun again, or two meanings
doubts() {
	awk -F '|' '
	$2 ~ /^ \*\*/ {
		noun = $2
		gsub(/\*\*|^ +| +$/, "", noun)
		n = split(noun, names, /, /)
		for (i = 1; i <= n; i++)
			if (seen[names[i]]++)
				print names[i] ": has two lines"
		if ($3 ~ /[.;] (In|in|Of|of) [^.;]*[:,] /)
			print noun ": has two meanings"
	}'
}

# unknown: nouns of the list that the page on stdin has not
unknown() {
	sed -n 's/^| \*\*\([^*]*\)\*\*.*/\1/p' > "$tmp/nouns"
	echo "$homes" | while read -r noun home; do
		[ -z "$noun" ] || grep -qx "$noun" "$tmp/nouns" ||
			echo "$noun: docs/words.md has no such noun"
	done
}

mkdir -p "$tmp/tree/lib/log" "$tmp/tree/tools/screen"
echo 'struct pxt_log_cursor at; /* subjective sinks */' > "$tmp/tree/lib/log/a.c"
cp "$tmp/tree/lib/log/a.c" "$tmp/tree/tools/screen/b.h"
found=$(strays "$tmp/tree" | tr '\n' ' ')
[ "$found" = 'lib/log/a.c: cursor lib/log/a.c: sink tools/screen/b.h: sink ' ] || {
	echo "check-words: found $found"
	exit 1
}
found=$(printf '%s\n' '| **mark** | A state; of a log, a place. |' \
	'| **gap** | A span of time. |' '| **mark**, dot | A line. |' | doubts |
	tr '\n' ' ')
[ "$found" = 'mark: has two meanings mark: has two lines ' ] || {
	echo "check-words: doubts $found"
	exit 1
}

found=$(strays "$top"; doubts < "$top/docs/words.md"; unknown < "$top/docs/words.md")
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
