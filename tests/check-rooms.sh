#!/bin/sh
#
# check-rooms.sh - folders and files are small, sources are called by nouns, and
# each has a test that can be found
#
# A source of lib, tools, wrap or firmware has a test of its name in the folder of tests
# that is called like its own, or above that; cmd_NAME.c has check-NAME.sh. Or the
# README of that folder has a line that says which test holds it. A folder has 60
# files at most, besides its list and README; a source, in C or any other language,
# 700 lines. The name of a
# source, or of what a test is made of, does not end with a pronoun, or with a
# participle that does not say of what. Each violation is a line. Before the tree, the check is tried on a tree that
# is wrong.
set -eu
export LC_ALL=C

top=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The ring is longer, as its clauses stand with it; so is its model, as Promela has no
# files to include.
long='lib/stream/ring.c docs/model/ring.pml'

vague='again ahead all any anybody asked back beside both built called clocking
closed coded cramped creating done early emptying expected far filtered found
given handles it joining kept known late launching left logged made mapped
merged met mixed named naming none noted now one ones only opened other others
outside own probed recycled refused renamed same seen several somebody starved
taken them things this those told transferring used what which who whom wrapping
writing'

sources() {
	find lib tools wrap firmware -name '*.[ch]' | sort
}

# folder_of_tests SOURCE
folder_of_tests() {
	case $1 in
	lib/*) set -- "tests/${1#lib/}" ;;
	*) set -- "tests/$1" ;;
	esac
	printf '%s\n' "${1%/*}"
}

# has_test SOURCE: by its name, or by a README
has_test() {
	local folder name

	folder=$(folder_of_tests "$1")
	name=${1##*/}
	name=${name%.*}
	[ "$folder" != tests/tools ] || name=${name#cmd_}
	while [ "$folder" != tests ]; do
		[ ! -e "$folder/check_$name.c" ] || return 0
		[ ! -e "$folder/check-$(echo "$name" | tr _ -).sh" ] || return 0
		folder=${folder%/*}
	done
	while read -r pattern test; do
		# shellcheck disable=SC2254
		case $1 in $pattern) return 0 ;; esac
	done < "$tmp/lines"
	return 1
}

# untested: sources that have no test, and lines of a README that are wrong
untested() {
	find tests -name README | sort | xargs -r grep -E \
		'^    (firmware|lib|tools|wrap)/[^ ]+ +tests/[^ ]+$' /dev/null |
		sed 's/^\([^:]*\): *\([^ ]*\)  *\([^ ]*\)$/\1 \2 \3/' \
		> "$tmp/all"
	cut -d ' ' -f 2- "$tmp/all" > "$tmp/lines"
	while read -r readme pattern test; do
		# shellcheck disable=SC2086
		set -- $pattern
		[ -e "$1" ] || echo "$readme: there is no $pattern"
		[ -e "$test" ] || echo "$readme: there is no $test"
	done < "$tmp/all"
	sources | while read -r source; do
		has_test "$source" ||
			echo "$source: no test has its name, no README tells of it"
	done
}

# nameless: sources whose name does not say of what they are
nameless() {
	{
		sources
		find tests -name '*.[ch]' -o -name '*.sh' | sort
	} | awk -v vague="$vague" '
		BEGIN {
			n = split(vague, words, "[ \t\n]+")
			for (i = 1; i <= n; i++)
				is_vague[words[i]]
		}
		{
			last = $0
			sub(/\.(c|h|sh)$/, "", last)
			sub(/.*[\/_-]/, "", last)
			if (last in is_vague)
				print $0 ": " last " needs a noun"
		}'
}

# large: folders of many files, sources of many lines
large() {
	find . -name '.?*' -prune -o -name 'build*' -prune -o -name autom4te.cache \
		-prune -o -type f ! -name 'Make*' ! -name README -print |
		sed 's,^\./,,; /\//!d; s,/[^/]*$,,' | sort | uniq -c |
		awk '$1 > 60 { print $2 ": has " $1 " files" }'
	find . -name 'build*' -prune -o -name '*.[ch]' -print -o -name '*.sh' \
		-print -o -name '*.py' -print -o -name '*.js' -print \
		-o -name '*.mjs' -print -o -name '*.css' -print \
		-o -name '*.html' -print -o -name '*.pml' -print \
		-o -name '*.proto' -print -o -name '*.sql' -print \
		-o -name '*.cc' -print -o -name '*.cpp' -print \
		-o -name '*.am' -print -o -name '*.m4' ! -path './m4/*' \
		! -name aclocal.m4 -print | sed 's,^\./,,' | sort | xargs wc -l |
		awk -v long="$long" '
		BEGIN {
			n = split(long, words, "[ \t\n]+")
			for (i = 1; i <= n; i++)
				if (words[i] != "")
					may[words[i]]
		}
		$2 == "total" { next }
		$1 > 700 && !($2 in may) { print $2 ": has " $1 " lines" }
		$1 > 700 { delete may[$2] }
		END {
			for (file in may)
				print file ": is not long any more"
		}' | sort
}

# plant COMMAND: finds what stands on stdin
plant() {
	"$1" > "$tmp/found"
	diff - "$tmp/found" || {
		echo "check-rooms: did not find what $1 is to find"
		exit 1
	}
}

mkdir -p "$tmp/planted/lib/a/deep" "$tmp/planted/lib/crowd" \
	"$tmp/planted/tools/b" "$tmp/planted/wrap" "$tmp/planted/tests/a/deep" \
	"$tmp/planted/firmware/f" "$tmp/planted/tests/tools"
(
	cd "$tmp/planted"
	long='lib/gone.c'
	touch lib/a/named.c lib/a/deep/above.h lib/a/line.c lib/a/none.c \
		tools/cmd_go.c tools/b/far.c firmware/f/board.c
	touch tests/a/check_named.c tests/a/check-above.sh tests/tools/check-go.sh
	cat > tests/a/README << 'END'
    lib/a/li*   tests/a/check_named.c
    lib/a/no.c  tests/a/check_no.c
END
	plant untested << 'END'
tests/a/README: there is no lib/a/no.c
tests/a/README: there is no tests/a/check_no.c
firmware/f/board.c: no test has its name, no README tells of it
lib/a/none.c: no test has its name, no README tells of it
tools/b/far.c: no test has its name, no README tells of it
END
	touch tools/b/log_kept.c tools/b/kept_logs.c tests/a/check-kept.sh
	plant nameless << 'END'
lib/a/named.c: named needs a noun
lib/a/none.c: none needs a noun
tools/b/far.c: far needs a noun
tools/b/log_kept.c: kept needs a noun
tests/a/check-kept.sh: kept needs a noun
tests/a/check_named.c: named needs a noun
END
	seq 61 | while read -r i; do
		echo > "lib/crowd/$i.h"
	done
	seq 701 > lib/a/none.c
	seq 701 > tests/a/long.py
	plant large << 'END'
lib/crowd: has 61 files
lib/a/none.c: has 701 lines
lib/gone.c: is not long any more
tests/a/long.py: has 701 lines
END
) || exit 1

cd "$top"
found=$(untested; nameless; large)
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
