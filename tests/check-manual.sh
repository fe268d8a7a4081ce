#!/bin/sh
#
# check-manual.sh - the manual pages are sound mdoc, refer to each other, and
# each function has one; sources of lib/api are named like pages; sentences begin
# with their subject
set -eu

top=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp "$top"/docs/man/man[0-9]/*.[0-9] "$tmp"
cd "$tmp"
status=0

complain() {
	echo "$*"
	status=1
}

# What a page says it describes.
names_of() {
	awk '/^\.Sh/ { here = $2 == "NAME" } here && /^\.Nm/ { print $2 }' "$1"
}

# What its synopsis declares.
functions_of() {
	awk '/^\.Sh/ { here = $2 == "SYNOPSIS" }
	     here && /^\.F[no] / { print $2 }' "$1"
}

references_of() {
	awk '$1 == ".Xr" { print $2 "." $3 }' "$1"
}

check_functions() {
	if [ "$(names_of "$1" | sort)" != "$(functions_of "$1" | sort)" ]; then
		complain "$1: NAME and SYNOPSIS differ"
	fi
}

# A page is found by its own name, and by all that it describes.
pages=$(ls ./*.[0-9] | sed 's,^\./,,')
# shellcheck disable=SC2086
aliases=$(awk -f "$top/docs/aliases.awk" $pages | sed 's/ .*//')
twice=$(printf '%s\n' $pages $aliases | sort | uniq -d)
[ -n "$aliases" ] || complain 'no alias was found'
[ -z "$twice" ] || complain "there are several pages of $twice"

# is_found NAME.SECTION
is_found() {
	printf '%s\n' $pages $aliases | grep -qxF "$1"
}

# sources_without_page NAME...
sources_without_page() {
	for source; do
		name=${source##*/}
		is_found "${name%.c}.3" || echo "lib/api/$name: no page has its name"
	done
}

[ -n "$(sources_without_page planted.c)" ] ||
	complain 'a source without a page was not found'
found=$(sources_without_page "$top"/lib/api/*.c)
[ -z "$found" ] || complain "$found"

for page in *.3; do
	check_functions "$page"
done

# All references are to pages of our own: others may not be installed.
for page in $pages; do
	for other in $(references_of "$page"); do
		is_found "$other" || complain "$page: refers to $other"
	done
done

# unclear_sentences FILE...: a line "file:line: word" for each sentence that begins with a
# word which stands for a noun, as "who" and "what is left", and last the number
# of all sentences. Questions, and what is between .Bd and .Ed, are none of these.
unclear_sentences() {
	awk '
	BEGIN {
		n = split("who whoever whom whose what whatever which whichever " \
			"where wherever of or but than such those one ones " \
			"another somebody someone something nobody anybody " \
			"everybody everything", word, " ")
		while (n)
			bad[word[n--]]
	}
	FNR == 1 || /^\.(Ed|El|It|Pp|Sh|Ss)/ { begins = 1 }
	/^\.Bd/ { literal = 1 }
	/^\.Ed/ { literal = 0 }
	/^\./ || literal {
		if (/^\.[A-Z].* [.?!]$/)
			begins = 1
		else if (/^\.(Ar|Cm|Dv|Em|Er|Ev|Fa|Fl|Fn|Li|Nm|Pa|Ql|Va|Xr)/)
			begins = 0
		next
	}
	{
		if (begins) {
			count++
			match($0, /^[A-Za-z]*/)
			first = tolower(substr($0, 1, RLENGTH))
			if (first in bad && !/\?$/)
				printf "%s:%d: %s\n", FILENAME, FNR, first
		}
		begins = /[.?!:]$/
	}
	END { print count + 0 }' "$@"
}

planted=$(printf '%s\n' .Sh .Nm 'reads it.' 'What is left is gone.' \
	'Who reads it?' .Pp 'Of those' '.Xr a 1' 'one is read.' |
	unclear_sentences - | sed 's/.*: //' | tr '\n' ' ')
[ "$planted" = 'what of 3 ' ] || complain "planted sentences: found $planted"

# In percent: some of these words begin a good sentence, as "one" and "such".
limit=1
# shellcheck disable=SC2086
found=$(unclear_sentences $pages)
count=${found##*[!0-9]}
bad=$(($(printf '%s\n' "$found" | wc -l) - 1))
if [ "$((bad * 100))" -gt "$((count * limit))" ]; then
	complain "$found"
	complain "$bad of $count sentences begin so, more than $limit %"
fi

[ "$status" -eq 0 ] || exit "$status"
if ! command -v "${MANDOC:-mandoc}" > /dev/null; then
	echo 'check-manual.sh: SKIPPED: mandoc is not installed'
	exit 77
fi
# Mandoc, too, looks for what pages refer to.
# shellcheck disable=SC2086
{
	touch $aliases
	"${MANDOC:-mandoc}" -Tlint -W style $pages
}
