#!/bin/sh
#
# check-lists.sh - the lists of the build description are sorted, whole, and say
# everything once
#
# A list is a variable with a name on each of its lines. A source or a test is in
# a list of the Makefrag.am of its folder, which Makefile.am includes, or another
# Makefrag.am does; headers of firmware are in that of their system. A module
# of pkg-config for programs beside the checkout is in a list, too, or make would not
# make it anew when its .pc.in changes. Scripts of tests can be executed, and end with
# "finish", or their failures would be no exit status. Each violation is a line
# "file:line: what".
# Before the tree, the check is tried on lists that are wrong, and on files that are
# in none.
set -eu
export LC_ALL=C

top=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# scan FILE...: print the violations of lists. Flags are in an order of their own.
scan() {
	awk '
	function violation(why) {
		printf "%s:%d: %s\n", FILENAME, FNR, why
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
		if (NF != 1 || $1 ~ /^\$/)
			next
		if ($1 == before)
			violation($1 " is there twice")
		else if ($1 < before)
			violation($1 " stands behind " before)
		before = $1
	}
	' "$@"
}

# missing: sources, tests and fragments below here that are not named where they
# should be
missing() {
	{
		find lib tools wrap firmware tests -name '*.[ch]' -o -name 'check-*.sh'
		find lib tools wrap firmware tests -name Makefrag.am
		find ./*.in firmware -name '*-uninstalled.pc.in'
	} | sort > "$tmp/files"
	find . -name Makefile.am -o -name Makefrag.am | sed 's,^\./,,' |
		sort > "$tmp/parts"
	# shellcheck disable=SC2046
	awk -v files="$tmp/files" '
	FNR == 1 {
		folder = FILENAME
		if (!sub(/\/[^\/]*$/, "", folder))
			folder = "."
	}

	$1 == "include" {
		sub(/^\$\(srcdir\)\//, "", $2)
		named[$2]
	}

	{
		for (i = 1; i <= NF; i++)
			named[folder " " $i]
	}

	END {
		while ((getline file < files) > 0) {
			folder = program = file
			sub(/\/[^\/]*$/, "", folder)
			if (folder ~ /^firmware\//)
				sub(/\/include(\/.*)?$/, "", folder)
			sub(/\.c$/, "", program)
			if (sub(/\.pc\.in$/, ".pc", program))
				sub(/.*\//, "", program)
			if (file ~ /\.am$/ && !(file in named))
				print file " is included nowhere"
			else if (file !~ /\.am$/ &&
				 !(folder " " file in named ||
				   folder " " program in named))
				print file " is in no list of its folder"
		}
	}' $(cat "$tmp/parts")
}

# closed: scripts of tests below here that cannot be executed
closed() {
	find tests -name 'check-*.sh' ! -perm -100 | sort |
		sed 's/$/ is not executable/'
}

# endless: scripts of tests below here that do not say how they ended
endless() {
	find tests -name 'check-*.sh' \
		-exec grep -l '^\. .*/tests/tools/lib\.sh' {} + | sort |
		while read -r script; do
			[ "$(tail -n 1 "$script")" = finish ] ||
				echo "$script does not end with finish"
		done
}

# plant VIOLATION LINE...: it is found
plant() {
	wanted=$1
	shift
	printf '%s\n' "$@" > planted
	scan planted | grep -Fx "$wanted" > /dev/null || {
		echo "check-lists: did not find '$wanted'"
		exit 1
	}
}

mkdir "$tmp/planted"
cd "$tmp/planted"
plant 'planted:3: a.c stands behind b.c' 'x_SOURCES = \' '	b.c \' '	a.c'
plant 'planted:3: a.c is there twice' 'x_SOURCES += \' '	a.c \' '	a.c'
plant 'planted:2: x_LDADD is defined twice' 'x_LDADD = a' 'x_LDADD = b'

mkdir -p lib/far tests tools wrap firmware/f/include/sys
touch firmware/f/include/sys/f.h firmware/f/include/g.h \
	firmware/f/f-uninstalled.pc.in a-uninstalled.pc.in b-uninstalled.pc.in
echo 'list = firmware/f/include/sys/f.h' > firmware/f/Makefrag.am
touch lib/a.c lib/far/c.c tests/check_b.c
echo '. "$top_srcdir/tests/tools/lib.sh"' > tests/check-c.sh
echo 'tests = tests/check_b' > tests/Makefrag.am
echo 'list = lib/far/c.c' > lib/Makefrag.am
touch lib/far/Makefrag.am
{
	echo 'list = b-uninstalled.pc'
	echo 'include $(srcdir)/tests/Makefrag.am'
	echo 'include $(srcdir)/lib/Makefrag.am'
	echo 'include $(srcdir)/firmware/f/Makefrag.am'
} > Makefile.am
cat > "$tmp/wanted" << 'END'
./a-uninstalled.pc.in is in no list of its folder
firmware/f/f-uninstalled.pc.in is in no list of its folder
firmware/f/include/g.h is in no list of its folder
lib/a.c is in no list of its folder
lib/far/Makefrag.am is included nowhere
lib/far/c.c is in no list of its folder
tests/check-c.sh is in no list of its folder
END
missing | diff "$tmp/wanted" - || {
	echo 'check-lists: did not find what is in no list'
	exit 1
}
[ "$(closed)" = 'tests/check-c.sh is not executable' ] || {
	echo 'check-lists: did not find what is not executable'
	exit 1
}
[ "$(endless)" = 'tests/check-c.sh does not end with finish' ] || {
	echo 'check-lists: did not find what does not end'
	exit 1
}

cd "$top"
# shellcheck disable=SC2046
found=$(missing && closed && endless && scan $(cat "$tmp/parts"))
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
