#!/bin/sh
#
# check-abi.sh - the library's binary interface is the one that is described
#
#	check-abi.sh		compare the library with lib/libposixtrace.abi
#	check-abi.sh -w		describe the library there anew, as make abi does
#
# The description has what a program is compiled against: the functions, and the
# types that they take, as far as the headers show these. A change to it wants a
# look: does a program that was compiled before still run? Before the library,
# the check is tried on one whose header has got a field.
set -eu

top=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
library=${top_builddir:-.}/.libs/libposixtrace.so
stored=$top/lib/libposixtrace.abi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

skip() {
	echo "check-abi: SKIPPED, THE ABI WAS NOT COMPARED: $*"
	exit 77
}

# describe LIBRARY HEADERS: its description
describe() {
	abidw --exported-interfaces-only --drop-private-types \
		--headers-dir "$2" --no-comp-dir-path --no-corpus-path \
		--no-elf-needed --no-parameter-names --no-show-locs "$1"
}

# compile HEADERS LIBRARY: a library of one function, whose struct they declare
compile() {
	cat > "$tmp/count.c" << 'END'
#include <trace_np.h>

int posix_trace_count_np(trace_id_t trid, struct posix_trace_count_np *count)
{
	count->lost = trid;
	return 0;
}
END
	${CC:-cc} -g -fPIC -shared -I"$1" -o "$2" "$tmp/count.c"
}

plant() {
	cp -R "$top/include" "$tmp/planted"
	chmod -R u+w "$tmp/planted"
	sed -i 's/^struct posix_trace_count_np {$/& unsigned planted;/' \
		"$tmp/planted/posixtrace/log.h"
	compile "$top/include" "$tmp/true.so"
	compile "$tmp/planted" "$tmp/false.so"
	describe "$tmp/true.so" "$top/include" > "$tmp/true.abi"
	describe "$tmp/false.so" "$tmp/planted" > "$tmp/false.abi"
	abidiff "$tmp/true.abi" "$tmp/true.abi" > /dev/null || {
		echo 'check-abi: a library differs from itself'
		exit 1
	}
	if abidiff "$tmp/true.abi" "$tmp/false.abi" > "$tmp/said"; then
		echo 'check-abi: did not find the field that was added'
		exit 1
	fi
	grep planted "$tmp/said" > /dev/null || {
		echo 'check-abi: did not name the field that was added'
		exit 1
	}
}

command -v abidw > /dev/null && command -v abidiff > /dev/null ||
	skip 'abidw is missing (Debian: abigail-tools)'
[ "$(uname -m)" = x86_64 ] || skip 'the description is that of x86_64'
if ! readelf -S "$library" | grep '\.debug_info' > /dev/null; then
	skip 'the library has no debug information'
fi

describe "$library" "$top/include" > "$tmp/library.abi"
if [ "${1-}" = -w ]; then
	cp "$tmp/library.abi" "$stored"
	exit
fi

plant
abidiff "$stored" "$tmp/library.abi" || {
	echo 'check-abi: if that is meant: make abi'
	exit 1
}
