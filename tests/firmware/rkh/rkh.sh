# rkh.sh - what the tests of RKH's interface share; they read it behind lib.sh

export PKG_CONFIG_PATH="$top_builddir"
programs=$top_srcdir/tests/firmware/rkh

# build NAME SOURCE [FLAG]...: as a user would, with all warnings as errors
build() {
	local name=$1 source=$2 compiler=${CC:-cc}

	shift 2
	case " $* " in *' -x c++ '*) compiler=${CXX:-c++} ;; esac
	# shellcheck disable=SC2046,SC2086
	$compiler -g -Wall -Wextra -Werror $(sanitizer) "-I$programs" \
		$(pkg-config --cflags posixtrace-rkh) "$@" -o "$name" \
		"$programs/$source" -x none \
		$(pkg-config --libs posixtrace-rkh) -pthread 2> built ||
		fail "$source with '$*' was not built" built
}

# run STATUS COMMAND...: into out and err
run() {
	local wanted=$1

	shift
	"$@" > out 2> err
	status_is "$wanted" $? "$*" err out
}

# events_of FILE TEXT [OPTION]...: names and fields, in the order of the target.
# An event of another form has a number behind its name in a log.
events_of() {
	local file=$1 text=$2

	shift 2
	"$posixtrace" show --no-pager -e '!posix_trace_*' -O name,args "$@" \
		"$file" > "$text" 2> shown
	status_is 0 $? "showing $file" shown
	sed -i 's/^\([A-Z0-9_]*\):[0-9]* /\1 /; s/  */ /g; s/ *$//' "$text"
}

# same TEXT TEXT WHAT
same() {
	[ -s "$1" ] || fail "$3: nothing is there"
	diff "$1" "$2" > difference || fail "$3 differ" difference
}
