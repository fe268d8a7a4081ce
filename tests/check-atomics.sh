#!/bin/sh
#
# check-atomics.sh - each atomic access states its order
#
# Functions without _explicit, and operators on what is _Atomic, mean the
# strictest order, and nobody sees whether that was meant. A script finds the
# functions, clang the operators, in each source that an _Atomic object may
# reach. Each violation is a line. Before the tree, both are tried on faults.
set -eu
export LC_ALL=C

top=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
built=$(cd "${top_builddir:-.}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

sources() {
	find lib tools wrap firmware -name '*.[ch]' 2> /dev/null | sort
}

# functions: those that have no order
functions() {
	operations='load|store|exchange|compare_exchange_(weak|strong)'
	operations="$operations|fetch_[a-z]+|flag_(test_and_set|clear)"
	# shellcheck disable=SC2046
	grep -nE "\<(atomic_($operations)|__sync_[a-z_]+) *\(" $(sources) ||
		true
}

# reached: the sources that are atomic, or include a header that is, or one that
# does
reached() {
	# shellcheck disable=SC2046
	awk '
	FNR == 1 {
		root = FILENAME
		sub(/\/.*/, "", root)
		files[FILENAME]
	}

	/_Atomic|atomic_/ { atomic[FILENAME] }

	/^[ \t]*#[ \t]*include[ \t]*"/ {
		split($0, part, "\"")
		n = ++includes[FILENAME]
		include[FILENAME, n] = root "/" part[2]
		of_lib[FILENAME, n] = "lib/" part[2]
		of_all[FILENAME, n] = part[2]
	}

	END {
		do {
			changed = 0
			for (file in files)
				for (i = 1; i <= includes[file]; i++)
					if (!(file in atomic) &&
					    (include[file, i] in atomic ||
					     of_lib[file, i] in atomic ||
					     of_all[file, i] in atomic)) {
						atomic[file]
						changed = 1
					}
		} while (changed)
		for (file in atomic)
			if (file ~ /\.c$/)
				print file
	}' $(sources) | sort
}

# operators: those that clang warns of
operators() {
	# shellcheck disable=SC2046
	clang -std=gnu11 -D_GNU_SOURCE -DHAVE_CONFIG_H -I"$built" -Iinclude \
		-Ilib -Itools -I"$built/tools" -I. $(printf -- '-I%s ' firmware/*/include) \
		-Wno-everything -Watomic-implicit-seq-cst \
		-fsyntax-only \
		$(reached) 2>&1 | grep -E 'atomic-implicit|error:' || true
}

# plant DIR: functions and operators are in it, the latter behind a header
plant() {
	mkdir -p "$tmp/lib/a" "$tmp/tools" "$tmp/wrap"
	echo '_Atomic int count;' > "$tmp/lib/a/count.h"
	echo '#include "a/count.h"' > "$tmp/lib/a/more.h"
	cat > "$tmp/lib/a/operator.c" << 'END'
#include "a/more.h"
int counted(void);
int counted(void)
{
	return count++;
}
END
	cat > "$tmp/wrap/function.c" << 'END'
#include <stdatomic.h>
#include "a/count.h"
int counted(void);
int counted(void)
{
	__sync_synchronize();
	return atomic_load(&count) +
	       atomic_load_explicit(&count, memory_order_relaxed);
}
END
}

plant
found=$(cd "$tmp" && functions | cut -d: -f1,2 | tr '\n' ' ')
[ "$found" = 'wrap/function.c:6 wrap/function.c:7 ' ] || {
	echo 'check-atomics: did not find the functions without order'
	exit 1
}
cd "$top"
found=$(functions)
[ -z "$found" ] || {
	printf '%s\n' "$found"
	exit 1
}

command -v clang > /dev/null || {
	echo 'check-atomics: SKIPPED: clang is missing, operators were not sought'
	exit 77
}
found=$(cd "$tmp" && operators | cut -d: -f1,2 | tr '\n' ' ')
case $found in
*lib/a/operator.c:5*) ;;
*)
	echo 'check-atomics: did not find the operator without order'
	exit 1
	;;
esac
found=$(operators)
[ -z "$found" ] || {
	printf '%s\n' "$found"
	exit 1
}
