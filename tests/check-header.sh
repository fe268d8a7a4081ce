#!/bin/sh
#
# check-header.sh - is <trace.h> what the standard says, for strict compilers?
#
# Compiles header/c99.c, c11.c and cxx.cc, which hold the assertions, alone
# and together with other headers in several orders, and checks by their text
# what no compiler complains about: restrict, and names that are not ours.
#
# CC, CXX	compilers; cc and c++ if unset
# NM		lists symbols; nm if unset
# top_srcdir	the root of the sources
#
# Exits with 77 if all is well but there is no C++ compiler.

here=$(dirname "$0")
top=${top_srcdir:-$here/..}
sources=$top/tests/header
include=$top/include

cc=${CC:-cc}
cxx=${CXX:-c++}
posix='-D_POSIX_C_SOURCE=200809L'
strict="-pedantic-errors -Wall -Wextra -Werror $posix -I$include"
around='limits.h pthread.h time.h unistd.h'

LC_ALL=C
export LC_ALL

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

failures=0
checks=0

# judge STATUS SENTENCE...: count one check; show what it said if it failed.
judge()
{
	status=$1
	shift
	checks=$((checks + 1))
	[ "$status" -eq 0 ] && return
	failures=$((failures + 1))
	echo "FAIL: $*"
	sed 's/^/	/' "$work/said"
}

# compile COMPILER STANDARD FILE SENTENCE...
compile()
{
	compiler=$1 standard=$2 file=$3
	shift 3
	$compiler "-std=$standard" $strict -c "$file" -o "$work/object.o" \
		>"$work/said" 2>&1
	judge $? "$standard: $*"
}

# including BEFORE AFTER FILE: a source with <trace.h> among other headers.
including()
{
	for header in $1 trace.h $2; do
		echo "#include <$header>"
	done
	echo "#include \"$(cd "$sources" && pwd)/$3\""
}

