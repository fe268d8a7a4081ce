#!/bin/sh
#
# check-manual.sh - the manual pages are sound mdoc, refer to each other, and
# each function has one; sources of lib/api are named like pages
set -eu

cd "${top_srcdir:-$(dirname "$0")/..}/docs/man"
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
aliases=$(awk -f aliases.awk $pages | sed 's/ .*//')
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
found=$(sources_without_page ../../lib/api/*.c)
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

[ "$status" -eq 0 ] || exit "$status"
if ! command -v "${MANDOC:-mandoc}" > /dev/null; then
	echo 'check-manual.sh: SKIPPED: mandoc is not installed'
	exit 77
fi
# Mandoc, too, looks for what pages refer to.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp -- *.[0-9] "$tmp"
cd "$tmp"
# shellcheck disable=SC2086
{
	touch $aliases
	"${MANDOC:-mandoc}" -Tlint -W style $pages
}
