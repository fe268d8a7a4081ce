# compile.sh - how the tests of AIX's interface compile programs, as users do;
# they read it with "." behind tests/tools/lib.sh

command -v pkg-config > /dev/null || skip 'there is no pkg-config'

# compile SOURCE PROGRAM [OPTION]...: by the module of the build
compile() {
	local source=$1 program=$2

	shift 2
	# shellcheck disable=SC2046,SC2086
	${CC:-cc} -Wall -Wextra -Werror -g $(sanitizer) "$@" -o "$program" \
		"$source" $(PKG_CONFIG_PATH=$top_builddir \
			pkg-config --cflags --libs posixtrace-aix) \
		2> "$program.err" || {
		fail "$source was not compiled" "$program.err"
		finish
	}
}

# show LOG [OPTION]...: names and data of its events, but for the system's
show() {
	local log=$1

	shift
	"$posixtrace" show -O name,data "$@" "$log" > all 2> err
	status_is 0 $? "show $log" err
	grep '^trc:' all | sed 's/  */ /; s/ *$//' > shown
}

# shown_is: what was shown is what stands on stdin
shown_is() {
	diff - shown > difference || fail "$1" difference
}
