#!/bin/sh
#
# check-symbols.sh - the headers, the version map, the library and the manual
# name the same functions
#
# A macro in the headers wants a variable too, of which no manual tells. The library
# for reading logs with all processors has a header and a map of its own. The
# libraries of firmware export what their maps say, and their headers name that, or
# it stands in front of the C library.
set -eu
export LC_ALL=C

top=${top_srcdir:-$(dirname "$0")/..}
built=${top_builddir:-.}
library=$built/.libs/libposixtrace.so
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

compile() {
	${CC:-cc} -I"$top/include" "$@"
}

# functions_of HEADER: what the preprocessor leaves of it has no comments and no
# macros; a type of functions is none.
functions_of() {
	printf '#include <%s>\n' "$1" | compile -E -P -x c - > "$tmp/text"
	sed -e '/^typedef.*;/d' -e '/^typedef/,/;/d' "$tmp/text" |
		grep -o '\<posix_trace_[a-z_]* *(' | tr -d ' (' | sort -u
}

functions_of trace_reading_np.h > "$tmp/all_functions"
functions_of trace_np.h > "$tmp/functions"
comm -13 "$tmp/functions" "$tmp/all_functions" > "$tmp/reading.h"
sed -n 's/^extern [^(]*[ *]\(__posix_trace_[a-z_]*\);$/\1/p' "$tmp/text" |
	sort - "$tmp/functions" > "$tmp/headers"

# named MAP: what it says is global
named() {
	sed -n '/^global:/,/^local:/s/^[ 	]*\([A-Za-z0-9_]*\);.*/\1/p' "$1" |
		sort
}

# exported LIBRARY: the version itself is an absolute symbol.
exported() {
	${NM:-nm} -D --defined-only "$1" |
		awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u
}

named "$top/lib/libposixtrace.map" > "$tmp/map"
exported "$library" > "$tmp/library"

# check-manual.sh proves that each of these has its file.
awk 'FNR == 1 { here = 0 }
     /^\.Sh/ { here = $2 == "NAME" }
     here && /^\.Nm/ { print $2 }' "$top"/docs/man/man3/*.3 |
	sort > "$tmp/manual"

[ -s "$tmp/functions" ] || {
	echo "check-symbols: no functions found in the headers"
	exit 1
}

# words FILE...: what may be names
words() {
	cat "$@" < /dev/null | grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u
}

status=0

# compare NAMES OTHER
compare() {
	diff "$tmp/$1" "$tmp/$2" > "$tmp/diff" && return
	echo "$1 (<) and $2 (>) differ:"
	grep '^[<>]' "$tmp/diff"
	status=1
}

compare headers map
compare headers library
compare all_functions manual

named "$top/lib/reading/libposixtrace-reading.map" > "$tmp/reading.map"
compare reading.h reading.map
part=reading
if [ -e "$built/.libs/libposixtrace-$part.so" ]; then
	exported "$built/.libs/libposixtrace-$part.so" > "$tmp/reading.so"
	compare reading.map reading.so
fi

exported "$(ldd "$library" | awk '$1 ~ /^libc\.so/ { print $3 }')" \
	> "$tmp/libc"
for folder in "$top"/firmware/*/include; do
	[ -d "$folder" ] || continue
	name=libposixtrace-$(basename "${folder%/include}")
	exported "$built/.libs/$name.so" > "$tmp/$name"
	named "${folder%/include}/$name.map" > "$tmp/$name.map"
	compare "$name.map" "$name"
	# shellcheck disable=SC2046
	words $(find "$folder" -name '*.h') | comm -13 - "$tmp/$name.map" |
		comm -23 - "$tmp/libc" > "$tmp/undeclared"
	while read -r function; do
		echo "$name.map: no header names $function"
		status=1
	done < "$tmp/undeclared"
done
exit $status
