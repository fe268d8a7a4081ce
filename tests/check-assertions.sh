#!/bin/sh
#
# check-assertions.sh - every statement of the standard has a test
#
# data/assertions.txt lists the statements; the comments in the tests name
# those they assert, one by one. Statements that no test names are printed,
# with what they rest on. What is our choice may be missing, the others may
# not. A number that the list has not is a mistake in the test that names it.
set -eu

top=${top_srcdir:-$(dirname "$0")/..}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# named DIR: print "file:line: number" for each number in a comment of a test
named() {
	(cd "$1" && find tests -path tests/data -prune -o \
		! -name check-assertions.sh \
		\( -name '*.c' -o -name '*.cc' -o -name '*.sh' \) -print |
		sort | xargs awk '
	FNR == 1 {
		inside = 0
		shell = FILENAME ~ /\.sh$/
	}

	# What of the line is comment.
	function comment(line,	text, at) {
		if (shell) {
			at = match(line, /(^|[ \t])#/)
			return at ? substr(line, at) : ""
		}
		text = ""
		while (line != "") {
			if (!inside) {
				at = match(line, /\/[*\/]/)
				if (!at)
					break
				if (substr(line, at, 2) == "//")
					return text " " substr(line, at)
				line = substr(line, at + 2)
				inside = 1
			}
			at = index(line, "*/")
			if (!at)
				return text " " line
			text = text " " substr(line, 1, at - 1)
			line = substr(line, at + 2)
			inside = 0
		}
		return text
	}

	{
		count = split(comment($0), word, /[^A-Za-z0-9-]+/)
		for (i = 1; i <= count; i++)
			if (word[i] ~ /^[A-Z][A-Z][A-Z]-[0-9][0-9]$/)
				printf "%s:%d: %s\n", FILENAME, FNR, word[i]
	}')
}

# compare DIR: print what is missing and what is unknown, then the totals;
# fail if that is more than choices of ours
compare() {
	named "$1" | awk '
	FNR == NR && !/^#/ {
		mark = $0
		sub(/^[^ ]* /, "", mark)
		number[++count] = $1
		rests_on[$1] = mark
		sections[substr($1, 1, 3)] = 1
		if (!(mark in all))
			order[++marks] = mark
		all[mark]++
	}

	# Other words of this shape may stand in comments: CRC-32.
	FNR != NR && substr($2, 1, 3) in sections {
		if ($2 in rests_on)
			tested[$2] = 1
		else {
			printf "%s %s is not in the list\n", $1, $2
			bad = 1
		}
	}

	END {
		for (i = 1; i <= count; i++) {
			mark = rests_on[number[i]]
			if (number[i] in tested) {
				done[mark]++
				continue
			}
			printf "%s (%s) has no test\n", number[i], mark
			if (mark != "our choice")
				bad = 1
		}
		for (i = 1; i <= marks; i++)
			printf "%s: %d of %d are tested\n", order[i],
				done[order[i]], all[order[i]]
		exit bad
	}' "$1/tests/data/assertions.txt" -
}

# expect LINE: the copy has just this fault
expect() {
	compare "$tmp" > "$tmp/found" && {
		echo "check-assertions: did not fail: $1"
		exit 1
	}
	grep -x "$1" "$tmp/found" > /dev/null || {
		echo "check-assertions: did not find: $1"
		exit 1
	}
}

# Before the tree, the check is tried on a small one.
mkdir -p "$tmp/tests/data"
cat > "$tmp/tests/data/assertions.txt" << 'EOF'
# a list
AAA-01 standard
AAA-02 AIX doc
BBB-01 our choice
EOF
cat > "$tmp/tests/check.c" << 'EOF'
/* AAA-01: CRC-32 is
 * another matter; so is (AAA-02), in its way */ int a; // and BBB-02x
EOF
compare "$tmp" > "$tmp/found" || {
	echo 'check-assertions: failed without a fault'
	exit 1
}
grep -x 'BBB-01 (our choice) has no test' "$tmp/found" > /dev/null || {
	echo 'check-assertions: did not tell of a choice without a test'
	exit 1
}
echo 'const char *planted = "AAA-02"; /* AAA-01 */' > "$tmp/tests/check.c"
expect 'AAA-02 (AIX doc) has no test'
echo 'echo AAA-01 # AAA-02' > "$tmp/tests/check.sh"
echo 'int planted; /* AAA-01 BBB-02 */' > "$tmp/tests/check.c"
expect 'tests/check.c:1: BBB-02 is not in the list'

compare "$top"
