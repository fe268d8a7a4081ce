#!/bin/sh
#
# check-needs.sh - what a test runs is built when only that test is
#
# A test names the programs of the build that it runs, or reads a file that does.
# Its .log depends on them in some Makefrag.am. Each violation is a line. Before
# the tree, the check is tried on a test that lacks a program.
set -eu
export LC_ALL=C

top=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# lacking: print what tests below here run, and their .log does not depend on
lacking() {
	find . -name 'Make*.am' | sed 's,^\./,,' | sort > "$tmp/parts"
	find tests -name '*.sh' -o -name '*.[ch]' | sort > "$tmp/tests"
	# shellcheck disable=SC2046
	awk '
	# A list or a rule, in one line
	function take(line,    words, n, i) {
		if (match(line, /^[A-Za-z_]+ \+?= /)) {
			n = split(line, words, " ")
			for (i = 3; i <= n; i++)
				list[words[1]] = list[words[1]] " " words[i]
		} else if (match(line, /^[^\t#].*\.log[^ ]*: /)) {
			rules++
			targets[rules] = substr(line, 1, RLENGTH - 2)
			wants[rules] = substr(line, RLENGTH + 1)
			gsub(/\$\(addsuffix \.log,/, "", targets[rules])
		}
	}

	FILENAME ~ /\.am$/ {
		line = line $0
		if (!sub(/[ \t]*\\$/, " ", line)) {
			take(line)
			line = ""
		}
		next
	}

	FNR == 1 {
		folder = FILENAME
		sub(/[^\/]*$/, "", folder)
		names[++files] = FILENAME
	}

	/^#include "/ {
		split($0, part, "\"")
		reads[FILENAME] = reads[FILENAME] " tests/" part[2] " " \
				  folder part[2]
		next
	}

	{
		rest = $0
		while (match(rest, /((examples|tests|tools)\/|\.libs\/lib)[A-Za-z0-9_.\/-]+/)) {
			word = substr(rest, RSTART, RLENGTH)
			rest = substr(rest, RSTART + RLENGTH)
			if (sub(/^\.libs\//, "", word))
				sub(/\.so$/, ".la", word)
			if ($1 == "." && word ~ /\.sh$/)
				reads[FILENAME] = reads[FILENAME] " " word
			else
				runs[FILENAME] = runs[FILENAME] " " word
		}
	}

	# What the build makes, of a list in which there may be others
	function build(names,    words, n, i) {
		n = split(names, words, " ")
		for (i = 1; i <= n; i++)
			if (words[i] ~ /^\$\(/)
				build(list[substr(words[i], 3,
						  length(words[i]) - 3)])
			else
				program[words[i]]
	}

	# The .log files that a target of a rule means
	function logs_of(target,    words, n, i, suffix, all) {
		if (target !~ /^\$\(/)
			return target
		suffix = target ~ /\.sh=/ ? "\\.sh$" : "$"
		gsub(/^\$\(|[:)].*$/, "", target)
		n = split(list[target], words, " ")
		for (i = 1; i <= n; i++) {
			sub(suffix, ".log", words[i])
			all = all " " words[i]
		}
		return all
	}

	function see(test, file,    words, n, i) {
		if ((test, file) in seen)
			return
		seen[test, file]
		n = split(runs[file], words, " ")
		for (i = 1; i <= n; i++)
			if (words[i] in program && words[i] ".c" != test)
				lack(test, words[i])
		n = split(reads[file], words, " ")
		for (i = 1; i <= n; i++)
			see(test, words[i])
	}

	function lack(test, what,    log_) {
		log_ = test
		sub(/\.(sh|c)$/, ".log", log_)
		if ((log_, what) in known)
			return
		known[log_, what]
		print test " runs " what ", on which its .log does not depend"
	}

	END {
		build(list["bin_PROGRAMS"] list["check_PROGRAMS"] \
		      list["lib_LTLIBRARIES"] list["noinst_PROGRAMS"])
		for (r = 1; r <= rules; r++) {
			n = split(targets[r], words, " ")
			all = ""
			for (i = 1; i <= n; i++)
				all = all " " logs_of(words[i])
			many = split(all, logs, " ")
			n = split(wants[r], words, " ")
			for (i = 1; i <= n; i++) {
				sub(/\$\(EXEEXT\)$/, "", words[i])
				for (j = 1; j <= many; j++)
					known[logs[j], words[i]]
			}
		}
		for (i = 1; i <= files; i++)
			if (names[i] ~ /\/check[-_][^\/]*\.(sh|c)$/)
				see(names[i], names[i])
	}' $(cat "$tmp/parts" "$tmp/tests")
}

mkdir -p "$tmp/planted/tests/near"
cd "$tmp/planted"
cat > Makefile.am << 'END'
check_PROGRAMS = \
	tests/child \
	tests/parent
programs = tests/near/check_c
scripts = tests/check-a.sh tests/check-b.sh
$(addsuffix .log,$(programs)): tests/child$(EXEEXT)
$(scripts:.sh=.log): tests/parent$(EXEEXT)
tests/check-b.log: tests/child$(EXEEXT)
END
printf '. "$top_srcdir/tests/lib.sh"\n' > tests/check-a.sh
cp tests/check-a.sh tests/check-b.sh
printf '%s\n' '$(tool tests/parent)' '$(tool tests/child)' > tests/lib.sh
printf '#include "near/family.h"\n' > tests/near/check_c.c
printf '"tests/parent", "tests/child"\n' > tests/near/family.h
cat > "$tmp/wanted" << 'END'
tests/check-a.sh runs tests/child, on which its .log does not depend
tests/near/check_c.c runs tests/parent, on which its .log does not depend
END
lacking | diff "$tmp/wanted" - || {
	echo 'check-needs: did not find what tests lack'
	exit 1
}

cd "$top"
found=$(lacking)
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
