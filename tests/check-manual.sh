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

# A page for several functions is an alias for all but one of them.
is_alias() {
	[ "$(head -c 4 "$1")" = '.so ' ]
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

check_alias() {
	page=$(sed -n '1s|^\.so man[13]/||p' "$1")
	if [ "$(wc -l < "$1")" -ne 1 ] || [ ! -f "$page" ] ||
	   is_alias "$page"; then
		complain "$1: is not one line .so with a page"
	elif ! names_of "$page" | grep -qxF "${1%.*}"; then
		complain "$1: $page does not describe it"
	fi
}

check_functions() {
	if [ "$(names_of "$1" | sort)" != "$(functions_of "$1" | sort)" ]; then
		complain "$1: NAME and SYNOPSIS differ"
	fi
	for name in $(names_of "$1"); do
		[ -f "$name.3" ] || complain "$1: there is no $name.3"
	done
}

# sources_without_page NAME...
sources_without_page() {
	for source; do
		name=${source##*/}
		[ -f "${name%.c}.3" ] || echo "lib/api/$name: no page has its name"
	done
}

[ -n "$(sources_without_page planted.c)" ] ||
	complain 'a source without a page was not found'
found=$(sources_without_page ../../lib/api/*.c)
[ -z "$found" ] || complain "$found"

pages=
aliases=0
for file in *.[0-9]; do
	if is_alias "$file"; then
		check_alias "$file"
		aliases=$((aliases + 1))
	else
		pages="$pages $file"
	fi
	case $file in
	*.3) is_alias "$file" || check_functions "$file" ;;
	esac
done
[ "$aliases" -gt 0 ] || complain 'no alias was found'

# All references are to pages of our own: others may not be installed.
for page in $pages; do
	for other in $(references_of "$page"); do
		[ -f "$other" ] || complain "$page: refers to $other"
	done
done

[ "$status" -eq 0 ] || exit "$status"
if ! command -v "${MANDOC:-mandoc}" > /dev/null; then
	echo 'check-manual.sh: SKIPPED: mandoc is not installed'
	exit 77
fi
# An alias is nothing to mandoc before it is installed.
# shellcheck disable=SC2086
"${MANDOC:-mandoc}" -Tlint -W style $pages
