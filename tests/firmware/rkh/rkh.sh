# rkh.sh - what the tests of RKH's interface share; they read it behind lib.sh

. "$top_srcdir/tests/firmware/firmware.sh"
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

# tells_loss COUNT REASON LOG: somewhere, once or more often
tells_loss() {
	"$posixtrace" show --no-pager "$3" > shown 2>&1
	has "  $1 events? lost \\($2\\)" shown
}

# forms_of FILE TEXT [OPTION]...: as events_of, but an event of another form, which
# has a number behind its name in a log, has that of the target
forms_of() {
	events_of "$@"
	sed -i 's/^\([A-Z0-9_]*\):[0-9]* /\1 /' "$2"
}