# orders COMPILER STANDARD FILE (HDR-17 HDR-21)
orders()
{
	suffix=${3##*.}
	for header in $around "$around"; do
		including "$header" '' "$3" >"$work/order.$suffix"
		compile "$1" "$2" "$work/order.$suffix" "$header, then trace.h"
		including '' "$header" "$3" >"$work/order.$suffix"
		compile "$1" "$2" "$work/order.$suffix" "trace.h, then $header"
	done
}

# Preprocessed, with one space between tokens and one declaration a line.
declarations()
{
	tr '\n' ' ' |
		sed 's/\([(),;*{}]\)/ \1 /g; s/[	 ][	 ]*/ /g' |
		tr ';' '\n' | sed 's/^ //; s/ $//' | grep .
}

# What the header itself says, without the headers it includes.
own_text()
{
	echo '#include <trace.h>' >"$work/own.c"
	$cc -std=c99 $posix "-I$include" -E "$work/own.c" |
		awk '/^# / { own = $3 ~ /\/trace\.h"$/; next } own'
}

# (HDR-14 HDR-20) The compiler has compared all but restrict.
check_prototypes()
{
	own_text | declarations | sed 's/__restrict/restrict/g' |
		grep '^[a-z]* posix_trace_[a-z_]* (' | sort >"$work/has"
	sed -n '/BEGIN FUNCTIONS/,/END FUNCTIONS/p' "$sources/c99.c" |
		sed '/^\/\*/d; s/FUNCTION(\([a-z]*\),/\1/; s/);$/;/' |
		sed 's/\(posix_trace_[a-z_]*\),/\1/' |
		declarations | sort >"$work/wants"

	diff "$work/wants" "$work/has" >"$work/said"
	judge $? "the prototypes differ (<: standard, >: trace.h)"

	wc -l <"$work/has" >"$work/said"
	[ "$(wc -l <"$work/has")" -eq 50 ]
	judge $? "the header does not declare fifty functions"
}

# (HDR-26) Names in declarations: those of C and of other headers are listed.
check_names()
{
	known='char const extern if int long pid_t pthread_t restrict size_t'
	known="$known static struct timespec typedef unsigned void xffff"

	own_text | grep -o '[A-Za-z_][A-Za-z0-9_]*' | sort -u >"$work/names"
	grep -Ev '^(_.*|posix_.*|trace_.*_t)$' "$work/names" >"$work/rest"
	echo "$known" | tr ' ' '\n' | sort |
		comm -13 - "$work/rest" >"$work/said"
	[ -s "$work/names" ] && [ ! -s "$work/said" ]
	judge $? "names in trace.h that are not the standard's"
}

macros()
{
	$cc -std=c99 $posix "-I$include" -E -dM "$1" |
		awk '{ sub(/\(.*/, "", $2); print $2 }' | sort -u
}

# (HDR-26) Macros beyond those of the headers that <trace.h> includes.
check_macros()
{
	grep '^#include' "$include/trace.h" >"$work/without.c"
	echo '#include <trace.h>' >"$work/with.c"
	macros "$work/without.c" >"$work/without"
	macros "$work/with.c" >"$work/with"
	comm -13 "$work/without" "$work/with" |
		grep -Ev '^(_|POSIX_TRACE_|TRACE_[A-Z_]*_MAX$|posix_trace_event$)' \
			>"$work/said"
	[ -s "$work/with" ] && [ ! -s "$work/said" ]
	judge $? "macros of trace.h that are not the standard's"
}

# (HDR-19) Functions have the same names as in C.
check_linkage()
{
	compile "$cxx" c++11 "$sources/cxx.cc" "cxx.cc for its names"
	${NM:-nm} "$work/object.o" | grep 'posix_trace_' >"$work/names"
	grep -v ' U _*posix_trace_[a-z_]*$' "$work/names" >"$work/said"
	[ -s "$work/names" ] && [ ! -s "$work/said" ]
	judge $? "C++ mangles names of trace.h"
}

# (HDR-18) Whatever the C library's sysconf() says is -1, or no less than
# what the standard asks for.
check_sysconf()
{
	cat >"$work/sysconf.c" <<'EOF'
#include <trace.h>

static int wrong(int name, long least)
{
	long value = sysconf(name);

	return value != -1 && value < least;
}

int main(void)
{
	return wrong(_SC_TRACE, 200809L) |
	       wrong(_SC_TRACE_EVENT_FILTER, 200809L) |
	       wrong(_SC_TRACE_INHERIT, 200809L) |
	       wrong(_SC_TRACE_LOG, 200809L) |
	       wrong(_SC_TRACE_EVENT_NAME_MAX, _POSIX_TRACE_EVENT_NAME_MAX) |
	       wrong(_SC_TRACE_NAME_MAX, _POSIX_TRACE_NAME_MAX) |
	       wrong(_SC_TRACE_SYS_MAX, _POSIX_TRACE_SYS_MAX) |
	       wrong(_SC_TRACE_USER_EVENT_MAX, _POSIX_TRACE_USER_EVENT_MAX);
}
EOF
	$cc -std=c99 $strict "$work/sysconf.c" -o "$work/sysconf" \
		>"$work/said" 2>&1 && "$work/sysconf"
	judge $? "sysconf() contradicts the header"
}

for standard in c99 c11; do
	compile "$cc" $standard "$sources/c99.c" "c99.c"
	orders "$cc" $standard c99.c
done
compile "$cc" c11 "$sources/c11.c" "c11.c"
echo '#include <trace_np.h>' >"$work/np.c"
compile "$cc" c99 "$work/np.c" "trace_np.h alone"
for standard in c99 c11; do
	$cc "-std=$standard" -pedantic-errors -Wall -Wextra -Werror \
		"-I$include" -c "$work/np.c" -o "$work/object.o" \
		>"$work/said" 2>&1
	judge $? "$standard: a program that asks for nothing but C"
done
for header in "$include"/posixtrace/*.h; do
	echo "#include <posixtrace/${header##*/}>" >"$work/part.c"
	compile "$cc" c99 "$work/part.c" "${header##*/} alone"
done
cp "$sources/record.h" "$work/record.c"
for standard in c99 c11; do
	compile "$cc" $standard "$work/record.c" "recording in one line"
done

check_prototypes
check_names
check_macros
check_sysconf

echo 'int main() { return 0; }' >"$work/try.cc"
if $cxx -std=c++11 -c "$work/try.cc" -o "$work/object.o" >/dev/null 2>&1; then
	for standard in c++11 c++17; do
		compile "$cxx" $standard "$sources/cxx.cc" "cxx.cc"
		orders "$cxx" $standard cxx.cc
	done
	cp "$work/np.c" "$work/np.cc"
	compile "$cxx" c++11 "$work/np.cc" "trace_np.h alone"
	for header in "$include"/posixtrace/*.h; do
		echo "#include <posixtrace/${header##*/}>" >"$work/part.cc"
		compile "$cxx" c++11 "$work/part.cc" "${header##*/} alone"
	done
	cp "$work/record.c" "$work/record.cc"
	compile "$cxx" c++11 "$work/record.cc" "recording in one line"
	check_linkage
	skipped=
else
	skipped=yes
fi

echo "$checks checks of trace.h, $failures failed"
[ "$failures" -eq 0 ] || exit 1
if [ -n "$skipped" ]; then
	echo "SKIP: '$cxx' COMPILES NO C++: TRACE.H WAS NOT CHECKED FROM C++"
	exit 77
fi
