#!/bin/sh
#
# check-lists.sh - the lists of Makefile.am are sorted, whole, and say it once
#
# A list is a variable with a name on each of its lines. Each violation is a
# line "Makefile.am:line: what". Before the file, the check is tried on lists
# that are wrong, and on files that are in none.
set -eu
export LC_ALL=C

top=${top_srcdir:-$(dirname "$0")/..}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# scan FILE: print the violations of its lists. Flags are in an order of their
# own.
scan() {
	awk '
	function violation(why) {
		printf "Makefile.am:%d: %s\n", FNR, why
	}

	/^[A-Za-z_]+ \+?=/ {
		if ($2 == "=" && $1 in defined && !conditions)
			violation($1 " is defined twice")
		defined[$1]
		is_list = $0 ~ / \+?= \\$/ && $1 !~ /FLAGS$|ENVIRONMENT$/
		before = ""
		next
	}

	/^if / { conditions++ }
	/^endif/ { conditions-- }

	is_list {
		is_list = /\\$/
		sub(/[ \t]*\\$/, "")
		if (NF != 1)
			next
		if ($1 == before)
			violation($1 " is there twice")
		else if ($1 < before)
			violation($1 " stands behind " before)
		before = $1
	}
	' "$1"
}

# plant VIOLATION LINE...: it is found
plant() {
	wanted=$1
	shift
	printf '%s\n' "$@" > "$tmp/planted"
	scan "$tmp/planted" | grep -Fx "$wanted" > /dev/null || {
		echo "check-lists: did not find '$wanted'"
		exit 1
	}
}

plant 'Makefile.am:3: a.c stands behind b.c' 'x_SOURCES = \' '	b.c \' '	a.c'
plant 'Makefile.am:3: a.c is there twice' 'x_SOURCES += \' '	a.c \' '	a.c'
plant 'Makefile.am:2: x_LDADD is defined twice' 'x_LDADD = a' 'x_LDADD = b'

# missing DIR: sources and tests that its Makefile.am does not name
missing() {
	(cd "$1" && find lib tools wrap tests -name '*.[ch]' -o \
		-name 'check-*.sh') | sort > "$tmp/files"
	awk -v files="$tmp/files" '
	{
		for (i = 1; i <= NF; i++)
			named[$i]
	}

	END {
		while ((getline file < files) > 0) {
			program = file
			sub(/\.c$/, "", program)
			if (!(file in named) && !(program in named))
				print file " is in no list"
		}
	}' "$1/Makefile.am"
}

mkdir -p "$tmp/lib" "$tmp/tests" "$tmp/tools" "$tmp/wrap"
touch "$tmp/lib/a.c" "$tmp/tests/check_b.c" "$tmp/tests/check-c.sh"
echo 'tests = tests/check_b' > "$tmp/Makefile.am"
[ "$(missing "$tmp" | tr '\n' ' ')" = \
	'lib/a.c is in no list tests/check-c.sh is in no list ' ] || {
	echo 'check-lists: did not find what is in no list'
	exit 1
}

found=$(scan "$top/Makefile.am"; missing "$top")
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
